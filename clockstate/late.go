package clockstate

import (
	"time"

	"boardwire/rules"
)

// unseenLate is how late a reading is taken to be at most where no time that
// runs tells: the least time between two readings that are kept of a clock.
const unseenLate = 10 * time.Second

// late is by how much at most this reading may be late. Readings come in the
// order in which the clock showed them: this one is late by what passed between
// the two and is missing on the display, and by as much as the one before was. A
// display that fell by more than what passed has made up for some of that.
func (v *view) late() time.Duration {
	most := unseenLate * time.Duration(v.rate)
	late := v.was.Late + v.spent()
	switch used, known := v.used(); {
	case v.was.Absent || v.change.Has(Adjusted):
		return most
	case v.was.Running == rules.NoColor && v.n.Running == rules.NoColor:
		return max(v.was.Late, min(late, most)) // nothing ran that would tell
	case known:
		return max(0, late-used)
	default:
		// What a press gave would look like it, and add up from move to move.
		return max(0, min(late-used, max(v.was.Late, v.spent())))
	}
}

// spent is what passed between the readings without what a delay held back.
func (v *view) spent() time.Duration {
	if v.was.Running != rules.NoColor && v.method(v.was.Running) == Delay {
		return v.c.counted(v.was, v.was.AsOf, v.at, v.rate)
	}
	return passed(v.was.AsOf, v.at, v.rate)
}

// used is by how much the times of both sides fell at least since the last
// reading; known says that it is no more, as what the press gave is known.
func (v *view) used() (used time.Duration, known bool) {
	known = true
	for _, c := range [...]rules.Color{rules.White, rules.Black} {
		was, is := v.was.side(c), v.n.White
		if c == rules.Black {
			is = v.n.Black
		}
		if !v.ran(c) && !v.runs(c) {
			continue
		}
		d := was.Left - is
		if v.method(c) == CountUp {
			d = -d
		}
		if p, ok := v.c.period(v.now.side(c).Period); ok && v.now.side(c).Period > was.Period {
			d += p.Main
		}
		if c == v.presser {
			p, ok := v.c.period(was.Period)
			switch {
			case ok && p.Method == Fischer:
				d += p.Bonus
			case !ok || p.Method == Bronstein || p.Method == Byoyomi:
				known = false
			}
		}
		used += max(0, d)
	}
	return used, known
}
