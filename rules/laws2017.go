package rules

import "time"

// laws2017 is the edition in force from 1 July 2017, for half a year only.
var laws2017 = edition{
	year: E2017,
	from: day{2017, time.July, 1},

	hasMove:     AtMade,
	fivefold:    5,
	seventyFive: 75,
	bothMoved:   true,
	claims:      claimTerms{lostBy: LostByTouching, clocks: EitherStops, fixed: true},
	offer:       LostByTouching,
	defaultTime: lateness{0, Certain},
	reversed:    10,
	complaints:  unknownCount,
	queens:      true,
	supervision: true,
	kinds:       limits{blitz: 10 * time.Minute, blitzUpTo: true, rapid: 60 * time.Minute, moves: 60},
	bothFlags:   flagRule{Standard: {known: Unverified}, Rapid: {known: Unverified}, Blitz: {known: Unverified}},
	illegal: ladders{
		standardCell:        over(twoThenGame, UntilGameEnd, IllegalMove, IllegalMovePenalty),
		finishCell:          over(twoThenGame, UntilGameEnd, IllegalMove, IllegalMovePenalty),
		rapidCell:           over(firstLoses, UntilReply, RapidIllegal),
		blitzCell:           over(firstLoses, UntilReply, BlitzIllegal),
		rapidSupervisedCell: over(twoThenGame, UntilGameEnd, IllegalMove, IllegalMovePenalty),
		blitzSupervisedCell: over(oneThenGame, UntilGameEnd, IllegalMove, IllegalMovePenalty, BlitzPenalty),
	},
	offences:    illegalCountsAll,
	penalties:   penaltiesUnverified,
	misplaced:   misplaced{known: Unverified},
	phone:       phone{PhoneCarried, ScoreWin, true},
	quickplay:   guidelinesIII,
	adjourned:   adjourned{late: Unverified},
	otherPoints: Unverified,
	wrongClaim:  twoAndBlitzOne,
	restore: restorations{
		standardCell:        wheneverFound,
		finishCell:          wheneverFound,
		rapidCell:           onlyBeforeReply(RapidIllegal),
		blitzCell:           onlyBeforeReply(BlitzIllegal),
		rapidSupervisedCell: wheneverFound,
		blitzSupervisedCell: wheneverFound,
	},
	duties: usualDuties.and(seenUntilReply).and(countedAlike).and(tooLateUnknown),
	articles: with(articles2018, map[Clause]label{
		IllegalMovePenalty: at("7.5.3"),
		PressIsIllegal:     at("7.8"),
		TwoHandsIllegal:    at("7.7"),
	}),
}

// twoAndBlitzOne is what a wrong claim costs in 2017 and 2018.
var twoAndBlitzOne = claimCosts{
	standardCell:        {opponent: twoMinutes, known: Certain},
	finishCell:          {opponent: twoMinutes, known: Certain},
	rapidCell:           {opponent: twoMinutes, known: Certain},
	rapidSupervisedCell: {opponent: twoMinutes, known: Certain},
	blitzCell:           {opponent: oneMinute, known: Certain, cites: []Clause{BlitzPenalty}},
	blitzSupervisedCell: {opponent: oneMinute, known: Certain, cites: []Clause{BlitzPenalty}},
}
