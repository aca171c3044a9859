package rules_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/testshared"
	"boardwire/rules"
)

// rows reads a shared text file line by line, comments left out.
func rows(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(testshared.Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, line := range strings.Split(string(b), "\n") {
		if line = strings.TrimRight(line, "\r"); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return out
}

// TestOracleGames compares every ply of whole games with what another program
// said about it.
func TestOracleGames(t *testing.T) {
	const (
		check = 1 << iota
		mate
		stalemate
		_ // neither side has the material
		whiteCannot
		blackCannot
		_
		third
		_
		fifth
		_
		seventyFive
	)
	plies := 0
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
			flags, err := strconv.ParseUint(f[5][4*i:4*i+4], 16, 16)
			if err != nil {
				t.Fatal(err)
			}
			plies++
			p := line.Position()
			over := !p.HasLegal()
			for _, c := range []struct {
				what string
				flag uint64
				got  bool
			}{
				{"check", check, p.InCheck()},
				{"mate", mate, over && p.InCheck()},
				{"stalemate", stalemate, over && !p.InCheck()},
				{"White cannot win", whiteCannot, p.CanWin(rules.White) == rules.Impossible},
				{"Black cannot win", blackCannot, p.CanWin(rules.Black) == rules.Impossible},
				{"third time", third, line.Occurrences() >= 3},
				{"fifth time", fifth, line.Occurrences() >= 5},
				{"75 moves", seventyFive, p.Halfmoves() >= 150 && !over},
			} {
				if p.Faults() == 0 && c.got != (flags&c.flag != 0) {
					t.Errorf("%s, ply %d, %s: %s is %v", f[1], i+1, p.FEN(), c.what, c.got)
				}
			}
		}
		if want, err := parse(f[4], tolerated); err != nil || line.Position().Key() != want.Key() {
			t.Errorf("%s ends with %s, want %s (%v)", f[1], line.Position().FEN(), f[4], err)
		}
	}
	t.Logf("%d plies compared", plies)
}

// TestCanWinIsSound holds every Impossible against positions with known answers.
func TestCanWinIsSound(t *testing.T) {
	proved := 0
	for _, row := range rows(t, "data/rules/unwinnable-labelled.txt") {
		label, fen, _ := strings.Cut(row, " ")
		fen = strings.TrimSpace(fen)
		p, err := parse(fen, 0)
		if err != nil {
			t.Errorf("%s: %v", fen, err)
			continue
		}
		for i, c := range []rules.Color{rules.White, rules.Black} {
			switch p.CanWin(c) {
			case rules.Impossible:
				proved++
				if label[i] != '-' {
					t.Errorf("%s: %v can win, but is called impossible", fen, c)
				}
			case rules.Possible:
				if label[i] == '-' {
					t.Errorf("%s: %v cannot win, but is called possible", fen, c)
				}
			}
		}
	}
	t.Logf("%d proved impossible by material", proved)
	if proved == 0 {
		t.Error("nothing was proved")
	}
}

// TestNotationPairs reads moves as people wrote them: with more origin than
// needed, without the sign for check, with comments.
func TestNotationPairs(t *testing.T) {
	var cases []struct{ Pos1, Pos2, AlgText, LongAlgText, UciText string }
	if err := json.Unmarshal([]byte(strings.Join(rows(t, "data/rules/corentings-valid_notation_tests.json"), "\n")), &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		p, after := position(t, c.Pos1), position(t, c.Pos2)
		m, err := p.ParseUCI(c.UciText)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, san := range []string{c.AlgText, c.LongAlgText} {
			if got, err := p.ParseSAN(san); err != nil || got != m {
				t.Errorf("%s: %s is %v, %v; want %v", c.Pos1, san, got, err, m)
			}
		}
		if next, err := p.Play(m); err != nil || next.Key() != after.Key() {
			t.Errorf("%s %s: %s, want %s", c.Pos1, c.UciText, next.FEN(), after.FEN())
		}
	}
}

// TestEdgeCases walks the rows that the API reaches. The rest of the table is
// about claims, dead positions beyond material, and relays.
func TestEdgeCases(t *testing.T) {
	done := 0
	for _, row := range rows(t, "data/rules/edge-cases.tsv") {
		f := strings.Split(row, "\t")
		id, kind, fen, moves, want := f[0], f[1], f[2], f[3], f[4]
		done++
		switch {
		case kind == "threefold":
			got := play(t, fen, moves).Occurrences() >= 3
			if got != strings.HasPrefix(want, "3fold=yes") {
				t.Errorf("%s: third time: %v, want %s", id, got, want)
			}
		case kind == "fivefold", id == "AUT-03", kind == "precedence":
			line := play(t, fen, moves)
			got, _ := laws(t).Completed(line)
			reason := map[string]rules.Reason{"REP-10": rules.ReasonFivefold, "AUT-03": rules.ReasonSeventyFive, "AUT-02": rules.ReasonCheckmate}[id]
			if got.Reason != reason {
				t.Errorf("%s: %v, want %s", id, got, want)
			}
		case kind == "deadposition" && (strings.Contains(want, "dead (both") || strings.Contains(want, "dead (two") || strings.HasSuffix(want, "both light)")):
			p := position(t, fen)
			if p.CanWin(rules.White) != rules.Impossible || p.CanWin(rules.Black) != rules.Impossible {
				t.Errorf("%s: alive, want %s", id, want)
			}
		case kind == "deadposition" && strings.HasPrefix(want, "alive"):
			p := position(t, fen)
			if p.CanWin(rules.White) == rules.Impossible || p.CanWin(rules.Black) == rules.Impossible {
				t.Errorf("%s: dead, want %s", id, want)
			}
		case kind == "san" && (strings.HasPrefix(want, "must reject") || strings.HasPrefix(want, "illegal")):
			for _, san := range strings.Split(moves, "|") {
				if m, err := position(t, fen).ParseSAN(san); err == nil {
					t.Errorf("%s: %s is %v, want %s", id, san, m, want)
				}
			}
		case kind == "san", id == "CAS-02", id == "CAS-03":
			play(t, fen, moves)
		case id == "CAS-05":
			p := position(t, fen)
			for i, n := range []uint64{23, 522, 12333, 285754} {
				if got := rules.Perft(p, i+1); got != n {
					t.Errorf("%s: perft %d = %d, want %d", id, i+1, got, n)
				}
			}
		case id == "CAS-06":
			if m, err := position(t, fen).ParseSAN(moves); err == nil {
				t.Errorf("%s: %s is %v, want %s", id, moves, m, want)
			}
		default:
			done--
			t.Logf("%s is beyond this package so far: %s", id, want)
		}
	}
	if done < 30 {
		t.Errorf("only %d rows were reached", done)
	}
}

// TestMoveLists compares complete lists of moves. Castling is written there by
// the square of the rook and by the square where the king lands.
func TestMoveLists(t *testing.T) {
	lines := rows(t, "data/rules/scalachess-moveorder-tricky.txt")
	checked := 0
	for i := 0; i+1 < len(lines); i += 2 {
		p, err := parse(lines[i], tolerated)
		if err != nil {
			t.Errorf("%s: %v", lines[i], err)
			continue
		}
		if strings.Contains(lines[i], " w Ff ") {
			continue // the list lets the king jump over the rook on e1
		}
		got := map[string]bool{}
		for m := range p.Legal() {
			got[m.UCI960()] = true
			if m.Castle {
				king, _ := castled(m)
				got[rules.Move{From: m.From, To: king}.UCI960()] = true
			}
		}
		want := map[string]bool{}
		for _, uci := range strings.Fields(lines[i+1]) {
			want[uci] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lines[i], diff)
		}
		checked++
	}
	if checked == 0 {
		t.Error("nothing was checked")
	}
}
