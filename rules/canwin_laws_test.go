package rules_test

import (
	"testing"

	"boardwire/rules"
)

// TestDeadBeyondMaterial ends games in which enough material is left and nobody
// can use it.
func TestDeadBeyondMaterial(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		dead      bool
	}{
		{"pawns from side to side", "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - -", true},
		{"the same, Black to move", "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 b - -", true},
		{"the rook must be taken", "6Rk/8/7K/8/8/8/8/8 b - -", true},
		{"the rook need not be taken", "6R1/6k1/8/7K/8/8/8/8 b - -", false},
		{"a pawn more gets through", "8/8/3k4/1p1p1p1p/1P1P1P1P/3K2P1/8/8 w - -", false},
		{"bishops that see the pawns", "8/8/3k1b2/1p1p1p1p/1P1P1P1P/3K4/8/5B2 w - -", false},
		{"a passing pawn must take", "8/8/8/8/1pPp4/1P1Pk3/8/7K b - c3", false},
	} {
		end, _ := laws(t).Completed(rules.NewLine(position(t, c.fen)))
		if got := end.Reason == rules.ReasonDeadPosition; got != c.dead {
			t.Errorf("%s: %s: dead position: %v, want %v", c.name, c.fen, got, c.dead)
		}
	}
}

// TestForcedCaptureAndTheFlag: Black must take the rook and has a pawn left.
// White, who then has a bare king, wins by no flag and no resignation.
func TestForcedCaptureAndTheFlag(t *testing.T) {
	line := rules.NewLine(position(t, "6Rk/8/6pK/8/8/8/8/8 b - -"))
	if end, over := laws(t).Completed(line); over {
		t.Fatalf("the game has ended: %v", end)
	}
	if end, ok := laws(t).Flagged(line, rules.Black); !ok || end.Result != rules.Draw || end.Reason != rules.ReasonFlagNoMate {
		t.Errorf("Black's flag: %v, %v", end, ok)
	}
	if end, ok := laws(t).Resigned(line, rules.Black); !ok || end.Result != rules.Draw || end.Reason != rules.ReasonResignationNoMate {
		t.Errorf("Black resigns: %v, %v", end, ok)
	}
	if end, ok := laws(t).Flagged(line, rules.White); !ok || end.Result != rules.BlackWins {
		t.Errorf("White's flag: %v, %v", end, ok)
	}
}

// TestAdjudgeSearches: what the quick answer leaves open is searched.
func TestAdjudgeSearches(t *testing.T) {
	p := rules.Start()
	for _, c := range both {
		if got := p.CanWin(c); got != rules.Unknown {
			t.Errorf("quick: %v can win: %v", c, got)
		}
		if got := p.Adjudge(c); got != rules.Possible {
			t.Errorf("%v can win: %v", c, got)
		}
	}
}
