package boardstate

import (
	"time"

	"boardwire/rules"
)

// memory is how many touches a Hand keeps in their order. A move takes four,
// castling on top of a slide through six squares some fifteen; what is older
// is kept as sets of squares only.
const memory = 32

// Hand is what is known of one board: its surface, and how it was touched
// since the surface was last explained. It is a value: every method returns
// another one. It takes the same room however long a game lasts.
//
// The zero value is an empty board without piece recognition.
type Hand struct {
	surface Surface
	at      time.Time

	base    rules.Bitboard // where men stood when it was last explained
	touched rules.Bitboard // squares that changed since, however often
	first   rules.Square   // see Touched; means something once begun
	begun   bool
	lost    bool // touches may be missing: a dump showed what none told

	log [memory]Touch // the last touches, oldest first
	n   int
}

// NewHand returns the Hand of a board that was just seen for the first time.
// What was touched before is unknown.
func NewHand(s Surface, at time.Time) Hand {
	return Hand{surface: s, at: at, base: s.men(), lost: true}
}

// See returns the Hand after one square changed. A man that a board with piece
// recognition could not name counts as not seen yet.
func (h Hand) See(t Touch) Hand {
	if t.Square >= rules.NoSquare {
		return h
	}
	h.at = t.At
	if t.Lifted {
		h.surface.Occupied = h.surface.Occupied.Without(t.Square)
		h.surface.put(t.Square, rules.NoPiece)
		if !h.begun && h.base.Has(t.Square) {
			h.first, h.begun = t.Square, true
		}
	} else {
		h.surface.Occupied = h.surface.Occupied.With(t.Square)
		h.surface.put(t.Square, t.Piece)
	}
	h.touched = h.touched.With(t.Square)
	if h.n == memory {
		copy(h.log[:], h.log[1:])
		h.n--
	}
	h.log[h.n] = t
	h.n++
	return h
}

// put sets a man where the board can tell men apart.
func (s *Surface) put(sq rules.Square, p rules.Piece) {
	if s.Identity {
		s.Board.Put(sq, p)
	}
}

// Reset returns the Hand after a full dump. The dump is the truth: where it
// differs from what the touches told, some touches were lost, and from then on
// until Settle their order proves nothing.
func (h Hand) Reset(s Surface, at time.Time) Hand {
	var missed rules.Bitboard
	if s.Identity && h.surface.Identity {
		missed = differing(&s.Board, &h.surface.Board)
	} else {
		missed = s.men() ^ h.surface.men()
	}
	h.surface, h.at = s, at
	h.touched |= missed
	h.lost = h.lost || missed != 0
	return h
}

// Settle returns the Hand without its touches: the surface was explained.
func (h Hand) Settle() Hand {
	return Hand{surface: h.surface, at: h.at, base: h.surface.men()}
}

// Surface returns what lies on the board.
func (h Hand) Surface() Surface { return h.surface }

// At returns when the board last said something about its squares.
func (h Hand) At() time.Time { return h.at }

// Touches returns the last touches since the surface was last explained,
// oldest first: at most 32.
func (h Hand) Touches() []Touch {
	if h.n == 0 {
		return nil
	}
	return append([]Touch(nil), h.log[:h.n]...)
}

// Touched returns the square of the first man that was lifted since the
// surface was last explained, NoSquare if none was (Laws 2023, 4.3: the first
// piece touched). A man that was replaced by another without being lifted, and
// one that brushed an empty square on its way off the board, do not count.
func (h Hand) Touched() rules.Square {
	if !h.begun {
		return rules.NoSquare
	}
	return h.first
}

// Disturbed returns the squares that changed since the surface was last explained,
// however often.
func (h Hand) Disturbed() rules.Bitboard { return h.touched }

// Whole reports whether the touches tell all that happened since the surface was
// last explained: no dump showed more than they did.
func (h Hand) Whole() bool { return !h.lost }

// Lifted returns the squares that held a man when the surface was last
// explained and are empty now.
func (h Hand) Lifted() rules.Bitboard { return h.base &^ h.surface.men() }
