package main

import (
	"io"
	"strings"
	"testing"

	"boardwire/internal/testshared"
	"boardwire/rules"
)

// TestSmallBudget makes the whole measurement with a small budget. Times are
// for the table; the test asks for answers alone.
func TestSmallBudget(t *testing.T) {
	all, err := readLabelled(testshared.Path(t, "data/rules/unwinnable-labelled.txt"))
	if err != nil {
		t.Fatal(err)
	}
	m := tally{out: io.Discard}
	m.quick(all)
	if err := m.game(testshared.Path(t, "data/pgn/twic-232games.pgn")); err != nil {
		t.Fatal(err)
	}
	m.full(all[:len(all)/4], 2000)
	t.Log("\n" + m.table(2000))
	if m.falseAnswers != 0 {
		t.Errorf("%d false answers", m.falseAnswers)
	}
	if 10*m.proved < 7*m.lost || m.mates == 0 || m.positions < 10_000 {
		t.Errorf("%d of %d proved, %d mates, %d positions of games", m.proved, m.lost, m.mates, m.positions)
	}
	// Of ordinary positions the quick answer leaves nearly all unknown.
	if 50*m.settled > m.positions {
		t.Errorf("%d answers in %d positions of games", m.settled, m.positions)
	}
}

// TestFalseAnswersAreCounted gives wrong labels and a wrong mate.
func TestFalseAnswersAreCounted(t *testing.T) {
	setup, err := rules.ParseFEN("8/8/8/3k4/8/8/8/K7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	p, err := setup.Position(0)
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	m := tally{out: &told}
	m.quick([]labelled{{p, [2]bool{true, false}}})
	m.play(p, rules.White, nil)
	m.play(p, rules.White, []rules.Move{{From: rules.A1, To: rules.H8}})
	if m.falseAnswers != 3 || strings.Count(told.String(), "FALSE") != 3 {
		t.Errorf("%d false answers, want 3: %s", m.falseAnswers, told.String())
	}
}
