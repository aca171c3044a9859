package events

// Types of rulings about what happened at a board: what a player or an arbiter
// said or did that no sensor sees.
const (
	TypeRulingClaim      Type = "ruling.v1.claim"
	TypeRulingOffer      Type = "ruling.v1.offer"
	TypeRulingAgree      Type = "ruling.v1.agree"
	TypeRulingResign     Type = "ruling.v1.resign"
	TypeRulingFlag       Type = "ruling.v1.flag"
	TypeRulingIllegal    Type = "ruling.v1.illegal"
	TypeRulingClock      Type = "ruling.v1.clock"
	TypeRulingCorrection Type = "ruling.v1.correction"
)

// Claim says that a player claims a draw (2023, 9.2 and 9.3).
type Claim struct {
	Ruled
	// Ground is "threefold" or "fifty".
	Ground string `json:"ground"`
	// Player is "white" or "black"; absent, it is who has the move.
	Player string `json:"player,omitempty"`
	// Announced is the move that he wrote down and did not play, as e2e4.
	Announced string `json:"announced,omitempty"`
	// Touched says that he had touched a man before he claimed (2023, 9.4).
	Touched bool `json:"touched,omitempty"`
}

// Offer says that a player offered a draw (2023, 9.1).
type Offer struct {
	Ruled
	Player string `json:"player"`
	// Rejected says that the player rejected the opponent's offer, in words or
	// by touching a man.
	Rejected bool `json:"rejected,omitempty"`
}

// Agree says that the players agreed to a draw (2023, 5.2.3).
type Agree struct{ Ruled }

// Resign says that a player resigned (2023, 5.1.2).
type Resign struct {
	Ruled
	Player string `json:"player"`
}

// FlagRuling declares that a flag has fallen (2023, 6.8): the clock showing it
// is another fact.
type FlagRuling struct {
	Ruled
	// Player is "white", "black", or "both" when nobody knows whose fell first.
	Player string `json:"player"`
}

// Offences that an arbiter finds (closed list).
const (
	OffenceIllegalMove = "illegal_move"
	OffenceUnpromoted  = "unpromoted"         // pressed with a pawn on the last rank
	OffenceKingTaken   = "king_taken"         // captured the king
	OffenceTwoHands    = "two_hands"          // two hands for one move
	OffencePress       = "press_without_move" // pressed the clock without a move
)

// Illegal says that an arbiter finds an illegal move, or what counts as one
// (2023, 7.5).
type Illegal struct {
	Ruled
	Player  string `json:"player"`
	Offence string `json:"offence"`
	// Ply is the move's number from 1; absent, it is his last one or, if he has
	// the move, this one.
	Ply int `json:"ply,omitempty"`
	// Claimed says that the opponent asked for it.
	Claimed bool `json:"claimed,omitempty"`
	// Agreed says that both players want the position before it back after the
	// opponent's next move (2023, A.5.2).
	Agreed bool `json:"agreed,omitempty"`
}

// ClockRuling says what the clock is to show, in seconds. It sets no clock: the
// readings that follow fulfil it or contradict it.
type ClockRuling struct {
	Ruled
	White int `json:"white"`
	Black int `json:"black"`
}

// Where a correction is taken from (closed list).
const (
	FromScoresheet = "scoresheet"
	FromPlayers    = "players"
	FromVideo      = "video"
	FromArbiter    = "arbiter"
)

// Correction says what was really played after a ply. It is a statement of
// fact, no decision: it cites no article and changes no result. One from the
// arbiter also declares how many moves that is, even where it states no more than
// what is on record: nothing in it is in doubt when moves are counted.
type Correction struct {
	Ruled
	// After is how many plies stand; all later ones are replaced.
	After int      `json:"after"`
	Moves []string `json:"moves"` // as e2e4
	// From is scoresheet, players, video or arbiter.
	From string `json:"from"`
}

// EventType returns the type name.
func (Claim) EventType() Type { return TypeRulingClaim }

// EventType returns the type name.
func (Offer) EventType() Type { return TypeRulingOffer }

// EventType returns the type name.
func (Agree) EventType() Type { return TypeRulingAgree }

// EventType returns the type name.
func (Resign) EventType() Type { return TypeRulingResign }

// EventType returns the type name.
func (FlagRuling) EventType() Type { return TypeRulingFlag }

// EventType returns the type name.
func (Illegal) EventType() Type { return TypeRulingIllegal }

// EventType returns the type name.
func (ClockRuling) EventType() Type { return TypeRulingClock }

// EventType returns the type name.
func (Correction) EventType() Type { return TypeRulingCorrection }
