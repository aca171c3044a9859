package boardstate

// String returns the verdict in words, for logs and tests.
func (v Verdict) String() string {
	switch v {
	case Unchanged:
		return "unchanged"
	case Moving:
		return "moving"
	case Settled:
		return "settled"
	case Ambiguous:
		return "ambiguous"
	case NoLegalMove:
		return "no legal move"
	case TakenBack:
		return "taken back"
	case Resetting:
		return "resetting"
	case Signalled:
		return "signalled"
	}
	return "unknown verdict"
}
