package clockstate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// secondsFrom tells minutes from seconds where only the size of a number can:
// "90+30" is 90 minutes, "900+10" and "180+2" are seconds as PGN has them.
const secondsFrom = 180

// maxText is the longest text of a time control in bytes.
const maxText = 400

// ParseControl reads a time control as people and files write it:
//
//   - our short form: "90/40+30+30" (90 minutes for 40 moves, 30 for the rest,
//     30 seconds a move from move 1), "90+30", "5+3", "5", "25+10d" (a delay),
//     "25+10b" (Bronstein), "60+30y" (byo-yomi), "up"; see Control.String;
//   - a PGN TimeControl: "40/5400+30:1800+30", "900+10", "300", "-", "?";
//   - plain words: "90 minutes for 40 moves, then 30 minutes, 30 seconds
//     increment from move 1", "15 min + 10 sec", "25 min, 10 sec delay".
//
// A bare number below 180 is minutes, from 180 on seconds; with a stroke it is
// the number after the stroke that tells ("90/40" has minutes first, "40/5400"
// seconds last). Files that are PGN for certain use ParsePGN. The error names
// the token that it could not read.
func ParseControl(s string) (Control, error) {
	text := strings.ToLower(strings.TrimSpace(s))
	c, err := parse(text)
	if err == nil {
		err = c.check()
	}
	if err != nil {
		return Control{}, fmt.Errorf("time control %q: %w", clip(s), err)
	}
	return c, nil
}

// ParsePGN reads the value of a PGN TimeControl tag alone, so that "60+1" is a
// minute. "-" (no control) and "?" give the unknown Control.
func ParsePGN(s string) (Control, error) {
	c, err := parsePGN(strings.TrimSpace(s))
	if err == nil {
		err = c.check()
	}
	if err != nil {
		return Control{}, fmt.Errorf("time control %q: %w", clip(s), err)
	}
	return c, nil
}

func parse(text string) (Control, error) {
	switch {
	case text == "":
		return Control{}, errors.New("empty; write for example 90/40+30+30 or 15+10")
	case len(text) > maxText:
		return Control{}, fmt.Errorf("longer than %d bytes", maxText)
	case strings.Contains(text, ":") && strings.ContainsAny(text, " \t\n"):
		// Words under a colon, as some programs fill the tag.
		return parseWords(strings.ReplaceAll(text, ":", " "))
	case slices.Contains(countsUp, text):
		return Control{[]Period{{Method: CountUp}}}, nil
	case text == "-" || text == "?" || text[0] == '*' || strings.Contains(text, ":"):
		return parsePGN(text)
	case strings.ContainsAny(text, " \t\n"):
		return parseWords(text)
	}
	if seconds, sure := pgnNumbers(text); sure && seconds {
		return parsePGN(text)
	}
	c, err := parseShort(usual(text))
	if err == nil {
		return c, nil
	}
	// Words may stand without a space: "15min+10sec".
	if w, wordErr := parseWords(text); wordErr == nil {
		return w, nil
	}
	return Control{}, err
}

// usual makes our short form of the one that US events use: "G/90;d5",
// "40/120,SD/60;d5", "90d5".
func usual(text string) string {
	body, bonus, has := strings.Cut(text, ";")
	if i := strings.LastIndexByte(text, 'd'); !has && i > 0 && text[i-1] >= '0' && text[i-1] <= '9' && isNumber(text[i+1:]) {
		body, bonus, has = text[:i], text[i:], true
	}
	if !has && !strings.HasPrefix(text, "g/") {
		return text
	}
	periods := strings.Split(body, ",")
	for i, p := range periods {
		before, after, _ := strings.Cut(p, "/")
		switch {
		case before == "g" || before == "sd":
			periods[i] = after
		case after != "":
			periods[i] = after + "/" + before // US events name the moves first
		}
	}
	body = strings.Join(periods, "+")
	if has {
		return body + "+" + strings.TrimPrefix(bonus, "+")
	}
	return body
}

// pgnNumbers says whether the first period is in seconds; sure is false when
// the text does not begin with a bare number.
func pgnNumbers(text string) (seconds, sure bool) {
	first, _, _ := strings.Cut(text, "+")
	first, _, _ = strings.Cut(first, ",")
	if before, after, ok := strings.Cut(first, "/"); ok {
		// "3m20/200" has its unit before the stroke: 200 are moves.
		if strings.Contains(before, "m") {
			return false, true
		}
		first = after
	}
	n, err := strconv.Atoi(first)
	return n >= secondsFrom, err == nil
}

// parseShort reads our own form.
func parseShort(text string) (Control, error) {
	if strings.Contains(text, ",") {
		var c Control
		for _, field := range strings.Split(text, ",") {
			body, bonus, has := strings.Cut(field, "+")
			p, err := parsePeriod(body)
			if err == nil && has {
				p.Bonus, p.Method, err = parseBonus(bonus)
			}
			if err != nil {
				return Control{}, err
			}
			c.Periods = append(c.Periods, p)
		}
		return c, nil
	}
	var c Control
	var bonus time.Duration
	var method Method
	fields := strings.Split(text, "+")
	for i, field := range fields {
		// The seconds a move come last, after a period for the rest of the
		// game, or marked with their letter.
		rest := i > 0 && c.Periods[i-1].Moves == 0
		if rest || (i > 0 && i == len(fields)-1 && strings.ContainsAny(field, "sbdy")) {
			if i < len(fields)-1 {
				return Control{}, fmt.Errorf("%q: nothing can follow the seconds a move", fields[i+1])
			}
			var err error
			if bonus, method, err = parseBonus(field); err != nil {
				return Control{}, err
			}
			break
		}
		p, err := parsePeriod(field)
		if err != nil {
			return Control{}, err
		}
		c.Periods = append(c.Periods, p)
	}
	for i := range c.Periods {
		if method != Byoyomi || i == len(c.Periods)-1 {
			c.Periods[i].Bonus, c.Periods[i].Method = bonus, method
		}
	}
	return c, nil
}

// countsUp are the ways to say that a clock counts up.
var countsUp = []string{"up", "count up", "countup", "count-up", "upcount"}

// letters are the methods that a letter names, in front of the seconds or
// behind.
var letters = map[byte]Method{'b': Bronstein, 'd': Delay, 'y': Byoyomi}

// parseBonus reads the seconds a move with the letter of their method, if any:
// "30", "30s", "10d", "d10".
func parseBonus(field string) (time.Duration, Method, error) {
	if field == "" {
		return 0, Plain, errMissing
	}
	body, method := strings.TrimSuffix(field, "s"), Fischer
	if m, ok := letters[field[len(field)-1]]; ok {
		body, method = field[:len(field)-1], m
	} else if m, ok := letters[field[0]]; ok {
		body, method = field[1:], m
	}
	bonus, err := parseSeconds(body)
	if bonus == 0 {
		method = Plain
	}
	return bonus, method, err
}

// parsePeriod reads "90", "90m", "1m30" with or without "/40".
func parsePeriod(field string) (Period, error) {
	main, moves, has := strings.Cut(field, "/")
	var p Period
	if has {
		n, err := parseNumber(moves)
		if err != nil {
			return p, err
		}
		if n == 0 {
			return p, fmt.Errorf("%q: 0 moves", field)
		}
		p.Moves = n
	}
	minutes, secs, _ := strings.Cut(main, "m")
	n, err := parseNumber(minutes)
	if err != nil {
		return p, err
	}
	p.Main = time.Duration(n) * time.Minute
	if secs != "" {
		d, err := parseSeconds(secs)
		if err != nil {
			return p, err
		}
		if d >= time.Minute {
			return p, fmt.Errorf("%q: 60 seconds or more after the minutes", main)
		}
		p.Main += d
	}
	return p, nil
}

// parsePGN reads the fields of a TimeControl tag.
func parsePGN(text string) (Control, error) {
	if text == "-" || text == "?" {
		return Control{}, nil
	}
	var c Control
	for _, field := range strings.Split(text, ":") {
		if strings.HasPrefix(field, "*") {
			return Control{}, fmt.Errorf("%q: a sand clock: %w", field, errNotFollowed)
		}
		body, bonus, has := strings.Cut(field, "+")
		var p Period
		if moves, main, ok := strings.Cut(body, "/"); ok {
			n, err := parseNumber(moves)
			if err != nil {
				return Control{}, err
			}
			if n == 0 {
				return Control{}, fmt.Errorf("%q: 0 moves", field)
			}
			p.Moves, body = n, main
		}
		var err error
		if p.Main, err = parseSeconds(body); err != nil {
			return Control{}, err
		}
		if has {
			if p.Bonus, p.Method, err = parseBonus(bonus); err != nil {
				return Control{}, err
			}
		}
		c.Periods = append(c.Periods, p)
	}
	return c, nil
}

// parseSeconds reads whole seconds.
func parseSeconds(s string) (time.Duration, error) {
	n, err := parseNumber(s)
	return time.Duration(n) * time.Second, err
}

// parseNumber reads a whole number of at most six digits.
func parseNumber(s string) (int, error) {
	switch {
	case s == "":
		return 0, errMissing
	case !isNumber(s):
		return 0, fmt.Errorf("%q: want a whole number", clip(s))
	}
	if len(s) > 6 {
		return 0, fmt.Errorf("%q: too large a number", clip(s))
	}
	return strconv.Atoi(s)
}

// isNumber says whether there are digits and nothing else.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

var errMissing = errors.New("a number is missing")

// clip shortens text for an error message.
func clip(s string) string {
	if len(s) > 80 {
		return s[:77] + "..."
	}
	return s
}
