package clockstate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Words that carry no meaning of their own in a time control.
var fillers = map[string]bool{
	"the": true, "for": true, "first": true, "next": true, "of": true, "game": true, "rest": true,
	"remaining": true, "whole": true, "all": true, "entire": true, "to": true, "complete": true, "finish": true,
	"by": true, "is": true, "are": true, "there": true, "an": true, "and": true, "with": true, "in": true,
	"each": true, "every": true, "per": true, "a": true, "player": true, "time": true, "cumulative": true,
	"/": true, "added": true, "starting": true, "beginning": true, "followed": true, "then": true, "plus": true, "+": true,
	",": true, ";": true, ".": true, "fischer": true, "additional": true, "extra": true, "main": true, "both": true,
	"us": true, "simple": true, "mode": true,
}

// Words after which a new period begins.
var thens = map[string]bool{"then": true, "followed": true, "next": true, "remaining": true}

// Words that make the seconds beside them a bonus.
var bonuses = map[string]bool{"increment": true, "inc": true, "bonus": true, "addition": true, "increments": true}

// Words that say what a clock does with the seconds beside them.
var others = map[string]Method{
	"delay": Delay, "bronstein": Bronstein, "byoyomi": Byoyomi, "byo-yomi": Byoyomi,
}

// Words for clocks that See cannot follow.
var refused = map[string]bool{"hourglass": true, "sandclock": true, "canadian": true}

var numbers = map[string]int{
	"one": 1, "two": 2, "three": 3, "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40,
	"fifty": 50, "sixty": 60, "ninety": 90,
}

var units = map[string]time.Duration{
	"h": time.Hour, "hr": time.Hour, "hrs": time.Hour, "hour": time.Hour, "hours": time.Hour,
	"m": time.Minute, "min": time.Minute, "mins": time.Minute, "minute": time.Minute, "minutes": time.Minute, "'": time.Minute,
	"s": time.Second, "sec": time.Second, "secs": time.Second, "second": time.Second, "seconds": time.Second, "\"": time.Second,
}

// wordReader goes through a time control in words.
type wordReader struct {
	tokens []string
	at     int
	c      Control
	bonus  time.Duration
	method Method
	from   int // the move from which the bonus counts; 0 where not said
	// then: a word said that a period follows. beside: the last token was a
	// time of a period, which the next one adds to ("1 hour 30 minutes").
	then, beside bool
}

func parseWords(text string) (Control, error) {
	r := wordReader{tokens: words(text)}
	for r.at < len(r.tokens) {
		if err := r.step(); err != nil {
			return Control{}, err
		}
	}
	return r.finish()
}

// step reads one token, or a number with what belongs to it.
func (r *wordReader) step() error {
	token := r.tokens[r.at]
	if n, ok := number(token); ok {
		return r.number(n, token)
	}
	if a, b, ok := split(token); ok {
		r.tokens = slices.Replace(r.tokens, r.at, r.at+1, a, b)
		return nil
	}
	r.beside = false
	if refused[token] {
		return fmt.Errorf("%q: %w", token, errNotFollowed)
	}
	switch m, method := others[token]; {
	case method:
		// "Bronstein delay" is one thing.
		if r.method == Plain || r.method == Delay {
			r.method = m
		}
	case token == "from" || token == "move" || token == "moves":
	case bonuses[token]:
	case fillers[token]:
		r.then = r.then || thens[token]
	default:
		return fmt.Errorf("%q: not a word of a time control", clip(token))
	}
	r.at++
	return nil
}

// number reads a time, a count of moves, or the number of a move.
func (r *wordReader) number(n int, token string) error {
	r.at++
	next := r.peek(0)
	if unit, ok := units[next]; ok {
		r.at++
		return r.time(time.Duration(n) * unit)
	}
	before := ""
	if r.at >= 2 {
		before = r.tokens[r.at-2]
	}
	r.beside = false
	switch {
	case before == "move":
		r.from = n
	case next == "move" || next == "moves":
		r.at++
		return r.moves(n, token)
	default:
		return fmt.Errorf("%q: a number of what? write minutes, seconds or moves after it", token)
	}
	return nil
}

// time takes a time as a period, as more of the last one, or as the bonus.
func (r *wordReader) time(d time.Duration) error {
	n := len(r.c.Periods)
	switch {
	case r.beside:
		r.c.Periods[n-1].Main += d
		return nil
	case r.isBonus(d):
		if r.bonus != 0 && r.bonus != d {
			return fmt.Errorf("%v: a second increment; write the periods in the short form, like 100/40,50/20,15+30", d)
		}
		r.bonus, r.then = d, false
		return nil
	}
	r.c.Periods = append(r.c.Periods, Period{Main: d})
	r.then, r.beside = false, true
	return nil
}

// isBonus says whether the time just read is what each move earns: the words
// beside it say so, or it is seconds after a period and no word says that
// another period follows.
func (r *wordReader) isBonus(d time.Duration) bool {
	if len(r.c.Periods) == 0 {
		return false
	}
	if bonuses[r.peek(0)] || others[r.peek(0)] != Plain {
		return true
	}
	switch r.peek(0) {
	case "per", "a", "each", "every", "/":
		if r.peek(1) == "move" {
			return true
		}
	case "added", "extra", "additional":
		return true
	}
	// The words before, back to the last number: "an increment of 30 seconds".
	for i := r.at - 3; i >= 0; i-- {
		if _, ok := number(r.tokens[i]); ok || units[r.tokens[i]] != 0 {
			break
		}
		if bonuses[r.tokens[i]] || others[r.tokens[i]] != Plain {
			return true
		}
	}
	return !r.then && d < time.Minute
}

// moves gives the last period its count, or reads "40 moves in 90 minutes".
func (r *wordReader) moves(n int, token string) error {
	if r.peek(0) == "in" {
		r.at++
		d, ok := r.plainTime()
		if !ok {
			return fmt.Errorf("%q: write the time after \"moves in\"", token)
		}
		r.c.Periods = append(r.c.Periods, Period{Moves: n, Main: d})
		r.then, r.beside = false, true
		return nil
	}
	last := len(r.c.Periods) - 1
	if last < 0 || r.c.Periods[last].Moves != 0 {
		return fmt.Errorf("%q: moves of which period? write the time before them", token)
	}
	r.c.Periods[last].Moves = n
	return nil
}

// plainTime reads a number and its unit.
func (r *wordReader) plainTime() (time.Duration, bool) {
	n, ok := number(r.peek(0))
	unit, has := units[r.peek(1)]
	if !ok || !has {
		return 0, false
	}
	r.at += 2
	return time.Duration(n) * unit, true
}

// finish gives each period its bonus.
func (r *wordReader) finish() (Control, error) {
	if r.method != Plain && r.bonus == 0 {
		return Control{}, fmt.Errorf("%s of how many seconds? write for example \"25 minutes, 10 seconds delay\"", r.method)
	}
	if len(r.c.Periods) == 0 {
		return Control{}, errors.New("no time in it; write for example \"90 minutes + 30 seconds\"")
	}
	if p := r.c.Periods; len(p) == 2 && p[0].Moves == 0 && p[1].Moves > 0 {
		// "90 min + 30 min/40 moves": the time that comes after 40 moves.
		p[0].Moves, p[1].Moves = p[1].Moves, 0
	}
	first, sum := 0, 0
	if r.from > 1 {
		for first < len(r.c.Periods) && sum+1 < r.from {
			sum += r.c.Periods[first].Moves
			first++
		}
		if sum+1 != r.from || first == len(r.c.Periods) {
			return Control{}, fmt.Errorf("\"from move %d\": no period begins there", r.from)
		}
	}
	for i := range r.c.Periods {
		if i >= first {
			r.c.Periods[i].Bonus = r.bonus
		}
		r.c.Periods[i].Method = methodOf(r.c.Periods[i].Bonus)
		switch {
		case r.method == Byoyomi && i < len(r.c.Periods)-1:
			r.c.Periods[i].Bonus, r.c.Periods[i].Method = 0, Plain
		case r.method != Plain && r.c.Periods[i].Bonus > 0:
			r.c.Periods[i].Method = r.method
		}
	}
	return r.c, nil
}

// split parts two words that were written as one ("gamewith").
func split(token string) (a, b string, ok bool) {
	if known(token) {
		return "", "", false
	}
	for i := 2; i < len(token)-1; i++ {
		if known(token[:i]) && known(token[i:]) {
			return token[:i], token[i:], true
		}
	}
	return "", "", false
}

// known says whether a word has a meaning in a time control.
func known(token string) bool {
	_, other := others[token]
	_, unit := units[token]
	return fillers[token] || bonuses[token] || other || unit || token == "from" || token == "move" || token == "moves"
}

// peek returns the token i places on, "" past the end.
func (r *wordReader) peek(i int) string {
	if r.at+i < len(r.tokens) {
		return r.tokens[r.at+i]
	}
	return ""
}

// number reads a number in digits or as a word.
func number(token string) (int, bool) {
	if n, ok := numbers[token]; ok {
		return n, true
	}
	n, err := parseNumber(token)
	return n, err == nil
}

// primes turns the signs for minutes and seconds that people type into two.
var primes = strings.NewReplacer("''", "\"", "′′", "\"", "″", "\"", "”", "\"", "′", "'", "’", "'")

// words splits text into numbers, words and signs.
func words(text string) []string {
	text = primes.Replace(text)
	var out []string
	class := func(c byte) int {
		switch {
		case c >= '0' && c <= '9':
			return 1
		case c >= 'a' && c <= 'z', c == '-', c >= 0x80:
			return 2
		case strings.IndexByte(" \t\r\n()", c) >= 0:
			return 0
		}
		return 3
	}
	for i := 0; i < len(text); {
		k := class(text[i])
		j := i + 1
		for j < len(text) && k != 3 && class(text[j]) == k {
			j++
		}
		if k != 0 {
			out = append(out, text[i:j])
		}
		i = j
	}
	return out
}
