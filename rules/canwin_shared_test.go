package rules_test

import (
	"strings"
	"testing"

	"boardwire/rules"
)

// labelled is a position of which it is known who can mate.
type labelled struct {
	fen string
	pos rules.Position
	can [2]bool // White, Black
}

func labelledPositions(t *testing.T) []labelled {
	t.Helper()
	var out []labelled
	for _, row := range rows(t, "data/rules/unwinnable-labelled.txt") {
		label, fen, _ := strings.Cut(row, " ")
		fen = strings.TrimSpace(fen)
		p, err := parse(fen, 0)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		out = append(out, labelled{fen, p, [2]bool{label[0] == 'W', label[1] == 'B'}})
	}
	return out
}

var both = [...]rules.Color{rules.White, rules.Black}

// TestCanWinIsSound holds every quick answer against positions with known
// answers, and wants seven in ten of those that cannot be won.
func TestCanWinIsSound(t *testing.T) {
	lost, proved := 0, 0
	for _, l := range labelledPositions(t) {
		for i, c := range both {
			got := l.pos.CanWin(c)
			checkPossible(t, l.fen, c, got, l.can[i])
			if !l.can[i] {
				lost++
			}
			if got == rules.Impossible {
				proved++
			}
		}
	}
	t.Logf("%d of %d proved impossible (%.1f %%)", proved, lost, 100*float64(proved)/float64(lost))
	if 10*proved < 7*lost {
		t.Errorf("%d of %d proved impossible, want 70 %%", proved, lost)
	}
}

func checkPossible(t *testing.T, fen string, c rules.Color, got rules.Possibility, can bool) {
	t.Helper()
	if got == rules.Impossible && can || got == rules.Possible && !can {
		t.Errorf("%s: %v can mate: %v, but is called %v", fen, c, can, got)
	}
}

// TestHelpmateIsSound looks at the same positions with a small budget, every
// mate played out. `make canwin` looks at them with a large one.
func TestHelpmateIsSound(t *testing.T) {
	const budget = 5_000
	unknown, queries := 0, 0
	for _, l := range labelledPositions(t) {
		for i, c := range both {
			h := l.pos.Helpmate(c, budget)
			checkPossible(t, l.fen, c, h.Answer, l.can[i])
			if h.Answer == rules.Possible {
				checkMate(t, l.pos, c, h.Line)
			}
			// One position may add as many as it has moves.
			if h.Nodes > budget+256 {
				t.Errorf("%s: %d positions looked at with a budget of %d", l.fen, h.Nodes, budget)
			}
			queries++
			if h.Answer == rules.Unknown {
				unknown++
			}
		}
	}
	t.Logf("%d of %d unknown with %d positions each", unknown, queries, budget)
	if unknown*8 > queries {
		t.Errorf("%d of %d unknown with %d positions each", unknown, queries, budget)
	}
}

// mates wants a mate within a budget, and plays it.
func mates(t *testing.T, p rules.Position, c rules.Color, budget int) {
	t.Helper()
	h := p.Helpmate(c, budget)
	if h.Answer != rules.Possible {
		t.Errorf("%s: %v can mate: %v after %d positions", p.FEN(), c, h.Answer, h.Nodes)
		return
	}
	checkMate(t, p, c, h.Line)
}

// checkMate plays the moves. On the way to a mate nothing may be called
// impossible.
func checkMate(t *testing.T, p rules.Position, c rules.Color, line []rules.Move) {
	t.Helper()
	end := p
	for i, m := range line {
		if end.CanWin(c) == rules.Impossible || end.Helpmate(c, 1).Answer == rules.Impossible {
			t.Errorf("%s: %v cannot mate, but does: %v", end.FEN(), c, line[i:])
		}
		next, err := end.Play(m)
		if err != nil {
			t.Errorf("%s, move %d of %v: %v", p.FEN(), i+1, line, err)
			return
		}
		end = next
	}
	if end.HasLegal() || !end.InCheck() || end.Turn() == c {
		t.Errorf("%s: %v ends in %s, want a mate by %v", p.FEN(), line, end.FEN(), c)
	}
}
