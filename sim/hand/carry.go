package hand

import (
	"math/rand/v2"

	"boardwire/rules"
)

// Shift is one man set down elsewhere, whatever the Laws say.
type Shift struct {
	From, To rules.Square
	// Lands is what stands on To afterwards.
	Lands rules.Piece
}

// After returns the board after the shift.
func (s Shift) After(b rules.Board) rules.Board {
	b.Put(s.From, rules.NoPiece)
	b.Put(s.To, s.Lands)
	return b
}

// Carry returns the touches of men that are set down elsewhere one after the
// other: moves that are no legal ones, done as hands do them. The first touch
// has no time before it.
func Carry(b rules.Board, shifts []Shift, h Habits, r *rand.Rand) []Touch {
	f := fingers{h: h, r: r}
	for _, s := range shifts {
		taken := b.At(s.To) != rules.NoPiece && s.To != s.From
		first := taken && f.often(h.TakeFirst)
		if first {
			f.lift(f.some(150, 300), s.To)
		}
		f.lift(f.some(150, 300), s.From)
		if taken && !first && !f.often(h.Over) {
			f.lift(f.some(150, 300), s.To)
		}
		f.put(f.some(200, 400), s.To, s.Lands)
		b = s.After(b)
	}
	if len(f.touches) > 0 {
		f.touches[0].After = 0
	}
	return f.touches
}
