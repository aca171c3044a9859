package rules_test

import (
	"testing"

	"boardwire/rules"
)

func TestATelephoneByEdition(t *testing.T) {
	const (
		open = rules.StartFEN
		bare = "4k3/8/8/8/8/8/QQQ5/4K3 w - -" // Black cannot mate
		dead = "4k3/8/8/8/8/8/8/4K3 w - -"
	)
	for i, want := range []struct {
		offence, opponent string
		milder            bool
		open, bare        rules.Result // White's telephone
		articles          string
	}{
		{"no rule", "", false, "", "", ""},
		{"no rule", "", false, "", "", ""},
		{"it sounds", "the arbiter decides", false, "", "", "12.2b"},
		{"it sounds", "wins, or draws if he cannot mate", false, rules.BlackWins, rules.Draw, "12.3b"},
		{"it is carried", "wins", true, rules.BlackWins, rules.BlackWins, "11.3"},
		{"it is carried", "wins", true, rules.BlackWins, rules.BlackWins, "11.3"},
		{"it is carried", "wins", true, rules.BlackWins, rules.BlackWins, "11.3"},
		{"it is carried", "wins", true, rules.BlackWins, rules.BlackWins, "11.3.2.2"},
	} {
		l := of(t, rules.Carried()[i])
		got, ok := l.Phone()
		if ok != (want.opponent != "") || got.Offence.String() != want.offence || ok && got.Opponent.String() != want.opponent ||
			got.Milder != want.milder || words(got.Articles) != want.articles {
			t.Errorf("%v: %v %v, want %v", l.Edition(), got, ok, want)
		}
		for fen, result := range map[string]rules.Result{open: want.open, bare: want.bare, dead: ""} {
			end, ok := l.PhoneLoss(rules.NewLine(position(t, fen)), rules.White)
			if ok != (result != "") || end.Result != result || ok && words(end.Articles) != want.articles {
				t.Errorf("%v, %s: %v %v, want %s", l.Edition(), fen, end, ok, result)
			}
		}
		if _, ok := l.PhoneLoss(rules.NewLine(rules.Start()), rules.NoColor); ok {
			t.Errorf("%v: nobody's telephone", l.Edition())
		}
	}
}
