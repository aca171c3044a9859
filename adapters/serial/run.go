package serial

import (
	"context"
	"errors"
	"time"
)

// Options say how ports are read. Zero times mean the defaults.
type Options struct {
	// New makes the codec of a port.
	New func() Protocol
	// Sink takes what the devices say.
	Sink Sink
	// Note is told of what concerns the operator, from the ports' goroutines;
	// nil where nobody listens.
	Note func(Note)
	// NameWait is how long a board may take to tell its serial number: 3 s.
	NameWait time.Duration
	// SilentAfter without any byte a device is lost and the port is opened
	// anew: 15 s. The codec must make the board say something in that time.
	SilentAfter time.Duration
	// ReadWait is how long one read waits, and so how late Idle may be: 100 ms.
	ReadWait time.Duration
	// WriteWait is how long a line may take to take a command: 2 s.
	WriteWait time.Duration
	// RetryMin and RetryMax bound the back-off between opens: 250 ms to 5 s.
	RetryMin, RetryMax time.Duration

	names *registry
}

func (o Options) withDefaults() Options {
	set := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	set(&o.NameWait, 3*time.Second)
	set(&o.SilentAfter, 15*time.Second)
	set(&o.ReadWait, 100*time.Millisecond)
	set(&o.WriteWait, 2*time.Second)
	set(&o.RetryMin, 250*time.Millisecond)
	set(&o.RetryMax, 5*time.Second)
	if o.Note == nil {
		o.Note = func(Note) {}
	}
	return o
}

// What says what a Note is about.
type What uint8

// The kinds of notes.
const (
	NoteOpened     What = iota + 1 // a port was opened
	NoteOpenFailed                 // Err says why; it is tried again
	NoteClosed                     // Err says why, nil at the end of the program
	NoteBytes                      // Bytes came
	NoteNoise                      // some of them belong to no message
	NoteUnnamed                    // a device goes by its port; Err says why
	NoteFlood                      // it is read more slowly than it talks; Err says so
	NoteForeign                    // bytes come and no board; Err says so
)

// Note is something the operator may want to know or count.
type Note struct {
	What   What
	Port   string
	Device string // "" while it is not known
	Bytes  int
	Err    error
}

// Run reads one port until ctx ends: it opens it, greets the board, passes on
// what it says, and opens it again with growing pauses when it is lost. When
// the port was opened again the board tells its whole surface, so that what was
// missed is made up for. Run returns when the port is closed.
func Run(ctx context.Context, port string, o Options) { run(ctx, port, port, o) }

// run opens file and calls it port. A link may lead elsewhere by the time it is
// opened again; then it is another port's.
func run(ctx context.Context, file, port string, o Options) {
	o = o.withDefaults()
	pause := o.RetryMin
	for ctx.Err() == nil {
		if attempt(ctx, file, port, o) {
			pause = o.RetryMin
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, o.RetryMax)
	}
}

// attempt opens the port once and reads it until it is lost. It returns whether
// a device answered.
func attempt(ctx context.Context, file, port string, o Options) (answered bool) {
	p := o.New()
	raw, err := OpenPort(file, p.Line(), o.ReadWait)
	if err != nil {
		o.Note(Note{What: NoteOpenFailed, Port: port, Err: deviceError("open", port, p.Name(), err)})
		return false
	}
	o.Note(Note{What: NoteOpened, Port: port})
	s := &session{
		Options: o, port: port, p: p, link: newLink(raw, o.WriteWait),
		who: identity{port: port, family: p.Name(), wait: o.NameWait, sink: o.Sink, names: o.names, note: o.Note, told: Info{BatteryPercent: -1}},
	}
	answered, err = s.run(ctx)
	if stopping(ctx) {
		err = nil
	}
	o.Note(Note{What: NoteClosed, Port: port, Err: err})
	return answered
}

// session is one open port.
type session struct {
	Options
	port string
	p    Protocol
	link *link
	who  identity
	last time.Time // when the last byte came
	// opened is when the board was first asked who it is; zero once it answered,
	// or once it was told that it does not.
	opened time.Time
}

// chunk is what one read brought.
type chunk struct {
	at   time.Time
	b    []byte
	idle bool
	err  error
}

func (s *session) run(ctx context.Context) (answered bool, err error) {
	chunks, free, stop := make(chan chunk), make(chan []byte, 2), make(chan struct{})
	free <- make([]byte, 1024)
	free <- make([]byte, 1024)
	read := make(chan struct{})
	go func() {
		defer close(read)
		s.read(chunks, free, stop)
	}()
	defer func() {
		answered = answered || s.who.seen
		s.end(ctx, err)
		close(stop)
		s.link.Close()
		<-read
	}()

	next, err := s.greet()
	if err != nil {
		return false, err
	}
	s.opened = s.last
	timer := time.NewTimer(time.Until(next))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return answered, context.Cause(ctx)
		case c := <-chunks:
			if err := s.take(c); err != nil {
				return answered, err
			}
			if c.b != nil {
				free <- c.b[:cap(c.b)]
			}
			answered = answered || s.who.seen
			if !s.who.another {
				continue
			}
			s.who.another = false
			next, err = s.greet()
		case <-timer.C:
			next, err = s.p.Tick(time.Now(), s.link)
		}
		if err != nil {
			return answered, deviceError("write", s.port, s.p.Name(), err)
		}
		timer.Reset(max(time.Until(next), time.Millisecond))
	}
}

func (s *session) greet() (next time.Time, err error) {
	if err := s.p.Greet(s.link); err != nil {
		return next, deviceError("write", s.port, s.p.Name(), err)
	}
	s.last = time.Now()
	next, err = s.p.Tick(s.last, s.link)
	if err != nil {
		return next, deviceError("write", s.port, s.p.Name(), err)
	}
	return next, nil
}

// read reads until the port is closed. It stamps the time, once for each read.
func (s *session) read(out chan<- chunk, free <-chan []byte, stop <-chan struct{}) {
	speed, told := newBudget(s.p.Line()), false
	for {
		var c chunk
		select {
		case c.b = <-free:
		case <-stop:
			return
		}
		began := time.Now()
		n, err := s.link.Read(c.b)
		c.at, c.b, c.err = time.Now(), c.b[:n], err
		if n == 0 && err == nil {
			// Nothing came until the wait was over; since then something may have.
			c.idle = true
			if end := began.Add(s.ReadWait); end.Before(c.at) {
				c.at = end
			}
		}
		select {
		case out <- c:
		case <-stop:
			return
		}
		if err != nil {
			return
		}
		if wait := speed.spend(c.at, n); wait > 0 {
			if !told {
				s.Note(Note{What: NoteFlood, Port: s.port, Err: deviceError("read", s.port, s.p.Name(), errFlood)})
				told = true
			}
			select {
			case <-time.After(wait):
			case <-stop:
				return
			}
		}
	}
}

// errSilent ends a session in which nothing is heard.
var errSilent = errors.New("nothing was heard")

func (s *session) take(c chunk) error {
	if c.err != nil {
		return deviceError("read", s.port, s.p.Name(), c.err)
	}
	if c.idle {
		s.who.idle(c.at)
		if c.at.Sub(s.last) >= s.SilentAfter {
			return deviceError("read", s.port, s.p.Name(), errSilent)
		}
		return nil
	}
	s.last = c.at
	s.foreign(c.at)
	s.Note(Note{What: NoteBytes, Port: s.port, Device: s.who.device.Name, Bytes: len(c.b)})
	if err := s.p.Feed(c.b, c.at, s.who.sight); err != nil {
		s.Note(Note{What: NoteNoise, Port: s.port, Device: s.who.device.Name, Err: err})
	}
	return nil
}

// errForeign says that a port talks, and not as a board does.
var errForeign = errors.New("what the port says is no board's; look what is plugged in there")

// foreign tells once of a port from which bytes come and no board.
func (s *session) foreign(at time.Time) {
	switch {
	case s.opened.IsZero():
	case s.who.seen:
		s.opened = time.Time{}
	case at.Sub(s.opened) >= s.SilentAfter:
		s.opened = time.Time{}
		s.Note(Note{What: NoteForeign, Port: s.port, Err: deviceError("read", s.port, s.p.Name(), errForeign)})
	}
}

// end tells the sink why the device is gone. The end of the program is no loss.
func (s *session) end(ctx context.Context, err error) {
	why, detail := ReadError, ""
	switch {
	case stopping(ctx):
		s.who.sink = quiet{}
	case unplugged(err):
		why = Unplugged
	case errors.Is(err, errSilent):
		why = Silent
	}
	if err != nil {
		detail = err.Error()
	}
	s.who.lose(time.Now(), why, detail)
}

// stopping reports whether the program ends, and not the port alone.
func stopping(ctx context.Context) bool {
	return ctx.Err() != nil && !errors.Is(context.Cause(ctx), errVanish)
}

// quiet is a sink for what nobody needs to hear.
type quiet struct{}

func (quiet) Seen(Device, time.Time)                 {}
func (quiet) Sight(Device, Sight)                    {}
func (quiet) Idle(Device, time.Time)                 {}
func (quiet) Lost(Device, time.Time, Reason, string) {}
