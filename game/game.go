package game

import (
	"time"

	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// Game is one game at one table, as far as the record tells.
type Game struct {
	id      string
	paired  events.Paired
	laws    rules.Laws
	control clockstate.Control
	rate    int

	line  *rules.Line
	plies []ply
	// hand is what lies on the board, turned so that White sits below.
	hand boardstate.Hand
	// placed is false until a surface was seen.
	placed bool
	// seated is false until the start position told which way the board stands.
	seated bool
	turned bool

	clock clockstate.State
	// reading waits for the seating.
	reading *clockstate.Reading
	// ran says that the clock ran in this game: from then on a standing clock
	// means that play stands.
	ran bool
	// presses wait for the move that they complete.
	presses []press

	paused bool
	// reset says that the men were set up again after play: what follows is
	// another game until a ruling says otherwise.
	reset bool
	// unexplained is the surface that no legal move explains, if told.
	unexplained string
	ended       *ended
	final       *final
	findings    findings
}

// ply is a move that was made.
type ply struct {
	move rules.Move
	by   rules.Color
	made events.ID
	// completed is "" or one of events.ByPress, ByEnd, ByNext.
	completed string
}

// press is a lever that went over.
type press struct {
	by     rules.Color
	clocks events.Clocks
}

// ended is the provisional end that stands.
type ended struct {
	id     events.ID
	ending rules.Ending
	source string
}

// final is the result that an arbiter ruled or confirmed.
type final struct {
	id     events.ID
	result rules.Result
}

func newGame(id string) *Game {
	return &Game{id: id, rate: 1, line: rules.NewLine(rules.Start())}
}

func (g *Game) scope() events.Scope { return events.TableScope(g.id) }

// ID returns the game id, "<tournament>.<round>.<board>".
func (g *Game) ID() string { return g.id }

// Line returns the moves made so far; the caller must not change it.
func (g *Game) Line() *rules.Line { return g.line }

// Completed reports whether the move with the given ply (from 1) is completed.
func (g *Game) Completed(n int) bool {
	return n >= 1 && n <= len(g.plies) && g.plies[n-1].completed != ""
}

// Result returns the final result where there is one, else the provisional
// one, else "*".
func (g *Game) Result() rules.Result {
	switch {
	case g.final != nil:
		return g.final.result
	case g.ended != nil:
		return g.ended.ending.Result
	}
	return rules.Ongoing
}

// playing says whether what happens on the board can be a move: not while the
// arbiter paused it, not after the result, not after the men were set up
// again, and not while a clock that ran stands still.
func (g *Game) playing() bool {
	return !g.paused && !g.reset && g.final == nil && !g.standing()
}

// standing says that the clock stands although it ran before.
func (g *Game) standing() bool {
	return g.ran && g.clock.Known && !g.clock.Absent && g.clock.Running == rules.NoColor
}

// clocks returns both times as they would show at t, or nil if no clock was seen.
func (g *Game) clocks(t time.Time) *events.Clocks {
	if !g.clock.Known {
		return nil
	}
	s := g.control.At(g.clock, t, g.rate)
	c := clocksOf(s)
	return &c
}

func clocksOf(s clockstate.State) events.Clocks {
	return events.Clocks{
		White:   int(s.White.Left / time.Second),
		Black:   int(s.Black.Left / time.Second),
		Running: s.Running.String(),
	}
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

func articles(a []rules.Article) []string {
	if len(a) == 0 {
		return nil
	}
	out := make([]string, len(a))
	for i, x := range a {
		out[i] = string(x)
	}
	return out
}
