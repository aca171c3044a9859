package notation_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"boardwire/internal/testshared"
	"boardwire/notation"
)

func shared(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(testshared.Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestEdgeCases reads the rows about notation and castling.
func TestEdgeCases(t *testing.T) {
	done := 0
	for _, row := range strings.Split(string(shared(t, "data/rules/edge-cases.tsv")), "\n") {
		f := strings.Split(row, "\t")
		if len(f) < 5 || f[1] != "san" && f[0] != "CAS-06" {
			continue
		}
		done++
		refused := strings.HasPrefix(f[4], "must reject") || strings.HasPrefix(f[4], "illegal")
		for _, line := range strings.Split(f[3], "|") {
			pos := position(t, f[2])
			for _, text := range strings.Fields(line) {
				m, _, err := notation.Parse(pos, text, notation.English)
				if (err != nil) != refused {
					t.Errorf("%s: %s is %v, %v; want %s", f[0], text, m, err, f[4])
				}
				if err == nil {
					if pos, err = pos.Play(m); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	if done == 0 {
		t.Error("no row was read")
	}
}

// TestPairs reads each move in two forms, and in every language.
func TestPairs(t *testing.T) {
	var cases []struct{ Pos1, AlgText, LongAlgText, UciText string }
	if err := json.Unmarshal(shared(t, "data/rules/corentings-valid_notation_tests.json"), &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		pos := position(t, c.Pos1)
		want, err := pos.ParseUCI(c.UciText)
		if err != nil {
			t.Fatal(err)
		}
		check := func(text string, l notation.Language) {
			if got, _, err := notation.Parse(pos, text, l); err != nil || got != want {
				t.Errorf("%s: %s in %v is %v, %v; want %v", c.Pos1, text, l, got, err, want)
			}
		}
		check(c.AlgText, notation.English)
		check(c.LongAlgText, notation.English)
		for _, l := range notation.Languages() {
			check(notation.Format(pos, want, l, notation.Style{Long: true}), l)
		}
	}
	if len(cases) == 0 {
		t.Error("no pair was read")
	}
}

// TestEveryMoveOfRealGames writes and reads whole games in every language.
func TestEveryMoveOfRealGames(t *testing.T) {
	plies := 0
	for _, row := range strings.Split(string(shared(t, "data/rules/oracle-games.tsv")), "\n") {
		f := strings.Split(row, "\t")
		if len(f) < 4 || f[0][0] == '#' {
			continue
		}
		pos := position(t, f[2])
		for _, uci := range strings.Fields(f[3]) {
			m, err := pos.ParseUCI(uci)
			if err != nil {
				t.Fatalf("%s: %v", f[1], err)
			}
			l := notation.Languages()[plies%len(notation.Languages())]
			plies++
			text := notation.Format(pos, m, l, notation.Scoresheet())
			if got, _, err := notation.Parse(pos, text, l); err != nil || got != m {
				t.Errorf("%s: %v is written %s in %v and read as %v, %v", pos.FEN(), m, text, l, got, err)
			}
			pos, _ = pos.Play(m)
		}
	}
	if plies == 0 {
		t.Error("no game was read")
	}
}
