package rules

import (
	"fmt"
	"slices"
)

// Laws is one edition of the Laws as a row of data: switches, numbers, and the
// articles by clause. Code asks the row, never the year.
type Laws struct{ row *edition }

// edition is the row. A number of 0 means that the edition has no such rule.
type edition struct {
	year        Edition
	fivefold    int  // appearances that draw by themselves
	consecutive bool // ... only on consecutive alternate moves
	seventyFive int  // moves by each side that draw by themselves
	articles    [clauseCount][]Article
}

// rows are the editions carried so far.
var rows = [...]edition{laws2023}

// Of returns the Laws of an edition. An edition whose articles are not carried
// is an error that names those that are.
func Of(e Edition) (Laws, error) {
	var have []Edition
	for i := range rows {
		if rows[i].year == e {
			return Laws{&rows[i]}, nil
		}
		have = append(have, rows[i].year)
	}
	return Laws{}, fmt.Errorf("laws: the edition of %v is not carried, only %v", e, have)
}

// Edition returns which edition this is, 0 for the zero value.
func (l Laws) Edition() Edition {
	if l.row == nil {
		return 0
	}
	return l.row.year
}

// Cite returns the articles that say c in this edition, nil when it has none or
// the number is not known for certain.
func (l Laws) Cite(c Clause) []Article {
	if l.row == nil || c >= clauseCount {
		return nil
	}
	return slices.Clone(l.row.articles[c])
}
