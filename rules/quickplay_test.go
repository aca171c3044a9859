package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwire/rules"
)

// TestTheLastPhaseByEdition: in which games a player may claim in his last two
// minutes, and by which articles or not.
func TestTheLastPhaseByEdition(t *testing.T) {
	const std, rapid, blitz = rules.Standard, rules.Rapid, rules.Blitz
	for _, c := range []struct {
		edition          rules.Edition
		kind             rules.Kind
		bonus, announced bool
		want             string
	}{
		{rules.E1997, std, false, false, "claim 10.1 10.2"},
		{rules.E1997, std, true, false, "claim 10.1 10.2"},
		{rules.E1997, rapid, false, false, "claim 10.1 10.2 B5"},
		{rules.E1997, blitz, false, false, "no C5"},
		{rules.E2001, std, false, false, "claim 10.1 10.2"},
		{rules.E2001, blitz, false, false, "no unverified"},
		{rules.E2005, std, false, false, "claim 10.1 10.2"},
		{rules.E2005, rapid, false, false, "claim 10.1 10.2"},
		{rules.E2009, std, false, false, "claim 10.1 10.2"},
		{rules.E2009, blitz, false, false, "no unverified"},
		{rules.E2014, std, false, true, "claim G.1 G.5"},
		{rules.E2014, rapid, false, true, "claim G.1 G.5"},
		{rules.E2014, std, false, false, "no G.2"},
		{rules.E2014, std, true, true, "no G.3"},
		{rules.E2014, blitz, false, true, "no G.3"},
		{rules.E2017, std, false, true, "claim III III.5"},
		{rules.E2017, std, false, false, "no unverified"},
		{rules.E2018, std, false, true, "claim III III.5"},
		{rules.E2018, std, true, true, "no unverified"},
		{rules.E2023, std, false, true, "claim III.1 III.5"},
		{rules.E2023, rapid, false, true, "claim III.1 III.5"},
		{rules.E2023, std, false, false, "no III.2.1"},
		{rules.E2023, rapid, true, true, "no III.2.2"},
		{rules.E2023, blitz, false, true, "no III.2.2"},
	} {
		q := of(t, c.edition).Quickplay(rules.QuickplayGame{Kind: c.kind, Bonus: c.bonus, Announced: c.announced})
		got := "no"
		if q.Applies {
			got = "claim"
		}
		if got += " " + words(q.Articles); q.Unverified {
			got = strings.TrimSpace(got) + " unverified"
		}
		if got != c.want {
			t.Errorf("%v %v, bonus %v, announced %v: %q, want %q", c.edition, c.kind, c.bonus, c.announced, got, c.want)
		}
		if !q.Applies && q.MayClaim(time.Minute, true) {
			t.Errorf("%v %v: a claim where there is none", c.edition, c.kind)
		}
	}
}

// TestWhoMayClaimInTheLastTwoMinutes: with less than two minutes, before his
// flag has fallen, and after 1997 only when he has the move.
func TestWhoMayClaimInTheLastTwoMinutes(t *testing.T) {
	for _, e := range rules.Carried() {
		q := of(t, e).Quickplay(rules.QuickplayGame{Announced: true})
		anybody := e == rules.E1997 || e == rules.E2001 // 2001 is not verified
		for _, c := range []struct {
			left    time.Duration
			hasMove bool
			want    bool
		}{
			{2 * time.Minute, true, false},
			{2*time.Minute - time.Second, true, true},
			{time.Second, true, true},
			{time.Second, false, anybody},
			{0, true, false},
		} {
			if got := q.MayClaim(c.left, c.hasMove); got != c.want {
				t.Errorf("%v: %v left, has the move %v: %v", e, c.left, c.hasMove, got)
			}
		}
	}
	if q := of(t, rules.E2001).Quickplay(rules.QuickplayGame{}); q.HasMove != rules.Unverified {
		t.Errorf("2001: having the move is %v", q.HasMove)
	}
}

// TestWhatTheArbiterMayAnswer: the answers with what the opponent gains.
func TestWhatTheArbiterMayAnswer(t *testing.T) {
	for _, c := range []struct {
		edition       rules.Edition
		claim, asking string
	}{
		{rules.E1997, "drawn 10.2a; postponed, may +2m0s, open after the flag 10.2b 10.2c", ""},
		{rules.E2001, "drawn; postponed, may +2m0s, open after the flag; rejected, +2m0s, unverified", ""},
		{rules.E2005, "drawn, final 10.2; postponed, may +2m0s, open after the flag, final 10.2; rejected, +2m0s, final 10.2", ""},
		{rules.E2009, "drawn, final 10.2a 10.2d; postponed, may +2m0s, open after the flag, final 10.2b 10.2d; rejected, +2m0s, final 10.2c 10.2d", ""},
		{rules.E2014, "drawn G.5a; postponed, may +2m0s, open after the flag G.5b; rejected, +2m0s G.5c", "granted, +2m0s, 5s a move G.4; nothing G.4 G.5"},
		{rules.E2017, "drawn III.5; postponed, may +2m0s, open after the flag III.5; rejected, +2m0s III.5", "granted, +2m0s, 5s a move III.4; nothing III.4 III.5"},
		{rules.E2018, "drawn III.5; postponed, may +2m0s, open after the flag III.5; rejected, +2m0s III.5", "granted, +2m0s, 5s a move III.4; nothing III.4 III.5"},
		{rules.E2023, "drawn III.5.1; postponed, may +2m0s, open after the flag III.5.2; rejected, +2m0s III.5.3", "granted, +2m0s, 5s a move III.4; nothing III.4 III.5"},
	} {
		l := of(t, c.edition)
		if got := answers(l.QuickplayAnswers()); got != c.claim {
			t.Errorf("%v: %s\nwant %s", c.edition, got, c.claim)
		}
		if got := answers(l.QuickplayExtraAnswers()); got != c.asking {
			t.Errorf("%v, asking for a bonus: %s\nwant %s", c.edition, got, c.asking)
		}
		q := l.Quickplay(rules.QuickplayGame{Announced: true})
		if got := q.Extra > 0; got != (c.asking != "") {
			t.Errorf("%v: a bonus of %v can be asked for", c.edition, q.Extra)
		}
	}
}

func answers(all []rules.QuickplayAnswer) string {
	var out []string
	for _, a := range all {
		s := a.Decision.String()
		switch {
		case a.Opponent > 0 && a.Optional:
			s += fmt.Sprintf(", may +%v", a.Opponent)
		case a.Opponent > 0:
			s += fmt.Sprintf(", +%v", a.Opponent)
		}
		if a.Extra > 0 {
			s += fmt.Sprintf(", %v a move", a.Extra)
		}
		if a.AfterFlag {
			s += ", open after the flag"
		}
		if a.Final == rules.Certain {
			s += ", final"
		}
		if a.Unverified {
			s += ", unverified"
		}
		out = append(out, strings.TrimSpace(s+" "+words(a.Articles)))
	}
	return strings.Join(out, "; ")
}

// TestAClaimWithoutAnArbiter ends the game; lack of effort needs a scoresheet.
func TestAClaimWithoutAnArbiter(t *testing.T) {
	for i, by := range []string{"D", "D", "D", "D", "G", "III.6", "III.6", "III.6"} {
		l := of(t, rules.Carried()[i])
		for _, g := range []rules.QuickplayGround{rules.CannotWinNormally, rules.NoEffortToWin} {
			got := l.QuickplayWithoutArbiter(g)
			if !got.EndsGame || !got.Position || got.Scoresheet != (g == rules.NoEffortToWin) || words(got.Articles) != by {
				t.Errorf("%v, %v: %+v, want by %s", l.Edition(), g, got, by)
			}
		}
	}
}
