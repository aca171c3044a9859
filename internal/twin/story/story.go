// Package story makes up histories of facts for tests: games that are paired,
// played, corrected, ended and ruled on, in every order that a fold could
// produce. The same picks tell the same story.
package story

import (
	"fmt"
	"slices"
	"time"

	"boardwire/events"
)

// Pick chooses one of n possibilities, 0 to n-1.
type Pick func(n int) int

// Told is one fact of a story, with the record's time of its cause.
type Told struct {
	Fact   events.Event
	InTime time.Time
	// InSeq is the record's sequence of the cause.
	InSeq uint64
}

// Teller tells a story of one hall. It is a value's worth of state behind a
// pointer; Clone parts two stories that have begun alike.
type Teller struct {
	// Name keeps the causes of two stories apart after they have parted.
	Name string
	// Now is the record's time; the caller moves it.
	Now   time.Time
	seq   uint64
	games []*game
}

// game is what the teller knows of one table.
type game struct {
	scope  events.Scope
	paired bool
	moves  []move
	ended  events.ID
	final  events.ID
	// fixed is how many plies may not be taken back any more, and fixedEnd and
	// fixedFinal the ends that may not.
	fixed                int
	fixedEnd, fixedFinal events.ID
	fixedPairing         bool
}

type move struct {
	id        events.ID
	completed bool
}

// New begins a story of n tables of one round.
func New(name string, now time.Time, n int) *Teller {
	t := &Teller{Name: name, Now: now}
	for i := range n {
		t.games = append(t.games, &game{scope: events.TableScope(fmt.Sprintf("demo.1.%d", i+1))})
	}
	return t
}

// Clone returns a story that has begun like this one and goes on under another
// name. What was told so far is not taken back in it, so that two clones agree
// on all corrections of what they share.
func (t *Teller) Clone(name string) *Teller {
	c := &Teller{Name: name, Now: t.Now, seq: t.seq}
	for _, g := range t.games {
		d := *g
		d.moves = slices.Clone(g.moves)
		d.fixed, d.fixedEnd, d.fixedFinal, d.fixedPairing = len(g.moves), g.ended, g.final, g.paired
		c.games = append(c.games, &d)
	}
	return c
}

// AddTable adds a table of a later round, which nobody knows of yet.
func (t *Teller) AddTable(id string) {
	t.games = append(t.games, &game{scope: events.TableScope(id)})
}

// Tables returns how many tables there are.
func (t *Teller) Tables() int { return len(t.games) }

// Next lets one thing happen at table i and returns the facts that follow from
// it; none when the pick makes no sense there.
func (t *Teller) Next(i int, pick Pick) []Told {
	g := t.games[i]
	t.seq++
	c := &cause{teller: t, event: events.Event{ID: events.ID(fmt.Sprintf("%s.%d", t.Name, t.seq)), Observed: t.Now, Recorded: t.Now}}
	if !g.paired {
		g.pair(c, pick, false)
		return c.told
	}
	// Generators favour small numbers: what is rare at a board comes first.
	switch pick(15) {
	case 0:
		g.rule(c, pick)
	case 1:
		g.end(c, pick)
	case 2:
		g.takeBack(c, 1+pick(3))
	case 3, 4:
		g.complete(c, pick)
	case 5, 6, 7, 8, 9:
		g.make(c, pick)
	case 10:
		what := []string{"adjusted", "unplugged", "started", "drifted"}[pick(4)]
		c.add(g.scope, events.ClockChanged{Changes: []string{what}, Clocks: clocks(pick)})
	case 11:
		if len(g.moves) == 0 && g.ended == "" && g.final == "" && !g.fixedPairing && pick(3) == 0 {
			g.pair(c, pick, true)
		}
	case 12:
		c.add(g.scope, events.Lifted{Square: "e2", Piece: "P"})
	case 13:
		kind := []string{events.FindingIllegalMove, events.FindingDevice}[pick(2)]
		c.add(g.scope, events.FindingRaised{Kind: kind, Ply: len(g.moves), Text: "a human has to look"})
	case 14:
		state := []string{events.AdjournedOrdered, events.AdjournedSealed, events.AdjournedOpened, events.AdjournedLost}[pick(4)]
		cl := clocks(pick)
		c.add(g.scope, events.AdjournedFact{State: state, Sealer: "white", Clocks: &cl, Articles: []string{"I.2"}})
	}
	return c.told
}

// cause collects what follows from one event of the record.
type cause struct {
	teller *Teller
	event  events.Event
	told   []Told
}

func (c *cause) add(scope events.Scope, p events.Payload) events.ID {
	fact := events.Derive(c.event, len(c.told), scope, p)
	c.told = append(c.told, Told{Fact: fact, InTime: c.teller.Now, InSeq: c.teller.seq})
	return fact.ID
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func (g *game) pair(c *cause, pick Pick, gone bool) {
	p := pick(8)
	c.add(g.scope, events.Paired{White: fmt.Sprintf("p%d", p), Black: fmt.Sprintf("p%d", p+8), Edition: "2023",
		Kind: "standard", Control: "90/40+30+30", FEN: startFEN, Rate: 1, Gone: gone})
	g.paired = !gone
}

func clocks(pick Pick) events.Clocks {
	return events.Clocks{White: pick(5400), Black: pick(5400), Running: []string{"white", "black", ""}[pick(3)]}
}

// knightMoves go out and home again, so that any number of plies is a game.
var knightMoves = [...][2]string{{"g1f3", "Nf3"}, {"g8f6", "Nf6"}, {"f3g1", "Ng1"}, {"f6g8", "Ng8"}}

var knightPlaces = [...]string{
	"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - %d %d",
	"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - %d %d",
	"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - %d %d",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - %d %d",
}

func (g *game) make(c *cause, pick Pick) {
	n := len(g.moves)
	m := events.Made{Ply: n + 1, UCI: knightMoves[n%4][0], SAN: knightMoves[n%4][1],
		FEN: fmt.Sprintf(knightPlaces[n%4], n+1, (n+1)/2+1)}
	if pick(2) == 0 {
		cl := clocks(pick)
		m.Clocks = &cl
	}
	if n > 0 && !g.moves[n-1].completed && pick(3) == 0 {
		g.moves[n-1].completed = true
		c.add(g.scope, events.Completed{Ply: n, Move: g.moves[n-1].id, By: events.ByNext})
	}
	g.moves = append(g.moves, move{id: c.add(g.scope, m)})
}

func (g *game) complete(c *cause, pick Pick) {
	n := len(g.moves)
	if n == 0 || g.moves[n-1].completed {
		return
	}
	g.moves[n-1].completed = true
	cl := clocks(pick)
	c.add(g.scope, events.Completed{Ply: n, Move: g.moves[n-1].id, By: events.ByPress, Clocks: &cl})
	c.add(g.scope, events.ClockChanged{Changes: []string{"pressed"}, Clocks: cl})
}

func (g *game) takeBack(c *cause, plies int) {
	if g.ended != "" && g.ended != g.fixedEnd {
		c.add(g.scope, events.Ended{Result: "*", Source: events.SourceDerived, Withdraws: g.ended})
		g.ended = ""
	}
	for range plies {
		n := len(g.moves)
		if n <= g.fixed {
			return
		}
		c.add(g.scope, events.Withdrawn{Ply: n, Move: g.moves[n-1].id})
		g.moves = g.moves[:n-1]
	}
}

var results = [...]string{"1-0", "0-1", "1/2-1/2"}

func (g *game) end(c *cause, pick Pick) {
	if g.ended != "" && g.ended == g.fixedEnd {
		return
	}
	e := events.Ended{Result: results[pick(3)], Reason: "resignation", Source: events.SourceSignalled,
		Articles: []string{"5.1.2"}, Withdraws: g.ended}
	if g.ended != "" && pick(2) == 0 {
		e = events.Ended{Result: "*", Source: events.SourceDerived, Withdraws: g.ended}
	}
	id := c.add(g.scope, e)
	if g.ended = id; e.Result == "*" {
		g.ended = ""
	}
}

func (g *game) rule(c *cause, pick Pick) {
	if g.final != "" && g.final == g.fixedFinal {
		return
	}
	r := events.FinalResult{Result: results[pick(3)], Reason: []string{"agreement", "illegal_move"}[pick(2)],
		Source: events.SourceRuled, Withdraws: g.final}
	if g.final != "" && pick(3) == 0 {
		r = events.FinalResult{Result: "*", Source: events.SourceRuled, Withdraws: g.final}
	}
	id := c.add(g.scope, r)
	if g.final = id; r.Result == "*" {
		g.final = ""
	}
}
