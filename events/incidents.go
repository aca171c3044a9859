package events

// Types of rulings about what happened around a game: who was there, what was
// out of place, and what the arbiter decided about it.
const (
	TypeRulingPresence  Type = "ruling.v1.presence"
	TypeRulingReversed  Type = "ruling.v1.reversed"
	TypeRulingDisplaced Type = "ruling.v1.displaced"
	TypeRulingAnnul     Type = "ruling.v1.annul"
	TypeRulingPenalty   Type = "ruling.v1.penalty"
	TypeRulingUncount   Type = "ruling.v1.uncount"
	TypeRulingSigned    Type = "ruling.v1.signed"
	TypeRulingQuickplay Type = "ruling.v1.quickplay"
	TypeRulingCastling  Type = "ruling.v1.castling"
)

// States of presence (closed list).
const (
	PresenceArrived = "arrived"
	PresenceAbsent  = "absent"
)

// Presence says that a player arrived at the board, or was not there (2023,
// 6.7). No board sees it.
type Presence struct {
	Ruled
	// Player is "white", "black" or "both".
	Player string `json:"player"`
	// State is arrived or absent.
	State string `json:"state"`
}

// Decisions about a game whose start was wrong (closed list).
const (
	DecisionContinue = "continue"
	DecisionRestart  = "restart"
)

// Reversed says that the players have each other's color (2023, 7.3): a board
// does not know who sits where.
type Reversed struct {
	Ruled
	// Decision is continue or restart; absent, what the edition says.
	Decision string `json:"decision,omitempty"`
}

// Displaced says that men were knocked off their squares (2023, 7.4). What
// lies on the board is no play until the last position is shown again.
type Displaced struct {
	Ruled
	// Player is who did it, "white" or "black"; absent where nobody knows.
	Player string `json:"player,omitempty"`
}

// Reasons to annul a game (closed list).
const (
	AnnulSetup     = "wrong_setup"
	AnnulBoard     = "wrong_board"
	AnnulColors    = "colors_reversed"
	AnnulDisplaced = "displaced"
	AnnulEnvelope  = "envelope_lost"
	AnnulOther     = "other"
)

// Annul says that what was played does not count and a new game is played
// (2023, 7.2.1, 7.3 and 7.6). The record keeps what was played.
type Annul struct {
	Ruled
	// Why is one of the reasons to annul.
	Why string `json:"why"`
}

// Penalties that an arbiter may give (2023, 12.9; closed list).
const (
	PenaltyWarning  = "warning"
	PenaltyMoreTime = "opponent_more_time"
	PenaltyLessTime = "less_time"
	PenaltyMore     = "opponent_more_points"
	PenaltyLess     = "less_points"
	PenaltyLoss     = "loss"
	PenaltyPhone    = "phone" // what the edition has for a telephone (2023, 11.3.2.2)
	PenaltyFine     = "fine"
	PenaltyExcluded = "excluded" // from one or more rounds
	PenaltyExpelled = "expelled" // from the event
)

// Penalty says that the arbiter penalised a player.
type Penalty struct {
	Ruled
	Player string `json:"player"`
	// Penalty is one of the penalties.
	Penalty string `json:"penalty"`
	// Seconds is how much time, for a penalty of time.
	Seconds int `json:"seconds,omitempty"`
	// HalfPoints is how many half points, for a penalty of points.
	HalfPoints int `json:"half_points,omitempty"`
}

// Uncount says that an offence does not count against a player any more.
type Uncount struct {
	Ruled
	Player string `json:"player"`
	// Ply is the offence's ply; absent, his last one that counts.
	Ply int `json:"ply,omitempty"`
}

// Signed says which result both players signed (2023, 8.7).
type Signed struct {
	Ruled
	Result string `json:"result"`
}

// Steps of a claim in a quickplay finish (closed list).
const (
	QuickplayClaimed   = "claimed"
	QuickplayDrawn     = "drawn"
	QuickplayPostponed = "postponed"
	QuickplayRejected  = "rejected"
	QuickplayIncrement = "increment" // five seconds a move are added (2014, G.4)
	QuickplaySubmitted = "submitted" // claimed where no arbiter is present (1997, D; 2023, III.6)
)

// Grounds of a claim in a quickplay finish (closed list).
const (
	GroundCannotWin = "cannot_win" // the opponent cannot win by normal means
	GroundNoEffort  = "no_effort"  // ... or makes no effort to
)

// Quickplay says that a player with less than two minutes left claimed a draw
// in a quickplay finish, or what the arbiter decided about it (1997, 10.2;
// 2014, G; 2023, III). Nothing of it is derived: it is the arbiter's judgement.
type Quickplay struct {
	Ruled
	// Player is the claimant.
	Player string `json:"player"`
	// Step is claimed, drawn, postponed, rejected, increment or submitted.
	Step string `json:"step"`
	// Ground is why he claims; with submitted alone.
	Ground string `json:"ground,omitempty"`
}

// Reasons why a right to castle is gone (closed list).
const (
	CastlingMisplaced = "misplaced" // king or rook stood wrong at the start, and that stands
	CastlingMoved     = "moved"     // king or rook has moved, and no move on record shows it
)

// CastlingRuling says that a player may not castle, or not to one wing, for a
// reason that the moves on record do not show (2023, 3.8.2.1 and A.5.1).
type CastlingRuling struct {
	Ruled
	// Player is "white" or "black".
	Player string `json:"player"`
	// Why is misplaced or moved.
	Why string `json:"why"`
	// Wing is "kingside" or "queenside"; absent, both. In Chess960 it is where the
	// rook stands beside the king.
	Wing string `json:"wing,omitempty"`
	// After is how many plies were made before the right was lost, with moved
	// alone; absent, it was never there.
	After int `json:"after,omitempty"`
}

// EventType returns the type name.
func (CastlingRuling) EventType() Type { return TypeRulingCastling }

// EventType returns the type name.
func (Presence) EventType() Type { return TypeRulingPresence }

// EventType returns the type name.
func (Reversed) EventType() Type { return TypeRulingReversed }

// EventType returns the type name.
func (Displaced) EventType() Type { return TypeRulingDisplaced }

// EventType returns the type name.
func (Annul) EventType() Type { return TypeRulingAnnul }

// EventType returns the type name.
func (Penalty) EventType() Type { return TypeRulingPenalty }

// EventType returns the type name.
func (Uncount) EventType() Type { return TypeRulingUncount }

// EventType returns the type name.
func (Signed) EventType() Type { return TypeRulingSigned }

// EventType returns the type name.
func (Quickplay) EventType() Type { return TypeRulingQuickplay }
