package clockstate

import (
	"slices"
	"time"
)

// leastSamples is how many readings with think times it takes to say what a
// move earns.
const leastSamples = 8

// sample is a reading, the one before of the same side, and the think time.
type sample struct{ was, clk, emt time.Duration }

// given is what the move gave back.
func (s sample) given() time.Duration { return s.clk + s.emt - s.was }

// learn finds the first period that the clocks show, and whether the declared
// one can be it.
func (t *tracer) learn() {
	declared, known := t.declared.period(0)
	p, ok := earnings(samples(t.in))
	if !ok {
		// Of a game whose readings are all exchanged nothing fits as it stands.
		crossed := exchangeAll(t.in)
		if p, ok = earnings(samples(crossed)); ok {
			t.in, t.Exchanged = crossed, true
		}
	}
	if ok {
		if known && p.Method == declared.Method && near(p.Bonus, declared.Bonus, time.Second) {
			p.Bonus = declared.Bonus
		}
		if known && declared.Method == Bronstein && p.Method == Delay {
			p.Method = Bronstein // readings at the press tell no difference
		}
		t.earns, t.Bonus = p, true
		t.Shown.Periods = []Period{p}
	}
	start, seen := t.start()
	if seen {
		t.Began = start
	}
	if t.Bonus && seen {
		if main, ok := mainOf(start, t.earns.Bonus); ok {
			if known && near(main, declared.Main, readingSlack) {
				main = declared.Main
			}
			t.Shown.Periods[0].Main, t.Start = main, true
		}
	}
	t.Follows = known
	switch {
	case !known:
	case t.Bonus && (t.earns.Bonus != declared.Bonus || t.earns.Method != declared.Method):
		t.Follows = false
	case t.Start && t.Shown.Periods[0].Main != declared.Main:
		t.Follows = false
	case t.Bonus:
	case t.rises(declared) || t.starts(declared):
		t.Follows = false
	case seen && !within(start, declared):
		t.Follows = false
	}
	if !t.Bonus && t.Follows {
		t.earns = declared
	}
	if t.Follows && t.Bonus {
		t.Shown.Periods[0].Moves = declared.Moves
		if !t.Start {
			t.Shown.Periods[0].Main = declared.Main
		}
	}
}

// samples gathers the readings that follow one of the same side and have a
// think time. A clock at zero counts no more.
func samples(in []Stamp) []sample {
	var out []sample
	for k := 2; k < len(in); k++ {
		if s, was := in[k], in[k-2]; s.HasClk && s.HasEmt && was.HasClk && s.Clk > 0 && was.Clk > 0 {
			out = append(out, sample{was.Clk, s.Clk, s.Emt})
		}
	}
	return out
}

// exchangeAll gives each side's readings to the other.
func exchangeAll(in []Stamp) []Stamp {
	out := slices.Clone(in)
	for k := 0; k+1 < len(out); k += 2 {
		a, b := &out[k], &out[k+1]
		a.Clk, b.Clk, a.HasClk, b.HasClk = b.Clk, a.Clk, b.HasClk, a.HasClk
	}
	return out
}

// earnings finds what a move earns and how, from what moves gave back.
func earnings(all []sample) (Period, bool) {
	if len(all) < leastSamples {
		return Period{}, false
	}
	var given, long []time.Duration
	for _, s := range all {
		if d := s.given(); d > -time.Minute && d < 3*time.Minute {
			given = append(given, d)
			if s.emt > time.Minute {
				long = append(long, d)
			}
		}
	}
	if len(given) < leastSamples {
		return Period{}, false
	}
	bonus := common(median(given))
	fischer := fits(all, Period{Bonus: bonus, Method: Fischer})
	// A delay gives a long think its whole, a short one no more than it took.
	if len(long) >= 3 {
		p := Period{Bonus: common(median(long)), Method: Delay}
		if short := shorter(all, p.Bonus); p.Bonus > 0 && short >= 3 && fits(all, p) > fischer+short/2 {
			return p, true
		}
	}
	if 2*fischer < len(all) {
		return Period{}, false
	}
	if bonus == 0 {
		return Period{}, true
	}
	return Period{Bonus: bonus, Method: Fischer}, true
}

// fits counts the samples that a way of earning explains.
func fits(all []sample, p Period) int {
	n := 0
	for _, s := range all {
		if near(s.given(), p.earned(s.emt), 2*time.Second) {
			n++
		}
	}
	return n
}

// shorter counts thinks that are clearly shorter than a bonus.
func shorter(all []sample, bonus time.Duration) int {
	n := 0
	for _, s := range all {
		if s.emt+2*time.Second < bonus {
			n++
		}
	}
	return n
}

// common takes a time that is a second off one that controls use for that.
func common(d time.Duration) time.Duration {
	s := (d + 500*time.Millisecond) / time.Second
	for _, c := range []time.Duration{0, 2, 3, 5, 10, 15, 20, 30, 45, 60} {
		if abs(s-c) <= 1 && (c > 5 || c == s) {
			return c * time.Second
		}
	}
	return max(0, s) * time.Second
}

// median returns the middle value.
func median(all []time.Duration) time.Duration {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}

// start is what both clocks had before the first moves, by reading and think
// time; sides that do not agree tell nothing.
func (t *tracer) start() (time.Duration, bool) {
	var got []time.Duration
	for k := 0; k < min(2, len(t.in)); k++ {
		if s := t.in[k]; s.HasClk && s.HasEmt {
			got = append(got, s.Clk+s.Emt)
		}
	}
	switch {
	case len(got) == 2 && near(got[0], got[1], 2*readingSlack):
		return (got[0] + got[1]) / 2, true
	case len(got) == 2:
		// One of the two was begun with a fault; the rounder one is taken.
		for _, d := range got {
			if _, ok := mainOf(d, t.earns.Bonus); ok {
				return d, true
			}
		}
		return 0, false
	case len(got) == 1:
		return got[0], true
	}
	return 0, false
}

// mainOf finds the main time behind what a clock had after its first move,
// think time given back: clocks that add have the bonus once from the start and
// once for the move, or once, or not at all.
func mainOf(start, bonus time.Duration) (time.Duration, bool) {
	for _, times := range []time.Duration{2, 1, 0} {
		d := start - times*bonus
		main := (d + 30*time.Second) / time.Minute * time.Minute
		if near(d, main, readingSlack) && main > 0 {
			return main, true
		}
	}
	return 0, false
}

// within says that a start is that of a period, with or without the first
// bonuses.
func within(start time.Duration, p Period) bool {
	for times := range time.Duration(3) {
		if near(start, p.Main+times*p.Bonus, 2*readingSlack) {
			return true
		}
	}
	return false
}

// rises says that readings without think times rise by more than a declared
// bonus allows, again and again.
func (t *tracer) rises(p Period) bool {
	bonus := time.Duration(0)
	if p.Method == Fischer {
		bonus = p.Bonus
	}
	n := 0
	for k := 2; k < len(t.in); k++ {
		s, was := t.in[k], t.in[k-2]
		if rise := s.Clk - was.Clk; s.HasClk && was.HasClk && rise > bonus+2*time.Second && rise < leastPeriod {
			n++
		}
	}
	return n >= 4
}

// starts says that the first readings are above a declared main time.
func (t *tracer) starts(p Period) bool {
	for k := 0; k < min(2, len(t.in)); k++ {
		if s := t.in[k]; s.HasClk && s.Clk > p.Main+2*p.Bonus+readingSlack {
			return true
		}
	}
	return false
}
