package projector

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
)

// appendWithin is how long the record may take to acknowledge a ruling. The
// client's own patience does not count: one that hangs up must not leave it
// open whether its ruling is in the record.
const appendWithin = 10 * time.Second

// pending is a ruling on its way into the record, or in it and not answered.
type pending struct {
	// done is closed once answer or err is set.
	done   chan struct{}
	answer events.Answered
	err    error
}

// Submit puts a ruling into the record and returns the fold's answer. It is
// the one door: the desk, the tournament file and the simulator use it. The
// same request twice, also at once, is one ruling and gets the same answer. Run
// or Step must be turning meanwhile.
func (p *Projector) Submit(ctx context.Context, scope events.Scope, r events.Ruling) (events.Answered, error) {
	request := r.By().Request
	if request == "" || len(request) > 128 {
		return events.Answered{}, fmt.Errorf("a ruling needs a request id of 1 to 128 characters, got %q", request)
	}
	if r.By().Author == "" {
		return events.Answered{}, errors.New("a ruling needs an author")
	}
	w := p.enter(ctx, scope, r)
	select {
	case <-w.done:
		return w.answer, w.err
	case <-ctx.Done():
	}
	select {
	case <-w.done: // both at once: what is known counts
		return w.answer, w.err
	default:
		return events.Answered{}, fmt.Errorf("ruling %s is not answered yet, and may be in the record: %w", request, ctx.Err())
	}
}

// enter appends a ruling, unless it is in the record already, and returns where
// its answer will be.
func (p *Projector) enter(ctx context.Context, scope events.Scope, r events.Ruling) *pending {
	w, isNew := p.expect(r.By().Request)
	if !isNew {
		return w
	}
	if why := mayTell(p.secrets.Load(), scope, r); why != "" {
		p.turnedAway(r.By().Request, why)
		return w
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.record(ctx, scope, r); err != nil {
		p.failed(r.By().Request, fmt.Errorf("ruling %s: %w", r.By().Request, err))
	}
	return w
}

// errFolding is what the door says until CatchUp is done.
var errFolding = errors.New("the record is being folded; nothing was ruled")

// MayTell says why a ruling is not recorded: a move of its scope lies sealed, and
// the ruling may tell it. It is "" where it is recorded, and an error before
// CatchUp is done: nobody knows then.
func (p *Projector) MayTell(scope events.Scope, r events.Ruling) (why string, err error) {
	if !p.folded.Load() {
		return "", errFolding
	}
	return mayTell(p.secrets.Load(), scope, r), nil
}

// turnedAway answers a request of which nothing is recorded. It is not kept:
// later it may be recorded.
func (p *Projector) turnedAway(request, why string) {
	p.answers.Lock()
	defer p.answers.Unlock()
	if w := p.waiting[request]; w != nil {
		delete(p.waiting, request)
		w.answer = events.Answered{Request: request, Answer: events.AnswerRefused, Text: why}
		close(w.done)
	}
}

// record appends a ruling to the open record.
func (p *Projector) record(ctx context.Context, scope events.Scope, r events.Ruling) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("not recorded: %w", err) // it waited too long for its turn
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendWithin)
	defer cancel()
	guard, late, err := p.guard(ctx, p.open)
	if err != nil {
		return err
	}
	if late == r.By().Request {
		return nil // the try before entered it
	}
	return p.append(ctx, p.open.record, p.open.id, p.stamp(scope, r), guard)
}

// expect returns where the answer to a request is or will be, and whether the
// request is new.
func (p *Projector) expect(request string) (*pending, bool) {
	p.answers.Lock()
	defer p.answers.Unlock()
	if w := p.waiting[request]; w != nil {
		return w, false
	}
	w := &pending{done: make(chan struct{})}
	if a, ok := p.seen[request]; ok {
		w.answer = a
		close(w.done)
		return w, false
	}
	p.waiting[request] = w
	return w, true
}

// failed tells those who wait for a request that it is not in the record, as
// far as is known; who sends it again tries again.
func (p *Projector) failed(request string, err error) {
	p.answers.Lock()
	defer p.answers.Unlock()
	if w := p.waiting[request]; w != nil {
		delete(p.waiting, request)
		w.err = err
		close(w.done)
	}
}

// answered hands an answer to those who wait for it, and keeps it for whoever
// asks again. current says that it was given in the open sitting.
func (p *Projector) answered(a events.Answered, current bool) {
	p.answers.Lock()
	defer p.answers.Unlock()
	if current || !fromFile(a.Request) {
		p.seen[a.Request] = a
	}
	if w := p.waiting[a.Request]; w != nil {
		delete(p.waiting, a.Request)
		w.answer = a
		close(w.done)
	}
}

// guard makes sure that nobody else writes as the desk meanwhile. It also takes
// up what the desk wrote without knowing it: a ruling whose acknowledgement was
// lost. Another ruling under the same number would be passed over by the fold.
// The request of such a ruling is returned.
func (p *Projector) guard(ctx context.Context, s *sitting) (guard bus.Guard, late string, err error) {
	filter := events.RecordFilter(p.cfg.Hall, s.id, p.chain.Source)
	m, ok, err := s.record.LastOn(ctx, filter)
	if err != nil {
		return bus.Guard{}, "", fmt.Errorf("look for the last ruling in sitting %s: %w", s.id, err)
	}
	if !ok {
		return bus.Expect(filter, 0), "", nil
	}
	e, err := events.Decode(m.Data)
	if err != nil {
		return bus.Guard{}, "", fmt.Errorf("the last ruling in sitting %s, message %d: %w", s.id, m.Seq, err)
	}
	if e.Source == p.chain.Source && e.Seq > p.chain.Seq {
		p.chain.Seq, p.chain.Prev = e.Seq, events.HashOf(m.Data)
		if r, ok := e.Data.(events.Ruling); ok {
			late = r.By().Request
		}
	}
	return bus.Expect(filter, m.Seq), late, nil
}

// RateError says that the open sitting's clocks run at another pace than this
// start is told. Going on would take every second for a clock set by hand.
type RateError struct {
	Sitting     string
	Open, Asked int
}

// Error says what to do.
func (e *RateError) Error() string {
	return fmt.Sprintf("sitting %s was opened with clocks at %d times their pace, this start says %d: give the same speed as before, or another data folder", e.Sitting, e.Open, e.Asked)
}

// CatchUp folds what the record holds at the start and takes up the desk's own
// chain. It must be called once before Submit. The error is a *RateError when
// the open sitting has another rate than the configuration.
func (p *Projector) CatchUp(ctx context.Context) error {
	began := time.Now()
	n, err := p.Step(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.catchUp()
	p.ready = p.cfg.Now()
	p.folded.Store(true)
	if rate := p.open.fold.Hall().Rate(); rate != p.cfg.Rate {
		return &RateError{Sitting: p.open.id, Open: rate, Asked: p.cfg.Rate}
	}
	p.log.Info("record folded", "sitting", p.open.id, "messages", n, "took_s", time.Since(began).Seconds())
	return nil
}

// catchUp takes the desk's chain from the fold of the open sitting.
func (p *Projector) catchUp() {
	if c, ok := p.open.fold.Hall().Source(p.chain.Source); ok {
		p.chain = c
	}
}

// fact hears every fact of a sitting in order: answers go to whom they belong.
func (p *Projector) fact(s *sitting, e events.Event) {
	p.m.fact(s.id, e)
	if a, ok := e.Data.(events.Answered); ok {
		p.answered(a, s == p.open)
	}
}

// fromFile says whether a request is the tournament file's. It states its
// rulings in each sitting anew, under the same ids.
func fromFile(request string) bool { return strings.HasPrefix(request, "file:") }

// forgetFile forgets what the tournament file stated in an earlier sitting.
func (p *Projector) forgetFile() {
	p.answers.Lock()
	defer p.answers.Unlock()
	maps.DeleteFunc(p.seen, func(request string, _ events.Answered) bool { return fromFile(request) })
}

// recall is how many facts of the sitting before are looked through for
// answers: a client repeats a ruling within minutes or not at all.
const recall = 2000

// remember takes up the answers of the sitting before the open one: the ruling
// that closed it is repeated by a client that heard no answer, and must not
// close the next one.
func (p *Projector) remember(ctx context.Context, open string) error {
	names, err := p.live.Streams(ctx)
	if err != nil {
		return err
	}
	last, lastID, lastGen := "", "", 0
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, "FACT-"+p.cfg.Hall+"-")
		id, gen, isFact := strings.Cut(rest, "-g")
		n, err := strconv.Atoi(gen)
		if !ok || !isFact || err != nil || !sittingName.MatchString(id) || events.CompareSittings(id, open) >= 0 {
			continue
		}
		if c := events.CompareSittings(id, lastID); c > 0 || c == 0 && n > lastGen {
			last, lastID, lastGen = name, id, n
		}
	}
	if last == "" {
		return nil
	}
	log, err := p.live.Open(ctx, last)
	if err != nil {
		return err
	}
	end, err := log.Last(ctx)
	if err != nil || end == 0 {
		return err
	}
	r, err := log.Read(ctx, max(end, recall)-recall+1)
	if err != nil {
		return err
	}
	defer r.Close()
	for {
		m, ok, err := r.TryNext(ctx)
		if err != nil || !ok {
			return err
		}
		e, err := events.Decode(m.Data)
		if err != nil {
			continue // an older version's; it is of no use here
		}
		if a, ok := e.Data.(events.Answered); ok {
			p.answered(a, false)
		}
	}
}
