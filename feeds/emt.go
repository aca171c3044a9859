package feeds

import (
	"strings"
	"time"

	"boardwire/clockstate"
)

// sideNames index by side: 0 is White, 1 is Black.
var sideNames = [2]string{"white", "black"}

// slack is how far a clock's seconds may be off a move's arithmetic: it shows
// whole seconds and reports them late (real feeds: 98.9 % within 2 s).
const slack = 2

// mover returns the side that makes the given ply.
func (v *View) mover(ply int) int {
	first := 0
	if _, rest, _ := strings.Cut(v.FENStart, " "); rest == "b" || strings.HasPrefix(rest, "b ") {
		first = 1
	}
	return (first + ply + 1) % 2
}

// lastOf returns the index of the side's last move before index n, or -1.
func (v *View) lastOf(side, n int) int {
	for i := n - 1; i >= 0; i-- {
		if v.mover(v.Moves[i].Ply) == side {
			return i
		}
	}
	return -1
}

// stamp gives a move its time after the press, and the time it took: the own
// time before, with the increment and the time of a further period where one
// was added, less the time after. What cannot be told stays absent.
//
// A period's time that was added while the player used still more than that
// shows as a shorter move: two readings cannot tell the two apart.
func (v *View) stamp(i int, c *Clocks) {
	if c == nil {
		return
	}
	m := &v.Moves[i]
	side := v.mover(m.Ply)
	clk := [2]int{c.White, c.Black}[side]
	m.Clk, m.Emt, m.extra = &clk, nil, 0

	before, extra, ok := v.before(side, i)
	m.extra = extra
	if !ok || len(v.control.Periods) == 0 {
		return
	}
	number := (m.Ply + 1) / 2
	emt := before + v.increment(number) - clk
	for emt < -slack && m.extra < v.due(number) {
		m.extra++
		emt += seconds(v.period(m.extra).Main)
	}
	if emt < -slack {
		return
	}
	emt = max(emt, 0)
	m.Emt = &emt
}

// before returns the side's time when its move i began.
func (v *View) before(side, i int) (sec, extra int, ok bool) {
	if last := v.lastOf(side, i); last >= 0 {
		m := v.Moves[last]
		if m.Clk == nil {
			return 0, m.extra, false
		}
		return *m.Clk, m.extra, true
	}
	if v.start[side].ok {
		return v.start[side].seconds, 0, true
	}
	if len(v.control.Periods) == 0 {
		return 0, 0, false
	}
	return seconds(v.control.Periods[0].Main), 0, true
}

// period returns the i-th period from 0; a last one that covers a number of
// moves begins again and again.
func (v *View) period(i int) clockstate.Period {
	return v.control.Periods[min(i, len(v.control.Periods)-1)]
}

// increment returns what is added for a side's move of that number.
func (v *View) increment(number int) int {
	p := v.period(v.due(number - 1))
	if p.Method != clockstate.Fischer {
		return 0
	}
	return seconds(p.Bonus)
}

// due returns how many further periods may have begun once the side has made
// that many moves. Many clocks add a period's time late, none adds it early.
func (v *View) due(number int) int {
	for n, sum := 0, 0; ; n++ {
		p := v.period(n)
		sum += p.Moves
		if p.Moves == 0 || number < sum {
			return n
		}
	}
}

func seconds(d time.Duration) int { return int(d / time.Second) }
