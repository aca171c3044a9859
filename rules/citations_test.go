package rules_test

import (
	"testing"
	"time"

	"boardwire/rules"
)

// TestWhateverIsAnsweredCitesItsEdition: every article in every answer is in the
// edition's own list, and values that are none answer nothing.
func TestWhateverIsAnsweredCitesItsEdition(t *testing.T) {
	const none = 200 // in no closed list
	line := rules.NewLine(rules.Start())
	for _, e := range rules.Carried() {
		l := of(t, e)
		own := map[rules.Article]bool{}
		for _, c := range rules.Clauses() {
			for _, a := range l.Cite(c) {
				own[a] = true
			}
		}
		answers := 0
		check := func(what string, articles []rules.Article) {
			answers++
			for _, a := range articles {
				if !own[a] {
					t.Errorf("%v: %s cites %s, which is not in its list", e, what, a)
				}
			}
		}
		ending := func(what string, end rules.Ending, _ bool) { check(what, end.Articles) }
		for _, k := range append(rules.Kinds(), none) {
			for _, flags := range []int{0, 1, 2, 3} {
				q := l.Quickplay(rules.QuickplayGame{Kind: k, Bonus: flags&1 != 0, Announced: flags&2 != 0})
				check("quickplay", q.Articles)
			}
			for _, left := range []time.Duration{0, time.Minute, time.Hour} {
				check("recording", l.Recording(k, left, 0).Articles)
				check("recording", l.Recording(k, left, time.Minute).Articles)
			}
			for _, r := range []rules.Regime{rules.Competition, rules.Appendix, rules.Finish, none} {
				for _, f := range append(rules.Findings(), "nothing") {
					check("remedy", l.Remedy(f, k, r, 2).Articles)
					check("remedy", l.Remedy(f, k, r, 20).Articles)
				}
				for _, o := range append(rules.Offences(), none) {
					check("illegal", l.Illegal(o, k, r, 1).Articles)
				}
				check("wrong claim", l.WrongClaim(k, r).Articles)
				check("restoration", l.Restoration(k, r).Articles)
			}
		}
		for _, a := range append(l.QuickplayAnswers(), l.QuickplayExtraAnswers()...) {
			check("answer", a.Articles)
		}
		for _, g := range []rules.QuickplayGround{rules.CannotWinNormally, rules.NoEffortToWin, none} {
			check("without arbiter", l.QuickplayWithoutArbiter(g).Articles)
		}
		for i := range 16 {
			check("resume", l.Resume(rules.Resumption{Sealer: i&1 != 0, Replier: i&2 != 0, Missing: i&4 != 0, Lost: i&8 != 0}).Articles)
			check("after a flag", l.AfterFlag(i&1 != 0, i&2 != 0).Articles)
			end, ok := l.Late(i&1 != 0, i&2 != 0)
			ending("late", end, ok)
			end, ok = l.LateOnResumption(line, rules.Absence{Late: rules.Color(i & 3), Sealed: i&4 != 0, Flagged: i&8 != 0})
			ending("late on resumption", end, ok)
		}
		for _, s := range []rules.Sealing{rules.SealedLegal, rules.SealedAmbiguous, rules.SealedUnclear, rules.SealedIllegal, none} {
			end, ok := l.Sealed(line, s)
			ending("sealed", end, ok)
		}
		check("adjournment", l.Adjournment().Articles)
		check("points", l.Points().Articles)
		check("nobody", l.NobodyPresent())
		if answers < 500 {
			t.Errorf("%v: %d answers only", e, answers)
		}
	}
}

// TestNoLawsAnswerNothing: the zero value knows no edition.
func TestNoLawsAnswerNothing(t *testing.T) {
	var l rules.Laws
	line := rules.NewLine(rules.Start())
	if q := l.Quickplay(rules.QuickplayGame{Announced: true}); q.Applies || l.QuickplayAnswers() != nil || l.QuickplayExtraAnswers() != nil {
		t.Errorf("quickplay: %+v", q)
	}
	if _, ok := l.Late(true, true); ok {
		t.Error("somebody is late")
	}
	if _, ok := l.Sealed(line, rules.SealedIllegal); ok {
		t.Error("a sealed move is wrong")
	}
	if _, ok := l.LateOnResumption(line, rules.Absence{Late: rules.White}); ok {
		t.Error("somebody is late on resumption")
	}
	if s := l.Resume(rules.Resumption{Replier: true, Sealer: true}); s.Open || s.Runs {
		t.Errorf("resumed: %+v", s)
	}
	if d := l.Recording(rules.Standard, time.Hour, 0); d.Required {
		t.Error("somebody must write")
	}
	if r := l.Remedy(rules.FindingWrongSetup, rules.Standard, rules.Competition, 0); r.Act != 0 {
		t.Errorf("remedy: %v", r.Act)
	}
	if l.DisplacedPress() != rules.Absent || l.Adjournment().Envelope != nil {
		t.Error("no edition has rules")
	}
}
