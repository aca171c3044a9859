package sim

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardwire/pgn"
)

// control is as much of a time control as a clock needs to be set.
type control struct {
	periods []period
	bonus   int
}

type period struct{ moves, seconds int }

// begins returns the time that a side gets on top with its n-th move.
func (c control) begins(n int) int {
	sum := 0
	for i, p := range c.periods[:len(c.periods)-1] {
		if sum += p.moves; n == sum {
			return c.periods[i+1].seconds
		}
	}
	return 0
}

// parseControl reads the TimeControl tag of PGN: "40/5400+30:1800+30", "900+10".
// Without one an hour and a half with 30 seconds a move is taken.
func parseControl(s string) (control, error) {
	if s == "" || s == "?" || s == "-" {
		s = "5400+30"
	}
	var c control
	for i, part := range strings.Split(s, ":") {
		moves, rest, has := strings.Cut(part, "/")
		if !has {
			moves, rest = "0", part
		}
		main, bonus, has := strings.Cut(rest, "+")
		if !has {
			bonus = "0"
		}
		var n [3]int
		for j, text := range []string{moves, main, bonus} {
			v, err := strconv.ParseUint(text, 10, 16)
			if err != nil {
				return control{}, fmt.Errorf("time control %q: %q is no number of moves or seconds; want something like 40/5400+30:1800+30", s, text)
			}
			n[j] = int(v)
		}
		if i > 0 && n[2] != c.bonus {
			return control{}, fmt.Errorf("time control %q: a bonus that changes from %d to %d is not emulated", s, c.bonus, n[2])
		}
		c.bonus = n[2]
		c.periods = append(c.periods, period{n[0], n[1]})
	}
	return c, nil
}

// dial is how the clocks are set for a game.
type dial struct {
	control
	white, black int // what they show before the first move
}

// dialOf sets the clocks by the game's TimeControl tag or, where the clock times
// of the moves say otherwise, by these: broadcasts often carry a tag in words,
// or that of another event. Where neither tells, by what is usual.
func dialOf(g pgn.Game) dial {
	tag, _ := g.Tag("TimeControl")
	c, err := parseControl(tag)
	if err != nil {
		c = control{[]period{{0, 5400}}, 30}
	}
	d := dial{control: c, white: c.periods[0].seconds + c.bonus}
	d.black = d.white
	if err == nil && !contradicts(g, d.white, c.bonus) {
		return d
	}
	bonus := usualBonus(g)
	white, black := startOf(g, 0, bonus), startOf(g, 1, bonus)
	if white < 0 {
		white = black
	}
	if black < 0 {
		black = white
	}
	if white < 0 {
		return d // no clock times
	}
	return dial{control{[]period{{0, max(white-bonus, 0)}}, bonus}, white, black}
}

// contradicts reports whether the first clock times cannot come from clocks
// that show start at first.
func contradicts(g pgn.Game, start, bonus int) bool {
	for i := range min(2, len(g.Plies)) {
		p := g.Plies[i]
		if p.Clk == nil {
			continue
		}
		clk := whole(p.Clk)
		if clk > start+bonus || p.Emt != nil && clk+whole(p.Emt) < start-bonus-60 {
			return true
		}
	}
	return false
}

// startOf returns what a side's clock showed before its first move, -1 when
// that cannot be told. Many clocks show the first bonus from the beginning.
func startOf(g pgn.Game, side, bonus int) int {
	if side >= len(g.Plies) || g.Plies[side].Clk == nil {
		return -1
	}
	p := g.Plies[side]
	think := 0
	if p.Emt != nil {
		think = whole(p.Emt)
	}
	return max(whole(p.Clk)+think-bonus, 0)
}

// usualBonus is what a move adds most often by the clock times of a game, 0 when
// they do not tell.
func usualBonus(g pgn.Game) int {
	const most = 120
	var times [most + 1]int
	for i := 2; i < len(g.Plies); i++ {
		p, before := g.Plies[i], g.Plies[i-2]
		if p.Clk == nil || p.Emt == nil || before.Clk == nil {
			continue
		}
		if added := whole(p.Clk) + whole(p.Emt) - whole(before.Clk); added >= 0 && added <= most {
			times[added]++
		}
	}
	bonus := 0
	for n, count := range times {
		if count > times[bonus] {
			bonus = n
		}
	}
	return bonus
}

func whole(d *time.Duration) int { return int(*d / time.Second) }
