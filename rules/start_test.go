package rules_test

import (
	"testing"
	"time"

	"boardwire/rules"
)

func TestWhatIsDoneAboutAWrongStart(t *testing.T) {
	const setup, board, colors = rules.FindingWrongSetup, rules.FindingWrongBoard, rules.FindingColorsReversed
	const std, rapid, blitz = rules.Standard, rules.Rapid, rules.Blitz
	for _, c := range []struct {
		edition  rules.Edition
		finding  rules.Finding
		kind     rules.Kind
		watched  bool
		moves    int
		act      rules.RemedyAct
		unless   bool
		articles string
	}{
		{rules.E1997, setup, std, false, 40, rules.NewGame, false, "7.1a"},
		{rules.E1997, board, std, false, 40, rules.Transferred, false, "7.1b"},
		{rules.E1997, colors, std, false, 1, rules.GoesOn, true, "7.2"},
		{rules.E1997, setup, rapid, false, 2, rules.NewGame, false, "7.1a"},
		{rules.E1997, setup, rapid, false, 3, rules.GoesOn, false, "B4"},
		{rules.E1997, board, blitz, false, 3, rules.GoesOn, false, "B4"},
		{rules.E2009, setup, rapid, true, 30, rules.NewGame, false, "7.1a"},
		{rules.E2009, setup, rapid, false, 3, rules.GoesOn, false, ""}, // number not verified
		{rules.E2009, colors, std, false, 3, rules.GoesOn, true, "7.2"},
		{rules.E2014, setup, std, false, 3, rules.NewGame, false, "7.2a"},
		{rules.E2014, colors, std, false, 3, rules.GoesOn, true, "7.3"},
		{rules.E2014, setup, rapid, false, 3, 0, false, ""}, // how many moves is not verified
		{rules.E2017, colors, std, false, 9, rules.NewGame, false, "7.3"},
		{rules.E2017, colors, std, false, 10, rules.GoesOn, false, "7.3"},
		{rules.E2018, setup, rapid, false, 10, rules.GoesOn, false, ""},
		{rules.E2023, setup, std, false, 60, rules.NewGame, false, "7.2.1"},
		{rules.E2023, board, std, false, 60, rules.Transferred, false, "7.2.2"},
		{rules.E2023, setup, rapid, false, 9, rules.NewGame, false, "7.2.1"},
		{rules.E2023, setup, rapid, false, 10, rules.GoesOn, false, "A.5.1"},
		{rules.E2023, setup, rapid, true, 10, rules.NewGame, false, "7.2.1"},
		{rules.E2023, colors, blitz, false, 9, rules.NewGame, false, "7.3"},
		{rules.E2023, colors, blitz, false, 10, rules.GoesOn, false, "7.3"},
		{rules.E2023, rules.FindingFlag, std, false, 10, 0, false, ""},
	} {
		l := of(t, c.edition)
		got := l.Remedy(c.finding, c.kind, l.Regime(c.kind, c.watched), c.moves)
		if got.Act != c.act || got.Unless != c.unless || words(got.Articles) != c.articles {
			t.Errorf("%v, %s, %v after %d: %v, unless %v, by %v; want %v, %v, by %s",
				c.edition, c.finding, c.kind, c.moves, got.Act, got.Unless, got.Articles, c.act, c.unless, c.articles)
		}
	}
}

func TestWhoComesTooLate(t *testing.T) {
	for i, by := range []string{"6.6", "6.6 6.7", "6.6 6.7", "6.6a", "", "6.7.1", "6.7.1", "6.7.1"} {
		l := of(t, rules.Carried()[i])
		for _, c := range []struct {
			white, black bool
			want         rules.Result
		}{
			{true, false, rules.BlackWins}, {false, true, rules.WhiteWins}, {true, true, rules.BothLose}, {false, false, ""},
		} {
			got, ok := l.Late(c.white, c.black)
			if ok != (c.want != "") || got.Result != c.want || ok && (got.Reason != rules.ReasonForfeit || words(got.Articles) != by) {
				t.Errorf("%v, late %v %v: %v, want %s by %s", l.Edition(), c.white, c.black, got, c.want, by)
			}
		}
	}
	for i, by := range []string{"6.5", "6.6 6.7", "6.6 6.7", "6.6b", "", "6.7.2", "6.7.2", "6.7.2"} {
		if got := words(of(t, rules.Carried()[i]).NobodyPresent()); got != by {
			t.Errorf("%v: nobody present: %s, want %s", rules.Carried()[i], got, by)
		}
	}
}

// TestAPressAnswersDisplacedPieces: a right of 1997 alone, as far as a text
// shows.
func TestAPressAnswersDisplacedPieces(t *testing.T) {
	want := []rules.Certainty{rules.Certain, rules.Unverified, rules.Unverified, rules.Absent, rules.Absent, rules.Absent, rules.Absent, rules.Absent}
	for i, e := range rules.Carried() {
		if got := of(t, e).DisplacedPress(); got != want[i] {
			t.Errorf("%v: %v, want %v", e, got, want[i])
		}
	}
}

func TestPointsByEdition(t *testing.T) {
	const no, doubt, yes = rules.Absent, rules.Unverified, rules.Certain
	for i, want := range []struct {
		differ, capped rules.Certainty
		articles       string
	}{
		{no, no, "11.1"}, {doubt, doubt, ""}, {doubt, doubt, ""}, {yes, no, "11.1"}, {doubt, doubt, ""}, {doubt, doubt, ""}, {doubt, doubt, ""}, {yes, yes, "10.1 10.2"},
	} {
		l := of(t, rules.Carried()[i])
		got := l.Points()
		if got.EventMayDiffer != want.differ || got.Capped != want.capped || words(got.Articles) != want.articles {
			t.Errorf("%v: %+v, want %+v", l.Edition(), got, want)
		}
	}
}

// TestTheSignedResult stands since 2009; 1997 ends at 8.6.
func TestTheSignedResult(t *testing.T) {
	for i, want := range []rules.Certainty{rules.Absent, rules.Unverified, rules.Unverified, rules.Certain, rules.Unverified, rules.Unverified, rules.Unverified, rules.Certain} {
		if got := of(t, rules.Carried()[i]).Says(rules.SignedResult); got != want {
			t.Errorf("%v: %v, want %v", rules.Carried()[i], got, want)
		}
	}
}

func TestWhoMustWrite(t *testing.T) {
	const std, rapid, blitz = rules.Standard, rules.Rapid, rules.Blitz
	const five = 5 * time.Minute
	for _, c := range []struct {
		edition     rules.Edition
		kind        rules.Kind
		left, bonus time.Duration
		required    bool
		articles    string
		doubt       bool
	}{
		{rules.E1997, std, five, 0, true, "8.1", false},
		{rules.E1997, std, five - time.Second, 0, false, "8.4", false},
		{rules.E1997, std, time.Second, 29 * time.Second, false, "8.4", false},
		{rules.E1997, std, time.Second, 30 * time.Second, true, "8.1", false},
		{rules.E1997, rapid, time.Hour, 0, false, "B3", false},
		{rules.E1997, blitz, time.Hour, 0, false, "B3", false},
		{rules.E2001, std, time.Minute, 0, false, "8.4", false},
		{rules.E2001, std, five, 0, true, "", true},
		{rules.E2009, std, five - time.Second, 0, false, "8.4", false},
		{rules.E2009, std, five, 0, true, "8.1", false},
		{rules.E2009, rapid, five, 0, false, "", true},
		{rules.E2014, std, time.Minute, 30 * time.Second, true, "", true},
		{rules.E2018, rapid, five, 0, false, "A.2", false},
		{rules.E2023, std, five, 0, true, "8.1.1", false},
		{rules.E2023, std, time.Minute, 10 * time.Second, false, "8.4", false},
		{rules.E2023, std, time.Minute, 30 * time.Second, true, "8.1.1", false},
		{rules.E2023, blitz, five, 0, false, "A.2", false},
	} {
		got := of(t, c.edition).Recording(c.kind, c.left, c.bonus)
		if got.Required != c.required || words(got.Articles) != c.articles || got.Unverified != c.doubt {
			t.Errorf("%v %v, %v + %v: %+v, want %v by %q", c.edition, c.kind, c.left, c.bonus, got, c.required, c.articles)
		}
	}
}

func TestScoresheetsAfterAFlag(t *testing.T) {
	for _, c := range []struct {
		edition      rules.Edition
		white, black bool
		stopped      bool
		articles     string
	}{
		{rules.E1997, true, true, true, "8.5a"},
		{rules.E1997, true, false, false, "8.5b"},
		{rules.E1997, false, false, false, ""},
		{rules.E2009, false, true, false, "8.5b"},
		{rules.E2014, true, true, true, ""}, // the number is not verified
		{rules.E2023, true, true, true, "8.5.1"},
		{rules.E2023, false, true, false, "8.5.2"},
	} {
		got := of(t, c.edition).AfterFlag(c.white, c.black)
		if got.White != c.white || got.Black != c.black || got.Stopped != c.stopped || words(got.Articles) != c.articles {
			t.Errorf("%v, %v %v: %+v, want stopped %v by %q", c.edition, c.white, c.black, got, c.stopped, c.articles)
		}
		if doubt := c.articles == "" && (c.white || c.black); got.Unverified != doubt {
			t.Errorf("%v, %v %v: unverified %v", c.edition, c.white, c.black, got.Unverified)
		}
	}
}
