package events

import "time"

// scanner reads canonical bytes in one pass. It knows only what Encode writes:
// fixed order, no spaces, no escapes. Anything else makes it bad, and the slow
// twin decides. All strings it returns are parts of s.
type scanner struct {
	s   string
	at  int
	bad bool
}

// literal takes exactly that text.
func (c *scanner) literal(text string) {
	if !c.has(text) {
		c.bad = true
	}
}

// has takes that text if it comes next.
func (c *scanner) has(text string) bool {
	if len(c.s)-c.at < len(text) || c.s[c.at:c.at+len(text)] != text {
		return false
	}
	c.at += len(text)
	return true
}

// plain marks the bytes that stand in a JSON string as they are.
var plain = func() (set [256]bool) {
	for c := ' '; c <= '~'; c++ {
		set[c] = c != '"' && c != '\\'
	}
	return set
}()

// text takes a string without escapes, with its closing quote.
func (c *scanner) text() string {
	from := c.at
	for i := from; i < len(c.s); i++ {
		if plain[c.s[i]] {
			continue
		}
		if c.s[i] == '"' {
			c.at = i + 1
			return c.s[from:i]
		}
		break
	}
	c.bad = true
	return ""
}

// number takes a whole number of at most 18 digits, which fits every kind.
func (c *scanner) number() int64 {
	negative := c.has("-")
	from := c.at
	var n int64
	for c.at < len(c.s) {
		d := c.s[c.at] - '0'
		if d > 9 {
			break
		}
		n = n*10 + int64(d)
		if c.at++; c.at-from > 18 {
			c.bad = true
			return 0
		}
	}
	digits := c.at - from
	if digits == 0 || (digits > 1 && c.s[from] == '0') || (negative && n == 0) {
		c.bad = true
	}
	if negative {
		return -n
	}
	return n
}

// int takes a number into an int.
func (c *scanner) int() int {
	n := c.number()
	if int64(int(n)) != n {
		c.bad = true
	}
	return int(n)
}

// texts takes a list of strings with its closing bracket. An empty list is not
// nil.
func (c *scanner) texts() []string {
	out := []string{}
	if c.has("]") {
		return out
	}
	for !c.bad {
		c.literal(`"`)
		out = append(out, c.text())
		if c.has("]") {
			break
		}
		c.literal(",")
	}
	return out
}

// stamp takes a time with its closing quote.
func (c *scanner) stamp() time.Time {
	const length = len(stampLayout)
	if len(c.s)-c.at <= length || c.s[c.at+length] != '"' {
		c.bad = true
		return time.Time{}
	}
	t, ok := scanStamp(c.s[c.at : c.at+length])
	c.at += length + 1
	c.bad = c.bad || !ok
	return t
}

// scanStamp reads "2026-03-01T13:04:05.678901Z".
func scanStamp(s string) (time.Time, bool) {
	if s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' || s[19] != '.' || s[26] != 'Z' {
		return time.Time{}, false
	}
	good := true
	digits := func(from, to int) int {
		n := 0
		for i := from; i < to; i++ {
			d := s[i] - '0'
			good = good && d <= 9
			n = n*10 + int(d)
		}
		return n
	}
	year, month, day := digits(0, 4), digits(5, 7), digits(8, 10)
	hour, minute, second, micro := digits(11, 13), digits(14, 16), digits(17, 19), digits(20, 26)
	if !good || year < 1 || month < 1 || month > 12 || day < 1 || day > 28 && day > daysIn(year, month) ||
		hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, micro*1000, time.UTC)
	return t, !t.IsZero()
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// decodeFast reads the canonical form of the types that come often. False
// means only that the slow twin must look.
func decodeFast(b []byte) (Event, bool) {
	var e Event
	c := scanner{s: string(b)}
	c.literal(`{"id":"`)
	e.ID = ID(c.text())
	c.literal(`,"type":"`)
	kind := Type(c.text())
	c.literal(`,"scope":"`)
	e.Scope = Scope(c.text())
	c.literal(`,"source":"`)
	e.Source = c.text()
	c.literal(`,"seq":`)
	e.Seq = uint64(max(c.number(), 0))
	c.literal(`,"observed":"`)
	e.Observed = c.stamp()
	c.literal(`,"recorded":"`)
	e.Recorded = c.stamp()
	if c.has(`,"cause":"`) {
		e.Cause = ID(c.text())
		c.bad = c.bad || e.Cause == ""
	}
	if c.has(`,"prev":"`) {
		e.Prev = Hash(c.text())
		c.bad = c.bad || e.Prev == ""
	}
	c.literal(`,"data":{`)
	if c.bad {
		return Event{}, false
	}
	c.data(&e, kind)
	c.literal(`}}`)
	if c.bad || c.at != len(c.s) || e.Data == nil || e.check() != nil {
		return Event{}, false
	}
	return e, true
}

// key takes a name and its colon; the comma before it unless it is the first.
// The name is written with quotes and colon.
func (c *scanner) key(name string) bool {
	first := c.s[c.at-1] == '{'
	at := c.at
	if !first && !c.has(",") || !c.has(name) {
		c.at = at
		return false
	}
	return true
}

// need takes a name that must come.
func (c *scanner) need(name string) {
	if !c.key(name) {
		c.bad = true
	}
}

// str takes a string that must come.
func (c *scanner) str(name string) string {
	c.need(name)
	c.literal(`"`)
	return c.text()
}

// optional takes a string that may be absent; one that is there and empty is
// not canonical.
func (c *scanner) optional(name string) string {
	if !c.key(name) {
		return ""
	}
	c.literal(`"`)
	s := c.text()
	c.bad = c.bad || s == ""
	return s
}

// yes takes a flag that is written only when true.
func (c *scanner) yes(name string) bool {
	if !c.key(name) {
		return false
	}
	c.literal("true")
	return true
}

// whole takes a number that must come.
func (c *scanner) whole(name string) int {
	c.need(name)
	return c.int()
}

// list takes a list of strings that may be absent, but is not empty when it is
// there.
func (c *scanner) list(name string) []string {
	if !c.key(name) {
		return nil
	}
	c.literal("[")
	out := c.texts()
	c.bad = c.bad || len(out) == 0
	return out
}
