package sim

import (
	"fmt"
	"math/rand/v2"

	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim/board"
	"boardwire/sim/hand"
)

// planned is one ply as it will be played, times in whole seconds.
type planned struct {
	// move is a legal move in before; where the players do something else
	// shifts is what they do and move is zero.
	move   rules.Move
	before rules.Position
	shifts []hand.Shift
	// men lie there when the ply begins, and turn is whose ply it is.
	men  rules.Board
	turn rules.Color
	// captured by the move before: it may still be in a hand.
	captured rules.Piece
	// think is how many seconds the clock counts for it.
	think int
	// shows is the mover's clock after the press; -1 when nobody presses.
	shows int
}

// touches of the ply.
func (p *planned) touches(h hand.Habits, r *rand.Rand) []hand.Touch {
	if p.shifts != nil {
		return hand.Carry(p.men, p.shifts, h, r)
	}
	return hand.Move(p.before, p.move, h, r)
}

// plan is one game as it will be played.
type plan struct {
	start        rules.Position
	white, black int // the clocks at the start
	bonus        int
	plies        []planned
	// sound is how many of the plies are legal moves, and last the position
	// after them.
	sound int
	last  rules.Position
	// men lie there after all plies, and turn is whose ply is next.
	men    rules.Board
	turn   rules.Color
	script Board
	result rules.Result
}

// guess is how long a player thinks of whom the game says nothing.
const guess = 15

// newPlan makes the plan of one game. Times that the game does not say follow
// from the others and from its TimeControl tag. Plies that are the sign for the
// result are played as such, and what cannot be played is done all the same.
func newPlan(g pgn.Game, s Board) (plan, error) {
	if n, ok := Gesture(g); ok && s.End == "" {
		g.Plies, g.Tail, s.End = g.Plies[:n], nil, EndKings
	}
	if s.End == "" {
		s.End = EndLeave
	}
	p := plan{script: s, result: g.Result}
	pos, err := g.Position()
	if err != nil {
		return plan{}, fmt.Errorf("board %d: %w", s.Board, err)
	}
	d := dialOf(g)
	p.start, p.bonus, p.white, p.black = pos, d.bonus, d.white, d.black
	if most := max(p.white, p.black); most > maxClock {
		return plan{}, fmt.Errorf("board %d: %d seconds are more than the clock can show", s.Board, most)
	}
	t := timer{dial: d, clock: map[rules.Color]int{rules.White: p.white, rules.Black: p.black}, moves: map[rules.Color]int{}}
	p.last, p.men, p.turn = pos, pos.Board(), pos.Turn()
	captured := rules.NoPiece
	for i, ply := range g.Plies {
		n := planned{move: ply.Move, before: p.last, men: p.men, turn: p.turn, captured: captured}
		n.think, n.shows = t.time(p.turn, ply, i == len(g.Plies)+len(g.Tail)-1)
		captured = p.last.Captured(ply.Move)
		if p.last, err = p.last.Play(ply.Move); err != nil {
			return plan{}, fmt.Errorf("board %d, ply %d: %w", s.Board, i+1, err)
		}
		p.men = p.last.Board()
		p.add(n)
	}
	p.sound = len(p.plies)
	for i, ply := range g.Tail {
		shifts, ok := misplayed(p.men, p.turn, ply.SAN)
		if !ok {
			break
		}
		n := planned{shifts: shifts, before: p.last, men: p.men, turn: p.turn}
		n.think, n.shows = t.time(p.turn, ply, i == len(g.Tail)-1)
		for _, s := range shifts {
			p.men = s.After(p.men)
		}
		p.add(n)
	}
	for i, n := range p.plies {
		if n.shows > maxClock {
			return plan{}, fmt.Errorf("board %d, ply %d: %d seconds are more than the clock can show", s.Board, i+1, n.shows)
		}
	}
	return p, nil
}

func (p *plan) add(n planned) {
	p.plies = append(p.plies, n)
	p.turn = p.turn.Other()
}

// timer counts both clocks through a game.
type timer struct {
	dial
	clock, moves map[rules.Color]int
}

// time returns how long the side thinks about a ply and what its clock shows
// after it, -1 when it does not press: on the last ply only, where the game
// tells no clock time.
func (t *timer) time(who rules.Color, ply pgn.Ply, last bool) (think, shows int) {
	t.moves[who]++
	added := t.bonus + t.begins(t.moves[who])
	think, shows = guess, -1
	switch {
	case ply.Emt != nil:
		think = whole(ply.Emt)
	case ply.Clk != nil:
		think = t.clock[who] + added - whole(ply.Clk)
	}
	think = min(max(think, 0), t.clock[who])
	switch {
	case ply.Clk != nil:
		shows = whole(ply.Clk)
	case !last:
		shows = t.clock[who] - think + added
	}
	t.clock[who] = max(shows, 0)
	return think, shows
}

const maxClock = 10*3600 - 1

// face makes the board's clock of the two times.
func (p *plan) face(white, black int, turn rules.Color, running bool) board.Clock {
	return board.Clock{
		White: board.Face{Seconds: white}, Black: board.Face{Seconds: black},
		BlackToMove: turn == rules.Black, Running: running, Bonus: p.bonus > 0,
	}
}

// menAt returns what lies on the board when ply i begins.
func (p *plan) menAt(i int) rules.Board {
	if i < len(p.plies) {
		return p.plies[i].men
	}
	return p.men
}
