package notation

// Sign is what a move was said to do to the king. It is not checked: people
// forget it, and ++ has meant double check and mate in turn.
type Sign uint8

// The signs, in rising order.
const (
	NoSign Sign = iota
	Check
	Mate // # or ++ (1997 E, 2023 C.13)
)

// Marks are what a text says beside the move itself.
type Marks struct {
	Sign    Sign
	Capture bool   // x, or : in its place
	Passant bool   // e.p., a.p.
	Offer   bool   // (=): a draw was offered (1997 E, 2023 C.12)
	Comment string // ! and ? as written, in their order
}
