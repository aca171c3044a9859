package verify

import (
	"fmt"
	"strings"
	"time"

	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim"
)

// entry is one game with what has to come out.
type entry struct {
	index int
	game  pgn.Game
	// gesture: the kings in the centre tell the result.
	gesture bool
	// wrong: the players go on with plies that are no legal moves.
	wrong bool
	// dropped is how many plies of the file are the gesture.
	dropped int
	moves   []string
	// tail is what the players go on with where they are wrong, as the file
	// writes it. The hall follows as much of it as can be read from the board.
	tail []string
	// clk is each mover's clock in seconds, -1 where the file has none.
	clk    []int
	result rules.Result
}

// newEntry says what has to come out of a game, or why it cannot be played.
func newEntry(i int, g pgn.Game) (entry, error) {
	if g.Start != (rules.Setup{}) && g.Start != rules.Start().Setup() {
		return entry{}, fmt.Errorf("it does not begin from the usual position; the emulated players know no other")
	}
	e := entry{index: i, game: g, result: g.Result}
	n, gesture := sim.Gesture(g)
	e.gesture, e.wrong = gesture, !gesture && len(g.Tail) > 0
	if gesture {
		e.dropped = len(g.Plies) - n + len(g.Tail)
	}
	if e.wrong {
		for _, p := range g.Tail {
			e.tail = append(e.tail, bare(p.SAN))
		}
	}
	for _, p := range g.Plies[:n] {
		e.moves = append(e.moves, p.Move.UCI())
		clk := -1
		if p.Clk != nil {
			clk = int(*p.Clk / time.Second)
		}
		e.clk = append(e.clk, clk)
	}
	// What the emulator cannot play is found before a batch is begun.
	if _, err := sim.Truth(sim.Config{Games: []pgn.Game{g}}); err != nil {
		return entry{}, err
	}
	return e, nil
}

// decided says that the file has a result.
func (e *entry) decided() bool { return e.result != rules.Ongoing && e.result != "" }

// compare says what differs between the game and what the public page shows.
func (e *entry) compare(v view) (ply int, why string) {
	for i := range min(len(e.moves), len(v.Moves)) {
		m := v.Moves[i]
		switch {
		case m.UCI != e.moves[i]:
			return i + 1, fmt.Sprintf("move %s, want %s", m.UCI, e.moves[i])
		case e.clk[i] < 0:
		case m.Clk == nil:
			return i + 1, fmt.Sprintf("no clk, want %s", clock(e.clk[i]))
		case *m.Clk != e.clk[i]:
			return i + 1, fmt.Sprintf("clk %s, want %s", clock(*m.Clk), clock(e.clk[i]))
		}
	}
	got, want := len(v.Moves), len(e.moves)
	for i := range min(max(got-want, 0), len(e.tail)) {
		if m := v.Moves[want+i]; bare(m.SAN) != e.tail[i] {
			return want + i + 1, fmt.Sprintf("after a move that is not legal the hall has %s, the file %s", m.SAN, e.tail[i])
		}
	}
	if got < want || got > want+len(e.tail) {
		at := min(got, want) + 1
		if got < want {
			return at, fmt.Sprintf("the hall has %d plies, want %d: %s is missing", got, want, e.moves[got])
		}
		return at, fmt.Sprintf("the hall has %d plies, want %d: %s was no move", got, want, v.Moves[want].UCI)
	}
	return 0, ""
}

// bare is a move's text without its signs of check.
func bare(san string) string { return strings.TrimRight(san, "+#") }

// shown says that all that the hands did is on the page.
func (e *entry) shown(v view) bool {
	if ply, _ := e.compare(v); ply != 0 {
		return false
	}
	return !e.gesture || v.Source == "signalled"
}

func clock(seconds int) string {
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}
