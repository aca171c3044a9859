package events

// Types around an adjourned game. None of them has a field for a sealed move
// but the one that opens the envelope: a move that nobody may know is written
// nowhere.
const (
	TypeRulingSeal      Type = "ruling.v1.seal"
	TypeRulingNoSeal    Type = "ruling.v1.noseal"
	TypeRulingSealed    Type = "ruling.v1.sealed"
	TypeRulingUnseal    Type = "ruling.v1.unseal"
	TypeRulingAdjourned Type = "ruling.v1.adjourned"
	TypeAdjourned       Type = "game.v1.adjourned"
)

// Seal orders a player to seal his next move (1997, A1; 2023, I.1). From then
// on what a board shows is kept in the record and is no move.
type Seal struct {
	Ruled
	// Player is who has the move; absent, who has it by the record.
	Player string `json:"player,omitempty"`
}

// NoSeal withdraws an order to seal, before there is an envelope: it was given
// at the wrong table. Play goes on from what lies on the board.
type NoSeal struct{ Ruled }

// Sealed says that the arbiter has the envelope, and what both clocks showed,
// in seconds.
type Sealed struct {
	Ruled
	White int `json:"white"`
	Black int `json:"black"`
}

// What was found when an envelope was to be opened (closed list).
const (
	EnvelopeMove      = "move"      // one legal move
	EnvelopeAmbiguous = "ambiguous" // its meaning cannot be established
	EnvelopeIllegal   = "illegal"
	EnvelopeResigned  = "resigned" // the sealer resigned in it
	EnvelopeDraw      = "draw_offer"
	EnvelopeLost      = "lost"
)

// Unseal says that the envelope was opened, or what became of it.
type Unseal struct {
	Ruled
	// Found is one of the words for what was found.
	Found string `json:"found"`
	// Move is the sealed move, as e2e4; with found move or draw_offer alone.
	Move string `json:"move,omitempty"`
}

// AdjournedRuling lets an adjourned game into this sitting: its moves, its
// clocks in seconds, and who sealed.
type AdjournedRuling struct {
	Ruled
	Moves []string `json:"moves"` // as e2e4, from the start position
	White int      `json:"white"`
	Black int      `json:"black"`
	// Sealer is who sealed; absent, nobody did.
	Sealer string `json:"sealer,omitempty"`
}

// States of an adjournment (closed list).
const (
	AdjournedOrdered = "seal_ordered"
	AdjournedSealed  = "sealed"
	AdjournedOpened  = "opened"
	AdjournedLost    = "lost"
	// AdjournedWithdrawn: the order to seal was withdrawn; nothing was sealed.
	AdjournedWithdrawn = "withdrawn"
)

// AdjournedFact says where an adjournment stands.
type AdjournedFact struct {
	State string `json:"state"`
	// Sealer is "white" or "black"; absent, nobody seals.
	Sealer string `json:"sealer,omitempty"`
	// Clocks are those that the arbiter wrote down.
	Clocks   *Clocks  `json:"clocks,omitempty"`
	Articles []string `json:"articles,omitempty"`
}

// EventType returns the type name.
func (Seal) EventType() Type { return TypeRulingSeal }

// EventType returns the type name.
func (NoSeal) EventType() Type { return TypeRulingNoSeal }

// EventType returns the type name.
func (Sealed) EventType() Type { return TypeRulingSealed }

// EventType returns the type name.
func (Unseal) EventType() Type { return TypeRulingUnseal }

// EventType returns the type name.
func (AdjournedRuling) EventType() Type { return TypeRulingAdjourned }

// EventType returns the type name.
func (AdjournedFact) EventType() Type { return TypeAdjourned }
