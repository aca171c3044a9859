package feedcheck

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"boardwire/internal/testshared"
	"boardwire/pgn"
	"boardwire/rules"
)

// read reads the first game of a text and checks it under the Laws of 2023.
func read(t *testing.T, text string) (*pgn.Game, Report) {
	t.Helper()
	games := pgn.Read([]byte(text))
	if len(games) == 0 {
		t.Fatalf("no game in %q", text)
	}
	return &games[0], check(t, &games[0])
}

func check(t *testing.T, g *pgn.Game) Report {
	t.Helper()
	laws, err := rules.Of(rules.E2023)
	if err != nil {
		t.Fatal(err)
	}
	return Check(g, laws, nil)
}

// brief is a report's findings as "ply kind articles".
func brief(r Report) string {
	var out []string
	for _, f := range r.Findings {
		s := fmt.Sprintf("%d %s", f.Ply, f.Kind)
		for _, a := range f.Articles {
			s += " " + string(a)
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

// outcome is a report's result as "plies result source reason articles".
func outcome(r Report) string {
	s := fmt.Sprintf("%d %s %s %s", r.Line.Len(), r.Result, r.Source, r.Reason)
	for _, a := range r.Articles {
		s += " " + string(a)
	}
	return strings.TrimSpace(s)
}

// worldCup reads the games of one of the two files.
func worldCup(t *testing.T, which string) []pgn.Game {
	t.Helper()
	b, err := os.ReadFile(testshared.Path(t, "data/pgn/fide-worldcup-2025-r1-"+which+".pgn"))
	if err != nil {
		t.Fatal(err)
	}
	return pgn.Read(b)
}

// feedCase is the input of a case of the shared list.
func feedCase(t *testing.T, id string) string {
	t.Helper()
	f, err := os.Open(testshared.Path(t, "cases/feed-cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var c struct{ ID, Input string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.ID == id {
			return c.Input
		}
	}
	t.Fatalf("no case %s", id)
	return ""
}
