package query

import (
	"strings"
	"testing"
)

// A value that no parameter of a question takes is told in its terms, before
// ClickHouse is asked.
func TestValuesOfParameters(t *testing.T) {
	for _, c := range []struct{ query, name, value, says string }{
		{"biggest-thinks", "limit", "5", ""},
		{"biggest-thinks", "limit", "many", "want a whole number from 0 to 4294967295"},
		{"biggest-thinks", "limit", "-1", "want a whole number"},
		{"biggest-thinks", "limit", "4294967296", "want a whole number"},
		{"clocks-at-move", "move", "65536", "from 0 to 65535"},
		{"time-trouble", "below", "300", ""},
		{"time-trouble", "below", "5m", `below="5m"`},
		{"biggest-thinks", "moves", "5", "no parameter"},
		{"games", "game", "open.1.1", ""},
		{"games", "game", "x' OR '1'='1", ""}, // a name like any other: there is no such game
		{"games", "game", `\N`, "backslash"},
		{"games", "tournament", "open\t", "control character"},
		{"games", "round", "1\n", "control character"},
	} {
		q, err := Get(c.query)
		if err != nil {
			t.Fatal(err)
		}
		err = q.Check(map[string]string{c.name: c.value})
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s %s=%s: %v, want %q", c.query, c.name, c.value, err, c.says)
		}
	}
	for _, q := range All() {
		for _, p := range q.Params {
			if _, ok := greatest[p.Type]; !ok {
				t.Errorf("%s: parameter %s is a %s, and nothing says what it takes", q.Name, p.Name, p.Type)
			}
		}
	}
}
