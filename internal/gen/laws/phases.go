package main

import (
	"fmt"
	"strings"
	"time"

	"boardwire/rules"
)

// byEdition writes a table with a column an edition.
func (p *page) byEdition(all []rules.Laws, first string, names []string, cell func(l rules.Laws, i int) string) {
	head := []string{first}
	for _, l := range all {
		head = append(head, l.Edition().String())
	}
	var rows [][]string
	for i, name := range names {
		row := []string{name}
		for _, l := range all {
			row = append(row, cell(l, i))
		}
		rows = append(rows, row)
	}
	p.table(head, rows)
}

// alike writes a table like byEdition whose sentences are mostly the same in
// every edition: such a one is said once, and the columns hold its articles.
func (p *page) alike(all []rules.Laws, first string, names []string, cell func(l rules.Laws, i int) (what, articles string)) {
	head := []string{first, ""}
	for _, l := range all {
		head = append(head, l.Edition().String())
	}
	var rows [][]string
	for i, name := range names {
		common, _ := cell(all[0], i)
		for _, l := range all {
			if what, _ := cell(l, i); what != common {
				common = ""
			}
		}
		row := []string{name, common}
		for _, l := range all {
			what, articles := cell(l, i)
			if common == "" {
				articles = what + " (" + articles + ")"
			}
			row = append(row, articles)
		}
		rows = append(rows, row)
	}
	p.table(head, rows)
}

// said is a sentence with its articles.
func said(what string, articles []rules.Article, doubt bool) string {
	return fmt.Sprintf("%s (%s)", what, cited(articles, doubt))
}

func (p *page) quickplay(all []rules.Laws) {
	p.f("## The last two minutes\n")
	p.f("Whether a player with less than two minutes may claim that the opponent cannot win by normal means or makes no effort to, in a game whose")
	p.f("remaining moves are all to be made in a limited time; and what the arbiter may answer. The claim is kept; its merits are his judgment.\n")
	games := []rules.QuickplayGame{
		{Kind: rules.Standard, Announced: true}, {Kind: rules.Rapid, Announced: true}, {Kind: rules.Blitz, Announced: true},
		{Kind: rules.Standard, Announced: true, Bonus: true}, {Kind: rules.Standard},
	}
	p.byEdition(all, "game", []string{"standard", "rapid", "blitz", "standard, with a bonus", "standard, not announced"}, func(l rules.Laws, i int) string {
		q := l.Quickplay(games[i])
		what := "no"
		switch {
		case q.Applies:
			what = "may claim"
		case q.Unverified && len(q.Articles) == 0 && games[i].Kind == rules.Blitz:
			return "unverified"
		}
		return said(what, q.Articles, q.Unverified)
	})
	var rows [][]string
	for _, l := range all {
		for _, a := range append(l.QuickplayAnswers(), l.QuickplayExtraAnswers()...) {
			asked := "a claim"
			if a.Decision >= rules.QuickplayGrant {
				asked = "asking for a bonus"
			}
			rows = append(rows, []string{l.Edition().String(), asked, answer(a), cited(a.Articles, a.Unverified || len(a.Articles) == 0)})
		}
	}
	p.table([]string{"edition", "to", "the arbiter may answer", "articles"}, rows)
}

func answer(a rules.QuickplayAnswer) string {
	parts := []string{a.Decision.String()}
	if a.Extra > 0 {
		parts = append(parts, fmt.Sprintf("%d s a move for both", int(a.Extra/time.Second)))
	}
	switch {
	case a.Opponent > 0 && a.Optional:
		parts = append(parts, "the opponent may get "+whole(a.Opponent))
	case a.Opponent > 0:
		parts = append(parts, "the opponent gets "+whole(a.Opponent))
	}
	if a.AfterFlag {
		parts = append(parts, "decided later, also after a flag")
	}
	if a.Final == rules.Certain {
		parts = append(parts, "final")
	}
	return strings.Join(parts, ", ")
}

func whole(d time.Duration) string { return fmt.Sprintf("%d min", int(d/time.Minute)) }

func (p *page) adjournment(all []rules.Laws) {
	p.f("## Adjourned games\n")
	p.f("The player who has the move seals it; what he wrote is in no field, no note and no log before the envelope is opened. On the envelope stand:")
	items := make([]string, 0, len(rules.EnvelopeItems()))
	for _, i := range rules.EnvelopeItems() {
		items = append(items, i.String())
	}
	p.f("%s. At the hour of the resumption:\n", strings.Join(items, "; "))
	cases := []struct {
		name string
		at   rules.Resumption
	}{
		{"both there", rules.Resumption{Sealer: true, Replier: true}},
		{"the player who replies is not", rules.Resumption{Sealer: true}},
		{"the player who sealed is not", rules.Resumption{Replier: true}},
		{"nobody there", rules.Resumption{}},
		{"the envelope is lost", rules.Resumption{Sealer: true, Replier: true, Missing: true}},
		{"and the position too", rules.Resumption{Sealer: true, Replier: true, Missing: true, Lost: true}},
	}
	names := make([]string, len(cases))
	for i, c := range cases {
		names[i] = c.name
	}
	p.alike(all, "", names, func(l rules.Laws, i int) (string, string) {
		s := l.Resume(cases[i].at)
		return step(s), cited(s.Articles, s.Unverified)
	})
	line := rules.NewLine(rules.Start())
	sealed := []string{rules.SealedAmbiguous.String(), rules.SealedUnclear.String(), rules.SealedIllegal.String()}
	p.alike(all, "what was sealed", sealed, func(l rules.Laws, i int) (string, string) {
		e, _ := l.Sealed(line, rules.SealedAmbiguous+rules.Sealing(i))
		what := "the player who sealed loses, or it is drawn if the opponent cannot mate"
		if e.Result != rules.BlackWins {
			what = "nothing"
		}
		return what, cited(e.Articles, len(e.Articles) == 0)
	})
}

func step(s rules.ResumptionStep) string {
	var parts []string
	for _, x := range []struct {
		is   bool
		what string
	}{
		{s.Annulled, "a new game"},
		{s.Open, "the envelope is opened, the move made"},
		{s.Stated, "on from the position, with the move that was sealed as the player states it"},
		{s.Runs && s.Open, "the clock of the player who replies runs"},
		{s.Runs && !s.Open, "the clock of the player who replies runs, the envelope stays closed"},
		{s.MaySeal, "he may seal his reply and start the other's clock"},
	} {
		if x.is {
			parts = append(parts, x.what)
		}
	}
	return strings.Join(parts, "; ")
}

func (p *page) start(all []rules.Laws) {
	p.f("## A wrong start\n")
	p.f(`What is done when it is found after so many moves by each player. *Or as he decides*: the arbiter may decide otherwise.
A wrong set-up is seen on boards that name their men, a board turned by a quarter on all: before play that is information, afterwards it has
the duty below. The game on such a board is followed where its men have names, also to where its position is moved. Where each queen stands on
her own color there, kings and queens have changed places: the men stand as in a mirror, and moves are told as on a board that lies right.
`)
	cases := []struct {
		name    string
		finding rules.Finding
		kind    rules.Kind
		moves   int
	}{
		{"wrong set-up, standard", rules.FindingWrongSetup, rules.Standard, 20},
		{"wrong board, standard", rules.FindingWrongBoard, rules.Standard, 20},
		{"wrong set-up, rapid, after 2", rules.FindingWrongSetup, rules.Rapid, 2},
		{"after 3", rules.FindingWrongSetup, rules.Rapid, 3},
		{"after 10", rules.FindingWrongSetup, rules.Rapid, 10},
		{"reversed colors, after 9", rules.FindingColorsReversed, rules.Standard, 9},
		{"after 10", rules.FindingColorsReversed, rules.Standard, 10},
	}
	names := make([]string, len(cases))
	for i, c := range cases {
		names[i] = c.name
	}
	p.byEdition(all, "", names, func(l rules.Laws, i int) string {
		c := cases[i]
		r := l.Remedy(c.finding, c.kind, l.Regime(c.kind, false), c.moves)
		what := r.Act.String()
		switch {
		case what == "":
			return "unverified"
		case r.Unless:
			what += ", or as he decides"
		}
		return said(what, r.Articles, r.Unverified)
	})
}

func (p *page) recording(all []rules.Laws) {
	p.f("## Writing the moves down\n")
	p.f("Whether a player must, and how the scoresheets are completed once a flag has fallen.\n")
	const minute = time.Minute
	cases := []struct {
		name        string
		kind        rules.Kind
		left, bonus time.Duration
	}{
		{"standard, five minutes or more", rules.Standard, 5 * minute, 0},
		{"standard, less, bonus under 30 s", rules.Standard, 5*minute - time.Second, 29 * time.Second},
		{"standard, less, bonus of 30 s", rules.Standard, 5*minute - time.Second, 30 * time.Second},
		{"rapid and blitz", rules.Rapid, 10 * minute, 0},
		{"after a flag, neither wrote", 0, 0, 0},
		{"after a flag, one did not write", 0, 0, 0},
	}
	names := make([]string, len(cases))
	for i, c := range cases {
		names[i] = c.name
	}
	p.alike(all, "", names, func(l rules.Laws, i int) (string, string) {
		if i >= 4 {
			u := l.AfterFlag(true, i == 4)
			what := "he completes his before he moves"
			if u.Stopped {
				what = "both complete theirs, the clocks stopped"
			}
			return what, cited(u.Articles, u.Unverified)
		}
		d := l.Recording(cases[i].kind, cases[i].left, cases[i].bonus)
		what := "need not"
		if d.Required {
			what = "must"
		}
		return what, cited(d.Articles, d.Unverified)
	})
}
