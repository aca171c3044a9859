package clockstate

import (
	"time"

	"boardwire/rules"
)

// Jump is one reading that departs from play.
type Jump struct {
	// Ply counts from 1.
	Ply   int
	Side  rules.Color
	Cause Cause
	// Off is by how much the reading is above (below: negative) what the one
	// before, the think time and the move's bonus make. Where the think time is
	// missing it is the least that it can be.
	Off time.Duration
	// Left is what was left when the move was made, by the reading before and
	// the think time; negative when it had run out. Zero when unknown.
	Left time.Duration
	// Move is the number of the side's move.
	Move int
	// Main is the main time that came in, with ByPeriod and ByFlag.
	Main time.Duration
}

// Course is what the readings of a whole game tell.
type Course struct {
	// Shown is the control that the clocks show: its first main time is zero
	// when that is not known, and it has no periods when the bonus is not known
	// either. Later periods are those whose time came in.
	Shown Control
	// Bonus says that the bonus of Shown is known, Start that its main time is.
	Bonus, Start bool
	// Began is what the clocks had when play began, the first move's bonus
	// included; zero where that is not known.
	Began time.Duration
	// Follows says that the declared control is known and that nothing in the
	// readings speaks against its first period.
	Follows bool
	// Jumps are the readings that depart from play, in the order of the plies.
	Jumps []Jump
	// Clocks are the readings of each ply: exchanged ones set right, missing
	// ones derived from the think time where the one before is known.
	Clocks []Stamp
	// Derived says which of them were not in the file.
	Derived []bool
	// Zeros are the plies with a reading of zero after which the same side
	// played on.
	Zeros []int
	// Exchanged says that all readings of the game are the other side's; Clocks
	// has them set right.
	Exchanged bool
	// Pressed says that the last reading of the game has the bonus of its move
	// in it, so that the clock was pressed. False where that cannot be told.
	Pressed bool
}

// What a reading may be off. In broadcasts by e-boards 96 of 100 readings are
// within 1 s of what play gives, and 99 within 2 s.
const (
	readingSlack = 5 * time.Second
	periodSlack  = 12 * time.Second
	// leastPeriod is the least main time that is taken for a period's where
	// none is declared.
	leastPeriod = 5 * time.Minute
	// unlikelyBonus is more than a move earns in any control in use.
	unlikelyBonus = 2 * time.Minute
	// leastTaken is the least by which a clock that shows too little is taken
	// to have been set: think times are off by some seconds now and then.
	leastTaken = 30 * time.Second
	// ranOut is the most that may be left of a time that ran out: displays
	// show whole seconds, and think times are cut off to them.
	ranOut = 2 * time.Second
)

// Trace reads the clocks of a game from what a file says of its plies. First is
// who made the first of them; declared is the control that the file names, the
// zero Control when it names none.
//
// The bonus is found from readings with think times, the main time from the
// first move of each side. A next period's time is looked for wherever it comes:
// many clocks give it only when the time before has run out, moves later than
// it is due. Trace needs about ten readings with think times to say anything of
// the control; without them the declared control is taken as it is.
func Trace(first rules.Color, stamps []Stamp, declared Control) Course {
	t := tracer{first: first, in: append([]Stamp(nil), stamps...), declared: declared}
	t.learn()
	t.walk()
	return t.Course
}

// tracer is one course in the making.
type tracer struct {
	Course
	first    rules.Color
	in       []Stamp
	declared Control
	earns    Period // what a move earns, by its Method and Bonus
	sides    [3]traced
	crossed  int // the ply, from 0, behind the last exchanged pair
}

// traced is one side on the way.
type traced struct {
	// clk is the last reading, from the file or derived.
	clk   time.Duration
	known bool
	// most is the most that the clock can show after the next move, from the
	// last reading of the file; has is false before there is one.
	most   time.Duration
	has    bool
	moves  int
	period int
	ran    bool // a reading was zero, and play went on
	// derived are the plies derived since the last reading of the file.
	derived []int
}

func (t *tracer) side(k int) rules.Color {
	if k%2 == 0 {
		return t.first
	}
	return t.first.Other()
}

// earned is what a move gives back, as it shows after the press.
func (p Period) earned(emt time.Duration) time.Duration {
	switch p.Method {
	case Fischer:
		return p.Bonus
	case Bronstein, Delay:
		return min(p.Bonus, emt)
	}
	return 0
}

// walk goes through the plies in their order.
func (t *tracer) walk() {
	for k := 0; k < len(t.in); k++ {
		if t.exchanged(k) {
			t.in[k].Clk, t.in[k+1].Clk = t.in[k+1].Clk, t.in[k].Clk
			t.Jumps = append(t.Jumps, Jump{Ply: k + 1, Side: t.side(k), Cause: ByExchange, Off: t.in[k+1].Clk - t.in[k].Clk, Move: k/2 + 1})
		}
		t.ply(k)
	}
	t.boundaries()
	for k, s := range t.in {
		if s.HasClk && s.Clk == 0 && k+2 < len(t.in) {
			t.Zeros = append(t.Zeros, k+1)
		}
	}
}

// ply looks at one reading.
func (t *tracer) ply(k int) {
	s, side := t.in[k], &t.sides[t.side(k)]
	side.moves++
	out, derived := s, false
	side.most += t.earns.gain()
	if !s.HasClk && s.HasEmt && side.known {
		if clk := side.clk - s.Emt + t.earns.earned(s.Emt); clk >= 0 && (t.Bonus || t.Follows) {
			out.Clk, out.HasClk, derived = clk, true, true
		}
	}
	t.Clocks, t.Derived = append(t.Clocks, out), append(t.Derived, derived)
	if s.HasClk && side.known {
		t.judge(k, side)
	} else if s.HasClk && side.has {
		t.regain(k, side)
	}
	if s.HasClk && side.known {
		if off, _ := t.off(side, s); s.HasEmt && t.Bonus && t.earns.Method == Fischer && t.earns.Bonus > time.Second {
			t.Pressed = k == len(t.in)-1 && s.Clk > 0 && off > -t.earns.Bonus/2 && off < leastPeriod/2
		}
	}
	switch {
	case derived:
		side.clk = out.Clk
		side.derived = append(side.derived, k)
	case out.HasClk:
		side.clk, side.known = out.Clk, true
		side.ran = side.ran || out.Clk == 0
		side.most, side.has, side.derived = out.Clk, true, side.derived[:0]
	default:
		side.known = false
	}
}

// gain is the most that a move adds to what the clock showed after the last.
func (p Period) gain() time.Duration {
	if p.Method == Fischer {
		return p.Bonus
	}
	return 0
}

// regain looks at a reading after some that are missing: it may not be more
// than the last one and the bonuses since.
func (t *tracer) regain(k int, side *traced) {
	off := t.in[k].Clk - side.most
	if !t.Bonus && !t.Follows {
		off -= unlikelyBonus
	}
	if off <= readingSlack {
		return
	}
	j := Jump{Ply: k + 1, Side: t.side(k), Off: off, Move: side.moves}
	j.Cause, j.Main = t.cause(k, j, side)
	t.note(side, j)
}

// note keeps a departure.
func (t *tracer) note(side *traced, j Jump) {
	if j.Cause == ByPeriod || j.Cause == ByFlag {
		side.period++
		t.began(side, j)
	}
	t.Jumps = append(t.Jumps, j)
}

// off is by how much a reading departs from play, and what was left before the
// bonus. Without the think time it is the least that it can be, never below 0.
func (t *tracer) off(side *traced, s Stamp) (off, left time.Duration) {
	if s.HasEmt {
		return s.Clk - (side.clk - s.Emt + t.earns.earned(s.Emt)), side.clk - s.Emt
	}
	return max(0, s.Clk-side.most), 0
}

// judge names a departure.
func (t *tracer) judge(k int, side *traced) {
	s := t.in[k]
	off, left := t.off(side, s)
	if !t.Bonus && !t.Follows {
		// Nothing is known of what a move earns: only what no bonus can give.
		if off = s.Clk - side.clk; off <= unlikelyBonus {
			return
		}
	}
	if abs(off) <= readingSlack {
		return
	}
	j := Jump{Ply: k + 1, Side: t.side(k), Off: off, Left: left, Move: side.moves}
	j.Cause, j.Main = t.cause(k, j, side)
	if j.Cause == ByHand && !t.clean(k) {
		j.Off = s.Clk - side.most // what the think times say is not to be trusted
	}
	t.note(side, j)
	for _, i := range side.derived {
		// What was derived leads to a reading that is not there.
		t.Clocks[i], t.Derived[i] = Stamp{Emt: t.in[i].Emt, HasEmt: true}, false
	}
}

// cause finds the cause of a departure.
func (t *tracer) cause(k int, j Jump, side *traced) (Cause, time.Duration) {
	s, last := t.in[k], k >= len(t.in)-1
	unpressed := t.earns.gain()
	// A move with the bonus is told from one without where that decides.
	if main, due, ok := t.next(side, j, unpressed); ok {
		ran := s.HasEmt && j.Left <= ranOut
		stopped := near(j.Off, main-unpressed, periodSlack) && unpressed > periodSlack && s.Clk <= main
		switch {
		case due == 0 || j.Move > due:
			return ByPeriod, main
		case j.Move == due && (!ran || !stopped):
			return ByPeriod, main
		case ran:
			return ByFlag, main
		case !s.HasEmt && s.Clk <= main+unpressed && s.Clk > main-time.Minute:
			return ByFlag, main
		case t.clean(k):
			return ByHand, 0
		}
	}
	switch {
	case last && j.Off < 0 && s.HasEmt:
		return ByStop, 0
	case s.Clk > side.most+readingSlack:
		// More than any think time explains.
		return ByHand, 0
	case s.Clk == 0 || side.clk == 0 || side.ran:
		// A clock at zero counts no more.
		return ByThought, 0
	case !t.clean(k):
		return ByMissing, 0
	case j.Off > 0 && nearMinutes(j.Off):
		return ByHand, 0
	case j.Off > 0 || j.Off > -leastTaken:
		return ByThought, 0
	}
	return ByHand, 0
}

// next tells whether a departure is the main time of a next period, and after
// how many moves that is due (0: not known).
func (t *tracer) next(side *traced, j Jump, unpressed time.Duration) (main time.Duration, due int, ok bool) {
	fits := func(main time.Duration) bool {
		if near(j.Off, main, periodSlack) || near(j.Off, main-unpressed, periodSlack) {
			return true
		}
		// Where the think time does not fit, or is missing, the reading still
		// cannot have risen by that much otherwise.
		s := t.in[j.Ply-1]
		rise := s.Clk - side.most
		return (!s.HasEmt || !t.clean(j.Ply-1)) && rise > main/4 && rise <= main+readingSlack
	}
	if t.Follows {
		p, has := t.declared.period(side.period + 1)
		if has && p.Main > 0 {
			return p.Main, t.declared.due(side.period), fits(p.Main)
		}
	}
	if len(t.Shown.Periods) > 1 && side.period == 0 {
		// The other side's period tells this one's.
		main = t.Shown.Periods[1].Main
		return main, 0, fits(main)
	}
	if j.Off < leastPeriod-periodSlack || side.period > 0 {
		return 0, 0, false
	}
	if !t.in[j.Ply-1].HasEmt {
		// What was thought comes on top of what the reading rose by.
		main = (j.Off + 15*time.Minute) / (15 * time.Minute) * (15 * time.Minute)
		return main, 0, side.moves > 20 && j.Off > 3*leastPeriod/2
	}
	main = (j.Off + 150*time.Second) / (5 * time.Minute) * (5 * time.Minute)
	return main, 0, near(j.Off, main, periodSlack) && side.moves > 20
}

// began notes that a period's time came in.
func (t *tracer) began(side *traced, j Jump) {
	if n := len(t.Shown.Periods); n > 0 && n <= side.period {
		t.Shown.Periods = append(t.Shown.Periods, Period{Main: j.Main, Bonus: t.earns.Bonus, Method: t.earns.Method})
	}
}

// clean says that the readings and think times close before a ply are all
// there: a board that missed one often gives the next a wrong think time.
func (t *tracer) clean(k int) bool {
	for i := max(0, k-2); i <= k; i++ {
		if !t.in[i].HasClk || !t.in[i].HasEmt {
			return false
		}
	}
	return true
}

// exchanged says whether the readings of a ply and the next are each other's:
// as they stand they do not fit, and the other way round both do. Behind such a
// pair it is enough that the other way round fits better.
func (t *tracer) exchanged(k int) bool {
	if k+1 >= len(t.in) || !t.Bonus || k < t.crossed {
		return false
	}
	a, b := t.in[k], t.in[k+1]
	sideA, sideB := &t.sides[t.side(k)], &t.sides[t.side(k+1)]
	// Clocks that are close to each other cannot be told from a press that was
	// seen late.
	if !a.HasClk || !b.HasClk || !sideA.has || !sideB.has || near(a.Clk, b.Clk, 15*time.Second) {
		return false
	}
	straightA, straightB := t.misfit(sideA, a), t.misfit(sideB, b)
	a.Clk, b.Clk = b.Clk, a.Clk
	crossedA, crossedB := t.misfit(sideA, a), t.misfit(sideB, b)
	whole := a.HasEmt && b.HasEmt && sideA.known && sideB.known
	follows := t.crossed > 0 && k-t.crossed <= 4 && (k-t.crossed)%2 == 0
	switch {
	case whole && max(straightA, straightB) > readingSlack && max(crossedA, crossedB) <= 3*time.Second:
	case whole && min(straightA, straightB) > 30*time.Second && max(crossedA, crossedB) <= 2*readingSlack:
	case follows && crossedA+crossedB+readingSlack < straightA+straightB:
	default:
		return false
	}
	t.crossed = k + 2
	return true
}

// misfit is how far a reading is from play, or from play and a period's time.
// Without the think time it is how far it is from the reading before.
func (t *tracer) misfit(side *traced, s Stamp) time.Duration {
	off := s.Clk - side.most
	if s.HasEmt && side.known {
		off, _ = t.off(side, s)
	}
	if p, ok := t.declared.period(side.period + 1); ok && t.Follows && side.moves > 30 {
		return min(abs(off), abs(off-p.Main))
	}
	return abs(off)
}

// boundaries takes pairs of departures that undo each other for what they are.
func (t *tracer) boundaries() {
	for i := 0; i+1 < len(t.Jumps); i++ {
		a, b := &t.Jumps[i], &t.Jumps[i+1]
		if b.Ply == a.Ply+1 && a.loose() && b.loose() && abs(a.Off+b.Off) <= 4*time.Second {
			a.Cause, b.Cause = ByBoundary, ByBoundary
		}
	}
}

// loose says that the cause rests on the think time alone.
func (j Jump) loose() bool {
	return j.Cause == ByThought || j.Cause == ByMissing || j.Cause == ByHand && abs(j.Off) < 30*time.Second
}

func near(a, b, slack time.Duration) bool { return abs(a-b) <= slack }

// nearMinutes says that a time is whole minutes, as arbiters add them.
func nearMinutes(d time.Duration) bool {
	rest := (d + 30*time.Second) % time.Minute
	return d > 50*time.Second && abs(rest-30*time.Second) <= 3*time.Second
}

func abs(d time.Duration) time.Duration {
	if d < 0 {
		return -d
	}
	return d
}
