package sim

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim/board"
)

// planned is one ply as it will be played, times in whole seconds.
type planned struct {
	move rules.Move
	// before is the position it is played in.
	before rules.Position
	// captured by the move before: it may still be in a hand.
	captured rules.Piece
	// think is how many seconds the clock counts for it.
	think int
	// shows is the mover's clock after the press; -1 when nobody presses.
	shows int
}

// plan is one game as it will be played.
type plan struct {
	start        rules.Position
	white, black int // the clocks at the start
	bonus        bool
	plies        []planned
	last         rules.Position
	script       Board
	result       rules.Result
}

// guess is how long a player thinks of whom the game says nothing.
const guess = 15

// newPlan makes the plan of one game. Times that the game does not say follow
// from the others and from its TimeControl tag.
func newPlan(g pgn.Game, s Board) (plan, error) {
	p := plan{script: s, result: g.Result}
	if len(g.Plies) == 0 {
		return plan{}, fmt.Errorf("board %d: a game without moves", s.Board)
	}
	pos, err := g.Position()
	if err != nil {
		return plan{}, fmt.Errorf("board %d: %w", s.Board, err)
	}
	tag, _ := g.Tag("TimeControl")
	c, err := parseControl(tag)
	if err != nil {
		return plan{}, fmt.Errorf("board %d: %w", s.Board, err)
	}
	p.start, p.bonus = pos, c.bonus > 0
	p.white = c.periods[0].seconds + c.bonus
	p.black = p.white
	if p.white > maxClock {
		return plan{}, fmt.Errorf("board %d: %d seconds are more than the clock can show", s.Board, p.white)
	}
	clock := map[rules.Color]int{rules.White: p.white, rules.Black: p.black}
	moves := map[rules.Color]int{}
	captured := rules.NoPiece
	for i, ply := range g.Plies {
		who := pos.Turn()
		moves[who]++
		n := planned{move: ply.Move, before: pos, captured: captured, think: guess, shows: -1}
		added := c.bonus + c.begins(moves[who])
		switch {
		case ply.Emt != nil:
			n.think = int(*ply.Emt / time.Second)
		case ply.Clk != nil:
			n.think = clock[who] + added - int(*ply.Clk/time.Second)
		}
		n.think = min(max(n.think, 0), clock[who])
		switch {
		case ply.Clk != nil:
			n.shows = int(*ply.Clk / time.Second)
		case i < len(g.Plies)-1:
			n.shows = clock[who] - n.think + added
		}
		if n.shows > maxClock {
			return plan{}, fmt.Errorf("board %d, ply %d: %d seconds are more than the clock can show", s.Board, i+1, n.shows)
		}
		if clock[who] = n.shows; n.shows < 0 {
			clock[who] = 0
		}
		captured = pos.Captured(ply.Move)
		p.plies = append(p.plies, n)
		if pos, err = pos.Play(ply.Move); err != nil {
			return plan{}, fmt.Errorf("board %d, ply %d: %w", s.Board, i+1, err)
		}
	}
	p.last = pos
	return p, nil
}

const maxClock = 10*3600 - 1

// control is as much of a time control as a clock needs to be set.
type control struct {
	periods []period
	bonus   int
}

type period struct{ moves, seconds int }

// begins returns the time that a side gets on top with its n-th move.
func (c control) begins(n int) int {
	sum := 0
	for i, p := range c.periods[:len(c.periods)-1] {
		if sum += p.moves; n == sum {
			return c.periods[i+1].seconds
		}
	}
	return 0
}

// parseControl reads the TimeControl tag of PGN: "40/5400+30:1800+30", "900+10".
// Without one an hour and a half with 30 seconds a move is taken.
func parseControl(s string) (control, error) {
	if s == "" || s == "?" || s == "-" {
		s = "5400+30"
	}
	var c control
	for i, part := range strings.Split(s, ":") {
		moves, rest, has := strings.Cut(part, "/")
		if !has {
			moves, rest = "0", part
		}
		main, bonus, has := strings.Cut(rest, "+")
		if !has {
			bonus = "0"
		}
		var n [3]int
		for j, text := range []string{moves, main, bonus} {
			v, err := strconv.ParseUint(text, 10, 16)
			if err != nil {
				return control{}, fmt.Errorf("time control %q: %q is no number of moves or seconds; want something like 40/5400+30:1800+30", s, text)
			}
			n[j] = int(v)
		}
		if i > 0 && n[2] != c.bonus {
			return control{}, fmt.Errorf("time control %q: a bonus that changes from %d to %d is not emulated", s, c.bonus, n[2])
		}
		c.bonus = n[2]
		c.periods = append(c.periods, period{n[0], n[1]})
	}
	return c, nil
}

// face makes the board's clock of the two times.
func (p *plan) face(white, black int, turn rules.Color, running bool) board.Clock {
	return board.Clock{
		White: board.Face{Seconds: white}, Black: board.Face{Seconds: black},
		BlackToMove: turn == rules.Black, Running: running, Bonus: p.bonus,
	}
}
