package pgn

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"boardwire/rules"
)

// Whatever the bytes, reading ends, keeps its limits, what was kept is a legal
// game, and it can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte("[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4! {[%clk 0:01:00] x} ({) e3 $2) Kd7 ; y\n%z\n 0-0"))
	f.Add([]byte("\xef\xbb\xbf[A \"\\\"\r\n1.e4 e5 2. Nf3 (2. f4 exf4 1/2-1/2"))
	f.Add([]byte("{[%emt 0:00:01.5] [%clk"))
	f.Add([]byte("[White \"A\" [B: c]\nD \"e\"]\n\n1. e2e4 +- (-- 2. d4 (2. c4) [%clk 1:2.03]) } a } ½-½ {z} [X \"y\"] 1 - 0 *"))
	f.Add([]byte("\xff\xfe1\x00.\x00 \x00e\x004\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, g := range Read(b) {
			checkRead(t, g)
			once, err := Append(nil, g.Writable())
			if err != nil {
				t.Fatalf("cannot write: %v", err)
			}
			back := Read(once)
			if len(back) != 1 || back[0].Cut() {
				t.Fatalf("got %d games, %v, from\n%s", len(back), allFaults(back), once)
			}
			if diff := cmp.Diff(shape(g.Plies), shape(back[0].Plies)); diff != "" {
				t.Fatalf("plies (-read +read again):\n%s\nin\n%s", diff, once)
			}
			twice, err := Append(nil, back[0].Writable())
			if err != nil || string(once) != string(twice) {
				t.Fatalf("written\n%s\nand then, error %v,\n%s", once, err, twice)
			}
		}
	})
}

func checkRead(t *testing.T, g Game) {
	t.Helper()
	if len(g.Deviations) > maxDeviations || len(g.Tags) > maxTags || len(g.Plies) > maxPlies {
		t.Fatalf("limits broken: %d deviations, %d tags, %d plies", len(g.Deviations), len(g.Tags), len(g.Plies))
	}
	if _, err := rules.ParseResult(string(g.Result)); err != nil {
		t.Fatal(err)
	}
	for _, tag := range g.Tags {
		if !utf8.ValidString(tag.Value) {
			t.Fatalf("tag %s is no UTF-8: %q", tag.Name, tag.Value)
		}
	}
	pos, err := g.Position()
	if err != nil && len(g.Plies) > 0 {
		t.Fatalf("moves from a start that cannot be played: %v", err)
	}
	if err == nil {
		checkLine(t, pos, g.Plies)
	}
}

func checkLine(t *testing.T, pos rules.Position, plies []Ply) {
	t.Helper()
	for i, p := range plies {
		for _, v := range p.Variations {
			checkLine(t, pos, v.Plies)
		}
		var err error
		if pos, err = pos.Play(p.Move); err != nil {
			t.Fatalf("ply %d: %v", i+1, err)
		}
	}
}

// shape is what of a line must survive the writer.
func shape(plies []Ply) (out []string) {
	for _, p := range plies {
		s := p.Move.UCI()
		if p.Clk != nil {
			s += " " + clockText(*p.Clk)
		}
		for _, v := range p.Variations {
			if len(v.Plies) > 0 {
				s += " (" + strings.Join(shape(v.Plies), " ") + ")"
			}
		}
		out = append(out, s)
	}
	return out
}

// Whatever a game is made of, it is refused, or written so that it reads the
// same.
func FuzzWrite(f *testing.F) {
	f.Add("White", "A \"B\" \\ C", "text [%csl Ge4] [x] % y", "e4 e5 Nf3", 1, int64(90), true)
	f.Add("Event", "", "}", "e4 Ke2", 300, int64(-1), false)
	f.Add("FEN", "\n", "[Event \"x\"]\n[%clk 0:00:01]", "", 0, int64(1<<40), true)
	f.Fuzz(func(t *testing.T, name, value, comment, sans string, nag int, seconds int64, aside bool) {
		clk := time.Duration(seconds%(100*3600)) * time.Second
		g := Game{Tags: []Tag{{name, value}}, Comment: comment, Result: rules.Draw}
		for _, san := range strings.Fields(sans) {
			p := Ply{SAN: san, NAGs: []int{nag}, Clk: &clk, Comment: comment}
			if aside {
				p.Variations = []Variation{{Comment: comment, Plies: []Ply{{SAN: san, Comment: comment}}}}
			}
			g.Plies = append(g.Plies, p)
		}
		b, err := Append(nil, g)
		if err != nil {
			if len(b) > 0 {
				t.Fatalf("refused and written: %q", b)
			}
			return
		}
		for _, line := range strings.Split(string(b), "\n") {
			if n := utf8.RuneCountInString(line); n > width && !strings.HasPrefix(line, "[") && strings.Count(line, " ") == n {
				t.Errorf("a line of %d columns: %q", n, line)
			}
		}
		back := Read(append(b, b...))
		if len(back) != 2 {
			t.Fatalf("got %d games, want 2, from\n%s", len(back), b)
		}
		for _, r := range back {
			if r.Cut() || len(r.Plies) != len(g.Plies) || r.Result != g.Result {
				t.Fatalf("got %d plies, %s, %v from\n%s", len(r.Plies), r.Result, faults(r), b)
			}
			again, err := Append(nil, r.Writable())
			if err != nil || string(again) != string(b) {
				t.Fatalf("written\n%s\nand then, error %v,\n%s", b, err, again)
			}
		}
	})
}
