package gate_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
	"boardwire/internal/gate"
	"boardwire/internal/twin/story"

	"pgregory.net/rapid"
)

// faulty is a store whose appends fail when they are told to: before they are
// stored or after.
type faulty struct {
	bus.Store
	fail func(stream string) (before, after bool)
}

func (f *faulty) Create(ctx context.Context, s bus.Spec) (bus.Log, error) {
	l, err := f.Store.Create(ctx, s)
	return &faultyLog{l, f}, err
}

type faultyLog struct {
	bus.Log
	store *faulty
}

var errCut = errors.New("the connection was cut")

func (l *faultyLog) Append(ctx context.Context, g bus.Guard, msgs ...bus.Msg) (uint64, error) {
	before, after := l.store.fail(l.Name())
	if before {
		return 0, errCut
	}
	last, err := l.Log.Append(ctx, g, msgs...)
	if after && err == nil {
		return 0, errCut
	}
	return last, err
}

// truth is what the test knows of a fact and the gate has to prove.
type truth struct {
	story.Told
	// written is the true time at which the fact could first be seen.
	written time.Duration
	// need is the delay that it was promised, by audience.
	need map[string]time.Duration
	out  map[string]int
}

// chaos drives a gate through everything that may happen to it.
type chaos struct {
	t     *rapid.T
	pick  story.Pick
	ctx   context.Context
	wall  time.Time     // the gate's wall clock
	store time.Duration // the store's clock is off by this
	mono  time.Duration // true time
	boot  time.Duration // true time of the machine's last start
	boots int

	live   *mem.Store
	pub    *faulty
	faults bool
	fault  map[string]*atomic.Int32 // of the next append, by stream
	side   bool                     // the gate appends on the side
	state  *memory
	older  []byte
	scribe *story.Scribe
	teller *story.Teller
	gate   *gate.Process
	other  *gate.Process

	truths []*truth
	byMac  map[string]*release
	policy map[string]*feeds.Policy
	read   map[string]int
	last   map[string]int // last content of each audience and game, as an index of truths
	views  map[string]map[string]feeds.View
}

type release struct {
	fact *truth
	at   int
	back bool
}

var chaosAudiences = []feeds.Audience{
	{Name: "public", Kind: feeds.Public, Delay: 7 * time.Second},
	{Name: "booth", Kind: feeds.Commentary, Delay: 2 * time.Second},
	{Name: "desk", Kind: feeds.Arbiter},
}

func newChaos(t *rapid.T, ctx context.Context) *chaos {
	c := &chaos{t: t, ctx: ctx, wall: noon, mono: time.Hour, state: &memory{}, teller: story.New("a", noon, 2),
		fault: map[string]*atomic.Int32{}, byMac: map[string]*release{}, policy: map[string]*feeds.Policy{}, read: map[string]int{}, last: map[string]int{}, views: map[string]map[string]feeds.View{}}
	c.pick = func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
	c.live = mem.New(func() time.Time { return c.wall.Add(c.store) })
	c.pub = &faulty{Store: mem.New(func() time.Time { return c.wall }), fail: func(name string) (bool, bool) {
		f := c.fault[name].Swap(0)
		return c.faults && f == 1, c.faults && f == 2
	}}
	for _, a := range chaosAudiences {
		c.fault["PUB-"+a.Name] = &atomic.Int32{}
		c.policy[a.Name] = &feeds.Policy{Delay: a.Delay}
		c.views[a.Name] = map[string]feeds.View{}
	}
	c.faults, c.side = c.pick(2) == 1, c.pick(2) == 1
	var err error
	c.scribe, err = story.NewScribe(ctx, c.live, "main")
	c.must(err)
	c.start()
	return c
}

func (c *chaos) must(err error) {
	if err != nil {
		c.t.Helper()
		c.t.Fatal(err)
	}
}

func (c *chaos) now() feeds.Now { return feeds.Now{Wall: c.wall, Mono: c.mono - c.boot} }

func (c *chaos) start() {
	if c.gate != nil {
		c.gate.Close()
	}
	var err error
	c.gate, err = gate.New(gate.Config{Hall: "main", Audiences: chaosAudiences, Key: key,
		Boot: fmt.Sprint("boot ", c.boots), State: c.state}, c.live, c.pub)
	c.must(err)
	if c.side {
		c.gate.OnTheSide()
	}
}

// tell lets the record take something, and the facts follow.
func (c *chaos) tell() {
	c.teller.Now = c.wall.Add(c.store)
	told := c.teller.Next(c.pick(c.teller.Tables()), c.pick)
	c.must(c.scribe.Write(c.ctx, told...))
	for _, f := range told {
		c.t.Logf("at %s: %s %s %+v, record %s", c.mono, f.Fact.ID[:6], f.Fact.Scope, f.Fact.Data, f.InTime)
		c.know(f)
	}
}

func (c *chaos) know(f story.Told) {
	tr := &truth{Told: f, written: c.mono, need: map[string]time.Duration{}, out: map[string]int{}}
	c.truths = append(c.truths, tr)
	for _, a := range chaosAudiences {
		p := c.policy[a.Name]
		tr.need[a.Name] = p.Delay
		for _, fl := range p.Floors {
			if !f.InTime.After(fl.Until) {
				tr.need[a.Name] = max(tr.need[a.Name], fl.Delay)
			}
		}
	}
	at := len(c.truths) - 1
	c.byMac[macOf(string(f.Fact.ID))] = &release{fact: tr, at: at}
	c.byMac[macOf(string(f.Fact.ID)+"#back")] = &release{fact: tr, at: at, back: true}
}

func macOf(name string) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(name))
	return hex.EncodeToString(h.Sum(nil))
}

// ask records a ruling on the public's delay, and knows its answer.
func (c *chaos) ask(at time.Time, author string, d time.Duration) {
	c.t.Logf("at %s: %s asks for %s", c.mono, author, d)
	c.must(c.scribe.Rule(c.ctx, at, author, "public", d, events.AnswerAccepted))
	c.know(c.scribe.Written[len(c.scribe.Written)-1])
}

// rule changes the public's delay: longer by one person, shorter by two.
func (c *chaos) rule() {
	p := c.policy["public"]
	at := c.wall.Add(c.store)
	d := time.Duration(1+c.pick(12)) * time.Second
	c.ask(at, "ann", d)
	if d >= p.Delay {
		p.Delay = d
		for _, tr := range c.truths {
			if tr.out["public"] == 0 {
				tr.need["public"] = max(tr.need["public"], d)
			}
		}
		return
	}
	if c.pick(2) == 0 {
		c.ask(at, "bob", d)
		p.Floors = append(p.Floors, feeds.Floor{Until: at, Delay: p.Delay})
		p.Delay = d
	} else {
		// Somebody else asks for something else: the first asking is forgotten.
		c.ask(at, "cy", p.Delay)
		c.ask(at, "bob", d+time.Millisecond)
		c.ask(at, "bob", p.Delay)
	}
}

// disturb lets one bad thing happen.
func (c *chaos) disturb() {
	step := time.Duration(c.pick(7200)-3600) * time.Second
	what := c.pick(10)
	c.t.Logf("at %s: disturbance %d, by %s", c.mono, what, step)
	switch what {
	case 0:
		c.start() // killed and started again
	case 1:
		c.state.lose(0)
		c.start()
	case 2:
		c.boots++
		c.boot = c.mono
		c.start()
	case 3:
		c.wall = c.wall.Add(step)
	case 4:
		c.wall = c.wall.Add(step / 3600)
	case 5:
		c.store += step / 600
	case 6:
		var err error
		if c.other != nil {
			c.other.Close()
		}
		c.other, err = gate.New(gate.Config{Hall: "main", Audiences: chaosAudiences, Key: key, Boot: "other"}, c.live, c.pub)
		c.must(err)
	case 7:
		c.must(c.scribe.NextSitting(c.ctx))
	case 8:
		c.must(c.scribe.NextGeneration(c.ctx))
	case 9: // a copy of some time ago is put back
		old := c.state.copy()
		old, c.older = c.older, old
		c.state.put(old)
		c.start()
	}
}

// step lets the gate, and another one if there is one, have a turn.
func (c *chaos) step() {
	for _, a := range chaosAudiences {
		c.fault["PUB-"+a.Name].Store(int32(c.pick(12))) // 1 and 2 are faults
	}
	if c.other != nil && c.pick(2) == 0 {
		err := c.other.Step(c.ctx, c.now())
		c.look()
		var fenced *gate.FencedError
		if errors.As(err, &fenced) {
			c.other.Close()
			c.other = nil
		} else if err != nil && !errors.Is(err, errCut) {
			c.t.Fatalf("the second gate: %v", err)
		}
	}
	err := c.gate.Step(c.ctx, c.now())
	c.gate.Idle()
	c.look()
	var fenced *gate.FencedError
	switch {
	case err == nil || errors.Is(err, errCut) && !errors.As(err, &fenced):
	case errors.As(err, &fenced):
		c.start() // the other was first; whoever runs it starts it again
	default:
		c.t.Fatalf("step: %v", err)
	}
}

// look checks what the audiences got.
func (c *chaos) look() {
	for _, a := range chaosAudiences {
		all := messages(c.t, c.pub, "PUB-"+a.Name)
		for _, m := range all[c.read[a.Name]:] {
			c.check(a, m)
		}
		c.read[a.Name] = len(all)
	}
}

func (c *chaos) check(a feeds.Audience, m bus.Msg) {
	r := c.byMac[m.Header["Bw-Mac"]]
	if r == nil {
		c.t.Fatalf("%s: message %d names no fact", a.Name, m.Seq)
	}
	f := r.fact
	name := fmt.Sprintf("%s: message %d, %s %s of %s", a.Name, m.Seq, f.Fact.ID[:6], f.Fact.Data.EventType(), f.Fact.Scope)
	c.t.Logf("at %s: %s, back %v, wall %s", c.mono, name, r.back, c.wall)
	frame, err := feeds.ParseFrame(m.Data)
	c.must(err)
	if !a.Kind.Allows(f.Fact.Data.EventType()) {
		c.t.Fatalf("%s is not for them", name)
	}
	if !r.back {
		if f.out[a.Name]++; f.out[a.Name] > 1 {
			c.t.Fatalf("%s is out twice", name)
		}
	}
	if !r.back && !bare(f.Fact.Data) {
		if need := f.need[a.Name]; c.mono-f.written < need || c.wall.Before(f.InTime.Add(need)) {
			c.t.Fatalf("%s is early: %s of %s true time passed, wall %s after the record", name, c.mono-f.written, need, c.wall.Sub(f.InTime))
		}
		key := a.Name + " " + string(f.Fact.Scope)
		if last, ok := c.last[key]; ok && last > r.at {
			c.t.Fatalf("%s comes after a later one of its game", name)
		}
		c.last[key] = r.at
	}
	if frame.Game == "" {
		return
	}
	c.views[a.Name][frame.Game] = c.views[a.Name][frame.Game].With(frame)
}

func bare(p events.Payload) bool {
	switch d := p.(type) {
	case events.Withdrawn:
		return true
	case events.Ended:
		return d.Result == "*"
	case events.FinalResult:
		return d.Result == "*"
	case events.Paired:
		return d.Gone
	}
	return false
}

// finish lets time pass without disturbance and checks that all that stands is
// out.
func (c *chaos) finish() {
	c.faults = false
	if c.other != nil {
		c.other.Close()
		c.other = nil
	}
	for range 30 {
		c.wall, c.mono = c.wall.Add(10*time.Minute), c.mono+10*time.Minute
		c.step()
	}
	gone := map[events.ID]bool{}
	for i, f := range c.truths {
		if w, ok := f.Fact.Data.(events.Withdrawer); ok {
			gone[w.Takes()] = true
		}
		if p, ok := f.Fact.Data.(events.Paired); ok && p.Gone {
			for _, g := range c.truths[:i+1] {
				if g.Fact.Scope == f.Fact.Scope {
					gone[g.Fact.ID] = true
				}
			}
		}
	}
	for _, a := range chaosAudiences {
		want := map[string]feeds.View{}
		for _, f := range c.truths {
			if d, ok := f.Fact.Data.(events.Completed); ok && gone[d.Move] {
				gone[f.Fact.ID] = true
			}
			frame, visible := feeds.FrameOf(a.Kind, f.Fact, f.InTime)
			if !visible || gone[f.Fact.ID] || bare(f.Fact.Data) {
				continue
			}
			if f.out[a.Name] != 1 {
				c.t.Fatalf("%s: %s of %s is lost", a.Name, f.Fact.Data.EventType(), f.Fact.Scope)
			}
			if frame.Game == "" {
				continue
			}
			want[frame.Game] = want[frame.Game].With(frame)
		}
		for _, game := range []string{"demo.1.1", "demo.1.2"} {
			if got, want := outline(c.views[a.Name][game]), outline(want[game]); got != want {
				c.t.Fatalf("%s: game %s\n got %s\nwant %s", a.Name, game, got, want)
			}
		}
	}
}

// outline is what a view says of play and result.
func outline(v feeds.View) string {
	if v.ID == "" || v.Gone() {
		return ""
	}
	var s strings.Builder
	fmt.Fprint(&s, v.White.ID, v.Black.ID, " ", v.Result, " ", v.Reason)
	for _, m := range v.Moves {
		fmt.Fprint(&s, " ", m.Ply, m.UCI, m.Completed)
	}
	return strings.TrimPrefix(s.String(), " * ")
}

func TestChaos(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := newChaos(rt, t.Context())
		defer func() { c.gate.Close() }()
		for range rapid.IntRange(1, 80).Draw(rt, "steps") {
			switch c.pick(8) {
			case 0, 1, 2, 3:
				c.tell()
			case 4:
				c.disturb()
			case 5:
				if c.pick(3) == 0 {
					c.rule()
				}
			}
			d := time.Duration(c.pick(2500)) * time.Millisecond
			c.wall, c.mono = c.wall.Add(d), c.mono+d
			c.step()
		}
		c.finish()
	})
}
