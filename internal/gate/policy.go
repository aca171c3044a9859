package gate

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
)

// request is a delay that was asked for and by whom.
type request struct {
	delay time.Duration
	by    []string
}

// consider looks at a fact that answers a ruling: where the ruling sets an
// audience of this gate, its delay changes from here on.
func (p *Process) consider(ctx context.Context, s *stream, m bus.Msg, fact events.Event, at time.Time) error {
	answer, ok := fact.Data.(events.Answered)
	if !ok || answer.Answer == events.AnswerRefused {
		return nil
	}
	ruling, err := p.cause(ctx, s, m)
	if err != nil {
		return err
	}
	set, ok := ruling.Data.(events.AudienceRuling)
	if !ok || ruling.ID != answer.Ruling {
		return nil
	}
	return p.rule(set, at)
}

// rule takes one ruling on an audience. A shorter delay waits for a second
// person who asks for the same.
func (p *Process) rule(set events.AudienceRuling, at time.Time) error {
	policy, ok := p.gate.Policy(set.Audience)
	if !ok {
		return nil // another gate's audience
	}
	delay := time.Duration(set.DelayMS) * time.Millisecond
	asked := p.asked[set.Audience]
	if asked.delay != delay {
		asked = request{delay: delay}
	}
	asked.by = append(asked.by, author(set.Author))
	err := p.gate.SetDelay(set.Audience, delay, asked.by, at)
	var few *feeds.ApprovalError
	switch {
	case errors.As(err, &few):
		p.asked[set.Audience] = asked
		p.log.Warn("a shorter delay was asked for; another person has to ask for the same",
			"audience", set.Audience, "delay", policy.Delay.String(), "asked", delay.String())
		return nil
	case err != nil:
		p.log.Error("a ruling on an audience makes no sense and is passed over", "audience", set.Audience, "error", err)
		return nil
	}
	delete(p.asked, set.Audience)
	p.state.setPolicies(p.gate, p.cfg.Audiences)
	return nil
}

// author returns who it was; every version of the tournament file is one person.
func author(name string) string {
	if strings.HasPrefix(name, "file:") {
		return "file"
	}
	return name
}

// cause returns the message of the record that a fact follows from.
func (p *Process) cause(ctx context.Context, s *stream, m bus.Msg) (events.Event, error) {
	seq, err := strconv.ParseUint(m.Header[headerInSeq], 10, 64)
	if err != nil {
		return events.Event{}, nil // it tells nothing, so it changes nothing
	}
	if s.record == nil {
		if s.record, err = s.hall.live.Open(ctx, "IN-"+s.hall.name+"-"+s.sitting); err != nil {
			s.record = nil
			return events.Event{}, fmt.Errorf("gate: record of sitting %s: %w", s.sitting, err)
		}
	}
	msg, err := s.record.Get(ctx, seq)
	if err != nil {
		return events.Event{}, fmt.Errorf("gate: record of sitting %s, message %d: %w", s.sitting, seq, err)
	}
	e, err := events.Decode(msg.Data)
	if err != nil {
		return events.Event{}, &BrokenError{Stream: s.name(), Seq: m.Seq, Err: err}
	}
	return e, nil
}
