package warehouse

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
)

// Headers of a FACT message (docs/contracts.md).
const (
	headerInSeq  = "Bw-In-Seq"
	headerInTime = "Bw-In-Time"
)

// placeOf parts the table that a scope names; what belongs to no table has as
// much of it as it names.
func placeOf(s events.Scope) (p place) {
	t, r, b := s.Tokens()
	if t != "_" {
		p.Tournament = t
	}
	if r != "_" {
		p.Round = r
	}
	if game, ok := s.Table(); ok {
		p.Game = game
		if n, err := strconv.ParseUint(b, 10, 16); err == nil {
			p.Board = uint16(n)
		}
	}
	return p
}

// payload returns the data of an event as stored: the envelope's last field.
func payload(e *events.Event, stored []byte) string {
	const field = `,"data":`
	// It stands behind these, which are no shorter as stored.
	past := len(e.ID) + len(e.Type) + len(e.Source) + len(e.Cause) + len(e.Prev)
	if past > len(stored) {
		return ""
	}
	// Nothing before it can hold this text: quotes within strings are escaped.
	i := bytes.Index(stored[past:], []byte(field))
	if i < 0 || len(stored) < past+i+len(field)+1 {
		return ""
	}
	return string(stored[past+i+len(field) : len(stored)-1])
}

// factRows turns the facts of one generation into rows.
type factRows struct {
	stamp from
	fold  *fold
	// before knows moves of earlier sittings; nil where there are none.
	before   *before
	findings map[events.ID]finding
}

func newFactRows(stamp from) *factRows {
	return &factRows{stamp: stamp, fold: newFold(stamp, ""), findings: map[events.ID]finding{}}
}

// take folds a fact; into is nil where its rows are written already.
func (f *factRows) take(m bus.Msg, since uint64, into *rows) error {
	e, err := events.Decode(m.Data)
	if err != nil {
		return fmt.Errorf("fact: %w", err)
	}
	in := m.Time
	if at, err := time.Parse(time.RFC3339Nano, m.Header[headerInTime]); err == nil {
		in = at.UTC()
	}
	in = in.Truncate(time.Microsecond)
	at := f.stamp
	at.Seq, at.Since = m.Seq, since
	scoped := placeOf(e.Scope)
	device, _ := e.Scope.Device()

	c := cause{seq: m.Seq, since: since}
	switch d := e.Data.(type) {
	case events.Made:
		c.origin, c.illegal = d.Origin, d.Illegal
		if d.Origin == events.OriginCarried && f.before != nil {
			c.seen = f.before.ply(scoped.Game, d, m.Time)
		}
	case events.Paired:
		c.device, c.supervised = d.Device, d.Supervised
	}
	var new changed
	if frame, ok := feeds.FrameOf(feeds.Arbiter, e, in); ok {
		new = f.fold.see(frame, c)
	}
	var found *finding
	switch d := e.Data.(type) {
	case events.FindingRaised:
		row := finding{from: at, place: scoped, ID: string(e.ID), Kind: d.Kind, Device: device, Text: d.Text,
			Ply: uint16(max(d.Ply, 0)), Articles: d.Articles, Raised: in}
		if d.Duty != nil {
			row.Act = d.Duty.Act
		}
		f.findings[e.ID], found = row, &row
	case events.FindingCleared:
		if row, ok := f.findings[d.Finding]; ok {
			row.from, row.Cleared = at, &in
			found = &row
			delete(f.findings, d.Finding)
		}
	}
	if into == nil {
		return nil
	}
	inSeq, _ := strconv.ParseUint(m.Header[headerInSeq], 10, 64)
	into.facts = append(into.facts, fact{
		from: at, place: scoped, ID: string(e.ID), Type: string(e.Type), Cause: string(e.Cause), Device: device,
		InSeq: inSeq, Observed: e.Observed, Recorded: e.Recorded, In: in,
		Stored: m.Time.Truncate(time.Microsecond), Data: payload(&e, m.Data),
	})
	into.games = append(into.games, new.games...)
	into.plies = append(into.plies, new.plies...)
	if found != nil {
		into.findings = append(into.findings, *found)
	}
	if d, ok := e.Data.(events.Answered); ok {
		into.answers = append(into.answers, answer{
			from: at, place: scoped, ID: string(e.ID), Ruling: string(d.Ruling), Request: d.Request,
			Answer: d.Answer, Verdict: d.Verdict, Articles: d.Articles, Text: d.Text, In: in,
		})
	}
	return nil
}
