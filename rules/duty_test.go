package rules_test

import (
	"slices"
	"testing"

	"boardwire/rules"
)

// TestEveryFindingHasADuty in every edition, kind and regime, and it cites
// articles of the golden list alone.
func TestEveryFindingHasADuty(t *testing.T) {
	for _, e := range rules.Carried() {
		l := of(t, e)
		var known []rules.Article
		for _, c := range rules.Clauses() {
			known = append(known, l.Cite(c)...)
		}
		for _, f := range rules.Findings() {
			for _, k := range rules.Kinds() {
				for _, supervised := range []bool{false, true} {
					d := l.Duty(f, k, supervised)
					if d.Act == 0 || d.Act.String() == "" {
						t.Errorf("%v %s %v supervised %v: no duty", e, f, k, supervised)
					}
					for _, a := range d.Articles {
						if !slices.Contains(known, a) {
							t.Errorf("%v %s: article %s is not in the edition's list", e, f, a)
						}
					}
					if d.Act != rules.ActInform && len(d.Articles) == 0 && !d.Unverified {
						t.Errorf("%v %s %v: %v by no article", e, f, k, d)
					}
				}
			}
		}
	}
	if d := of(t, rules.E2023).Duty("weather", rules.Standard, false); d.Act != 0 {
		t.Errorf("weather: %v", d)
	}
}

func TestDuties(t *testing.T) {
	const std, rapid, blitz = rules.Standard, rules.Rapid, rules.Blitz
	for _, c := range []struct {
		edition    rules.Edition
		finding    rules.Finding
		kind       rules.Kind
		supervised bool
		want       string
		articles   string
	}{
		// An illegal move.
		{rules.E1997, "illegal_move", std, false, "must act until the end of the game", "7.4 4.3 6.13"},
		{rules.E1997, "illegal_move", rapid, false, "only on a claim until the end of the game", "7.4 10.3 B5"},
		{rules.E1997, "illegal_move", blitz, false, "only on a claim until the opponent's next move", "C3"},
		{rules.E1997, "illegal_stands", blitz, false, "must not intervene or signal", "C3"},
		{rules.E1997, "illegal_stands", std, false, "must act until the end of the game", "7.4 4.3 6.13"},
		{rules.E2001, "illegal_move", rapid, false, "only on a claim until the claimant touches a piece", "7.4a 7.4b B5b"},
		{rules.E2005, "illegal_move", rapid, false, "only on a claim until the opponent's next move", "B6 7.4a 7.4b"},
		{rules.E2005, "both_kings", rapid, false, "must act", "B6"},
		{rules.E2009, "illegal_move", rapid, false, "only on a claim until the opponent's next move", "A4c 7.4a 7.4b"},
		{rules.E2009, "illegal_move", rapid, true, "must act until the end of the game", "7.4a 7.4b 4.3 4.6 6.13"},
		{rules.E2014, "illegal_move", rapid, false, "may act until the opponent's next move", "A.4b"},
		{rules.E2014, "illegal_stands", rapid, false, "must not intervene or signal", "A.4b"},
		{rules.E2014, "illegal_stands", rapid, true, "must act until the end of the game", "7.5a 7.5b 4.3 4.7 7.1"},
		{rules.E2018, "illegal_move", blitz, false, "may act until the opponent's next move", "A.4.2"},
		{rules.E2023, "illegal_move", std, false, "must act until the end of the game", "7.5.1 7.5.5 4.3 4.7 7.1"},
		{rules.E2023, "illegal_move", blitz, false, "may act until the opponent's next move", "B.3 A.5.2"},
		{rules.E2023, "illegal_stands", rapid, false, "must not intervene or signal", "A.5.2"},
		{rules.E2023, "both_kings", rapid, false, "must act once the next move is completed", "A.5.4"},
		// A press without a move.
		{rules.E1997, "press_without_move", std, false, "may act until the end of the game", "6.7c 13.4"},
		{rules.E2017, "press_without_move", std, false, "must act until the end of the game", "7.8 7.5.3"},
		{rules.E2023, "press_without_move", std, false, "must act until the end of the game", "7.5.3 7.5.5 6.2.4"},
		{rules.E2023, "press_without_move", rapid, false, "may act until the opponent's next move", "7.5.3 A.5.2"},
		// A flag.
		{rules.E1997, "flag", std, false, "must act", "6.3 6.8 6.9"},
		{rules.E1997, "flag", rapid, false, "must not intervene or signal", "B6 B7"},
		{rules.E1997, "flag", blitz, true, "must not intervene or signal", "B6 B7"},
		{rules.E2009, "flag", rapid, true, "must act", "6.3 6.8 6.9"},
		{rules.E2023, "flag", rapid, false, "must act", "A.5.5 6.9"},
		// What must not be told.
		{rules.E1997, "not_pressed", std, false, "must not intervene or signal", "13.6"},
		{rules.E1997, "moved", blitz, false, "must not intervene or signal", "13.6"},
		{rules.E1997, "move_count", std, false, "must not intervene or signal", "13.6 8.5"},
		{rules.E2023, "not_pressed", rapid, false, "must not intervene or signal", "12.6"},
		{rules.E2023, "move_count", std, false, "must not intervene or signal", "12.6 8.5"},
		// Claims.
		{rules.E1997, "threefold", std, false, "only on a claim until the claimant makes a move", "9.2 9.4"},
		{rules.E2023, "threefold", std, false, "only on a claim until the claimant touches a piece", "9.2 9.4"},
		{rules.E2009, "fivefold", std, false, "only on a claim until the claimant touches a piece", "9.2 9.4"},
		{rules.E2014, "fivefold", std, false, "must act", "9.6a"},
		{rules.E2009, "seventyfive_moves", std, false, "only on a claim until the claimant touches a piece", "9.3 9.4"},
		{rules.E2017, "seventyfive_moves", blitz, false, "must act", "9.6.2"},
		{rules.E1997, "two_minutes", std, false, "only on a claim", "10.2"},
		{rules.E1997, "two_minutes", blitz, false, "information only", "C5"},
		// The start.
		{rules.E1997, "colors_reversed", std, false, "may act until the end of the game", "7.2"},
		{rules.E2017, "colors_reversed", std, false, "must act until each player has made ten moves", "7.3"},
		{rules.E1997, "wrong_setup", std, false, "must act until the end of the game", "7.1a"},
		{rules.E1997, "wrong_setup", rapid, false, "only on a claim until each player has made three moves", "7.1a B4"},
		{rules.E2023, "wrong_setup", blitz, false, "only on a claim until each player has made ten moves", "7.2.1 A.5.1"},
		{rules.E2023, "control_mismatch", std, false, "must act until the end of the game", "6.10.2"},
		{rules.E1997, "control_mismatch", std, false, "information only", "6.10 6.13"},
		{rules.E2023, "no_first_move", std, false, "information only", "6.7.1"},
		// Evidence.
		{rules.E1997, "touched", std, false, "information only", "4.3 4.6"},
		{rules.E1997, "touched", rapid, false, "only on a claim until the claimant touches a piece", "B5 4.3 4.6"},
		{rules.E2023, "rook_first", std, false, "information only", "4.4.2 4.3 4.8"},
		{rules.E2023, "result_conflict", std, false, "information only", "8.7"},
		{rules.E2023, "device", std, false, "information only", ""},
	} {
		d := of(t, c.edition).Duty(c.finding, c.kind, c.supervised)
		if d.String() != c.want || words(d.Articles) != c.articles {
			t.Errorf("%v %s %v supervised %v: %s by %s\nwant %s by %s", c.edition, c.finding, c.kind, c.supervised, d, words(d.Articles), c.want, c.articles)
		}
	}
}
