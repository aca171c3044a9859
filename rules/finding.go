package rules

// Finding is something about a game that may concern an arbiter: a closed list.
// The names are those that finding facts carry.
type Finding string

// The findings.
const (
	FindingIllegalMove     Finding = "illegal_move"   // a completed illegal move, not yet answered
	FindingIllegalStands   Finding = "illegal_stands" // ... answered by the opponent's next move
	FindingUnpromoted      Finding = "unpromoted"     // the clock pressed with a pawn on the last rank
	FindingBothKings       Finding = "both_kings"     // both kings in check, or a pawn left on the last rank
	FindingPress           Finding = "press_without_move"
	FindingTwoHands        Finding = "two_hands"
	FindingTouched         Finding = "touched"           // a piece was lifted and another moved
	FindingRookFirst       Finding = "rook_first"        // castling with the rook lifted first
	FindingFlag            Finding = "flag"              // the clock shows a fallen flag
	FindingBothFlags       Finding = "both_flags"        // ... both
	FindingHiddenFlag      Finding = "hidden_flag"       // a flag fell and the clock went on
	FindingNotPressed      Finding = "not_pressed"       // a player moved and did not press
	FindingMoved           Finding = "moved"             // the opponent has moved
	FindingMoveCount       Finding = "move_count"        // how many moves were made
	FindingThreefold       Finding = "threefold"         // a position for the third time
	FindingFifty           Finding = "fifty"             // 50 moves by each
	FindingFivefold        Finding = "fivefold"          // a position for the fifth time
	FindingSeventyFive     Finding = "seventyfive_moves" // 75 moves by each
	FindingDeadPosition    Finding = "dead_position"     // nobody can mate any more
	FindingWrongClaim      Finding = "wrong_claim"       // a claim that is incorrect
	FindingTwoMinutes      Finding = "two_minutes"       // less than two minutes in a quickplay finish
	FindingRecordingExempt Finding = "recording_exempt"  // a player need not write the moves down any more
	FindingBothScoresheets Finding = "both_scoresheets"  // a flag fell, neither player had to write
	FindingOneScoresheet   Finding = "one_scoresheet"    // ... one had not to
	FindingNoFirstMove     Finding = "no_first_move"     // no move by the default time
	FindingWrongSetup      Finding = "wrong_setup"
	FindingWrongBoard      Finding = "wrong_board"
	FindingColorsReversed  Finding = "colors_reversed"
	FindingDisplaced       Finding = "displaced"        // pieces off their squares
	FindingControlMismatch Finding = "control_mismatch" // the clock is set otherwise than announced
	FindingClockAdjusted   Finding = "clock_adjusted"   // the clock was changed by hand
	FindingBonusUndeclared Finding = "bonus_undeclared"
	FindingResultConflict  Finding = "result_conflict" // two sources tell two results
	FindingGesture         Finding = "gesture"         // the kings were put in the centre
	FindingNoOrOneMove     Finding = "no_or_one_move"
	FindingClkMissing      Finding = "clk_missing"
	FindingTruncated       Finding = "truncated"
	FindingClocksStopped   Finding = "clocks_stopped" // both clocks stand in a game that is not over
	FindingDevice          Finding = "device"
	FindingRecord          Finding = "record"
)

var findings = [...]Finding{
	FindingIllegalMove, FindingIllegalStands, FindingUnpromoted, FindingBothKings, FindingPress, FindingTwoHands,
	FindingTouched, FindingRookFirst, FindingFlag, FindingBothFlags, FindingHiddenFlag, FindingNotPressed, FindingMoved,
	FindingMoveCount, FindingThreefold, FindingFifty, FindingFivefold, FindingSeventyFive, FindingDeadPosition,
	FindingWrongClaim, FindingTwoMinutes, FindingRecordingExempt, FindingBothScoresheets, FindingOneScoresheet, FindingNoFirstMove, FindingWrongSetup, FindingWrongBoard,
	FindingColorsReversed, FindingDisplaced, FindingControlMismatch, FindingClockAdjusted, FindingBonusUndeclared,
	FindingResultConflict, FindingGesture, FindingNoOrOneMove, FindingClkMissing, FindingTruncated,
	FindingClocksStopped, FindingDevice,
	FindingRecord,
}

// Findings returns the closed list.
func Findings() []Finding { return append([]Finding(nil), findings[:]...) }
