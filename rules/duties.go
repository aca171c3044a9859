package rules

// usualDuties hold in every edition, whatever its numbers; the rows replace
// what differs. Rapid and blitz duties about illegal moves and flags differ in
// nearly all of them and stand in the rows alone.
var usualDuties = duties{
	FindingTouched:     alike(inform(Touched, ComplaintLost)),
	FindingRookFirst:   alike(inform(RookFirst, Touched, ComplaintLost)),
	FindingNotPressed:  alike(never(ArbiterNoSignal)),
	FindingMoved:       alike(never(ArbiterNoSignal)),
	FindingMoveCount:   alike(never(ArbiterNoSignal, UpdatedAfterFlag)),
	FindingHiddenFlag:  alike(inform(FlagNoticed)),
	FindingThreefold:   alike(onClaim(UntilTouch, ThreefoldClaim, ClaimLost)),
	FindingFifty:       alike(onClaim(UntilTouch, FiftyClaim, ClaimLost)),
	FindingFivefold:    alike(now(UntilOpen, Fivefold)),
	FindingSeventyFive: alike(now(UntilOpen, SeventyFive)),
	// A dead position ends the game by itself; that it is one may need an
	// arbiter's look.
	FindingDeadPosition:    alike(now(UntilOpen, DeadPosition)),
	FindingWrongClaim:      alike(now(UntilOpen, ClaimMade, WrongClaim)),
	FindingTwoMinutes:      {Standard: onClaim(UntilOpen, QuickplayClaim), Rapid: onClaim(UntilOpen, QuickplayClaim), Blitz: inform(BlitzNoTwoMinutes)},
	FindingRecordingExempt: quick(inform(RecordingExempt), inform(RapidNoRecording)),
	FindingBothScoresheets: quick(now(UntilOpen, UpdatedAfterFlag, UpdatedByBoth), inform(RapidNoRecording)),
	FindingOneScoresheet:   quick(inform(UpdatedAfterFlag, UpdatedByOne), inform(RapidNoRecording)),
	FindingNoFirstMove:     alike(inform(DefaultTime)),
	FindingWrongSetup:      alike(now(UntilGameEnd, WrongSetup)),
	FindingWrongBoard:      alike(now(UntilGameEnd, WrongBoard)),
	FindingColorsReversed:  alike(now(UntilTenMoves, ColorsReversed)),
	FindingDisplaced:       alike(now(UntilGameEnd, Displaced, DisplacedFound)),
	FindingControlMismatch: alike(now(UntilGameEnd, ClockSetting)),
	FindingClockAdjusted:   alike(inform(ClockTimes)),
	FindingBonusUndeclared: alike(inform()),
	FindingResultConflict:  alike(inform(SignedResult)),
	FindingGesture:         alike(inform()),
	FindingNoOrOneMove:     alike(inform()),
	FindingClkMissing:      alike(inform()),
	FindingTruncated:       alike(inform()),
	FindingClocksStopped:   alike(inform()),
	FindingDevice:          alike(inform()),
	FindingRecord:          alike(inform()),

	FindingIllegalMove:   quick(now(UntilGameEnd, IllegalMove, IllegalMovePenalty, ReplacingMove, ClockTimes), duty{}),
	FindingIllegalStands: quick(now(UntilGameEnd, IllegalMove, IllegalMovePenalty, ReplacingMove, ClockTimes), duty{}),
	FindingUnpromoted:    quick(now(UntilGameEnd, IllegalMove, UnpromotedPawn, IllegalMovePenalty), duty{}),
	FindingBothKings:     quick(now(UntilGameEnd, IllegalMove, IllegalMovePenalty), duty{}),
	FindingFlag:          quick(now(UntilOpen, FlagChecked, FlagNoticed, FlagLoss), duty{}),
	FindingBothFlags:     quick(now(UntilOpen, BothFlagsGoOn, BothFlagsDraw), duty{}),
	// Before 2017 neither counts as an illegal move.
	FindingPress:    alike(while(UntilGameEnd, ClockHandling, PressedWithoutMove, ArbiterPenalties)),
	FindingTwoHands: alike(while(UntilGameEnd, OneHand, ArbiterPenalties)),
}

// countedAlike are the findings that count as illegal moves since 2017.
var countedAlike = duties{
	FindingPress: {
		Standard: now(UntilGameEnd, PressIsIllegal, IllegalMovePenalty, PressedWithoutMove),
		Rapid:    while(UntilReply, PressIsIllegal, RapidIllegal), Blitz: while(UntilReply, PressIsIllegal, BlitzIllegal),
	},
	FindingTwoHands: {
		Standard: now(UntilGameEnd, TwoHandsIllegal, IllegalMovePenalty),
		Rapid:    while(UntilReply, TwoHandsIllegal, RapidIllegal), Blitz: while(UntilReply, TwoHandsIllegal, BlitzIllegal),
	},
}

// seenUntilReply are the duties of the appendices since 2014: the arbiter acts
// when he sees it, until the opponent's next move; then the move stands. He
// calls a flag that he sees.
var seenUntilReply = duties{
	FindingIllegalMove: {
		Standard: usualDuties[FindingIllegalMove][Standard],
		Rapid:    while(UntilReply, RapidIllegal), Blitz: while(UntilReply, BlitzIllegal),
	},
	FindingIllegalStands: {
		Standard: usualDuties[FindingIllegalStands][Standard],
		Rapid:    never(RapidIllegal), Blitz: never(BlitzIllegal),
	},
	FindingUnpromoted: {
		Standard: usualDuties[FindingUnpromoted][Standard],
		Rapid:    while(UntilReply, UnpromotedPawn, RapidIllegal), Blitz: while(UntilReply, UnpromotedPawn, BlitzIllegal),
	},
	FindingBothKings: quick(usualDuties[FindingBothKings][Standard], doubtful),
	FindingFlag:      quick(usualDuties[FindingFlag][Standard], now(UntilOpen, RapidFlag, FlagLoss)),
	FindingBothFlags: alike(usualDuties[FindingBothFlags][Standard]),
	FindingTwoMinutes: {
		Standard: onClaim(UntilOpen, QuickplayClaim), Rapid: onClaim(UntilOpen, QuickplayClaim), Blitz: inform(QuickplayClaim),
	},
	FindingWrongSetup:      quick(now(UntilGameEnd, WrongSetup), onClaim(UntilTenMoves, WrongSetup, RapidTooLate)),
	FindingWrongBoard:      quick(now(UntilGameEnd, WrongBoard), onClaim(UntilTenMoves, WrongBoard, RapidTooLate)),
	FindingControlMismatch: quick(now(UntilGameEnd, ClockSetting), now(UntilTenMoves, ClockSetting, RapidTooLate)),
}

// tooLateUnknown replaces the three duties above where no text at hand shows
// after how many moves a rapid set-up stands.
var tooLateUnknown = duties{
	FindingWrongSetup:      quick(now(UntilGameEnd, WrongSetup), onClaim(UntilOpen, WrongSetup, RapidTooLate)),
	FindingWrongBoard:      quick(now(UntilGameEnd, WrongBoard), onClaim(UntilOpen, WrongBoard, RapidTooLate)),
	FindingControlMismatch: quick(now(UntilGameEnd, ClockSetting), now(UntilOpen, ClockSetting, RapidTooLate)),
}
