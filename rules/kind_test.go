package rules_test

import (
	"testing"
	"time"

	"boardwire/rules"
)

// TestKindOfAtTheBorders leaves out the upper border of 2005: whether a rapid
// game may last exactly an hour, and whether a bonus counts there, no text of
// that edition shows.
func TestKindOfAtTheBorders(t *testing.T) {
	const standard, rapid, blitz = rules.Standard, rules.Rapid, rules.Blitz
	all := rules.Carried()
	old, counted, young := all[:4], all[2:], all[4:]
	for _, c := range []struct {
		main, bonus time.Duration
		periods     int
		editions    []rules.Edition
		want        rules.Kind
	}{
		{3 * time.Minute, 2 * time.Second, 1, all, blitz},
		{10 * time.Minute, 0, 1, all, blitz},
		{10*time.Minute + time.Second, 0, 1, old, blitz},
		{10*time.Minute + time.Second, 0, 1, young, rapid},
		{14*time.Minute + 59*time.Second, 0, 1, old, blitz},
		{15 * time.Minute, 0, 1, all, rapid},
		{59*time.Minute + 59*time.Second, 0, 1, all, rapid},
		{60 * time.Minute, 0, 1, all[:2], rapid},
		{60 * time.Minute, 0, 1, all[3:], standard},
		{61 * time.Minute, 0, 1, all, standard},
		// Sixty moves with ten seconds are ten minutes more.
		{5 * time.Minute, 10 * time.Second, 1, all[:2], blitz},
		{5 * time.Minute, 10 * time.Second, 1, counted, rapid},
		{55 * time.Minute, 10 * time.Second, 1, all[:2], rapid},
		{55 * time.Minute, 10 * time.Second, 1, all[3:], standard},
		{5 * time.Minute, 5 * time.Second, 1, young, blitz},
		{15 * time.Minute, 10 * time.Second, 1, all, rapid},
		{90 * time.Minute, 30 * time.Second, 1, all, standard},
		{20 * time.Minute, 0, 2, all, standard},
	} {
		for _, e := range c.editions {
			if got := of(t, e).KindOf(c.main, c.bonus, c.periods); got != c.want {
				t.Errorf("%v: %v + %v in %d periods is %v, want %v", e, c.main, c.bonus, c.periods, got, c.want)
			}
		}
	}
}

func TestRegime(t *testing.T) {
	for _, e := range rules.Carried() {
		l := of(t, e)
		if l.Regime(rules.Standard, false) != rules.Competition {
			t.Errorf("%v: standard play", e)
		}
		for _, k := range []rules.Kind{rules.Rapid, rules.Blitz} {
			if got := l.Regime(k, false); got != rules.Appendix {
				t.Errorf("%v: %v without supervision: %v", e, k, got)
			}
			// Supervision matters since 2009.
			want := rules.Competition
			if e == rules.E1997 || e == rules.E2001 || e == rules.E2005 {
				want = rules.Appendix
			}
			if got := l.Regime(k, true); got != want {
				t.Errorf("%v: %v with supervision: %v, want %v", e, k, got, want)
			}
		}
	}
}

func TestParseKind(t *testing.T) {
	for _, k := range rules.Kinds() {
		if got, err := rules.ParseKind(k.String()); err != nil || got != k {
			t.Errorf("%v is %v, %v", k, got, err)
		}
	}
	if _, err := rules.ParseKind("bullet"); err == nil {
		t.Error("bullet is a kind")
	}
}
