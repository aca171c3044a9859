package clockstate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Method is what a clock does with the seconds that a move earns.
type Method uint8

// The methods (Laws 2023, 6.3, and the glossary: increment and delay). Readings
// that are made at the press tell no Bronstein from a delay.
const (
	// Plain: a move earns nothing.
	Plain Method = iota
	// Fischer: every move adds the bonus, saved time is kept.
	Fischer
	// Bronstein: the time used is given back, up to the bonus.
	Bronstein
	// Delay: the main time starts to fall only after the bonus has run.
	Delay
	// Byoyomi: after the main time each move has the bonus anew.
	Byoyomi
	// CountUp: the clock counts what was used, from zero; no time runs out.
	CountUp
)

// String returns the method's name in lower case.
func (m Method) String() string {
	switch m {
	case Plain:
		return "plain"
	case Fischer:
		return "fischer"
	case Bronstein:
		return "bronstein"
	case Delay:
		return "delay"
	case Byoyomi:
		return "byoyomi"
	case CountUp:
		return "count_up"
	}
	return "method " + strconv.Itoa(int(m))
}

// Period is one stage of a time control.
type Period struct {
	// Moves is how many moves of a player the period covers; 0 for the rest of
	// the game. A last period with Moves begins again and again.
	Moves int
	// Main is the time that a player gets at its beginning.
	Main time.Duration
	// Bonus is what each move of the period earns, under Method.
	Bonus  time.Duration
	Method Method
}

// Control is a time control. Without periods it is unknown: See then tells
// only what needs no knowledge of it.
type Control struct{ Periods []Period }

// Limits of a time control. Clocks show at most ten hours; a league with a
// longer period than a day is a slip of the pen.
const (
	maxPeriods = 8
	maxMoves   = 500
	maxMain    = 24 * time.Hour
	maxBonus   = time.Hour
)

// check says what is wrong with a control.
func (c Control) check() error {
	if len(c.Periods) > maxPeriods {
		return fmt.Errorf("%d periods: at most %d", len(c.Periods), maxPeriods)
	}
	for i, p := range c.Periods {
		at := fmt.Sprintf("period %d", i+1)
		switch {
		case p.Main < 0 || p.Main > maxMain:
			return fmt.Errorf("%s: %v: a period has at most %v", at, p.Main, maxMain)
		case p.Bonus < 0 || p.Bonus > maxBonus:
			return fmt.Errorf("%s: %v a move: at most %v", at, p.Bonus, maxBonus)
		case p.Method == CountUp && (p.Main != 0 || p.Bonus != 0 || len(c.Periods) > 1):
			return fmt.Errorf("%s: a clock that counts up has no times", at)
		case p.Method == CountUp:
		case p.Method == Byoyomi && (i < len(c.Periods)-1 || p.Moves > 0):
			return fmt.Errorf("%s: byo-yomi is for the rest of the game", at)
		case p.Main == 0 && p.Bonus == 0:
			return fmt.Errorf("%s: no time at all", at)
		case p.Moves < 0 || p.Moves > maxMoves:
			return fmt.Errorf("%s: %d moves: at most %d", at, p.Moves, maxMoves)
		case p.Moves == 0 && i < len(c.Periods)-1:
			return fmt.Errorf("%s: covers the rest of the game, but another period follows", at)
		}
	}
	return nil
}

// period returns the i-th period, counted from 0, and whether there is one: a
// last period with Moves repeats, and behind main time with byo-yomi comes the
// byo-yomi.
func (c Control) period(i int) (Period, bool) {
	n := len(c.Periods)
	switch {
	case n == 0 || i < 0:
		return Period{}, false
	case i < n:
		return c.Periods[i], true
	case c.Periods[n-1].Moves > 0:
		return c.Periods[n-1], true
	case i == n && c.Periods[n-1].Method == Byoyomi:
		return Period{Bonus: c.Periods[n-1].Bonus, Method: Byoyomi}, true
	}
	return Period{}, false
}

// byoyomi says whether a side in period i has used up its main time.
func (c Control) byoyomi(i int) bool {
	n := len(c.Periods)
	return n > 0 && i >= n && c.Periods[n-1].Method == Byoyomi
}

// due returns after how many moves of a player period i is over; 0 for never.
func (c Control) due(i int) int {
	sum := 0
	for j := 0; j <= i; j++ {
		p, ok := c.period(j)
		if !ok || p.Moves == 0 {
			return 0
		}
		sum += p.Moves
	}
	return sum
}

// MovesBy returns how many moves a player completes before the period with the
// index i, from 0, is over, all periods before it counted; 0 where it covers the
// rest of the game, or there is no such period.
func (c Control) MovesBy(i int) int { return c.due(i) }

// uniform says whether all periods have the first one's bonus and method.
func (c Control) uniform() bool {
	for _, p := range c.Periods {
		if p.Bonus != c.Periods[0].Bonus || p.Method != c.Periods[0].Method {
			return false
		}
	}
	return true
}

// String returns the short canonical form that ParseControl reads back:
// "90/40+30+30" is 90 minutes for 40 moves, 30 for the rest, 30 seconds a
// move. A time that is no whole minute, or 180 minutes and more, is written
// "1m30"; periods with bonuses of their own are "100/40,50/20,15+30"; the
// letters b, d and y behind the seconds are Bronstein, delay and byo-yomi; a
// clock that counts up is "up", an unknown control "?".
func (c Control) String() string {
	if len(c.Periods) == 0 {
		return "?"
	}
	if c.Periods[0].Method == CountUp {
		return "up"
	}
	last := c.Periods[len(c.Periods)-1]
	var b strings.Builder
	if c.uniform() && (last.Moves == 0 || last.Bonus == 0) {
		for i, p := range c.Periods {
			if i > 0 {
				b.WriteByte('+')
			}
			b.WriteString(shortPeriod(p))
		}
		if last.Bonus > 0 {
			b.WriteString("+" + strconv.Itoa(seconds(last.Bonus)) + last.Method.letter())
		}
		return b.String()
	}
	for i, p := range c.Periods {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(shortPeriod(p))
		if p.Bonus > 0 {
			b.WriteString("+" + strconv.Itoa(seconds(p.Bonus)) + p.Method.letter())
			if len(c.Periods) == 1 && p.Method == Fischer {
				// Without the letter it would be a second period's minutes.
				b.WriteByte('s')
			}
		}
	}
	return b.String()
}

// shortPeriod writes main time and moves.
func shortPeriod(p Period) string {
	s := strconv.Itoa(seconds(p.Main) / 60)
	if rest := seconds(p.Main) % 60; rest != 0 {
		s += fmt.Sprintf("m%02d", rest)
	} else if p.Main >= secondsFrom*time.Minute || p.Moves >= secondsFrom {
		s += "m"
	}
	if p.Moves > 0 {
		s += "/" + strconv.Itoa(p.Moves)
	}
	return s
}

// letter marks a method in the short form; Plain and Fischer need none.
func (m Method) letter() string {
	switch m {
	case Bronstein:
		return "b"
	case Delay:
		return "d"
	case Byoyomi:
		return "y"
	}
	return ""
}

// PGN returns the value of a TimeControl tag ("40/5400+30:1800+30"), "?" for
// an unknown control and for those that the PGN standard has no form for:
// delays, byo-yomi, counting up.
func (c Control) PGN() string {
	if len(c.Periods) == 0 {
		return "?"
	}
	for _, p := range c.Periods {
		if p.Method != Plain && p.Method != Fischer {
			return "?"
		}
	}
	fields := make([]string, len(c.Periods))
	for i, p := range c.Periods {
		if p.Moves > 0 {
			fields[i] = strconv.Itoa(p.Moves) + "/"
		}
		fields[i] += strconv.Itoa(seconds(p.Main))
		if p.Bonus > 0 {
			fields[i] += "+" + strconv.Itoa(seconds(p.Bonus))
		}
	}
	return strings.Join(fields, ":")
}

func seconds(d time.Duration) int { return int(d / time.Second) }

// methodOf is the method of a parsed bonus.
func methodOf(bonus time.Duration) Method {
	if bonus > 0 {
		return Fischer
	}
	return Plain
}

var errNotFollowed = errors.New("cannot be followed: only fixed times, increments, delays, Bronstein, byo-yomi of one move, counting up")
