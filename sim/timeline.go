package sim

import (
	"math/rand/v2"
	"slices"
	"time"

	"boardwire/rules"
	"boardwire/sim/board"
	"boardwire/sim/hand"
)

// deed is one thing that happens in a ply.
type deed struct {
	at   time.Duration // since the ply began
	kind deedKind
	// square and piece belong to touch.
	square rules.Square
	piece  rules.Piece
	// rest lies before it, however fast the clocks run.
	rest   time.Duration
	unplug Unplug
}

type deedKind uint8

const (
	tick  deedKind = iota // the running clock loses a second
	touch                 // a man is lifted or set down
	pull                  // the cable is pulled
	plug                  // and put back
	press                 // the mover presses the clock
	flag                  // the flag of the side to move falls
	stop                  // the clock is stopped
)

const (
	// settle lies between the last touch and the lever, so that the scan has
	// seen the man.
	settle = board.ScanTime + 50*time.Millisecond
	// shortest is the least time of a ply: lift, set down, press.
	shortest = 3 * board.ScanTime
	// leisure is a ply long enough for what hands do while thinking.
	leisure = 2500 * time.Millisecond
	// replug is the least time after a cable was put back.
	replug = 3 * time.Second
)

// rng of one ply: the same for every run with the seed, wherever it began.
func rng(seed uint64, table, ply int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(table)<<32|uint64(ply)))
}

// deeds lays out what happens in ply i, or, when i is the number of plies, at
// the end of the game. Equal arguments give equal deeds.
func (p *plan) deeds(i int, clock int, h hand.Habits, speed Speed, r *rand.Rand) []deed {
	if i == len(p.plies) {
		return p.ending(clock, h, speed, r)
	}
	ply := &p.plies[i]
	long := max(time.Duration(ply.think)*time.Second/time.Duration(speed.nominal()), shortest)
	var d []deed
	for _, u := range p.script.Unplug {
		if u.Ply == i+1 {
			out := time.Duration(u.Seconds) * time.Second
			d = append(d, deed{at: board.ScanTime, kind: pull, unplug: u}, deed{at: board.ScanTime + out, kind: plug, unplug: u})
			long = max(long, board.ScanTime+out+replug)
		}
	}
	var thinking []deed
	if len(d) == 0 && long >= leisure && ply.shifts == nil {
		at := board.ScanTime
		for _, t := range hand.Think(ply.before, ply.captured, h, r) {
			at += t.After
			thinking = append(thinking, deed{at: at, kind: touch, square: t.Square, piece: t.Piece})
		}
	}
	if long < leisure {
		h.Slide, h.Hesitate = 0, 0
	}
	last := long - settle
	moving := backwards(ply.touches(h, r), last, min(last/2, leisure))
	// Who has no time to set men right does not begin to.
	if n := len(thinking); n > 0 && thinking[n-1].at+board.ScanTime <= moving[0].at {
		d = append(d, thinking...)
	}
	d = append(d, moving...)
	d = append(d, ticks(ply.think, long)...)
	if ply.shows >= 0 {
		d = append(d, deed{at: long, kind: press})
	}
	return inOrder(d)
}

// ending lays out what happens after the last ply.
func (p *plan) ending(clock int, h hand.Habits, speed Speed, r *rand.Rand) []deed {
	think := p.script.After
	if p.script.End == EndFlag {
		think = clock
	}
	think = min(think, clock)
	long := time.Duration(think) * time.Second / time.Duration(speed.nominal())
	d := ticks(think, long)
	if p.script.End == EndFlag {
		return inOrder(append(d, deed{at: long, kind: flag}))
	}
	at := long + board.ScanTime
	stopped := deed{at: at, kind: stop}
	if p.script.End != EndKings {
		return inOrder(append(d, stopped))
	}
	first := r.IntN(100) >= h.ClockRuns
	if first {
		d = append(d, stopped)
	}
	for _, t := range hand.Kings(p.men, p.result, h, r) {
		at += t.After
		put := deed{at: at, kind: touch, square: t.Square, piece: t.Piece}
		if t.Rest {
			put.rest = t.After
		}
		d = append(d, put)
	}
	if !first {
		stopped.at = at + settle
		d = append(d, stopped)
	}
	return inOrder(d)
}

// ticks spreads the seconds of the clock over the time of a ply; the last one
// comes before its end.
func ticks(n int, long time.Duration) []deed {
	var d []deed
	for i := range n {
		d = append(d, deed{at: long * time.Duration(i+1) / time.Duration(n+1), kind: tick})
	}
	return d
}

// backwards sets touches so that the last one is at the time last and all fit
// into room; hands in a hurry are faster.
func backwards(touches []hand.Touch, last, room time.Duration) []deed {
	var sum time.Duration
	for _, t := range touches {
		sum += t.After
	}
	d := make([]deed, len(touches))
	at := last
	for i := len(touches) - 1; i >= 0; i-- {
		d[i] = deed{at: at, kind: touch, square: touches[i].Square, piece: touches[i].Piece}
		after := touches[i].After
		if sum > room {
			after = after * room / sum
		}
		at -= after
	}
	return d
}

func inOrder(d []deed) []deed {
	slices.SortStableFunc(d, func(a, b deed) int { return int(a.at - b.at) })
	return d
}
