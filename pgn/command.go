package pgn

import (
	"strings"
	"time"
)

// comment is what one pair of braces held.
type comment struct {
	text           string
	clk, emt       time.Duration
	hasClk, hasEmt bool
	form           string // a time that was read but is not h:mm:ss
	bad            string // a clk or emt that cannot be read
	unclosed       bool   // a command without its bracket
}

func (c *comment) set(name string, d time.Duration) {
	if name == "clk" {
		c.clk, c.hasClk = d, true
	} else {
		c.emt, c.hasEmt = d, true
	}
}

// timesOnly reads a comment that holds clk and emt as the standard wants them
// and nothing else; most comments of a broadcast do.
func timesOnly(b []byte) (c comment, ok bool) {
	for {
		for len(b) > 0 && classes[b[0]] == blank {
			b = b[1:]
		}
		if len(b) == 0 {
			return c, true
		}
		if len(b) < 14 || b[0] != '[' || b[1] != '%' || classes[b[5]] != blank {
			return c, false
		}
		end := 6
		for end < len(b) && b[end] != ']' {
			end++
		}
		d, ok := plainClock(b[6:end])
		switch {
		case !ok || end == len(b):
			return c, false
		case string(b[2:5]) == "clk":
			c.clk, c.hasClk = d, true
		case string(b[2:5]) == "emt":
			c.emt, c.hasEmt = d, true
		default:
			return c, false
		}
		b = b[end+1:]
	}
}

// readComment takes the clk and emt commands out of a comment. Commands it does
// not know, and times it cannot read, stay in the text; one that is not closed
// is no command.
func readComment(s string) comment {
	var c comment
	var left []string
	for {
		before, rest, found := strings.Cut(s, "[%")
		left = append(left, strings.Fields(before)...)
		if !found {
			break
		}
		// A command ends at its bracket, or where the next one begins.
		end := strings.Index(rest, "[%")
		if end < 0 {
			end = len(rest)
		}
		bracket := strings.IndexByte(rest[:end], ']')
		closed := bracket >= 0
		body, after := rest[:end], rest[end:]
		if closed {
			body, after = rest[:bracket], rest[bracket+1:]
		}
		name, value := splitCommand(body)
		d, ok := readClock(strings.Join(strings.Fields(value), ""))
		switch timed := name == "clk" || name == "emt"; {
		case timed && ok:
			c.set(name, d)
			if _, plain := plainClock(strings.TrimSpace(value)); !plain && c.form == "" && !fractionOnly(value) {
				c.form = strings.TrimSpace(value)
			}
			c.unclosed = c.unclosed || !closed
		case closed:
			left = append(left, "[%"+strings.Join(strings.Fields(body), " ")+"]")
		default:
			// Without its bracket, or the next comment might close it.
			left = append(left, strings.Fields("%"+body)...)
		}
		if (name == "clk" || name == "emt") && !ok && c.bad == "" {
			c.bad = "[%" + strings.Join(strings.Fields(body), " ")
		}
		s = after
	}
	c.text = strings.Join(left, " ")
	return c
}

// closeCommands makes text of what looks like the beginning of a command and is
// not closed before the next one, as readComment does.
func closeCommands(s string) string {
	if !strings.Contains(s, "[%") {
		return s
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "[%")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		end := strings.Index(rest, "[%")
		if end < 0 {
			end = len(rest)
		}
		if bracket := strings.IndexByte(rest[:end], ']'); bracket >= 0 {
			end = bracket + 1
			b.WriteString("[%")
		} else {
			b.WriteString(" %") // apart, or a bracket before it would open again
		}
		b.WriteString(rest[:end])
		s = rest[end:]
	}
}

// fractionOnly reports whether a time is h:mm:ss but for tenths or so, which
// many programs write, or for a line break.
func fractionOnly(s string) bool {
	s = strings.Join(strings.Fields(s), "")
	whole, _, _ := strings.Cut(s, ".")
	_, ok := plainClock(whole)
	return ok
}

// splitCommand parts a command into its name and value; the blank between may
// be missing.
func splitCommand(body string) (name, value string) {
	body = strings.TrimSpace(body)
	i := 0
	for i < len(body) && (body[i]|0x20 >= 'a' && body[i]|0x20 <= 'z') {
		i++
	}
	return body[:i], strings.TrimSpace(body[i:])
}

// Command returns the value of a command, as "csl" or "eval", that a comment
// holds: what stands between its name and the bracket, spaces made single.
func Command(comment, name string) (value string, ok bool) {
	for {
		_, rest, found := strings.Cut(comment, "[%")
		if !found {
			return "", false
		}
		body, after, closed := strings.Cut(rest, "]")
		if n, v := splitCommand(body); closed && n == name {
			return strings.Join(strings.Fields(v), " "), true
		}
		comment = after
	}
}
