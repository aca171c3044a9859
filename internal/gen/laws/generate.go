package main

import (
	"fmt"
	"strings"

	"boardwire/rules"
)

// page is a document in the making.
type page struct{ strings.Builder }

func (p *page) f(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// table writes a table.
func (p *page) table(head []string, rows [][]string) {
	p.f("| %s |", strings.Join(head, " | "))
	p.f("|%s", strings.Repeat("---|", len(head)))
	for _, r := range rows {
		p.f("| %s |", strings.Join(r, " | "))
	}
	p.f("")
}

// Generate returns docs/laws.md.
func Generate() (string, error) {
	var all []rules.Laws
	for _, e := range rules.Carried() {
		l, err := rules.Of(e)
		if err != nil {
			return "", err
		}
		all = append(all, l)
	}
	p := new(page)
	p.f("%s", intro)
	p.switches(all)
	p.illegal(all)
	p.offences(all)
	p.claims(all)
	p.quickplay(all)
	p.start(all)
	p.recording(all)
	p.adjournment(all)
	p.duties(all)
	p.articles(all)
	if err := p.coverage(); err != nil {
		return "", err
	}
	return strings.TrimRight(p.String(), "\n") + "\n", nil
}

const intro = `# The Laws, edition by edition

Written by ` + "`go run ./internal/gen/laws`" + ` from the rows of package rules; do not edit by hand.

An event is played by one edition of the FIDE Laws of Chess, named in its tournament file. What differs between editions is data: a row of
switches, numbers and article labels. Whatever boardwire derives cites the articles of the event's edition.
What one and the same game comes to under each of them stands in [one-game.md](../game/testdata/one-game.md).

**unverified** means: the edition is believed to say it, but no text of it that was at hand shows the number or the amount. Nothing is cited
and nothing is counted there; the arbiter decides. **–** means that the edition has no such rule. Labels are bare; the appendices of 1997, whose
items are printed without letters, are A (adjourned games), B (rapid), C (blitz), D (quickplay finish without an arbiter) and E (notation).

Four places where the texts leave room, and what is made of them:

- *1997, illegal moves in rapid games.* B5 has the arbiter rule on articles 4 and 10 only when asked. All of a rapid game is a quickplay finish, so
  10.3 counts; and because nothing is done unasked, the restoration by 7.4 waits for the request too.
- *2023, supervised blitz.* A.3 makes penalties one minute and holds for all rapid games. It reaches blitz games through B.3, which is for games
  without supervision. By the letter a supervised blitz game has the two minutes of the competition rules. Where an event announces one minute,
  the arbiter's ruling says so.
- *2023, rapid and blitz, a pawn left on the last rank.* By A.5.2 the arbiter may act before the opponent's next move, by A.5.4 he waits for it. The
  second is about this very case and is taken; the opponent may claim meanwhile.
- *2014, fivefold repetition.* "Consecutive alternate moves" is read as the same position after every second move of each player, five times.
`

func (p *page) switches(all []rules.Laws) {
	p.f("## What differs\n")
	head := []string{""}
	var rows [][]string
	for _, l := range all {
		head = append(head, l.Edition().String())
		for i, s := range l.Switches() {
			if len(rows) <= i {
				rows = append(rows, []string{s.Name})
			}
			rows[i] = append(rows[i], s.Value)
		}
	}
	p.table(head, rows)
}

// cells are the places in the penalty tables.
var cells = []struct {
	name   string
	kind   rules.Kind
	regime rules.Regime
	// supervised games are told apart only where the edition does.
	supervised bool
}{
	{"standard", rules.Standard, rules.Competition, false},
	{"standard, quickplay finish", rules.Standard, rules.Finish, false},
	{"rapid", rules.Rapid, rules.Appendix, false},
	{"rapid, supervised", rules.Rapid, rules.Competition, true},
	{"blitz", rules.Blitz, rules.Appendix, false},
	{"blitz, supervised", rules.Blitz, rules.Competition, true},
}

func (p *page) illegal(all []rules.Laws) {
	p.f("## Illegal moves\n")
	p.f("What a player's first, second and third counted offence costs, and up to when the position is restored. The third is what every later one costs.\n")
	p.f(`A board shows an illegal move when its player has pressed the clock, and one without a clock when the opponent has answered it. A board that cannot
tell men apart shows it where squares and touches leave one reading: a man on an empty square, a man put down where one of the opponent's stood, castling, taking in passing.
Where legal moves may have led there too, as when a man who was taken is left beside, it is told as unexplained and as nothing else.
`)
	var rows [][]string
	for _, l := range all {
		for _, c := range cells {
			if c.supervised && l.Regime(c.kind, true) != rules.Competition {
				continue
			}
			row := []string{l.Edition().String(), c.name}
			var cites []rules.Article
			for nth := 1; nth <= 3; nth++ {
				x := l.Illegal(rules.OffenceIllegalMove, c.kind, c.regime, nth)
				row = append(row, x.String())
				cites = x.Articles
			}
			r := l.Restoration(c.kind, c.regime)
			rows = append(rows, append(row, cited(cites, false), r.String(), cited(r.Articles, false)))
		}
	}
	p.table([]string{"edition", "game", "first", "second", "third", "articles", "position", "articles"}, rows)
}

func (p *page) offences(all []rules.Laws) {
	p.f("## What counts as an illegal move\n")
	p.f("Counted offences go into one count for each player; in 1997 there is a count in a quickplay finish only. What is not counted is left to the")
	p.f("arbiter. The articles are those of standard play.\n")
	head := []string{"offence"}
	for _, l := range all {
		head = append(head, l.Edition().String())
	}
	var rows [][]string
	for _, o := range rules.Offences() {
		row := []string{o.String()}
		for _, l := range all {
			x := l.Illegal(o, rules.Standard, rules.Competition, 1)
			how := "arbiter"
			if l.Counts(o) {
				how = "counted"
			}
			row = append(row, how+" ("+cited(x.Articles, x.Unverified)+")")
		}
		rows = append(rows, row)
	}
	p.table(head, rows)
}

func (p *page) claims(all []rules.Laws) {
	p.f("## Wrong claims\n")
	p.f("What an incorrect claim of a threefold repetition or of 50 moves costs. The announced move must be played, in every edition.\n")
	var rows [][]string
	for _, l := range all {
		for _, c := range cells {
			if c.regime == rules.Finish || c.supervised && l.Regime(c.kind, true) != rules.Competition {
				continue
			}
			x := l.WrongClaim(c.kind, c.regime)
			rows = append(rows, []string{l.Edition().String(), c.name, x.String(), cited(x.Articles, false)})
		}
	}
	p.table([]string{"edition", "game", "penalty", "articles"}, rows)
}

func (p *page) articles(all []rules.Laws) {
	p.f("## Where it stands\n")
	head := []string{"clause"}
	for _, l := range all {
		head = append(head, l.Edition().String())
	}
	var rows [][]string
	for _, c := range rules.Clauses() {
		row := []string{c.String()}
		for _, l := range all {
			switch l.Says(c) {
			case rules.Certain:
				row = append(row, cited(l.Cite(c), false))
			case rules.Unverified:
				row = append(row, "unverified")
			default:
				row = append(row, "–")
			}
		}
		rows = append(rows, row)
	}
	p.table(head, rows)
}

func (p *page) coverage() error {
	coverage, err := readCoverage(coverage1997)
	if err != nil {
		return err
	}
	p.f("## The text of 1997, article by article\n")
	p.f("*Derived*: it follows from moves and clocks. *Followed by ruling*: an arbiter says it, the record keeps it, and what follows is derived.")
	p.f("*Not machine-checkable*: no board and no clock shows it, and nothing follows from it here. *Not yet*: it could be derived or ruled, and is not")
	p.f("in games, though a row may hold it. A script is a log of the fold in game/testdata.\n")
	count := map[string]int{}
	var rows [][]string
	for _, c := range coverage {
		count[c.way]++
		shown := make([]string, len(c.tests))
		for i, t := range c.tests {
			shown[i] = "`" + t + "`"
		}
		rows = append(rows, []string{c.article, c.subject, c.way, strings.Join(shown, ", "), c.note})
	}
	var sums []string
	for _, w := range ways {
		if count[w] == 0 {
			continue
		}
		sums = append(sums, fmt.Sprintf("%d %s", count[w], w))
	}
	p.f("%d articles and items: %s.\n", len(coverage), strings.ReplaceAll(strings.Join(sums, ", "), ";", " and"))
	p.table([]string{"article", "about", "", "shown by", "remark"}, rows)
	return nil
}

// cited writes articles; in doubt it says that a number is missing.
func cited(articles []rules.Article, doubt bool) string {
	out := make([]string, 0, len(articles)+1)
	for _, a := range articles {
		out = append(out, string(a))
	}
	if doubt {
		out = append(out, "unverified")
	}
	if len(out) == 0 {
		return "–"
	}
	return strings.Join(out, ", ")
}
