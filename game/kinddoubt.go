package game

import (
	"fmt"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// kindDoubts says in a roster's answer at which tables the stated kind is not
// what the edition makes of the time control. It departs from nothing: which
// rules hold the event says.
func kindDoubts(a *events.Answered, laws rules.Laws, stated rules.Kind, tables []events.Pairing, controls []clockstate.Control) {
	type doubt struct {
		control string
		kind    rules.Kind
	}
	var order []doubt
	boards := map[doubt][]string{}
	for i, c := range controls {
		if len(c.Periods) == 0 || c.Periods[0].Method == clockstate.CountUp {
			continue // no time runs out, or nobody knows
		}
		p := c.Periods[0]
		kind, cites, ok := laws.KindDoubt(stated, p.Main, p.Bonus, len(c.Periods))
		if !ok {
			continue
		}
		d := doubt{c.String(), kind}
		if boards[d] == nil {
			order = append(order, d)
			a.Articles = mixed(a.Articles, articles(cites))
		}
		boards[d] = append(boards[d], fmt.Sprint(tables[i].Board))
	}
	for _, d := range order {
		where := "board " + boards[d][0]
		if n := len(boards[d]); n > 1 {
			where = fmt.Sprintf("%d boards", n)
		}
		if len(boards[d]) == len(tables) {
			where = "all boards"
		}
		a.Text = join(a.Text, fmt.Sprintf("%s: %s is %s by this edition, the roster says %s", where, d.control, d.kind, stated))
	}
}
