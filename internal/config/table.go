package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
)

// reader reads a tree and gathers every fault.
type reader struct {
	tree
	faults []Fault
}

// table is one table of the document; it notes which keys were asked for.
type table struct {
	r     *reader
	path  string
	m     map[string]any
	asked []string
}

func (r *reader) root() *table { return &table{r: r, m: r.values} }

// fault notes a fault at a key of the table, or at the table itself ("").
func (t *table) fault(key, what, hint string) {
	path := t.at(key)
	line := t.r.lines[path]
	if line == 0 {
		line = t.r.lines[t.path]
	}
	t.r.faults = append(t.r.faults, Fault{Line: line, Key: path, What: what, Hint: hint})
}

func (t *table) at(key string) string {
	if key == "" {
		return t.path
	}
	return join(t.path, key)
}

// get returns a value and whether it is there; a required one that is not is a
// fault.
func (t *table) get(key, missing string) (any, bool) {
	t.asked = append(t.asked, key)
	v, ok := t.m[key]
	if !ok && missing != "" {
		t.fault(key, "missing", missing)
	}
	return v, ok
}

// text returns a string. missing is what to say when it is absent, "" when it
// may be.
func (t *table) text(key, missing string) (string, bool) {
	v, ok := t.get(key, missing)
	if !ok {
		return "", false
	}
	s, ok := v.(string)
	switch {
	case !ok:
		t.fault(key, fmt.Sprintf("is %s, want text in quotes", kindOf(v)), fmt.Sprintf("%s = \"%v\"", key, v))
		return "", false
	case strings.TrimSpace(s) == "":
		t.fault(key, "is empty", missing)
		return "", false
	case utf8.RuneCountInString(s) > 200:
		t.fault(key, fmt.Sprintf("has %d characters, at most 200", utf8.RuneCountInString(s)), "")
		return "", false
	}
	if i := strings.IndexFunc(s, unseen); i >= 0 {
		r, _ := utf8.DecodeRuneInString(s[i:])
		t.fault(key, fmt.Sprintf("has a control character in it, %U", r), "leave it out")
		return "", false
	}
	return s, true
}

// unseen says whether a character is not shown but does something: a line
// break, or a turn of the direction of writing that would go on past the name.
// The two joiners belong to the spelling of names in several scripts.
func unseen(r rune) bool {
	if r == '\u200c' || r == '\u200d' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// word returns one of a closed list.
func (t *table) word(key, missing string, known ...string) (string, bool) {
	s, ok := t.text(key, missing)
	if !ok {
		return "", false
	}
	if !slices.Contains(known, s) {
		t.fault(key, fmt.Sprintf("%q is not known, want %s", s, list(known)), meant(s, known))
		return "", false
	}
	return s, true
}

// token returns a name that may stand in a subject.
func (t *table) token(key, missing string, check func(string) error) (string, bool) {
	s, ok := t.text(key, missing)
	if !ok {
		return "", false
	}
	if err := check(s); err != nil {
		t.fault(key, err.Error(), "")
		return "", false
	}
	return s, true
}

// number returns an integer within bounds.
func (t *table) number(key, missing string, low, high int64) (int, bool) {
	v, ok := t.get(key, missing)
	if !ok {
		return 0, false
	}
	n, ok := v.(int64)
	if !ok {
		hint := ""
		if s, isText := v.(string); isText {
			if _, err := strconv.ParseInt(s, 10, 64); err == nil {
				hint = key + " = " + s + ", without quotes"
			}
		}
		t.fault(key, fmt.Sprintf("is %s, want a whole number", kindOf(v)), hint)
		return 0, false
	}
	if n < low || n > high {
		t.fault(key, fmt.Sprintf("is %d, want %d to %d", n, low, high), "")
		return 0, false
	}
	return int(n), true
}

// yes returns true or false.
func (t *table) yes(key, missing string) (bool, bool) {
	v, ok := t.get(key, missing)
	if !ok {
		return false, false
	}
	b, ok := v.(bool)
	if !ok {
		t.fault(key, fmt.Sprintf("is %s, want true or false, without quotes", kindOf(v)), "")
	}
	return b, ok
}

// length returns a length of time such as "15m", in whole seconds.
func (t *table) length(key, missing string, most time.Duration) (time.Duration, bool) {
	if n, isNumber := t.m[key].(int64); isNumber {
		t.asked = append(t.asked, key)
		t.fault(key, "is a number, want a length of time in quotes, with its unit", fmt.Sprintf("%s = \"%dm\" for minutes, \"%ds\" for seconds", key, n, n))
		return 0, false
	}
	s, ok := t.text(key, missing)
	if !ok {
		return 0, false
	}
	d, err := time.ParseDuration(s)
	switch {
	case err != nil:
		t.fault(key, fmt.Sprintf("%q is no length of time", s), `want "15m", "90s", "1h30m" or "0s"`)
	case d < 0:
		t.fault(key, fmt.Sprintf("%q is negative", s), "")
	case d > most:
		t.fault(key, fmt.Sprintf("%q is more than %.0f hours", s, most.Hours()), "")
	case d%time.Second != 0:
		t.fault(key, fmt.Sprintf("%q is not a whole number of seconds", s), "")
	default:
		return d, true
	}
	return 0, false
}

// instant returns a moment with its zone, as a TOML date-time or as text.
func (t *table) instant(key, missing string) (time.Time, bool) {
	v, ok := t.get(key, missing)
	if !ok {
		return time.Time{}, false
	}
	const want = `want 2026-12-05T14:00:00+01:00`
	switch v := v.(type) {
	case time.Time:
		return v, true
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return at, true
		}
		t.fault(key, fmt.Sprintf("%q is no moment", v), want)
	case toml.LocalDateTime:
		t.fault(key, "has no time zone", want)
	default:
		t.fault(key, fmt.Sprintf("is %s, not a moment", kindOf(v)), want)
	}
	return time.Time{}, false
}

// table returns a table of the table.
func (t *table) table(key, missing string) (*table, bool) {
	v, ok := t.get(key, missing)
	if !ok {
		return nil, false
	}
	m, ok := v.(map[string]any)
	if !ok {
		t.fault(key, fmt.Sprintf("is %s, want a table", kindOf(v)), "["+key+"]")
		return nil, false
	}
	return &table{r: t.r, path: t.at(key), m: m}, true
}

// tables returns the tables of an array.
func (t *table) tables(key, missing string) []*table {
	v, ok := t.get(key, missing)
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	var out []*table
	for i, e := range list {
		m, isTable := e.(map[string]any)
		if !isTable {
			ok = false
			break
		}
		out = append(out, &table{r: t.r, path: fmt.Sprintf("%s[%d]", t.at(key), i), m: m})
	}
	if !ok {
		name := t.at(key)
		t.fault(key, fmt.Sprintf("is %s, want a list of tables", kindOf(v)), "[["+name+"]]")
		return nil
	}
	return out
}

// done reports the keys that nobody asked for.
func (t *table) done() {
	for key := range t.m {
		if slices.Contains(t.asked, key) {
			continue
		}
		hint := meant(key, t.asked)
		if hint == "" {
			hint = "known here: " + strings.Join(t.asked, " ")
		}
		t.fault(key, "is not known", hint)
	}
}

// sorted returns the faults in the order of the file.
func (r *reader) sorted() []Fault {
	slices.SortStableFunc(r.faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Key, b.Key), cmp.Compare(a.What, b.What))
	})
	return r.faults
}

func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "text"
	case int64:
		return "a number"
	case float64:
		return "a number with a point"
	case bool:
		return "true or false"
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}

func list(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
