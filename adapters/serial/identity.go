package serial

import (
	"fmt"
	"time"

	"boardwire/boardstate"
	"boardwire/clockstate"
)

const (
	// maxHeld is how many sights wait for the serial number.
	maxHeld = 512
	// moreWait is how long a device that told its name may take for the rest.
	moreWait = time.Second
)

// identity holds back what a device says until it is known which one it is.
type identity struct {
	port, family string
	wait         time.Duration // for a serial number
	sink         Sink
	names        *registry
	note         func(Note)

	device Device
	told   Info
	// waited is how long was listened: with a sight held while there is no name,
	// and for the rest of what the device tells about itself since there is one.
	waited  time.Duration
	held    []Sight
	seen    bool
	another bool // the device changed: greet the new one
}

// sight takes one sight; it may be used until it returns, as Feed promises.
func (d *identity) sight(s Sight) {
	if s.Info != nil {
		d.info(s)
		return
	}
	if d.device.Name != "" {
		d.announce(s.At)
		d.sink.Sight(d.device, s)
		return
	}
	if d.held = append(d.held, kept(s)); len(d.held) >= maxHeld {
		d.name(s.At)
	}
}

// listened says for how long the line was listened to.
func (d *identity) listened(t time.Duration) {
	if len(d.held) > 0 || d.device.Name != "" && !d.seen {
		d.waited += t
	}
}

// decide names the device where it waited long enough. All that was read was
// passed on before: the number may be in it.
func (d *identity) decide(at time.Time) {
	if d.device.Name == "" {
		d.name(at)
	}
}

// name names the device by its serial number if that is known and free, and by
// its port if that takes too long. A number that is not free may be that of
// the port which this board was pulled from a moment ago.
func (d *identity) name(at time.Time) {
	why := "it tells no serial number"
	if d.told.Serial != "" {
		name := token(d.family + "-" + d.told.Serial)
		if d.names.claim(name, d.port) {
			d.become(at, Device{Name: name, Family: d.family, Port: d.port, Info: d.told})
			return
		}
		why = "serial number " + d.told.Serial + " already answers on another port"
	}
	if len(d.held) > 0 && (len(d.held) >= maxHeld || d.waited >= d.wait) {
		name := portName(d.port)
		d.note(Note{What: NoteUnnamed, Port: d.port, Device: name, Err: fmt.Errorf("device on %s goes by its port: %s", d.port, why)})
		d.become(at, Device{Name: name, Family: d.family, Port: d.port, Info: d.told, Unnamed: true})
	}
}

// kept is a copy that does not change with the next Feed.
func kept(s Sight) Sight {
	k := Sight{At: s.At, Raw: append([]byte(nil), s.Raw...)}
	if s.Touch != nil {
		k.Touch = new(boardstate.Touch)
		*k.Touch = *s.Touch
	}
	if s.Surface != nil {
		k.Surface = new(boardstate.Surface)
		*k.Surface = *s.Surface
	}
	if s.Clock != nil {
		k.Clock = new(clockstate.Reading)
		*k.Clock = *s.Clock
	}
	return k
}

func (d *identity) info(s Sight) {
	i := *s.Info
	if i.Serial != "" && d.told.Serial != "" && i.Serial != d.told.Serial {
		// The cable may lead to another board now, or the number came late.
		d.lose(s.At, Unplugged, "serial number "+i.Serial+" answers now")
		d.told, d.another = Info{BatteryPercent: -1}, true
	}
	fresh := i.Serial != "" && d.told.Serial == ""
	merge(&d.told, i)
	d.device.Info = d.told
	if fresh {
		if d.device.Unnamed && d.seen {
			d.lose(s.At, Silent, "its serial number came late: "+i.Serial)
			d.another = true
		}
		d.name(s.At)
	}
	if d.seen {
		d.sink.Sight(d.device, s)
	}
}

// merge takes over what a device told that it had not told before.
func merge(to *Info, from Info) {
	if from.Serial != "" {
		to.Serial = from.Serial
	}
	if from.Version != "" {
		to.Version = from.Version
	}
	if from.Trademark != "" {
		to.Trademark = from.Trademark
	}
	if from.BatteryPercent >= 0 {
		to.BatteryPercent = from.BatteryPercent
	}
}

// become takes a name and passes on what was held.
func (d *identity) become(at time.Time, as Device) {
	d.device, d.waited = as, 0
	held := d.held
	d.held = nil
	for _, s := range held {
		d.announce(at)
		d.sink.Sight(d.device, s)
	}
}

func (d *identity) announce(at time.Time) {
	if !d.seen {
		d.seen = true
		d.sink.Seen(d.device, at)
	}
}

// idle says that the line was read to its end at this time.
func (d *identity) idle(at time.Time) {
	d.decide(at)
	if d.device.Name != "" && !d.seen && d.waited >= moreWait {
		d.announce(at)
	}
	if d.seen {
		d.sink.Idle(d.device, at)
	}
}

// lose ends the device; the next name begins another one.
func (d *identity) lose(at time.Time, why Reason, detail string) {
	if d.seen {
		d.sink.Lost(d.device, at, why, detail)
	}
	if d.device.Name != "" {
		d.names.release(d.device.Name, d.port)
	}
	d.device, d.seen, d.held, d.waited = Device{}, false, nil, 0
}
