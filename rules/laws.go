package rules

import (
	"fmt"
	"slices"
	"time"
)

// Laws is one edition of the Laws as a row of data: switches, numbers, and the
// articles by clause. Code asks the row, never the year.
type Laws struct{ row *edition }

// edition is the row. A number of 0 means that the edition has no such rule.
type edition struct {
	year Edition
	from day // the first day in force

	hasMove         Moment
	fivefold        int    // appearances that draw by themselves
	consecutive     bool   // ... only on consecutive alternate moves
	seventyFive     int    // moves by each side that draw by themselves
	seventyFiveWhen Moment // ... made or completed
	resignationDraw bool   // resigning draws when the opponent cannot mate
	bothMoved       bool   // a draw is agreed only when both have moved
	potential       bool   // winning a blitz game needs mating potential
	bothFlags       flagRule
	claims          claimTerms
	offer           LostBy // how an offer is rejected on the board
	defaultTime     lateness
	reversed        int // reversed colors restart the game before so many moves by each
	complaints      int // moves by each after which a rapid set-up stands
	queens          bool
	supervision     bool // the competition rules hold in a supervised rapid or blitz game
	kinds           limits
	illegal         ladders
	wrongClaim      claimCosts
	restore         restorations
	offences        offenceRules
	handsWhen       Moment // two hands count with the move or with the press
	misplaced       misplaced
	phone           phone
	quickplay       quickplay
	adjourned       adjourned
	displacedPress  Certainty // displaced pieces are answered by a press without a move
	otherPoints     Certainty // the event may announce other points
	penalties       listed    // the penalties that an arbiter may choose
	duties          duties
	articles        [clauseCount]label
}

// lateness is how late a player may come.
type lateness struct {
	d     time.Duration
	known Certainty
}

// rows are the editions, the oldest first.
var rows = [...]edition{laws1997, laws2001, laws2005, laws2009, laws2014, laws2017, laws2018, laws2023}

// Of returns the Laws of an edition. An edition whose articles are not carried
// is an error that names those that are.
func Of(e Edition) (Laws, error) {
	for i := range rows {
		if rows[i].year == e {
			return Laws{&rows[i]}, nil
		}
	}
	return Laws{}, fmt.Errorf("laws: the edition of %v is not carried, only %v", e, Carried())
}

// Carried returns the editions that Of knows, the oldest first.
func Carried() []Edition {
	out := make([]Edition, len(rows))
	for i := range rows {
		out[i] = rows[i].year
	}
	return out
}

// Edition returns which edition this is, 0 for the zero value.
func (l Laws) Edition() Edition {
	if l.row == nil {
		return 0
	}
	return l.row.year
}

// Cite returns the articles that say c in this edition, nil when it has none or
// the number is not known for certain: Says tells which.
func (l Laws) Cite(c Clause) []Article {
	if l.row == nil || c >= clauseCount {
		return nil
	}
	return slices.Clone(l.row.articles[c].articles)
}

// Says tells whether the edition has the clause, and whether its number is
// certain.
func (l Laws) Says(c Clause) Certainty {
	if l.row == nil || c >= clauseCount {
		return Absent
	}
	return l.row.articles[c].known
}

// CiteAll returns the articles of several clauses, each article once, in the
// order given. It reports true when the number of one of them is unverified.
func (l Laws) CiteAll(clauses ...Clause) (out []Article, doubt bool) {
	for _, c := range clauses {
		doubt = doubt || l.Says(c) == Unverified
		for _, a := range l.Cite(c) {
			if !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	return out, doubt
}

// DefaultTime returns how late a player may come when the event says nothing:
// one hour up to 2005, nothing since 2009. It reports false where no text shows
// it (2014).
func (l Laws) DefaultTime() (time.Duration, bool) {
	if l.row == nil || l.row.defaultTime.known != Certain {
		return 0, false
	}
	return l.row.defaultTime.d, true
}
