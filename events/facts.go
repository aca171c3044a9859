package events

// Types of facts: what follows from the record.
const (
	TypePaired         Type = "table.v1.paired"
	TypeLifted         Type = "piece.v1.lifted"
	TypeMade           Type = "move.v1.made"
	TypeCompleted      Type = "move.v1.completed"
	TypeWithdrawn      Type = "move.v1.withdrawn"
	TypeClockChanged   Type = "clock.v1.changed"
	TypeUnexplained    Type = "board.v1.unexplained"
	TypeCastling       Type = "game.v1.castling"
	TypeEnded          Type = "game.v1.ended"
	TypeResult         Type = "game.v1.result"
	TypeAnswered       Type = "ruling.v1.answered"
	TypeFindingRaised  Type = "finding.v1.raised"
	TypeFindingCleared Type = "finding.v1.cleared"
)

// Paired says who plays at a table and under what; it is repeated when that
// changes.
type Paired struct {
	White   string `json:"white"`
	Black   string `json:"black"`
	Edition string `json:"edition"`
	Kind    string `json:"kind"`
	// Supervised: the competition rules hold in a rapid or blitz game.
	Supervised bool   `json:"supervised,omitempty"`
	Control    string `json:"control"`
	// FEN is the start position.
	FEN    string `json:"fen"`
	Device string `json:"device,omitempty"`
	// Rate is how many clock seconds pass in one second.
	Rate int `json:"rate"`
	// Gone says that the pairing was taken back before play.
	Gone bool `json:"gone,omitempty"`
}

// Lifted says that a man was lifted. A board sees lifts, not touches: it is
// evidence, never a ruling.
type Lifted struct {
	Square string `json:"square"`
	Piece  string `json:"piece,omitempty"`
}

// Clocks are both players' times in whole seconds, as last shown.
type Clocks struct {
	White int `json:"white"`
	Black int `json:"black"`
	// Running is "white", "black" or absent when the clock stands.
	Running string `json:"running,omitempty"`
}

// Made says that a move was made on the board. It stays replaceable until it
// is completed, answered, or the game is over.
type Made struct {
	Ply int    `json:"ply"`
	UCI string `json:"uci"`
	SAN string `json:"san"`
	// FEN is the position after the move.
	FEN string `json:"fen"`
	// Clocks is absent when no clock was seen.
	Clocks   *Clocks  `json:"clocks,omitempty"`
	Articles []string `json:"articles,omitempty"`
	// Origin says how a move came here that nobody saw on the board.
	Origin string `json:"origin,omitempty"`
	// Illegal says that the rules do not know the move, and that it stands
	// until it is taken back: FEN is the real position.
	Illegal bool `json:"illegal,omitempty"`
}

// Origins of moves; absent, the board showed it.
const (
	OriginSupposed  = "supposed"  // read from one look at a board that was away
	OriginCorrected = "corrected" // stated by a correction
	OriginSealed    = "sealed"    // found in an envelope
	// OriginCarried: played and completed in a sitting before this one. What
	// completed it is told there; no Completed follows here.
	OriginCarried = "carried"
)

// How a move was completed.
const (
	ByPress = "press" // the player pressed the clock
	ByEnd   = "end"   // the move ended the game
	ByNext  = "next"  // the player has made his next move
)

// Completed says that a move was completed and how.
type Completed struct {
	Ply  int    `json:"ply"`
	Move ID     `json:"move"` // the made fact
	By   string `json:"by"`
	// Clocks are those after the press, increment included; absent when the
	// move was not completed by a press, or no clock was seen.
	Clocks   *Clocks  `json:"clocks,omitempty"`
	Articles []string `json:"articles,omitempty"`
}

// Withdrawn says that a made move does not stand.
type Withdrawn struct {
	Ply  int `json:"ply"`
	Move ID  `json:"move"`
	// Corrected says that a correction took it back, completed or not.
	Corrected bool `json:"corrected,omitempty"`
	// Restored says that the position before an illegal move was put back.
	Restored bool `json:"restored,omitempty"`
	// Annulled says that the game was annulled.
	Annulled bool `json:"annulled,omitempty"`
	// Reassigned says that the board that showed it serves another table.
	Reassigned bool `json:"reassigned,omitempty"`
}

// ClockChanged says that something other than counting happened to a clock.
type ClockChanged struct {
	// Changes are clockstate's words: pressed, started, stopped, period_began,
	// flag_fell, adjusted, reset, drifted, unplugged, plugged.
	Changes []string `json:"changes"`
	Clocks
	By        string `json:"by,omitempty"`
	WhiteFlag bool   `json:"white_flag,omitempty"`
	BlackFlag bool   `json:"black_flag,omitempty"`
}

// Unexplained says that no legal move explains what lies on the board. An empty
// Placement with Explained set says that it is explained again; without, that
// the board cannot tell men apart.
type Unexplained struct {
	Placement string `json:"placement,omitempty"`
	After     int    `json:"after"` // plies played before it
	Explained bool   `json:"explained,omitempty"`
}

// CastlingBarred says that in the positions after so many plies, and in all that
// follow, a player has no right to castle: a ruling took it.
type CastlingBarred struct {
	Player string `json:"player"`
	// Wing is "kingside" or "queenside"; absent, both.
	Wing string `json:"wing,omitempty"`
	// After is how many plies were made before; 0, the right never was there.
	After    int      `json:"after"`
	Articles []string `json:"articles,omitempty"`
}

// EventType returns the type name.
func (CastlingBarred) EventType() Type { return TypeCastling }

// Where a result comes from (closed list result_source).
const (
	SourceDerived   = "derived"
	SourceSignalled = "signalled"
	SourceRuled     = "ruled"
	SourceRecorded  = "recorded"
	SourceNone      = "none"
)

// Ended is a provisional end of the game, derived or signalled. Result "*"
// takes an earlier one back.
type Ended struct {
	Result   string   `json:"result"`
	Reason   string   `json:"reason,omitempty"`
	Source   string   `json:"source"`
	Articles []string `json:"articles,omitempty"`
	// Withdraws is the earlier Ended that no longer stands.
	Withdraws ID `json:"withdraws,omitempty"`
}

// FinalResult is the result as an arbiter ruled or confirmed it.
type FinalResult struct {
	Result   string   `json:"result"`
	Reason   string   `json:"reason"`
	Source   string   `json:"source"`
	Articles []string `json:"articles,omitempty"`
	// Unlisted is the article that the arbiter names, as he wrote it, where the
	// edition's Laws as carried here have none such.
	Unlisted string `json:"unlisted,omitempty"`
	// Withdraws is the earlier FinalResult that this one replaces.
	Withdraws ID `json:"withdraws,omitempty"`
	// Points is what each player gets, where the event or the arbiter says other
	// than 1, 1/2 and 0.
	Points *Points `json:"points,omitempty"`
}

// How a ruling was answered.
const (
	AnswerAccepted   = "accepted"
	AnswerDiscretion = "by_discretion" // accepted, departing from Articles
	AnswerRefused    = "refused"       // makes no sense as data
)

// Answered is the fold's answer to a ruling.
type Answered struct {
	Ruling   ID       `json:"ruling"`
	Request  string   `json:"request"`
	Answer   string   `json:"answer"`
	Articles []string `json:"articles,omitempty"`
	Text     string   `json:"text,omitempty"`
	// Verdict is the answer to a claim; absent for all other rulings.
	Verdict string `json:"verdict,omitempty"`
}

// Answers to a claim. VerdictCannotSay: a ply of the sequence that it rests on
// was not seen on the board. VerdictRightLost: the player had touched a man, and
// may claim again on a later move (2023, 9.4).
const (
	VerdictCorrect   = "correct"
	VerdictIncorrect = "incorrect"
	VerdictCannotSay = "cannot_say"
	VerdictRightLost = "right_lost"
)

// Kinds of findings (closed list; more come with the Laws).
const (
	FindingIllegalMove     = "illegal_move"
	FindingIllegalStands   = "illegal_stands"
	FindingGesture         = "gesture"
	FindingResultConflict  = "result_conflict"
	FindingDeadPosition    = "dead_position"
	FindingHiddenFlag      = "hidden_flag"
	FindingBonusUndeclared = "bonus_undeclared"
	FindingNoOrOneMove     = "no_or_one_move"
	FindingClkMissing      = "clk_missing"
	FindingTruncated       = "truncated"
	FindingControlMismatch = "control_mismatch"
	FindingClockAdjusted   = "clock_adjusted"
	// FindingWrongClaim: a claim is incorrect; the text says what that costs.
	FindingWrongClaim = "wrong_claim"
	// FindingClockExpected: a ruling changes a clock, and no reading shows it yet.
	FindingClockExpected = "clock_expected"
	// FindingUnpromoted: the clock was pressed with a pawn on the last rank.
	FindingUnpromoted = "unpromoted"
	// FindingFlag: the clock shows a flag; the end needs a claim or the arbiter.
	FindingFlag = "flag"
	// FindingBothFlags: it shows both.
	FindingBothFlags = "both_flags"
	// FindingPress: a player pressed the clock and no move lies on the board.
	FindingPress = "press_without_move"
	// FindingTouched: a man was lifted and another one moved. Evidence only.
	FindingTouched = "touched"
	// FindingRookFirst: a player castled with the rook lifted first. Evidence only.
	FindingRookFirst = "rook_first"
	// FindingMoveCount: how many moves were made when a period or a flag asked.
	FindingMoveCount = "move_count"
	// FindingTwoMinutes: less than two minutes are left in a quickplay finish.
	FindingTwoMinutes = "two_minutes"
	// FindingRecordingExempt: a player has little time and need not write the
	// moves down any more in this period.
	FindingRecordingExempt = "recording_exempt"
	// FindingBothScoresheets: a flag fell and neither player had to write.
	FindingBothScoresheets = "both_scoresheets"
	// FindingOneScoresheet: a flag fell and one player had not to write.
	FindingOneScoresheet = "one_scoresheet"
	// FindingNoFirstMove: no move by the default time. Look there: a board sees
	// moves, not arrivals.
	FindingNoFirstMove = "no_first_move"
	// FindingWrongSetup: play began from another position than the start.
	FindingWrongSetup = "wrong_setup"
	// FindingWrongBoard: the board is turned by a quarter.
	FindingWrongBoard = "wrong_board"
	// FindingDisplaced: men lie off their squares.
	FindingDisplaced = "displaced"
	// FindingColorsReversed: the players have each other's color; declared.
	FindingColorsReversed = "colors_reversed"
	// FindingClocksStopped: both clocks stand in a game that is not over.
	FindingClocksStopped = "clocks_stopped"
	// FindingDevice: a device that serves a table is lost, unknown or shared.
	FindingDevice = "device"
	// FindingRecord: an event is missing, repeated or changed in the record.
	FindingRecord = "record"
)

// FindingRaised asks a human to look.
type FindingRaised struct {
	Kind     string   `json:"kind"`
	Ply      int      `json:"ply,omitempty"`
	Articles []string `json:"articles,omitempty"`
	Text     string   `json:"text"`
	// Duty is what the edition asks of an arbiter about it; absent where no
	// table is concerned.
	Duty *Duty `json:"duty,omitempty"`
}

// Duty is what a finding asks of an arbiter, in the closed words of rules.Act
// and rules.Until.
type Duty struct {
	// Act is "must act", "may act", "only on a claim", "must not intervene or
	// signal" or "information only".
	Act string `json:"act"`
	// Until says up to when, such as "until the opponent's next move"; absent
	// where the Laws say no limit.
	Until    string   `json:"until,omitempty"`
	Articles []string `json:"articles,omitempty"`
}

// FindingCleared says that the cause of a finding is gone.
type FindingCleared struct {
	Finding ID     `json:"finding"`
	Kind    string `json:"kind"`
}

// Withdrawer is a payload that takes an earlier fact back.
type Withdrawer interface{ Takes() ID }

// Takes returns the made fact that no longer stands.
func (w Withdrawn) Takes() ID { return w.Move }

// Takes returns the earlier end that no longer stands, or "".
func (e Ended) Takes() ID { return e.Withdraws }

// Takes returns the earlier result that no longer stands, or "".
func (r FinalResult) Takes() ID { return r.Withdraws }

// EventType returns the type name.
func (Paired) EventType() Type { return TypePaired }

// EventType returns the type name.
func (Lifted) EventType() Type { return TypeLifted }

// EventType returns the type name.
func (Made) EventType() Type { return TypeMade }

// EventType returns the type name.
func (Completed) EventType() Type { return TypeCompleted }

// EventType returns the type name.
func (Withdrawn) EventType() Type { return TypeWithdrawn }

// EventType returns the type name.
func (ClockChanged) EventType() Type { return TypeClockChanged }

// EventType returns the type name.
func (Unexplained) EventType() Type { return TypeUnexplained }

// EventType returns the type name.
func (Ended) EventType() Type { return TypeEnded }

// EventType returns the type name.
func (FinalResult) EventType() Type { return TypeResult }

// EventType returns the type name.
func (Answered) EventType() Type { return TypeAnswered }

// EventType returns the type name.
func (FindingRaised) EventType() Type { return TypeFindingRaised }

// EventType returns the type name.
func (FindingCleared) EventType() Type { return TypeFindingCleared }
