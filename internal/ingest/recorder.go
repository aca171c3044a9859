package ingest

import (
	"cmp"
	"slices"
	"time"

	"boardwire/adapters/serial"
	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
)

// A touched board is still when nothing moved for so long; it is said twice.
const (
	quietSoon = 600 * time.Millisecond
	quietLong = 5 * time.Second
)

// Observation is one thing to record; Device is empty for what belongs to the
// source itself.
type Observation struct {
	Device   string
	Observed time.Time
	Data     events.Payload
}

// Recorder decides what of all that devices say is worth recording. It knows no
// games and asks no time: the line's own times are given to it.
//
// Every touch is recorded. A surface is recorded when it is the first after the
// device was seen, when it differs from what the touches gave, and when a
// sitting begins; not when it only confirms what is known. Of clock readings
// see Clock. A board is told to be quiet 600 ms and 5 s after its last touch or
// recorded surface.
type Recorder struct{ devices map[string]*device }

// device is what a device showed last.
type device struct {
	as    serial.Device
	here  bool
	told  bool // whether the record has it as here
	first bool // no surface yet since it was seen

	shows   boardstate.Surface
	shown   bool
	raw     []byte // of the last dump, as long as no touch came after it
	touched time.Time
	quiet   int // how many of the quiets since then were told

	clock Clock
	lost  events.DeviceLost // why it is not here
}

// NewRecorder returns a recorder that knows no device.
func NewRecorder() *Recorder { return &Recorder{devices: map[string]*device{}} }

func (r *Recorder) of(d serial.Device) *device {
	v := r.devices[d.Name]
	if v == nil {
		v = &device{}
		r.devices[d.Name] = v
	}
	v.as = d
	return v
}

// Seen records that a device answers.
func (r *Recorder) Seen(dst []Observation, d serial.Device, at time.Time) []Observation {
	v := r.of(d)
	v.here, v.told, v.first, v.touched = true, true, true, time.Time{}
	v.clock = Clock{}
	return append(dst, Observation{d.Name, at, v.seen()})
}

func (v *device) seen() events.DeviceSeen {
	return events.DeviceSeen{
		Driver: v.as.Family, Port: v.as.Port,
		Serial: v.as.Info.Serial, Version: v.as.Info.Version, Trademark: v.as.Info.Trademark,
	}
}

// Lost records that a device answers no more.
func (r *Recorder) Lost(dst []Observation, d serial.Device, at time.Time, why serial.Reason, detail string) []Observation {
	v := r.of(d)
	v.here, v.told, v.touched = false, false, time.Time{}
	v.lost = events.DeviceLost{Port: d.Port, Reason: string(why), Detail: detail}
	return append(dst, Observation{d.Name, at, v.lost})
}

// Sight records what a device said, where it is worth it.
func (r *Recorder) Sight(dst []Observation, d serial.Device, s serial.Sight) []Observation {
	var told serial.Info
	if before := r.devices[d.Name]; before != nil {
		told = before.as.Info
	}
	v := r.of(d)
	switch {
	case s.Touch != nil:
		v.touch(*s.Touch)
		v.stir(s.At)
	case s.Surface != nil:
		same := v.shown && *s.Surface == v.shows
		v.shows, v.shown, v.raw = *s.Surface, true, append(v.raw[:0], s.Raw...)
		if same && !v.first {
			return dst
		}
		v.first = false
		v.stir(s.At)
	case s.Clock != nil:
		if !v.clock.Take(*s.Clock, s.At, s.Raw) {
			return dst
		}
	case s.Info != nil:
		// A board tells its version a moment later, or never; its battery often.
		told.BatteryPercent = d.Info.BatteryPercent
		if told == d.Info {
			return dst
		}
		return append(dst, Observation{d.Name, s.At, v.seen()})
	}
	return append(dst, Observation{d.Name, s.At, Observe(s)})
}

func (v *device) touch(t boardstate.Touch) {
	v.raw = v.raw[:0]
	if t.Lifted {
		v.shows.Occupied = v.shows.Occupied.Without(t.Square)
	} else {
		v.shows.Occupied = v.shows.Occupied.With(t.Square)
	}
	if v.shows.Identity {
		v.shows.Board.Put(t.Square, t.Piece)
	}
}

func (v *device) stir(at time.Time) { v.touched, v.quiet = at, 0 }

// Idle records that a board is still. At this time all was read that the board
// had said before.
func (r *Recorder) Idle(dst []Observation, d serial.Device, at time.Time) []Observation {
	v := r.devices[d.Name]
	if v == nil || v.touched.IsZero() {
		return dst
	}
	for _, q := range []time.Duration{quietSoon, quietLong}[v.quiet:] {
		if at.Sub(v.touched) < q {
			return dst
		}
		v.quiet++
		dst = append(dst, Observation{d.Name, at, events.DeviceQuiet{Since: v.touched, MS: q.Milliseconds()}})
	}
	v.touched = time.Time{}
	return dst
}

// Missed says that what was recorded last did not come into the record; Restate
// makes up for it.
func (r *Recorder) Missed(lost []Observation) {
	for _, o := range lost {
		switch o.Data.(type) {
		case events.DeviceSeen:
			r.devices[o.Device].told = false
		case events.DeviceLost:
			r.devices[o.Device].told = true
		}
	}
}

// Restate records how every device stands now: for a record that begins, and
// after a time in which nothing could be recorded. Devices come by name.
func (r *Recorder) Restate(dst []Observation, at time.Time) []Observation {
	names := make([]string, 0, len(r.devices))
	for name := range r.devices {
		names = append(names, name)
	}
	slices.SortFunc(names, cmp.Compare[string])
	for _, name := range names {
		v := r.devices[name]
		if !v.here {
			if v.told {
				v.told = false
				dst = append(dst, Observation{name, at, v.lost})
			}
			continue
		}
		v.told = true
		dst = append(dst, Observation{name, at, v.seen()})
		if v.shown && !v.first {
			s := v.shows
			dst = append(dst, Observation{name, at, Observe(serial.Sight{At: at, Surface: &s, Raw: v.raw})})
			v.stir(at)
		}
		if r, raw, ok := v.clock.Last(); ok {
			dst = append(dst, Observation{name, at, Observe(serial.Sight{At: at, Clock: &r, Raw: raw})})
		}
	}
	return dst
}

// Clock keeps the readings of one clock that tell something. A reading is
// recorded unless it equals the one before it, or the running side fell by
// exactly one second since and nothing else changed; and at least every ten
// seconds. The zero Clock has read nothing.
type Clock struct {
	last     clockstate.Reading
	raw      []byte
	any      bool
	recorded time.Time
}

// atLeastEach is the longest time between two recorded readings of a clock that
// sends some.
const atLeastEach = 10 * time.Second

// Take says whether a reading is to be recorded. raw is its frame.
func (c *Clock) Take(r clockstate.Reading, at time.Time, raw []byte) bool {
	dull := c.any && (r == c.last || counted(c.last, r)) && at.Sub(c.recorded) < atLeastEach
	c.last, c.any, c.raw = r, true, append(c.raw[:0], raw...)
	if !dull {
		c.recorded = at
	}
	return !dull
}

// Last returns the last reading, recorded or not.
func (c *Clock) Last() (r clockstate.Reading, raw []byte, ok bool) { return c.last, c.raw, c.any }

// counted reports whether r is what the clock shows one second after before.
func counted(before, r clockstate.Reading) bool {
	if !before.Running || before.Absent {
		return false
	}
	switch before.Lever {
	case clockstate.Left:
		before.Left.Time -= time.Second
	case clockstate.Right:
		before.Right.Time -= time.Second
	default:
		return false
	}
	return before == r
}
