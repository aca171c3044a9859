package game

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardwire/boardstate"
	"boardwire/events"
)

// Hall is everything that follows from the record of one sitting: devices,
// rounds, games, and which device serves which table.
type Hall struct {
	name    string
	sitting string
	// opened says that the sitting told where it begins.
	opened bool
	rate   int
	// message is the sequence in the record of what is being folded.
	message uint64
	sources map[string]*source
	devices map[string]*device
	rounds  map[string]*round
	games   map[string]*Game
	// closing says that the sitting was ruled closed.
	closing bool
	// serves maps a device to its table.
	serves map[string]string
	// requests are the rulings already answered, by the client's id.
	requests map[string]events.Answered
	// audiences are the last rulings on them, by tournament and name.
	audiences map[string]events.AudienceRuling
	// deadlines are when games have something due, the earliest first.
	deadlines []deadline
	// findings are those of the hall itself.
	findings findings
	// secrets are the closed envelopes; never changed, but replaced.
	secrets *Secrets
	// authors are who has ruled in this sitting.
	authors map[string]bool
}

// source is how far one writer has come.
type source struct {
	events.Chain
	// here says that it wrote into this sitting; gone that it will write no
	// more into it.
	here, gone bool
}

// device is what is known of an e-board, whether or not it serves a table: a
// late assignment starts from what lies on the board.
type device struct {
	name    string
	surface boardstate.Surface
	// known is false until a whole surface was seen.
	known bool
	// still says that the board was still since it last changed.
	still   bool
	reading *reading
	// lost says why the board does not answer, "" while it does.
	lost string
	// table is the one that it served last.
	table string
	// history is what it said since its men were set up.
	history history
}

// round is the tables of a round, as the rosters stated them so far.
type round struct{ tables map[string]bool }

// NewHall returns a hall of which nothing is known.
func NewHall(name string) *Hall {
	return &Hall{
		name: name, rate: 1,
		sources:  map[string]*source{},
		devices:  map[string]*device{},
		rounds:   map[string]*round{},
		games:    map[string]*Game{},
		serves:   map[string]string{},
		requests: map[string]events.Answered{}, audiences: map[string]events.AudienceRuling{},
		secrets: &Secrets{}, authors: map[string]bool{},
	}
}

// Sitting returns the id of the open sitting, "" before the first message.
func (h *Hall) Sitting() string { return h.sitting }

// Rate returns how many clock seconds pass in one second.
func (h *Hall) Rate() int { return h.rate }

// Game returns a game by its id, or nil.
func (h *Hall) Game(id string) *Game { return h.games[id] }

// Games returns the ids of all games, by round and board number.
func (h *Hall) Games() []string { return slices.SortedFunc(maps.Keys(h.games), byBoard) }

// byBoard orders game ids: boards of a round by their number, not as text.
func byBoard(a, b string) int {
	i, j := strings.LastIndexByte(a, '.')+1, strings.LastIndexByte(b, '.')+1
	if c := strings.Compare(a[:i], b[:j]); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// Stage says of the game at a table whether it has begun (a move was made, its
// clock was started, or an arbiter said so) and whether it is over: it has ended,
// if only provisionally, or the envelope is in. Its board has to answer in
// between.
func (h *Hall) Stage(id string) (begun, over bool) {
	g := h.games[id]
	if g == nil {
		return false, false
	}
	begun = len(g.plies) > 0 || g.ran || !g.startedAt.IsZero()
	return begun, g.ended != nil || g.final != nil || g.sealed()
}

// Source returns how far a source has come in this record.
func (h *Hall) Source(name string) (events.Chain, bool) {
	c, ok := h.sources[name]
	if !ok {
		return events.Chain{}, false
	}
	return c.Chain, true
}

// Sources returns where every source stands, sorted by name.
func (h *Hall) Sources() []events.SourceMark {
	var marks []events.SourceMark
	for _, name := range slices.Sorted(maps.Keys(h.sources)) {
		c := h.sources[name]
		marks = append(marks, events.SourceMark{Source: name, Seq: c.Seq, Hash: c.Prev})
	}
	return marks
}

// Apply folds one event whose stored bytes have the given hash, and returns
// what follows from it. It is total: whatever the event says, the hall goes
// on. An event that was already taken changes nothing.
func (h *Hall) Apply(e events.Event, stored events.Hash) []events.Event {
	o := outOf(e)
	if p, ok := e.Data.(events.SittingOpened); ok && !h.opened {
		h.open(p) // first: it says where every source stood, its own writer too
	}
	if !h.chained(o, e, stored) {
		return o.facts
	}
	switch p := e.Data.(type) {
	case events.BoardSurface, events.BoardSquare, events.ClockReading,
		events.DeviceSeen, events.DeviceLost, events.DeviceQuiet:
		h.observe(o, e)
	case events.SourceDrained:
		if p.Sitting == h.sitting { // it may come late, from the sitting before
			h.sources[e.Source].gone = true
		}
	case events.Ruling:
		h.rule(o, e, p)
	case events.SittingOpened:
	case events.Tick:
		h.pass(o, p.At)
	case events.RecordCut:
		h.cut(o, p)
	default:
		h.findings.raise(o, events.HallScope, "type/"+string(e.Type), events.FindingRaised{
			Kind: events.FindingRecord,
			Text: fmt.Sprintf("%s in the record is of no type that this version folds; it was passed over", e.Type),
		})
	}
	return o.facts
}

// chained checks the event against its source's chain. It tells the desk of a
// hole or a changed event, and says whether the event is new.
func (h *Hall) chained(o *out, e events.Event, stored events.Hash) bool {
	if strings.IndexByte(string(e.ID), '.') < 0 {
		// A fact's id: two such events could cause the same facts.
		o.cause.ID = message(h.message)
		o.breach(e.Source, fmt.Sprintf("event %d is not named by source and number, it was passed over", e.Seq))
		return false
	}
	c, ok := h.sources[e.Source]
	if !ok {
		c = &source{Chain: events.Chain{Source: e.Source}}
		h.sources[e.Source] = c
	}
	if e.Seq <= c.Seq {
		if e.Seq == c.Seq && stored != c.Prev {
			// The name is that of the event it repeats.
			o.cause.ID = message(h.message)
			o.breach(e.Source, fmt.Sprintf("event %d came twice with different bytes, the second was passed over; look at the outbox and at the other copy", e.Seq))
		}
		return false
	}
	// The tail that a source wrote into the sitting before, after this one was
	// opened, is not in this record.
	joins := !c.here && c.Seq > 0 && e.Seq > c.Seq+1
	if err := c.Check(e); err != nil && !joins {
		o.breach(e.Source, err.Error())
	}
	c.Seq, c.Prev, c.here = e.Seq, stored, true
	return true
}

// breach tells the desk of every place where a source's record is broken.
func (o *out) breach(source, what string) {
	o.say(events.HallScope, events.FindingRaised{
		Kind: events.FindingRecord,
		Text: fmt.Sprintf("the record of %s is not whole: %s", source, clip(what)),
	})
}

// cut tells the desk that the end of the record was lost. What boards showed
// since comes again from how they stand; rulings do not.
func (h *Hall) cut(o *out, p events.RecordCut) {
	o.say(events.HallScope, events.FindingRaised{
		Kind: events.FindingRecord,
		Text: fmt.Sprintf("the store lost messages %d to %d of the record; what had followed from them is kept in %s: look at every board, and state again what was ruled meanwhile",
			p.Left+1, p.Lost, clip(p.Facts)),
	})
}

// maxRate bounds the arithmetic with a demonstration's time.
const maxRate = 1000

// open takes the first message of a sitting; a second one opens nothing.
func (h *Hall) open(p events.SittingOpened) {
	h.sitting, h.opened = p.Sitting, true
	h.rate = min(max(p.Rate, 1), maxRate)
	for _, id := range p.Sealed {
		h.setSecret(id, elsewhere)
	}
	for _, m := range p.Sources {
		if h.sources[m.Source] != nil {
			continue // it wrote into this record already
		}
		h.sources[m.Source] = &source{Chain: events.Chain{Source: m.Source, Seq: m.Seq, Prev: m.Hash}}
	}
}
