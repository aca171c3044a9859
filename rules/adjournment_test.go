package rules_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boardwire/rules"
)

// TestTheEnvelopeNeverTellsTheMove: seven items, the sealed move is none.
func TestTheEnvelopeNeverTellsTheMove(t *testing.T) {
	for i, by := range []string{"A1a", "unverified", "A", "unverified", "E", "I.1.1", "I.1.1", "I.1.1"} {
		l := of(t, rules.Carried()[i])
		a := l.Adjournment()
		got := words(a.Articles)
		if a.Unverified {
			got = "unverified"
		}
		if got != by {
			t.Errorf("%v: sealed by %s, want %s", l.Edition(), got, by)
		}
		if !slices.Equal(a.Envelope, rules.EnvelopeItems()) || len(a.Envelope) != 7 {
			t.Errorf("%v: the envelope says %v", l.Edition(), a.Envelope)
		}
	}
	for _, item := range rules.EnvelopeItems() {
		if s := item.String(); s == "" || s == "the sealed move" || strings.Contains(s, "the move") {
			t.Errorf("item %d is %q", item, s)
		}
	}
}

func TestHowLateToTheResumption(t *testing.T) {
	for _, c := range []struct {
		edition rules.Edition
		known   rules.Certainty
		late    time.Duration
	}{
		{rules.E1997, rules.Certain, time.Hour},
		{rules.E2001, rules.Unverified, 0},
		{rules.E2005, rules.Unverified, 0},
		{rules.E2009, rules.Unverified, 0},
		{rules.E2014, rules.Unverified, 0},
		{rules.E2018, rules.Unverified, 0},
		{rules.E2023, rules.Certain, 0}, // the event's default time
	} {
		a := of(t, c.edition).Adjournment()
		if a.LateKnown != c.known || a.Late != c.late {
			t.Errorf("%v: %v, %v", c.edition, a.Late, a.LateKnown)
		}
	}
}

func TestASealedMoveThatIsWrong(t *testing.T) {
	const alive, bare, dead = rules.StartFEN, "4k3/8/8/8/8/8/QQQ5/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -"
	for _, c := range []struct {
		edition  rules.Edition
		fen      string
		found    rules.Sealing
		result   rules.Result
		reason   rules.Reason
		articles string
	}{
		{rules.E1997, alive, rules.SealedLegal, "", "", ""},
		{rules.E1997, alive, rules.SealedAmbiguous, rules.BlackWins, rules.ReasonArbiter, "A8"},
		{rules.E1997, alive, rules.SealedUnclear, rules.BlackWins, rules.ReasonArbiter, "A8"},
		{rules.E1997, alive, rules.SealedIllegal, rules.BlackWins, rules.ReasonIllegalMove, "A8"},
		{rules.E1997, bare, rules.SealedIllegal, rules.Draw, rules.ReasonIllegalMove, "A8 6.9"},
		{rules.E1997, dead, rules.SealedIllegal, "", "", ""}, // it had ended before
		{rules.E2009, alive, rules.SealedIllegal, rules.BlackWins, rules.ReasonIllegalMove, ""},
		{rules.E2014, alive, rules.SealedIllegal, rules.BlackWins, rules.ReasonIllegalMove, "E"},
		{rules.E2018, alive, rules.SealedAmbiguous, rules.BlackWins, rules.ReasonArbiter, "I"},
		{rules.E2023, alive, rules.SealedIllegal, rules.BlackWins, rules.ReasonIllegalMove, "I.8"},
		{rules.E2023, bare, rules.SealedUnclear, rules.Draw, rules.ReasonArbiter, "I.8 6.9"},
	} {
		got, ok := of(t, c.edition).Sealed(rules.NewLine(position(t, c.fen)), c.found)
		if ok != (c.result != "") || got.Result != c.result || got.Reason != c.reason || words(got.Articles) != c.articles {
			t.Errorf("%v, %v in %s: %v %v, want %s %s by %s", c.edition, c.found, c.fen, got, ok, c.result, c.reason, c.articles)
		}
	}
}

func TestWhatIsDoneAtTheHourOfResumption(t *testing.T) {
	both := rules.Resumption{Sealer: true, Replier: true}
	for _, c := range []struct {
		name           string
		edition        rules.Edition
		at             rules.Resumption
		step, articles string
	}{
		{"both there", rules.E1997, both, "open runs", "A9a"},
		{"both there", rules.E2023, both, "open runs", "I.9.1"},
		{"both there", rules.E2014, both, "open runs", "E"},
		{"both there", rules.E2009, both, "open runs unverified", ""},
		{"no replier", rules.E1997, rules.Resumption{Sealer: true}, "runs", "A9b A7"},
		{"no replier", rules.E2023, rules.Resumption{Sealer: true}, "runs", "I.9.2 I.7"},
		{"nobody", rules.E1997, rules.Resumption{}, "runs", "A9b A7"},
		{"nobody", rules.E2023, rules.Resumption{}, "runs", "I.9.2 I.7 I.11"},
		{"no sealer", rules.E1997, rules.Resumption{Replier: true}, "open runs may-seal", "A9a A9c"},
		{"no sealer", rules.E2023, rules.Resumption{Replier: true}, "open runs may-seal", "I.9.1 I.9.3"},
		{"no envelope", rules.E1997, rules.Resumption{Sealer: true, Replier: true, Missing: true}, "stated", "A11a"},
		{"no envelope", rules.E2023, rules.Resumption{Sealer: true, Replier: true, Missing: true}, "stated", "I.12.1"},
		{"no envelope, no sealer", rules.E2023, rules.Resumption{Replier: true, Missing: true}, "", "I.12.1"},
		{"no position", rules.E1997, rules.Resumption{Sealer: true, Replier: true, Missing: true, Lost: true}, "annulled", "A11b"},
		{"no position", rules.E2023, rules.Resumption{Lost: true}, "annulled", "I.12.2"},
	} {
		s := of(t, c.edition).Resume(c.at)
		var step []string
		for _, x := range []struct {
			is   bool
			name string
		}{
			{s.Annulled, "annulled"}, {s.Open, "open"}, {s.Stated, "stated"}, {s.Runs, "runs"}, {s.MaySeal, "may-seal"}, {s.Unverified, "unverified"},
		} {
			if x.is {
				step = append(step, x.name)
			}
		}
		if got := strings.Join(step, " "); got != c.step || words(s.Articles) != c.articles {
			t.Errorf("%s, %v: %s by %v; want %s by %s", c.name, c.edition, got, s.Articles, c.step, c.articles)
		}
	}
	// The envelope stays closed while the player who replies is away.
	for _, e := range rules.Carried() {
		for _, r := range []rules.Resumption{{}, {Sealer: true}, {Sealer: true, Missing: true}} {
			if s := of(t, e).Resume(r); s.Open || s.Stated {
				t.Errorf("%v: %+v: %+v", e, r, s)
			}
		}
	}
}

// TestTooLateToTheResumption: White has sealed and the game is as the sealed
// move leaves it.
func TestTooLateToTheResumption(t *testing.T) {
	const on, mate, stale = "e4", "f3 e5 g4 Qh4#", "Qg6"
	const before = "7k/5K2/8/8/8/8/8/1Q6 w - -"
	sealedW, sealedB := rules.Absence{Late: rules.White, Sealed: true}, rules.Absence{Late: rules.Black, Sealed: true}
	for _, c := range []struct {
		edition    rules.Edition
		fen, moves string
		absence    rules.Absence
		result     rules.Result
		reason     rules.Reason
		articles   string
	}{
		{rules.E1997, rules.StartFEN, on, sealedW, rules.BlackWins, rules.ReasonForfeit, "A10"},
		{rules.E1997, rules.StartFEN, on, rules.Absence{Late: rules.Black}, rules.WhiteWins, rules.ReasonForfeit, "A10"},
		{rules.E1997, rules.StartFEN, mate, sealedB, rules.BlackWins, rules.ReasonCheckmate, "A10 5.1a"},
		{rules.E1997, before, stale, sealedW, rules.Draw, rules.ReasonStalemate, "A10 5.2"},
		{rules.E1997, before, stale, rules.Absence{Late: rules.Black}, rules.WhiteWins, rules.ReasonForfeit, "A10"},
		{rules.E1997, rules.StartFEN, on, rules.Absence{Late: rules.White, Sealed: true, Flagged: true}, rules.WhiteWins, rules.ReasonFlag, "A10 6.9"},
		{rules.E1997, rules.StartFEN, on, rules.Absence{Late: rules.White, Flagged: true}, rules.BlackWins, rules.ReasonForfeit, "A10"},
		{rules.E2005, rules.StartFEN, on, sealedW, "", "", ""}, // not verified
		{rules.E2014, rules.StartFEN, on, sealedW, "", "", ""},
		{rules.E2023, rules.StartFEN, on, sealedW, rules.BlackWins, rules.ReasonForfeit, "I.10"},
		{rules.E2023, rules.StartFEN, mate, sealedB, rules.BlackWins, rules.ReasonCheckmate, "I.10 5.1.1"},
		{rules.E2023, before, stale, rules.Absence{Late: rules.Black}, rules.Draw, rules.ReasonStalemate, "I.10 5.2.1"},
		{rules.E2023, rules.StartFEN, on, rules.Absence{Late: rules.White, Sealed: true, Flagged: true}, rules.BlackWins, rules.ReasonForfeit, "I.10"},
		{rules.E2023, rules.StartFEN, on, rules.Absence{}, "", "", ""},
	} {
		got, ok := of(t, c.edition).LateOnResumption(play(t, c.fen, c.moves), c.absence)
		if ok != (c.result != "") || got.Result != c.result || got.Reason != c.reason || words(got.Articles) != c.articles {
			t.Errorf("%v %+v after %s: %v %v, want %s %s by %s", c.edition, c.absence, c.moves, got, ok, c.result, c.reason, c.articles)
		}
	}
}
