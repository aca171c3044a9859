// Package hand moves men as people do: it turns a move into the touches that a
// board's sensors see. It knows the position it moves in and nothing of what
// reads the board.
package hand

import (
	"math/rand/v2"
	"time"

	"boardwire/rules"
)

// Touch is one change of one square.
type Touch struct {
	// After is the time since the touch before.
	After  time.Duration
	Square rules.Square
	// Piece now stands there; NoPiece when it was lifted.
	Piece rules.Piece
	// Rest: all lay still for the time before it, and that is never shortened.
	Rest bool
}

// Habits say how often hands do what a simple reader of boards does not expect,
// in percent of the moves that allow it.
type Habits struct {
	// Slide: the man is set down on squares on its way.
	Slide int `toml:"slide"`
	// Hesitate: it rests on one of them for more than a second.
	Hesitate int `toml:"hesitate"`
	// PlaceFirst: the man is on its new square before the old one is empty.
	PlaceFirst int `toml:"place_first"`
	// Over: a captured man is pushed off, so that its square is never empty.
	Over int `toml:"over"`
	// TakeFirst: the captured man is lifted before the capturing one.
	TakeFirst int `toml:"take_first"`
	// Ghost: the captured man touches an empty square on its way off.
	Ghost int `toml:"ghost"`
	// Adjust: the player whose turn it is sets men right while thinking.
	Adjust int `toml:"adjust"`
	// RookFirst: castling begins with the rook.
	RookFirst int `toml:"rook_first"`
	// PawnStays: a promoted pawn stands on the last rank before the new man
	// takes its place.
	PawnStays int `toml:"pawn_stays"`
	// KingByKing: a result is told by one king first, and a moment later by the
	// other.
	KingByKing int `toml:"king_by_king"`
	// ClockRuns: the kings are put while the clock still runs.
	ClockRuns int `toml:"clock_runs"`
}

// Mild are the habits of careful players.
func Mild() Habits {
	return Habits{Slide: 8, PlaceFirst: 5, Over: 50, TakeFirst: 50, Ghost: 8, Adjust: 4, PawnStays: 60}
}

// Plain are the habits of a machine: lift, take, set down.
func Plain() Habits { return Habits{TakeFirst: 100} }

// fingers collects touches.
type fingers struct {
	h       Habits
	r       *rand.Rand
	touches []Touch
}

func (f *fingers) often(percent int) bool { return f.r.IntN(100) < percent }

// some returns a time between two, in milliseconds.
func (f *fingers) some(from, to int) time.Duration {
	return time.Duration(from+f.r.IntN(to-from+1)) * time.Millisecond
}

func (f *fingers) put(after time.Duration, s rules.Square, p rules.Piece) {
	f.touches = append(f.touches, Touch{After: after, Square: s, Piece: p})
}

func (f *fingers) lift(after time.Duration, s rules.Square) { f.put(after, s, rules.NoPiece) }

// Move returns the touches of a legal move. The first has no time before it.
// Played on the position's board they give the board after the move.
func Move(p rules.Position, m rules.Move, h Habits, r *rand.Rand) []Touch {
	f := fingers{h: h, r: r}
	if m.Castle {
		f.castle(p, m)
	} else {
		f.move(p, m)
	}
	f.touches[0].After = 0
	return f.touches
}

func (f *fingers) move(p rules.Position, m rules.Move) {
	man := p.Board().At(m.From)
	lands := man
	if m.Promotion != rules.NoRole {
		lands = rules.PieceOf(man.Color(), m.Promotion)
	}
	taken := rules.NoSquare
	if p.Captured(m) != rules.NoPiece {
		if taken = m.To; p.Board().At(m.To) == rules.NoPiece {
			taken = rules.SquareAt(m.To.File(), m.From.Rank()) // en passant
		}
	}
	passant := taken != rules.NoSquare && taken != m.To
	first := taken != rules.NoSquare && f.often(f.h.TakeFirst)
	over := taken == m.To && !first && f.often(f.h.Over)
	if first {
		f.lift(0, taken)
	}
	if taken == rules.NoSquare && m.Promotion == rules.NoRole && f.often(f.h.PlaceFirst) {
		f.put(0, m.To, man)
		f.lift(f.some(10, 120), m.From)
		return
	}
	f.lift(f.some(150, 300), m.From)
	f.slide(p.Board(), m, man)
	if taken == m.To && !first && !over {
		f.lift(f.some(150, 300), taken)
	}
	if m.Promotion != rules.NoRole && f.often(f.h.PawnStays) {
		f.put(f.some(250, 450), m.To, man)
		f.lift(f.some(250, 500), m.To)
	}
	f.put(f.some(200, 400), m.To, lands)
	if passant && !first {
		f.lift(f.some(200, 400), taken)
	}
}

// slide sets the man down on one or two squares of its way.
func (f *fingers) slide(b rules.Board, m rules.Move, man rules.Piece) {
	way := between(m.From, m.To)
	if len(way) == 0 || !f.often(f.h.Slide) {
		return
	}
	rest := f.often(f.h.Hesitate)
	for i := f.r.IntN(len(way)); i < len(way) && i < 2; i++ {
		f.put(f.some(80, 200), way[i], man)
		stay := f.some(100, 250)
		if rest {
			stay, rest = f.some(1100, 1800), false
		}
		f.lift(stay, way[i])
	}
}

// between lists the squares strictly between two on a line, from the first on;
// none when they share no line.
func between(a, b rules.Square) []rules.Square {
	df, dr := b.File()-a.File(), b.Rank()-a.Rank()
	if df != 0 && dr != 0 && df != dr && df != -dr {
		return nil
	}
	var way []rules.Square
	for s := rules.SquareAt(a.File()+sign(df), a.Rank()+sign(dr)); s != b; s = rules.SquareAt(s.File()+sign(df), s.Rank()+sign(dr)) {
		way = append(way, s)
	}
	return way
}

func sign(n int) int { return min(max(n, -1), 1) }

func (f *fingers) castle(p rules.Position, m rules.Move) {
	b := p.Board()
	king, rook := b.At(m.From), b.At(m.To)
	kingTo, rookTo := rules.SquareAt(2, m.From.Rank()), rules.SquareAt(3, m.From.Rank())
	if m.To > m.From {
		kingTo, rookTo = rules.SquareAt(6, m.From.Rank()), rules.SquareAt(5, m.From.Rank())
	}
	step := func() time.Duration { return f.some(200, 400) }
	switch {
	case kingTo == m.To || rookTo == m.From:
		// They cross on one square, as in Chess960: both go up first.
		f.lift(0, m.From)
		f.lift(step(), m.To)
		f.put(step(), kingTo, king)
		f.put(step(), rookTo, rook)
	case f.often(f.h.RookFirst):
		f.step(step, m.To, rookTo, rook)
		f.step(step, m.From, kingTo, king)
	default:
		f.step(step, m.From, kingTo, king)
		f.step(step, m.To, rookTo, rook)
	}
}

// step lifts a man and sets it down elsewhere; nobody lifts one that stays.
func (f *fingers) step(after func() time.Duration, from, to rules.Square, man rules.Piece) {
	if from != to {
		f.lift(after(), from)
		f.put(after(), to, man)
	}
}

// Think returns what hands do while a player thinks: a man captured by the move
// before brushes a square, and men are set right. All is as it was in the end.
func Think(p rules.Position, captured rules.Piece, h Habits, r *rand.Rand) []Touch {
	f := fingers{h: h, r: r}
	b := p.Board()
	if captured != rules.NoPiece && f.often(h.Ghost) {
		if s, ok := f.pick(^b.Occupied()); ok {
			f.put(f.some(250, 400), s, captured)
			f.lift(f.some(120, 300), s)
		}
	}
	if f.often(h.Adjust) {
		own := b.ByColor(p.Turn())
		for range 1 + r.IntN(2) {
			s, ok := f.pick(own)
			if !ok {
				break
			}
			own = own.Without(s)
			f.lift(f.some(400, 900), s)
			f.put(f.some(250, 500), s, b.At(s))
		}
	}
	return f.touches
}

// pick chooses one square of a set.
func (f *fingers) pick(set rules.Bitboard) (rules.Square, bool) {
	if set == 0 {
		return rules.NoSquare, false
	}
	n := f.r.IntN(set.Count())
	for s := range set.Squares() {
		if n == 0 {
			return s, true
		}
		n--
	}
	return rules.NoSquare, false
}

// Kings returns the touches by which players tell a result: both kings in the
// centre, on light squares when White won, on dark ones when Black won, on one
// of each for a draw. Men in the way are taken off first. Other results have
// no such sign and give nothing.
func Kings(b rules.Board, result rules.Result, h Habits, r *rand.Rand) []Touch {
	var white, black rules.Square
	switch result {
	case rules.WhiteWins:
		white, black = rules.E4, rules.D5
	case rules.BlackWins:
		white, black = rules.D4, rules.E5
	case rules.Draw:
		white, black = rules.E4, rules.E5
	default:
		return nil
	}
	f := fingers{h: h, r: r}
	pause := func() time.Duration { return f.some(250, 500) }
	for _, s := range []rules.Square{white, black} {
		if p := b.At(s); p != rules.NoPiece && p.Role() != rules.King {
			f.lift(pause(), s)
		}
	}
	kings := []Shift{
		{b.King(rules.White), white, rules.WhiteKing},
		{b.King(rules.Black), black, rules.BlackKing},
	}
	if f.often(50) {
		kings[0], kings[1] = kings[1], kings[0]
	}
	apart := kings[0].To != kings[1].From // else the other has to go up first
	if apart && f.often(h.KingByKing) {
		f.lift(pause(), kings[0].From)
		f.put(pause(), kings[0].To, kings[0].Lands)
		f.touches = append(f.touches, Touch{After: f.some(700, 1500), Square: kings[1].From, Rest: true})
		f.put(pause(), kings[1].To, kings[1].Lands)
		return f.touches
	}
	// Both go up before one comes down: a single king would be making a move.
	f.lift(pause(), kings[0].From)
	f.lift(pause(), kings[1].From)
	f.put(pause(), kings[0].To, kings[0].Lands)
	f.put(pause(), kings[1].To, kings[1].Lands)
	return f.touches
}
