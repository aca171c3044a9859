package gate

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"time"

	"boardwire/events"
	"boardwire/feeds"
)

// State keeps a gate's few lines over a restart.
type State interface {
	// Load returns what was saved last, nil when nothing was.
	Load() ([]byte, error)
	// Save returns when data is safe against power loss.
	Save(data []byte) error
}

// kept is what a gate keeps.
type kept struct {
	// Boot is the running of the machine that the marks' times belong to.
	Boot  string            `json:"boot"`
	Marks map[string][]mark `json:"marks,omitempty"`
	// Policies are the delays in force, by audience.
	Policies map[string]policy `json:"policies,omitempty"`
	// Done are sittings of which nothing is left to release.
	Done []string `json:"done,omitempty"`

	dirty bool
	read  map[string]mark // what no mark holds yet, by stream
}

// mark says that everything up to a sequence had been seen by a time.
type mark struct {
	UpTo uint64        `json:"up_to"`
	Mono time.Duration `json:"mono_ns"`
}

type policy struct {
	DelayMS int64   `json:"delay_ms"`
	Floors  []floor `json:"floors,omitempty"`
}

type floor struct {
	Until   time.Time `json:"until"`
	DelayMS int64     `json:"delay_ms"`
}

// saveEvery is how often marks are written: what was seen since the last one
// counts anew after a crash.
const saveEvery = time.Second

// restingTime is how long a finished sitting has been silent before a start
// passes it over.
const restingTime = 24 * time.Hour

// restore reads what was kept, once.
func (p *Process) restore(now feeds.Now) error {
	if p.restored {
		return nil
	}
	p.state = kept{Boot: p.cfg.Boot, Marks: map[string][]mark{}, Policies: map[string]policy{}, read: map[string]mark{}}
	if p.cfg.State != nil {
		data, err := p.cfg.State.Load()
		if err != nil {
			return fmt.Errorf("gate: %w", err)
		}
		if len(data) > 0 {
			p.take(data, now)
		}
	}
	p.restored = true
	p.saved, p.reread = now.Mono, now.Mono-rereadEvery
	return nil
}

// take takes up what was kept. What cannot be read, or is of another running of
// the machine, proves nothing.
func (p *Process) take(data []byte, now feeds.Now) {
	var was kept
	if err := json.Unmarshal(data, &was); err != nil {
		p.log.Error("the kept state cannot be read; every delay counts anew", "error", err)
		return
	}
	for name, pol := range was.Policies {
		p.state.Policies[name] = pol
	}
	p.state.Done = was.Done
	if was.Boot == "" || was.Boot != p.cfg.Boot {
		p.log.Warn("the machine was started again; every delay counts anew")
		return
	}
	for name, marks := range was.Marks {
		if ordered(marks, now.Mono) {
			p.state.Marks[name] = marks
		} else {
			p.log.Error("the kept marks make no sense; every delay counts anew", "stream", name)
		}
	}
}

func ordered(marks []mark, now time.Duration) bool {
	for i, m := range marks {
		if m.Mono < 0 || m.Mono > now || i > 0 && (m.UpTo <= marks[i-1].UpTo || m.Mono < marks[i-1].Mono) {
			return false
		}
	}
	return true
}

// note says that a message was read.
func (k *kept) note(stream string, seq uint64, now time.Duration) {
	if marks := k.Marks[stream]; len(marks) == 0 || marks[len(marks)-1].UpTo < seq {
		k.read[stream] = mark{UpTo: seq, Mono: now}
	}
}

// seen returns the time by which a message had been seen.
func (k *kept) seen(stream string, seq uint64) (time.Duration, bool) {
	marks := k.Marks[stream]
	i := sort.Search(len(marks), func(i int) bool { return marks[i].UpTo >= seq })
	if i == len(marks) {
		return 0, false
	}
	return marks[i].Mono, true
}

func (k *kept) setPolicies(g *feeds.Gate, audiences []feeds.Audience) {
	for _, a := range audiences {
		p, ok := g.Policy(a.Name)
		if !ok {
			continue
		}
		out := policy{DelayMS: p.Delay.Milliseconds()}
		for _, f := range p.Floors {
			out.Floors = append(out.Floors, floor{Until: f.Until, DelayMS: f.Delay.Milliseconds()})
		}
		k.Policies[a.Name] = out
	}
	k.dirty = true
}

func (k *kept) policy(audience string) (feeds.Policy, bool) {
	p, ok := k.Policies[audience]
	if !ok {
		return feeds.Policy{}, false
	}
	out := feeds.Policy{Delay: time.Duration(p.DelayMS) * time.Millisecond}
	for _, f := range p.Floors {
		out.Floors = append(out.Floors, feeds.Floor{Until: f.Until, Delay: time.Duration(f.DelayMS) * time.Millisecond})
	}
	return out, true
}

// keep saves what is new, at most once in saveEvery unless a delay changed.
func (p *Process) keep(now feeds.Now) error {
	k := &p.state
	if p.saving != nil {
		select {
		case err := <-p.saving:
			p.saving = nil
			if err != nil {
				k.dirty = true
				return fmt.Errorf("gate: %w", err)
			}
		default:
			return nil
		}
	}
	if p.cfg.State == nil || !k.dirty && now.Mono-p.saved < saveEvery {
		return nil
	}
	longest := p.longest()
	for name, m := range k.read {
		k.Marks[name] = append(prune(k.Marks[name], now.Mono-longest), m)
		k.dirty = true
	}
	clear(k.read)
	p.rest(now)
	if !k.dirty {
		return nil
	}
	k.setPolicies(p.gate, p.cfg.Audiences)
	data, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	p.saved, k.dirty = now.Mono, false
	if p.woken != nil {
		saved := make(chan error, 1)
		p.saving = saved
		go func() { saved <- p.cfg.State.Save(data) }()
		return nil
	}
	if err := p.cfg.State.Save(data); err != nil {
		k.dirty = true
		return fmt.Errorf("gate: %w", err)
	}
	return nil
}

// prune leaves one mark of those that are older than any delay: they prove the
// same.
func prune(marks []mark, before time.Duration) []mark {
	old := 0
	for old < len(marks) && marks[old].Mono <= before {
		old++
	}
	if old <= 1 {
		return marks
	}
	return slices.Clone(marks[old-1:])
}

// longest is the longest delay that anything may be held by.
func (p *Process) longest() time.Duration {
	var d time.Duration
	for _, a := range p.cfg.Audiences {
		policy, _ := p.gate.Policy(a.Name)
		d = max(d, policy.Delay)
		for _, f := range policy.Floors {
			d = max(d, f.Delay)
		}
	}
	return d
}

// rest notes earlier sittings that have nothing left, so that a start need not
// read them again.
func (p *Process) rest(now feeds.Now) {
	for _, o := range p.outlets {
		if p.gate.Waiting(o.audience.Name) > 0 || o.sent != nil {
			return
		}
	}
	for _, s := range p.follow.streams {
		if events.CompareSittings(s.sitting, p.follow.at.Sitting) < 0 && s.read > 0 && now.Wall.Sub(s.newest) > restingTime && !slices.Contains(p.state.Done, s.sitting) {
			p.state.Done = append(p.state.Done, s.sitting)
			delete(p.state.Marks, s.name())
			p.state.dirty = true
		}
	}
}
