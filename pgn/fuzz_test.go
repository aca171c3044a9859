package pgn

import (
	"testing"

	"boardwire/rules"
)

// Whatever the bytes, reading ends, keeps its limits, and what was kept is a
// legal game.
func FuzzRead(f *testing.F) {
	f.Add([]byte("[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4! {[%clk 0:01:00] x} ({) e3 $2) Kd7 ; y\n%z\n 0-0"))
	f.Add([]byte("\xef\xbb\xbf[A \"\\\"\r\n1.e4 e5 2. Nf3 (2. f4 exf4 1/2-1/2"))
	f.Add([]byte("{[%emt 0:00:01.5] [%clk"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, g := range Read(b) {
			if len(g.Deviations) > maxDeviations || len(g.Tags) > maxTags || len(g.Plies) > maxPlies {
				t.Fatalf("limits broken: %d deviations, %d tags, %d plies", len(g.Deviations), len(g.Tags), len(g.Plies))
			}
			if _, err := rules.ParseResult(string(g.Result)); err != nil {
				t.Fatal(err)
			}
			pos, err := g.Position()
			if err != nil && len(g.Plies) > 0 {
				t.Fatalf("moves from a start that cannot be played: %v", err)
			}
			for i, p := range g.Plies {
				if pos, err = pos.Play(p.Move); err != nil {
					t.Fatalf("ply %d: %v", i+1, err)
				}
			}
		}
	})
}
