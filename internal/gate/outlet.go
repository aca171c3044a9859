package gate

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/failpoint"
)

// headerMac of a PUB message names the fact to this gate and to nobody else.
const headerMac = "Bw-Mac"

// FencedError says that another gate writes the same stream. This one stops.
type FencedError struct {
	Audience string
	Err      error
}

func (e *FencedError) Error() string {
	return fmt.Sprintf("gate: audience %s: %v; this gate stops; run one gate for a hall", e.Audience, e.Err)
}

// Unwrap returns what the stream answered.
func (e *FencedError) Unwrap() error { return e.Err }

type mac [sha256.Size]byte

// outlet is one audience's stream.
type outlet struct {
	audience feeds.Audience
	key      []byte
	log      bus.Log
	last     uint64
	scanned  bool // everything the stream held at the start was read
	// macs are the messages there are; true where a fact explains one.
	macs map[mac]bool
	// asked is how many facts of the audience were looked up in macs.
	asked int
	// sent are messages of an append that was not answered: they are stored or
	// not. Nothing is published until that is known.
	sent []message
	// sending is where the outcome of an append on the side will be.
	sending chan outcome
	// cell is the point of the grid at which the audience last had its turn.
	cell  time.Time
	begun bool
}

// message is one release on its way.
type message struct {
	msg     bus.Msg
	mac     mac
	players []string // whose names go out with it
	late    time.Duration
	inTime  time.Time // when the record took the cause
}

// oldest returns when the record took what has waited longest: in the gate, or
// in an append that was not answered.
func (o *outlet) oldest(g *feeds.Gate) (at time.Time, some bool) {
	at, some = g.Oldest(o.audience.Name)
	for _, m := range o.sent {
		if !some || m.inTime.Before(at) {
			at, some = m.inTime, true
		}
	}
	return at, some
}

func newOutlet(a feeds.Audience, key []byte) *outlet {
	return &outlet{audience: a, key: key, macs: map[mac]bool{}}
}

func (o *outlet) stream() string { return "PUB-" + o.audience.Name }

func (o *outlet) macOf(name string) (m mac) {
	h := hmac.New(sha256.New, o.key)
	h.Write([]byte(name))
	h.Sum(m[:0])
	return m
}

// known says what the stream holds of a fact, and marks it as explained.
func (o *outlet) known(id events.ID) feeds.Known {
	o.asked++
	return feeds.Known{Whole: o.match(o.macOf(string(id))), Back: o.match(o.macOf(string(id) + "#back"))}
}

func (o *outlet) match(m mac) bool {
	_, ok := o.macs[m]
	if ok {
		o.macs[m] = true
	}
	return ok
}

// startOver is for reading the facts from the beginning: what was sent and is
// not stored will be held once more, under what is known by then.
func (o *outlet) startOver(ctx context.Context, p *Process) error {
	// One that failed is settled here.
	if _, err := o.answered(p, true); final(err) {
		return err
	}
	if o.sent != nil {
		if err := o.settle(ctx); err != nil {
			return err
		}
	}
	o.asked = 0
	for m := range o.macs {
		o.macs[m] = false
	}
	return nil
}

func (o *outlet) unmatched() (n int) {
	for _, explained := range o.macs {
		if !explained {
			n++
		}
	}
	return n
}

// open makes or finds the stream and reads what it holds.
func (o *outlet) open(ctx context.Context, pub bus.Store, n *names) error {
	if err := o.make(ctx, pub); err != nil || o.scanned {
		return err
	}
	err := o.scan(ctx, func(m bus.Msg, _ mac) error {
		n.published(m)
		return nil
	})
	o.scanned = err == nil
	return err
}

// make makes or finds the stream.
func (o *outlet) make(ctx context.Context, pub bus.Store) error {
	if o.log != nil {
		return nil
	}
	log, err := pub.Create(ctx, bus.Spec{Name: o.stream(), Subjects: []string{"bw.pub." + o.audience.Name + ".>"}, Role: bus.Public})
	if err != nil {
		return fmt.Errorf("gate: audience %s: %w", o.audience.Name, err)
	}
	o.log = log
	return nil
}

// scan reads the stream from the last known message on.
func (o *outlet) scan(ctx context.Context, see func(bus.Msg, mac) error) error {
	r, err := o.log.Read(ctx, o.last+1)
	if err != nil {
		return fmt.Errorf("gate: audience %s: %w", o.audience.Name, err)
	}
	defer r.Close()
	for {
		m, ok, err := r.TryNext(ctx)
		if err != nil {
			return fmt.Errorf("gate: audience %s: %w", o.audience.Name, err)
		}
		if !ok {
			return nil
		}
		var id mac
		if n, err := hex.Decode(id[:], []byte(m.Header[headerMac])); err != nil || n != len(id) || len(m.Header[headerMac]) != 2*len(id) {
			return &FencedError{Audience: o.audience.Name, Err: fmt.Errorf("message %d of %s has no mac: something else wrote it", m.Seq, o.stream())}
		}
		if err := see(m, id); err != nil {
			return err
		}
		o.macs[id] = false
		o.last = m.Seq
	}
}

// step publishes what is due.
func (o *outlet) step(ctx context.Context, p *Process, now feeds.Now) (next time.Time, err error) {
	turn := o.turn(p.gate, now.Wall) // taken even where it cannot be used
	if free, err := o.answered(p, false); !free || err != nil {
		return time.Time{}, err
	}
	if o.sent != nil || !turn {
		return time.Time{}, nil
	}
	policy, _ := p.gate.Policy(o.audience.Name)
	released, next := p.gate.Due(o.audience.Name, now)
	due := make([]message, 0, len(released))
	for _, r := range released {
		m, err := o.encode(r, policy)
		if err != nil {
			return next, &BrokenError{Stream: o.stream(), Seq: o.last + 1, Err: err}
		}
		m.late = now.Wall.Sub(r.InTime.Add(policy.Delay))
		due = append(due, m)
	}
	return next, o.publish(ctx, p, due)
}

// turn says whether the audience may have something now: one on the grid once
// for each of its points, and not before the first that this gate lived to see.
func (o *outlet) turn(g *feeds.Gate, wall time.Time) bool {
	policy, ok := g.Policy(o.audience.Name)
	if !ok {
		return false
	}
	if !policy.Gridded() {
		return true
	}
	cell := wall.Truncate(feeds.Grid)
	if !o.begun && !cell.Equal(wall) {
		o.cell = cell
	}
	o.begun = true
	if cell.Equal(o.cell) {
		return false
	}
	o.cell = cell
	return true
}

func (o *outlet) encode(r feeds.Released, policy feeds.Policy) (message, error) {
	at := r.InTime
	if policy.Gridded() {
		at = at.Truncate(feeds.Grid)
	}
	frame, ok := feeds.FrameOf(o.audience.Kind, r.Fact, at)
	if !ok {
		return message{}, fmt.Errorf("fact %s (%s) is not for the %s audience", r.Fact.ID, r.Fact.Type, o.audience.Kind)
	}
	data, err := frame.AppendJSON(nil)
	if err != nil {
		return message{}, err
	}
	m := message{mac: o.macOf(r.Name()), inTime: r.InTime}
	m.msg = bus.Msg{
		Subject: events.PublicSubject(o.audience.Name, r.Fact.Scope, frame.Kind),
		Header:  map[string]string{headerMac: hex.EncodeToString(m.mac[:])},
		Data:    data,
	}
	if b, ok := frame.Body.(feeds.Paired); ok && !b.Gone {
		tournament, _, _ := strings.Cut(frame.Game, ".")
		m.players = []string{"tournament." + tournament, b.White, b.Black}
	}
	return m, nil
}

// publish lets names out, then appends what is due. Where the gate runs by
// itself, a delayed audience's batch is appended on the side: it takes some
// milliseconds, and an audience without delay need not wait for it.
func (o *outlet) publish(ctx context.Context, p *Process, due []message) error {
	if len(due) == 0 {
		return nil
	}
	for _, m := range due {
		for _, id := range m.players {
			if err := p.names.release(ctx, id); err != nil {
				o.sent = due
				return err
			}
		}
	}
	policy, _ := p.gate.Policy(o.audience.Name)
	group := bus.MaxBatch
	if !policy.Gridded() && len(due) < singlyBelow {
		group = 1
	}
	if p.woken == nil || !policy.Gridded() {
		return o.appended(p, send(ctx, o.log, o.last, due, group))
	}
	log, last, answer := o.log, o.last, make(chan outcome, 1)
	o.sending = answer
	go func() {
		answer <- send(ctx, log, last, due, group)
		p.woken()
	}()
	return nil
}

// singlyBelow: fewer messages than these are appended one by one for an
// audience without delay. A batch of two takes 4 to 6 ms, a single message 0.3
// (docs/decisions.md). A delayed audience's point of the grid is one batch, for
// it is one instant.
const singlyBelow = 32

// outcome is what became of an append.
type outcome struct {
	stored, rest []message
	last         uint64
	err          error
}

// send appends messages after the last one, at most group at once. It touches
// nothing of the outlet.
func send(ctx context.Context, log bus.Log, last uint64, due []message, group int) outcome {
	out := outcome{last: last, rest: due}
	for len(out.rest) > 0 && out.err == nil {
		n := min(len(out.rest), group)
		msgs := make([]bus.Msg, 0, n)
		for _, m := range out.rest[:n] {
			msgs = append(msgs, m.msg)
		}
		failpoint.Hit(failpoint.BetweenReleaseAndPub)
		last, err := log.Append(ctx, bus.Expect("", out.last), msgs...)
		if err != nil {
			out.err = err
			break
		}
		out.last, out.rest = last, out.rest[n:]
		out.stored = due[:len(due)-len(out.rest)]
	}
	return out
}

// answered takes the outcome of an append on the side; false while there is
// none yet. With wait it waits for it.
func (o *outlet) answered(p *Process, wait bool) (bool, error) {
	if o.sending == nil {
		return true, nil
	}
	if !wait {
		select {
		case out := <-o.sending:
			o.sending = nil
			return true, o.appended(p, out)
		default:
			return false, nil
		}
	}
	out := <-o.sending
	o.sending = nil
	return true, o.appended(p, out)
}

func (o *outlet) appended(p *Process, out outcome) error {
	o.last = out.last
	for _, m := range out.stored {
		p.m.released(o.audience.Name, m.late)
		o.macs[m.mac] = true
	}
	var wrong *bus.WrongSequenceError
	if errors.As(out.err, &wrong) {
		return &FencedError{Audience: o.audience.Name, Err: out.err}
	}
	if out.err != nil {
		o.sent = out.rest
		return fmt.Errorf("gate: audience %s: %d messages are due and may not be published: %w", o.audience.Name, len(out.rest), out.err)
	}
	return nil
}

// settle finds out what became of an append that was not answered.
func (o *outlet) settle(ctx context.Context) error {
	err := o.scan(ctx, func(_ bus.Msg, id mac) error {
		if len(o.sent) == 0 || o.sent[0].mac != id {
			return &FencedError{Audience: o.audience.Name, Err: fmt.Errorf("%s holds what this gate did not write", o.stream())}
		}
		o.sent = o.sent[1:]
		return nil
	})
	if err == nil {
		o.sent = nil
	}
	return err
}
