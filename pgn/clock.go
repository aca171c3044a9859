package pgn

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// clockText writes a duration as h:mm:ss. A fraction of a second is cut off, as
// a clock does that shows it.
func clockText(d time.Duration) string {
	s := int64(d / time.Second)
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// readClock reads h:mm:ss or mm:ss, with or without a fraction of a second.
func readClock(s string) (time.Duration, bool) {
	whole, fraction, _ := strings.Cut(s, ".")
	parts := strings.Split(whole, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	var d time.Duration
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || i > 0 && n > 59 {
			return 0, false
		}
		d = d*60 + time.Duration(n)*time.Second
	}
	if fraction == "" {
		return d, true
	}
	n, err := strconv.ParseUint(fraction, 10, 32)
	if err != nil || len(fraction) > 9 {
		return 0, false
	}
	part := time.Duration(n)
	for range 9 - len(fraction) {
		part *= 10
	}
	return d + part, true
}

// comment is what one pair of braces held.
type comment struct {
	text     string
	clk, emt *time.Duration
	bad      string // a clk or emt that cannot be read
}

// readComment takes the clk and emt commands out of a comment. Commands it does
// not know stay in the text.
func readComment(s string) comment {
	var c comment
	var left []string
	for {
		before, rest, found := strings.Cut(s, "[%")
		left = append(left, strings.Fields(before)...)
		if !found {
			break
		}
		body, after, closed := strings.Cut(rest, "]")
		words := strings.Fields(body)
		name, value := "", ""
		if len(words) > 0 {
			name, value = words[0], strings.Join(words[1:], " ")
		}
		var into **time.Duration
		switch name {
		case "clk":
			into = &c.clk
		case "emt":
			into = &c.emt
		}
		switch d, ok := readClock(value); {
		case into == nil && closed:
			left = append(left, "[%"+strings.Join(words, " ")+"]")
		case into == nil:
			left = append(left, strings.Fields("[%"+body)...)
		case ok && closed:
			*into = &d
		default:
			c.bad = "[%" + body
		}
		s = after
	}
	c.text = strings.Join(left, " ")
	return c
}
