package rules

// What several rows share.

// unknownCount is a number that no text at hand shows.
const unknownCount = -1

// uncounted is the ladder of 1997: the position is restored, nothing is
// counted.
var uncounted = ladder{steps: []step{{sanction: NoSanction}}, until: UntilGameEnd, cites: []Clause{IllegalMove, ClockTimes}}

// thirdLoses: two minutes for the opponent, twice, then the game.
func thirdLoses(drawn bool, cites ...Clause) ladder {
	return ladder{
		steps: []step{{TimePenalty, twoMinutes}, {TimePenalty, twoMinutes}, {GameLost, 0}},
		drawn: drawn, until: UntilGameEnd, cites: cites,
	}
}

// The ladders since 2014.
var (
	twoThenGame = ladder{steps: []step{{TimePenalty, twoMinutes}, {GameLost, 0}}, drawn: true}
	oneThenGame = ladder{steps: []step{{TimePenalty, oneMinute}, {GameLost, 0}}, drawn: true}
	firstLoses  = ladder{steps: []step{{GameLost, 0}}, drawn: true}
)

// over is a ladder with its time and its clauses.
func over(l ladder, u Until, cites ...Clause) ladder {
	l.until, l.cites = u, cites
	return l
}

// unknownLadder is a cell that no text at hand shows.
var unknownLadder = ladder{steps: []step{{sanction: sanctionUnknown}}}

// winClaimed: the opponent may claim the game before his own move.
func winClaimed(drawn bool, cites ...Clause) ladder {
	return ladder{steps: []step{{sanction: WinClaimed}}, drawn: drawn, onClaim: true, until: UntilReply, cites: cites}
}

// asked is a ladder that is climbed only when the opponent claims in time.
func asked(l ladder, u Until) ladder {
	l.onClaim, l.until = true, u
	return l
}

// wheneverFound: restored at any time during the game.
var wheneverFound = restoration{until: UntilGameEnd, cites: []Clause{IllegalMove, ReplacingMove}}

// unknownRestoration is a cell that no text at hand shows.
var unknownRestoration = restoration{doubt: true}

// onlyBeforeReply is the restoration of the appendices since 2014.
func onlyBeforeReply(c Clause) restoration {
	return restoration{until: UntilReply, thenAgreed: true, cites: []Clause{c}}
}

// everyCell is one cost of a wrong claim for all kinds.
func everyCell(c claimCost) (out claimCosts) {
	for i := range out {
		out[i] = c
	}
	return out
}

// offencesBy makes the rules for offences: an unpromoted pawn and a captured
// king are illegal moves in every edition, by a clause of their own or none.
func offencesBy(unpromoted, king, hands, press []Clause, counted bool) offenceRules {
	return offenceRules{
		OffenceIllegalMove: {true, nil},
		OffenceUnpromoted:  {true, unpromoted},
		OffenceKingTaken:   {true, king},
		OffenceTwoHands:    {counted, hands},
		OffencePress:       {counted, press},
	}
}

// The rules for offences: up to 2001, from 2005, in 2014, and since 2017.
var (
	illegalOnly      = offencesBy(nil, nil, []Clause{OneHand}, []Clause{ClockHandling}, false)
	illegalNamed     = offencesBy([]Clause{UnpromotedPawn}, []Clause{IllegalMove}, []Clause{OneHand}, []Clause{ClockHandling}, false)
	illegalCountsAll = offencesBy([]Clause{UnpromotedPawn}, []Clause{IllegalMove}, []Clause{TwoHandsIllegal}, []Clause{PressIsIllegal}, true)
)

// beforeCounts are the duties before 2014, when nothing ended by repetition or
// 75 moves by itself, and colors stayed reversed.
var beforeCounts = duties{
	FindingFivefold:       usualDuties[FindingThreefold],
	FindingSeventyFive:    usualDuties[FindingFifty],
	FindingColorsReversed: alike(while(UntilGameEnd, ColorsReversed)),
	FindingWrongSetup:     quick(now(UntilGameEnd, WrongSetup), onClaim(UntilThreeMoves, WrongSetup, RapidTooLate)),
	FindingWrongBoard:     quick(now(UntilGameEnd, WrongBoard), onClaim(UntilThreeMoves, WrongBoard, RapidTooLate)),
	FindingTouched:        quick(inform(Touched, ComplaintLost), onClaim(UntilTouch, RapidOnRequest, Touched, ComplaintLost)),
	FindingRookFirst:      quick(inform(RookFirst, Touched, ComplaintLost), onClaim(UntilTouch, RapidOnRequest, RookFirst, Touched, ComplaintLost)),
}

// flagNotSignalled: in rapid and blitz games up to 2009 the arbiter refrains
// from signalling a flag.
var flagNotSignalled = duties{
	FindingFlag: quick(now(UntilOpen, FlagChecked, FlagNoticed, FlagLoss), never(RapidFlag, RapidFlagClaim)),
}

// with returns labels with some replaced.
func with(base [clauseCount]label, others map[Clause]label) [clauseCount]label {
	for c := range base {
		if l, ok := others[Clause(c)]; ok {
			base[c] = l
		}
	}
	return base
}
