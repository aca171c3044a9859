package rules

import "fmt"

// Result is the score of a game, White first, in the notation of PGN widened
// by the scores an arbiter can give. "" is no result at all; see ParseResult.
type Result string

// The results.
const (
	WhiteWins Result = "1-0"
	BlackWins Result = "0-1"
	Draw      Result = "1/2-1/2"
	BothLose  Result = "0-0"
	WhiteHalf Result = "1/2-0"
	BlackHalf Result = "0-1/2"
	Ongoing   Result = "*"
)

// ParseResult reads a result in exactly the form it is written.
func ParseResult(s string) (Result, error) {
	switch r := Result(s); r {
	case WhiteWins, BlackWins, Draw, BothLose, WhiteHalf, BlackHalf, Ongoing:
		return r, nil
	}
	return "", fmt.Errorf("result %q: want 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *", clip(s))
}

// WinFor returns the result in which c has won, Ongoing for NoColor.
func WinFor(c Color) Result {
	switch c {
	case White:
		return WhiteWins
	case Black:
		return BlackWins
	}
	return Ongoing
}

// Reason tells how a game ended: a closed list.
type Reason string

// The reasons. ReasonNotRecorded says that it was neither seen nor ruled; it is
// never found by elimination.
const (
	ReasonCheckmate         Reason = "checkmate"
	ReasonStalemate         Reason = "stalemate"
	ReasonDeadPosition      Reason = "dead_position"
	ReasonFivefold          Reason = "fivefold"
	ReasonSeventyFive       Reason = "seventyfive_moves"
	ReasonThreefoldClaim    Reason = "threefold_claim"
	ReasonFiftyClaim        Reason = "fifty_claim"
	ReasonFlag              Reason = "flag"
	ReasonFlagNoMate        Reason = "flag_no_mate"
	ReasonAgreement         Reason = "agreement"
	ReasonResignation       Reason = "resignation"
	ReasonResignationNoMate Reason = "resignation_no_mate"
	ReasonIllegalMove       Reason = "illegal_move"
	ReasonForfeit           Reason = "forfeit"
	ReasonArbiter           Reason = "arbiter"
	ReasonNotRecorded       Reason = "not_recorded"
)

var reasons = [...]Reason{
	ReasonCheckmate, ReasonStalemate, ReasonDeadPosition, ReasonFivefold, ReasonSeventyFive,
	ReasonThreefoldClaim, ReasonFiftyClaim, ReasonFlag, ReasonFlagNoMate, ReasonAgreement,
	ReasonResignation, ReasonResignationNoMate, ReasonIllegalMove, ReasonForfeit, ReasonArbiter,
	ReasonNotRecorded,
}

// Reasons returns the closed list, in the order of the constants.
func Reasons() []Reason { return append([]Reason(nil), reasons[:]...) }

// ParseReason reads a reason of the closed list.
func ParseReason(s string) (Reason, error) {
	for _, r := range reasons {
		if s == string(r) {
			return r, nil
		}
	}
	return "", fmt.Errorf("reason %q: want one of %v", clip(s), reasons)
}

// Ending is how a game ended, with the articles of the edition that say so.
type Ending struct {
	Result   Result
	Reason   Reason
	Articles []Article
}
