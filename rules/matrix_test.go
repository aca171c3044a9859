package rules_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/rules"
)

const (
	fourTimes = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 "
	// The start position comes a fourth and fifth time after another way round.
	roundabout = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nf3 Nf6 Nb1 Nb8 Ng1 Ng8"
)

// TestEndingsByThemselvesByEdition gets both answers wherever two editions
// differ.
func TestEndingsByThemselvesByEdition(t *testing.T) {
	type answer struct {
		result   rules.Result
		reason   rules.Reason
		articles string
	}
	mate := func(a string) answer { return answer{rules.BlackWins, rules.ReasonCheckmate, a} }
	draw := func(why rules.Reason, a string) answer { return answer{rules.Draw, why, a} }
	stale, dead, five, many := rules.ReasonStalemate, rules.ReasonDeadPosition, rules.ReasonFivefold, rules.ReasonSeventyFive
	for _, c := range []struct {
		name, fen, moves string
		want             [8]answer // in the order of Carried
	}{
		{"mate", rules.StartFEN, "f3 e5 g4 Qh4#",
			[8]answer{mate("5.1a"), mate(""), mate("5.1a"), mate("5.1a"), mate("5.1a"), mate("5.1.1"), mate("5.1.1"), mate("5.1.1")}},
		{"stalemate", "7k/5K2/8/8/8/8/8/1Q6 w - -", "Qg6",
			[8]answer{draw(stale, "5.2"), draw(stale, ""), draw(stale, "5.2a"), draw(stale, "5.2a"), draw(stale, "5.2a"), draw(stale, "5.2.1"), draw(stale, "5.2.1"), draw(stale, "5.2.1")}},
		{"bare kings", "8/8/8/3k4/3P4/8/8/K7 b - -", "Kxd4",
			[8]answer{draw(dead, "1.3 9.6"), draw(dead, ""), draw(dead, "5.2b 9.6"), draw(dead, "5.2b 9.6"), draw(dead, "5.2b 9.7"), draw(dead, "5.2.2"), draw(dead, "5.2.2"), draw(dead, "5.2.2")}},
		{"four times", rules.StartFEN, fourTimes, [8]answer{}},
		{"five times, on alternate moves", rules.StartFEN, fourTimes + "Ng8",
			[8]answer{4: draw(five, "9.6a"), 5: draw(five, "9.6.1"), 6: draw(five, "9.6.1"), 7: draw(five, "9.6.1")}},
		{"five times, not on alternate moves", rules.StartFEN, roundabout,
			[8]answer{5: draw(five, "9.6.1"), 6: draw(five, "9.6.1"), 7: draw(five, "9.6.1")}},
		{"75 moves", "7k/8/8/8/8/8/R7/K7 w - - 149 113", "Ra3",
			[8]answer{4: draw(many, "9.6b"), 5: draw(many, "9.6.2"), 6: draw(many, "9.6.2"), 7: draw(many, "9.6.2")}},
	} {
		for i, e := range rules.Carried() {
			got, over := of(t, e).Completed(play(t, c.fen, c.moves))
			have := answer{got.Result, got.Reason, words(got.Articles)}
			if have != c.want[i] || over != (c.want[i].result != "") {
				t.Errorf("%s, %v: %v, want %v", c.name, e, have, c.want[i])
			}
		}
	}
	for _, e := range rules.Carried() {
		want := rules.AtMade
		if e == rules.E2014 {
			want = rules.AtCompleted
		}
		if got := of(t, e).EndsWhen(many); got != want {
			t.Errorf("%v: 75 moves %v", e, got)
		}
		if got := of(t, e).EndsWhen(rules.ReasonCheckmate); got != rules.AtMade {
			t.Errorf("%v: mate when %v", e, got)
		}
	}
}

// TestBeforeFivefoldThereIsStillAClaim: what ends the game in 2023 leaves the
// claims of 1997.
func TestBeforeFivefoldThereIsStillAClaim(t *testing.T) {
	line := play(t, rules.StartFEN, fourTimes+"Ng8")
	if got := of(t, rules.E1997).Claims(line, rules.Move{}); len(got) != 1 || got[0].Ground != rules.GroundThreefold || words(got[0].Articles) != "9.2" {
		t.Errorf("1997: %v", got)
	}
	if got := of(t, rules.E2023).Claims(line, rules.Move{}); got != nil {
		t.Errorf("2023: %v", got)
	}
}

func TestResignation(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/QQQ5/4K3 w - -" // Black has a bare king
	for i, e := range rules.Carried() {
		l := of(t, e)
		got, ok := l.Resigned(rules.NewLine(position(t, bare)), rules.White)
		want := rules.Ending{Result: rules.BlackWins, Reason: rules.ReasonResignation, Articles: l.Cite(rules.Resignation)}
		if e == rules.E2023 {
			want = rules.Ending{Result: rules.Draw, Reason: rules.ReasonResignationNoMate, Articles: []rules.Article{"5.1.2"}}
		}
		if diff := cmp.Diff(want, got); diff != "" || !ok {
			t.Errorf("%v: %v (-want +got):\n%s", e, ok, diff)
		}
		if got, ok := l.Resigned(rules.NewLine(position(t, bare)), rules.Black); !ok || got.Result != rules.WhiteWins {
			t.Errorf("%v: Black resigns: %v", e, got)
		}
		if got := words(l.Cite(rules.Resignation)); got != [...]string{"5.1b", "", "5.1b", "5.1b", "5.1b", "5.1.2", "5.1.2", "5.1.2"}[i] {
			t.Errorf("%v: resignation by %s", e, got)
		}
		if _, ok := l.Resigned(play(t, rules.StartFEN, "f3 e5 g4 Qh4#"), rules.White); ok {
			t.Errorf("%v: a mated player resigned", e)
		}
		if _, ok := l.Resigned(rules.NewLine(rules.Start()), rules.NoColor); ok {
			t.Errorf("%v: nobody resigned", e)
		}
	}
}

func TestAgreement(t *testing.T) {
	for i, e := range rules.Carried() {
		l := of(t, e)
		needsMoves := i >= 5
		for moves, tooEarly := range map[string]bool{"": needsMoves, "e4": needsMoves, "e4 e5": false} {
			got, ok := l.Agreed(play(t, rules.StartFEN, moves))
			if ok == tooEarly {
				t.Errorf("%v after %q: agreed %v", e, moves, ok)
			}
			if ok && (got.Result != rules.Draw || got.Reason != rules.ReasonAgreement) {
				t.Errorf("%v: %v", e, got)
			}
		}
		if _, ok := l.Agreed(play(t, "7k/5K2/8/8/8/8/8/1Q6 w - -", "Qg6")); ok {
			t.Errorf("%v: agreed after stalemate", e)
		}
	}
}

// TestTheFortiethMoveUnpressed: the opponent replies, the flag falls. The reply
// does not complete the move, so the game is lost in every edition.
func TestTheFortiethMoveUnpressed(t *testing.T) {
	for _, e := range rules.Carried() {
		l := of(t, e)
		if l.Completes(rules.ByReply) {
			t.Errorf("%v: a reply completes a move", e)
		}
		if !l.Completes(rules.ByPress) || !l.Completes(rules.ByEnd) {
			t.Errorf("%v: a press or the end completes no move", e)
		}
		want := e != rules.E1997 && e != rules.E2001 && e != rules.E2005 && e != rules.E2009
		if got := l.Completes(rules.ByOwnNext); got != want {
			t.Errorf("%v: the own next move completes: %v", e, got)
		}
		if end, ok := l.Flags(rules.NewLine(rules.Start()), rules.FlagFall{Fell: rules.White}); !ok || end.Result != rules.BlackWins {
			t.Errorf("%v: the flag: %v", e, end)
		}
	}
	if (rules.Laws{}).Completes(rules.ByPress) {
		t.Error("no edition completes a move")
	}
}

// TestTheSameClaimsInEveryEdition: what makes positions the same, and on what
// moves 50 count, changed in wording only. A capture in passing that is not
// legal was never possible; the start counts; a right to castle that is gone
// makes another position, with or without the words for it.
func TestTheSameClaimsInEveryEdition(t *testing.T) {
	const rook = "7k/8/8/8/8/8/R6p/K7 w - - "
	for _, c := range []struct{ name, fen, moves, intended, want string }{
		{"no pawn can take in passing", rules.StartFEN, "f4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1", "", "threefold 9.2"},
		{"it would leave the king in check", "8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37", "d4+ Kh3 Ra3+ Kh2 Ra2+ Kh1 Ra3 Kh2 Ra2+", "", "threefold 9.2"},
		{"a pawn could take in passing", "4k3/8/8/8/3p4/8/4P3/R3K3 w - -", "e4 Kd7 Kd1 Ke8 Ke1 Kd7 Kd1 Ke8", "Ke1", ""},
		{"castling was possible", "4k3/8/8/8/8/8/8/R3K3 w Q -", "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8", "Ke1", ""},
		{"the start counts", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "Kd2 Kd7 Ke1 Ke8 Kf2 Kf7 Ke1 Ke8", "", "threefold 9.2"},
		{"about to appear", rules.StartFEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "Ng8", "threefold 9.2 announced"},
		{"not announced", rules.StartFEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "", ""},
		{"fifty", rook + "100 80", "", "", "fifty 9.3"},
		{"fifty with the move", rook + "99 80", "", "Rb2", "fifty 9.3 announced"},
		{"fifty with a capture", rook + "99 80", "", "Rxh2+", ""},
		{"fifty with a mate", "7k/5K2/8/8/8/8/8/6R1 w - - 99 80", "", "Rh1", "fifty 9.3 announced"},
	} {
		for _, e := range rules.Carried() {
			line := play(t, c.fen, c.moves)
			var intended rules.Move
			if c.intended != "" {
				m, err := line.Position().ParseSAN(c.intended)
				if err != nil {
					t.Fatal(err)
				}
				intended = m
			}
			got := ""
			for _, x := range of(t, e).Claims(line, intended) {
				got += string(x.Ground) + " " + words(x.Articles)
				if x.Announced {
					got += " announced"
				}
			}
			if got != c.want {
				t.Errorf("%s, %v: %q, want %q", c.name, e, got, c.want)
			}
		}
	}
}

// TestHasTheMove leaves out 2001 and 2005, which no text shows.
func TestHasTheMove(t *testing.T) {
	for e, want := range map[rules.Edition]rules.Moment{
		rules.E1997: rules.AtCompleted, rules.E2009: rules.AtMade, rules.E2014: rules.AtMade,
		rules.E2017: rules.AtMade, rules.E2018: rules.AtMade, rules.E2023: rules.AtMade,
	} {
		if got, ok := of(t, e).HasTheMove(); !ok || got != want {
			t.Errorf("%v: when %v, %v; want %v", e, got, ok, want)
		}
	}
	for _, e := range []rules.Edition{rules.E2001, rules.E2005} {
		if got, ok := of(t, e).HasTheMove(); ok {
			t.Errorf("%v: when %v, which no text shows", e, got)
		}
	}
}

func TestOneFlag(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		fell      rules.Color
		kind      rules.Kind
		edition   rules.Edition
		result    rules.Result
		articles  string
	}{
		{"two knights, blitz", "4k3/8/8/8/8/8/8/1N2K1N1 b - -", rules.Black, rules.Blitz, rules.E1997, rules.Draw, "C4"},
		{"two knights, rapid", "4k3/8/8/8/8/8/8/1N2K1N1 b - -", rules.Black, rules.Rapid, rules.E1997, rules.WhiteWins, "6.9"},
		{"two knights, blitz", "4k3/8/8/8/8/8/8/1N2K1N1 b - -", rules.Black, rules.Blitz, rules.E2001, rules.WhiteWins, "6.10"},
		{"two knights, blitz", "4k3/8/8/8/8/8/8/1N2K1N1 b - -", rules.Black, rules.Blitz, rules.E2023, rules.WhiteWins, "6.9"},
		{"rook against knight", "4k1n1/8/8/8/8/8/8/4K1R1 b - -", rules.Black, rules.Blitz, rules.E1997, rules.WhiteWins, "6.9"},
		{"one knight", "4k3/8/8/8/8/8/8/4K1N1 b - -", rules.Black, rules.Blitz, rules.E1997, "", ""},
		{"bare king against pieces", "4k3/8/8/8/8/8/QQQ5/4K3 b - -", rules.White, rules.Blitz, rules.E1997, rules.Draw, "6.9"},
		{"bare king against pieces", "4k3/8/8/8/8/8/QQQ5/4K3 b - -", rules.White, rules.Standard, rules.E2009, rules.Draw, "6.9"},
	} {
		got, ok := of(t, c.edition).Flags(rules.NewLine(position(t, c.fen)), rules.FlagFall{Fell: c.fell, Kind: c.kind})
		if got.Result != c.result || words(got.Articles) != c.articles || ok != (c.result != "") {
			t.Errorf("%s, %v: %v, want %s by %s", c.name, c.edition, got, c.result, c.articles)
		}
	}
}

func TestMatingPotential(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want rules.Possibility
	}{
		{"4k3/8/8/8/8/8/8/1N2K1N1 w - -", rules.Impossible},
		{"4k3/8/8/8/8/8/8/4K1N1 w - -", rules.Impossible},
		{"4k3/8/8/8/8/8/8/4K3 w - -", rules.Impossible},
		{"4k1n1/8/8/8/8/8/8/4K1R1 w - -", rules.Possible},
		{"4k3/8/8/8/8/8/8/4K1R1 w - -", rules.Possible},
		{"4k3/7p/8/8/8/8/8/1N2K1N1 w - -", rules.Unknown},
		{"4k3/8/8/8/8/8/8/NN2K1N1 w - -", rules.Unknown},
		{rules.StartFEN, rules.Unknown},
	} {
		if got := position(t, c.fen).MatingPotential(rules.White); got != c.want {
			t.Errorf("%s: %v, want %v", c.fen, got, c.want)
		}
	}
}

func TestBothFlags(t *testing.T) {
	const std, rapid, blitz = rules.Standard, rules.Rapid, rules.Blitz
	for _, c := range []struct {
		edition         rules.Edition
		kind            rules.Kind
		last, announced bool
		by              string // "" goes on, or is for the arbiter
	}{
		{rules.E1997, std, false, false, ""},
		{rules.E1997, std, true, false, "10.4"},
		{rules.E1997, rapid, true, false, "B8"},
		{rules.E1997, blitz, true, false, "B8"},
		{rules.E2001, std, true, false, "10.3"},
		{rules.E2001, rapid, true, false, "B8"},
		{rules.E2001, blitz, true, false, ""}, // not verified
		{rules.E2005, std, false, false, ""},
		{rules.E2005, std, true, false, "6.12b"},
		{rules.E2009, std, false, false, ""},
		{rules.E2009, std, true, false, "6.11b"},
		{rules.E2009, rapid, false, false, "6.11b"},
		{rules.E2014, std, true, false, "6.11"},
		{rules.E2018, std, true, true, ""},
		{rules.E2023, std, true, false, ""},
		{rules.E2023, std, true, true, "III.3.1.2"},
		{rules.E2023, std, false, true, ""},
		{rules.E2023, rapid, true, true, "III.3.1.2"},
		{rules.E2023, blitz, true, true, ""},
	} {
		got, ok := of(t, c.edition).Flags(rules.NewLine(rules.Start()), rules.FlagFall{Both: true, Kind: c.kind, Last: c.last, Announced: c.announced})
		if ok != (c.by != "") || words(got.Articles) != c.by || ok && got.Result != rules.Draw {
			t.Errorf("%v %v, last %v, announced %v: %v; want by %q", c.edition, c.kind, c.last, c.announced, got, c.by)
		}
	}
	mated := play(t, rules.StartFEN, "f3 e5 g4 Qh4#")
	if got, ok := of(t, rules.E2009).Flags(mated, rules.FlagFall{Both: true, Last: true}); ok {
		t.Errorf("after mate: %v", got)
	}
}

func TestDefaultTime(t *testing.T) {
	for i, want := range []time.Duration{time.Hour, time.Hour, time.Hour, 0, -1, 0, 0, 0} {
		got, ok := of(t, rules.Carried()[i]).DefaultTime()
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%v: %v, %v; want %v", rules.Carried()[i], got, ok, want)
		}
	}
}

// TestAFlagBeforeThe75thMoveIsCompleted: in 2014 the draw waits for the press,
// so the flag loses; since 2017 the moves are made and the game is over.
func TestAFlagBeforeThe75thMoveIsCompleted(t *testing.T) {
	const fen = "7k/8/8/8/8/8/R7/K7 w - - 149 113"
	for _, c := range []struct {
		edition     rules.Edition
		uncompleted bool
		want        rules.Result // "" when the game was over before
	}{
		{rules.E1997, false, rules.BlackWins},
		{rules.E1997, true, rules.BlackWins},
		{rules.E2014, false, ""},
		{rules.E2014, true, rules.BlackWins},
		{rules.E2017, true, ""},
		{rules.E2023, false, ""},
		{rules.E2023, true, ""},
	} {
		l := of(t, c.edition)
		// Rook against rook: either could mate.
		line := play(t, strings.Replace(fen, "7k", "r6k", 1), "Ra3")
		got, ok := l.Flags(line, rules.FlagFall{Fell: rules.White, Uncompleted: c.uncompleted})
		if ok != (c.want != "") || got.Result != c.want {
			t.Errorf("%v, uncompleted %v: %v %v, want %q", c.edition, c.uncompleted, got, ok, c.want)
		}
		both := rules.FlagFall{Both: true, Last: true, Announced: true, Uncompleted: c.uncompleted}
		if _, ok := l.Flags(line, both); ok != (c.want != "") {
			t.Errorf("%v, uncompleted %v, both flags: %v", c.edition, c.uncompleted, ok)
		}
	}
	// A mate waits for nobody.
	mated := play(t, rules.StartFEN, "f3 e5 g4 Qh4#")
	if _, ok := of(t, rules.E2014).Flags(mated, rules.FlagFall{Fell: rules.Black, Uncompleted: true}); ok {
		t.Error("2014: the flag fell after mate")
	}
}
