package rules

import (
	"fmt"
	"time"
)

// Edition is an edition of the FIDE Laws of Chess, by the year it came into
// force: 1 July of that year, 1 January for 2018 and 2023.
type Edition uint16

// The editions since 1997.
const (
	E1997 Edition = 1997
	E2001 Edition = 2001
	E2005 Edition = 2005
	E2009 Edition = 2009
	E2014 Edition = 2014
	E2017 Edition = 2017
	E2018 Edition = 2018
	E2023 Edition = 2023
)

var editions = [...]Edition{E1997, E2001, E2005, E2009, E2014, E2017, E2018, E2023}

// String returns the year.
func (e Edition) String() string { return fmt.Sprint(uint16(e)) }

// ParseEdition reads the year of an edition. Whether its articles are carried,
// Of tells.
func ParseEdition(s string) (Edition, error) {
	for _, e := range editions {
		if s == e.String() {
			return e, nil
		}
	}
	return 0, fmt.Errorf("edition %q: want one of %v", clip(s), editions)
}

// InForce returns the edition in force on a day: the calendar day of the time
// in its own location. A day before 1 July 1997 is an error.
func InForce(on time.Time) (Edition, error) {
	y, m, d := on.Date()
	for i := len(rows) - 1; i >= 0; i-- {
		if !rows[i].from.after(day{y, m, d}) {
			return rows[i].year, nil
		}
	}
	return 0, fmt.Errorf("laws in force on %04d-%02d-%02d: the first edition carried is of %v", y, int(m), d, rows[0].from)
}

// day is a day of the calendar.
type day struct {
	year  int
	month time.Month
	day   int
}

func (d day) after(o day) bool {
	if d.year != o.year {
		return d.year > o.year
	}
	if d.month != o.month {
		return d.month > o.month
	}
	return d.day > o.day
}

// String writes the day as ISO 8601 does.
func (d day) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, int(d.month), d.day) }

// Article is the label of an article in one edition, bare: "5.1.1".
type Article string
