package feeds

// reasonWords are the reasons in words, after "White won: " or "Draw: ".
var reasonWords = map[string]string{
	"checkmate":           "checkmate",
	"stalemate":           "stalemate",
	"dead_position":       "dead position",
	"fivefold":            "the same position five times",
	"threefold_claim":     "the same position three times, claimed",
	"seventyfive_moves":   "75 moves without capture or pawn move",
	"fifty_claim":         "50 moves without capture or pawn move, claimed",
	"flag":                "time",
	"flag_no_mate":        "time, and the opponent cannot mate",
	"agreement":           "agreement",
	"resignation":         "resignation",
	"resignation_no_mate": "resignation, and the opponent cannot mate",
	"illegal_move":        "illegal move",
	"forfeit":             "forfeit",
	ReasonArbiter:         "decision of the arbiter",
}

// ReasonText says a result and its reason in words: "White won: checkmate". A
// reason that was neither seen nor ruled is said to be not recorded, never
// guessed. The text is empty for "*".
func ReasonText(result, reason string) string {
	if result == "*" || result == "" {
		return ""
	}
	words, ok := reasonWords[reason]
	if !ok {
		return "Result: " + result + ", reason not recorded"
	}
	switch result {
	case "1-0":
		return "White won: " + words
	case "0-1":
		return "Black won: " + words
	case "1/2-1/2":
		return "Draw: " + words
	case "0-0":
		return "Both lost: " + words
	}
	return "Result: " + result + ", " + words
}
