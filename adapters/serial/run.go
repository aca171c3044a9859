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

// run opens file and calls it port. Where port is a link it may lead elsewhere by
// the time it is opened again: then file is another port's, maybe another
// program's, and is left alone.
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
	raw, err := openNamed(file, port, p.Line(), o.ReadWait)
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

// openNamed opens a file as long as its name leads there. What takes a port away
// takes the name first: where the name still leads to it after it was opened, it
// was the right one that was opened.
func openNamed(file, name string, l Line, wait time.Duration) (Port, error) {
	if name == file {
		return OpenPort(file, l, wait)
	}
	if astray(name, file) {
		return nil, errVanish
	}
	p, err := OpenPort(file, l, wait)
	if err == nil && astray(name, file) {
		_ = p.Close()
		return nil, errVanish
	}
	return p, err
}

// session is one open port.
type session struct {
	Options
	port string
	p    Protocol
	link *link
	who  identity
	// silent is how long was listened without a byte.
	silent time.Duration
	// opened is when the board was first asked who it is; zero once it answered,
	// or once it was told that it does not.
	opened time.Time
	// ended: nothing more can be read.
	ended bool
}

// chunk is what one read brought.
type chunk struct {
	at   time.Time
	b    []byte
	idle bool
	// waited is how long was listened for it. A process that stood still did not
	// listen, so it is never more than one read waits.
	waited time.Duration
	err    error
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
		s.rest(chunks, free)
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
	s.opened = time.Now()
	timer := time.NewTimer(time.Until(next))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return answered, context.Cause(ctx)
		case c := <-chunks:
			if err := s.take(c, free); err != nil {
				return answered, err
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
	s.silent = 0
	next, err = s.p.Tick(time.Now(), s.link)
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
		c.waited = min(c.at.Sub(began), s.ReadWait)
		if n == 0 && err == nil {
			// Nothing came until the wait was over; since then something may have.
			c.idle, c.at = true, began.Add(c.waited)
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

// take passes on what one read brought, and gives its bytes back to the reader.
func (s *session) take(c chunk, free chan<- []byte) error {
	if c.err != nil {
		s.ended = true
		return deviceError("read", s.port, s.p.Name(), c.err)
	}
	defer func() { free <- c.b[:cap(c.b)] }()
	s.who.listened(c.waited)
	if c.idle {
		s.who.idle(c.at)
		if s.silent += c.waited; s.silent >= s.SilentAfter {
			return deviceError("read", s.port, s.p.Name(), errSilent)
		}
		return nil
	}
	s.silent = 0
	s.foreign(c.at)
	s.Note(Note{What: NoteBytes, Port: s.port, Device: s.who.device.Name, Bytes: len(c.b)})
	if err := s.p.Feed(c.b, c.at, s.who.sight); err != nil {
		s.Note(Note{What: NoteNoise, Port: s.port, Device: s.who.device.Name, Err: err})
	}
	s.who.decide(c.at)
	return nil
}

// restWaits is how many waits of a read the rest of a line may take that is not
// quiet by itself.
const restWaits = 4

// rest takes what was said before a port is given up, for whatever reason: what
// was read, and what waits to be.
func (s *session) rest(chunks <-chan chunk, free chan<- []byte) {
	late := time.NewTimer(restWaits * s.ReadWait)
	defer late.Stop()
	for waited := time.Duration(0); !s.ended && waited < restWaits*s.ReadWait; {
		var c chunk
		select {
		case c = <-chunks:
		case <-late.C: // a reader that keeps a flood back, or a process that stood still
			select {
			case c = <-chunks:
			default:
				return
			}
		}
		if c.idle || s.take(c, free) != nil {
			return
		}
		waited += c.waited
	}
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
