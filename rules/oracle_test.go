package rules_test

import (
	"strconv"
	"strings"
	"testing"

	"boardwire/rules"
)

// oracleFlags are what another program says about a ply, from the lowest bit.
var oracleFlags = [...]string{
	"check", "checkmate", "stalemate", "neither side has the material", "White lacks the material",
	"Black lacks the material", "second time", "third time", "fourth time", "fifth time", "50 moves", "75 moves",
	"threefold can be claimed", "50 moves can be claimed",
}

// The flags whose yes must imply ours, while we may know more.
const materialFlags = 1<<3 | 1<<4 | 1<<5

// TestOracleGames compares every ply of whole games, all flags, with what
// another program said about it.
func TestOracleGames(t *testing.T) {
	l, plies, more := laws(t), 0, 0
	for _, row := range rows(t, "data/rules/oracle-games.tsv") {
		f := strings.Split(row, "\t")
		p, err := parse(f[2], tolerated)
		if err != nil {
			t.Errorf("%s: %v", f[1], err)
			continue
		}
		line := rules.NewLine(p)
		for i, uci := range strings.Fields(f[3]) {
			m, err := line.Position().ParseUCI(uci)
			if err == nil {
				err = line.Push(m)
			}
			if err != nil {
				t.Errorf("%s, ply %d: %v", f[1], i+1, err)
				break
			}
			bits, err := strconv.ParseUint(f[5][4*i:4*i+4], 16, 16)
			if err != nil {
				t.Fatal(err)
			}
			plies++
			if f := line.Position().Faults(); f != 0 {
				t.Fatalf("%s: faults: %v", line.Position().FEN(), f)
			}
			got := flagsOf(t, l, line)
			for b, name := range oracleFlags {
				ours, theirs := got>>b&1 != 0, bits>>b&1 != 0
				switch {
				case ours == theirs:
				case materialFlags>>b&1 != 0 && ours:
					more++
				default:
					t.Errorf("%s, ply %d, %s: %s is %v", f[1], i+1, line.Position().FEN(), name, ours)
				}
			}
		}
		if want, err := parse(f[4], tolerated); err != nil || line.Position().Key() != want.Key() {
			t.Errorf("%s ends with %s, want %s (%v)", f[1], line.Position().FEN(), f[4], err)
		}
	}
	t.Logf("%d plies, %d flags each; lack of material seen where the oracle does not: %d times", plies, len(oracleFlags), more)
	if plies == 0 {
		t.Error("nothing was compared")
	}
}

// flagsOf answers in the bits of oracleFlags.
func flagsOf(t *testing.T, l rules.Laws, line *rules.Line) (bits uint64) {
	p := line.Position()
	over := !p.HasLegal()
	w, b := p.CanWin(rules.White) == rules.Impossible, p.CanWin(rules.Black) == rules.Impossible
	n := line.Occurrences()
	end, ended := l.Completed(line)
	threefold, fifty := claimable(l, line)
	if ended {
		// The Laws have nothing to claim any more; the oracle asks for the
		// grounds all the same.
		if threefold || fifty {
			t.Errorf("%s: a claim after %s", p.FEN(), end.Reason)
		}
		threefold, fifty = grounds(line)
	}
	for i, yes := range [...]bool{
		p.InCheck(), over && p.InCheck(), over && !p.InCheck(), w && b, w, b,
		n >= 2, n >= 3, n >= 4, n >= 5, p.Halfmoves() >= 100 && !over, p.Halfmoves() >= 150 && !over,
		threefold, fifty,
	} {
		if yes {
			bits |= 1 << i
		}
	}
	return bits
}

// claimable asks with no move announced and with each that could be.
func claimable(l rules.Laws, line *rules.Line) (threefold, fifty bool) {
	for _, m := range line.Position().AppendLegal([]rules.Move{{}}) {
		for _, c := range l.Claims(line, m) {
			threefold = threefold || c.Ground == rules.GroundThreefold
			fifty = fifty || c.Ground == rules.GroundFifty
		}
	}
	return threefold, fifty
}

// grounds looks one move ahead by playing it.
func grounds(line *rules.Line) (threefold, fifty bool) {
	look := func(l *rules.Line) {
		threefold = threefold || l.Occurrences() >= 3
		fifty = fifty || l.Position().Halfmoves() >= 100 && l.Position().HasLegal()
	}
	look(line)
	for m := range line.Position().Legal() {
		ahead := line.Clone()
		if ahead.Push(m) == nil {
			look(ahead)
		}
	}
	return threefold, fifty
}
