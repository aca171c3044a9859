package game_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardwire/rules"
)

// bareKing returns moves by the rules after which White has the move and Black
// has a king alone.
func bareKing(t *testing.T) []string {
	t.Helper()
	laws, err := rules.Of(rules.E2023)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(500) {
		draw := rand.New(rand.NewPCG(seed, 1))
		line := rules.NewLine(rules.Start())
		var out []string
		for len(out) < 500 {
			pos := line.Position()
			if _, over := laws.Completed(line); over {
				break
			}
			if pos.Turn() == rules.White && pos.Board().ByColor(rules.Black).Count() == 1 {
				return out
			}
			moves := slices.Collect(pos.Legal())
			draw.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			// White takes whenever he can, Black never when he need not.
			slices.SortStableFunc(moves, func(a, b rules.Move) int {
				x, y := pos.Captured(a) != rules.NoPiece, pos.Captured(b) != rules.NoPiece
				switch {
				case x == y:
					return 0
				case x == (pos.Turn() == rules.White):
					return -1
				}
				return 1
			})
			if err := line.Push(moves[0]); err != nil {
				t.Fatal(err)
			}
			out = append(out, moves[0].UCI())
		}
	}
	t.Fatal("no such game was found")
	return nil
}

// Black cannot mate any more. White's resignation draws in 2023 alone; his flag
// draws in every edition; the illegal move that would lose draws where the
// edition says so.
func TestWhatLosesDrawsAgainstABareKing(t *testing.T) {
	moves := bareKing(t)
	for _, c := range []struct {
		edition, kind string
		rulings       []string
		want          string
	}{
		{"1997", "standard", []string{"resign white"}, "0-1 resignation"},
		{"2018", "standard", []string{"resign white"}, "0-1 resignation"},
		{"2023", "standard", []string{"resign white"}, "1/2-1/2 resignation_no_mate"},
		{"2023", "standard", []string{"resign black"}, "1-0 resignation"},
		{"1997", "standard", []string{"flag white"}, "1/2-1/2 flag_no_mate"},
		{"2023", "blitz", []string{"flag white"}, "1/2-1/2 flag_no_mate"},
		{"2023", "standard", []string{"flag black"}, "1-0 flag"},
		{"2014", "rapid", []string{"illegal white illegal_move"}, "1/2-1/2 illegal_move"},
		{"2014", "rapid", []string{"illegal black illegal_move"}, "1-0 illegal_move"},
		{"1997", "blitz", []string{"illegal white illegal_move claimed"}, "1/2-1/2 illegal_move"}, // C4: to win he needs mating potential
		{"2001", "blitz", []string{"illegal white illegal_move claimed"}, "1/2-1/2 illegal_move"},
		{"2023", "standard", []string{"illegal white two_hands 1", "illegal white press_without_move"}, "1/2-1/2 illegal_move"},
	} {
		r := beginIn(t, c.edition, c.kind, "90+30")
		step(t, r, append([]string{"rule", "open.1.1", "correction", "scoresheet", "0"}, moves...))
		if got := r.fold.Hall().Game("open.1.1").Line().Len(); got != len(moves) {
			t.Fatalf("%d plies, want %d", got, len(moves))
		}
		for _, ruling := range c.rulings {
			step(t, r, append([]string{"rule", "open.1.1"}, strings.Fields(ruling)...))
		}
		if got := ends(r); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s %s, %v: %q, want %s", c.edition, c.kind, c.rulings, got, c.want)
		}
		if _, err := audit(r.facts); err != nil {
			t.Errorf("%s %s, %v: %v", c.edition, c.kind, c.rulings, err)
		}
	}
}
