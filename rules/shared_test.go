package rules_test

import (
	"encoding/json"
	"os"
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

// edgeCases is how many rows the table has.
const edgeCases = 38

// TestEdgeCases walks every row of the table, and leaves none out.
func TestEdgeCases(t *testing.T) {
	done, ids := map[string]int{}, map[string]bool{}
	all := rows(t, "data/rules/edge-cases.tsv")
	for _, row := range all {
		f := strings.Split(row, "\t")
		id, kind, fen, moves, want := f[0], f[1], f[2], f[3], f[4]
		done[kind]++
		ids[id] = true
		switch {
		case kind == "relay":
			testRelayRow(t, id)
		case kind == "threefold":
			line := play(t, fen, moves)
			board := line.Occurrences() >= 3
			claim, _ := claimable(laws(t), line)
			yes := strings.HasPrefix(want, "3fold=yes")
			if board != yes || claim != (yes || strings.Contains(want, "announced move=yes")) {
				t.Errorf("%s: third time: %v, claim: %v, want %s", id, board, claim, want)
			}
		case kind == "fivefold", kind == "75moves", kind == "precedence":
			line := play(t, fen, moves)
			got, _ := laws(t).Completed(line)
			reason := map[string]rules.Reason{"REP-10": rules.ReasonFivefold, "AUT-03": rules.ReasonSeventyFive, "AUT-02": rules.ReasonCheckmate}[id]
			if got.Reason != reason || reason == "" {
				t.Errorf("%s: %v, want %s", id, got, want)
			}
			if c := laws(t).Claims(line, rules.Move{}); c != nil {
				t.Errorf("%s: %v can be claimed, want %s", id, c, want)
			}
			if id == "AUT-03" {
				if _, fifty := claimable(laws(t), rules.NewLine(line.At(0))); !fifty {
					t.Errorf("%s: no claim before, want %s", id, want)
				}
			}
		case kind == "50claim":
			line := play(t, fen, moves)
			mate, err := line.Position().ParseSAN("Nf7#")
			if err != nil {
				t.Errorf("%s: %v", id, err)
			}
			// The Laws do not exclude a mating move from being announced.
			if c := laws(t).Claims(line, mate); len(c) != 1 || !c[0].Announced || c[0].Ground != rules.GroundFifty {
				t.Errorf("%s: claims %v, want fifty", id, c)
			}
		case kind == "deadposition":
			testDeadRow(t, id, position(t, fen), want)
		case kind == "san" && (strings.HasPrefix(want, "must reject") || strings.HasPrefix(want, "illegal")), id == "CAS-06":
			for _, san := range strings.Split(moves, "|") {
				if m, err := position(t, fen).ParseSAN(san); err == nil {
					t.Errorf("%s: %s is %v, want %s", id, san, m, want)
				}
			}
		case id == "CAS-05":
			p := position(t, fen)
			for i, n := range []uint64{23, 522, 12333, 285754} {
				if got := rules.Perft(p, i+1); got != n {
					t.Errorf("%s: perft %d = %d, want %d", id, i+1, got, n)
				}
			}
		case kind == "san", kind == "castling":
			line := play(t, fen, moves)
			if id == "CAS-02" {
				if rights := strings.Fields(line.Position().FEN())[2]; rights != "Qq" {
					t.Errorf("%s: rights %s, want %s", id, rights, want)
				}
			}
		default:
			t.Errorf("%s: nothing here tests a row of kind %s", id, kind)
		}
	}
	for _, kind := range []string{"threefold", "fivefold", "precedence", "75moves", "50claim", "deadposition", "san", "castling", "castling960", "relay"} {
		if done[kind] == 0 {
			t.Errorf("no row of kind %s", kind)
		}
	}
	if len(ids) != len(all) || len(all) != edgeCases {
		t.Errorf("%d rows with %d names, want %d of each", len(all), len(ids), edgeCases)
	}
}

// testRelayRow: an illegal move in a rapid or blitz game that the opponent has
// answered stands, so the game must be playable from there. A king that was
// left in check is taken by nobody.
func testRelayRow(t *testing.T, id string) {
	t.Helper()
	for _, k := range []rules.Kind{rules.Rapid, rules.Blitz} {
		if r := laws(t).Restoration(k, rules.Appendix); r.Until != rules.UntilReply || !r.ThenAgreed {
			t.Errorf("%s: %v: %v", id, k, r)
		}
	}
	// White has left his king in check by the rook; Black moves another man.
	p, err := parse("4r1k1/5ppp/8/8/8/8/3B1PPP/4K2R b K - 0 1", rules.OpponentInCheck)
	if err != nil || p.Faults() != rules.OpponentInCheck {
		t.Fatalf("%s: %v, faults %v", id, err, p.Faults())
	}
	line := rules.NewLine(p)
	for m := range p.Legal() {
		if m.To == p.Board().King(rules.White) {
			t.Errorf("%s: %v takes the king", id, m)
		}
	}
	for _, san := range []string{"h6", "Be3", "g6"} {
		if _, err := line.PushSAN(san); err != nil {
			t.Errorf("%s: after the illegal move: %v", id, err)
		}
	}
	if line.Position().Faults() != 0 {
		t.Errorf("%s: still %v after the check was answered", id, line.Position().Faults())
	}
}

// testDeadRow wants what is dead to be over at once, a side that cannot win to
// be known for it at once, and a mate for every side that can.
func testDeadRow(t *testing.T, id string, p rules.Position, want string) {
	t.Helper()
	can := map[rules.Color]bool{rules.White: true, rules.Black: true}
	switch {
	case strings.HasPrefix(want, "dead"):
		can = nil
	case strings.HasPrefix(want, "W-"):
		can[rules.Black] = false
	case !strings.HasPrefix(want, "alive"):
		t.Errorf("%s: nothing here tests %q", id, want)
	}
	end, _ := laws(t).Completed(rules.NewLine(p))
	if got := end.Reason == rules.ReasonDeadPosition; got != (can == nil) {
		t.Errorf("%s: dead position: %v, want %s", id, got, want)
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if got := p.CanWin(c); (got == rules.Impossible) == can[c] {
			t.Errorf("%s: %v can win: %v, want %s", id, c, got, want)
		}
		if can[c] {
			mates(t, p, c, 500_000)
		}
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
		if strings.Contains(lines[i], " w Ff ") {
			// The list lets the king jump over the rook on e1: docs/deviations.md.
			if !want["g1f1"] || !want["g1c1"] {
				t.Error("the list no longer has the castling that is not legal; take it from the deviations")
			}
			delete(want, "g1f1")
			delete(want, "g1c1")
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
