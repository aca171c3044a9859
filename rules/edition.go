package rules

import "fmt"

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

// ParseEdition reads the year of an edition. That it is an edition does not
// mean that its articles are carried: Of tells.
func ParseEdition(s string) (Edition, error) {
	for _, e := range editions {
		if s == e.String() {
			return e, nil
		}
	}
	return 0, fmt.Errorf("edition %q: want one of %v", clip(s), editions)
}

// Article is the label of an article in one edition, bare: "5.1.1".
type Article string
