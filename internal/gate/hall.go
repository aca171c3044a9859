package gate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
)

// pointer is the value of a hall's entry in the table of sittings.
type pointer struct {
	Sitting string `json:"sitting"`
	Gen     string `json:"gen"`
}

// lookEvery is how often the pointer is read where nobody says that it moved.
const lookEvery = time.Second

// hall finds the streams of a hall's facts.
type hall struct {
	name    string
	live    bus.Store
	table   bus.Table
	at      pointer
	looked  time.Duration
	moved   bool
	streams []*stream // by sitting
}

func newHall(name string, live bus.Store) *hall {
	return &hall{name: name, live: live, moved: true}
}

// look reads the pointer when it is time to. The change is what has to be done
// about it.
func (h *hall) look(ctx context.Context, now time.Duration) (change, error) {
	if !h.moved && now-h.looked < lookEvery && now >= h.looked {
		return same, nil
	}
	if h.table == nil {
		t, err := h.live.Table(ctx, "sittings", false)
		if errors.Is(err, bus.ErrNoStream) {
			return same, nil // no hall has opened yet
		}
		if err != nil {
			return same, err
		}
		h.table = t
	}
	entry, err := h.table.Get(ctx, h.name)
	if errors.Is(err, bus.ErrNoEntry) {
		return same, nil
	}
	if err != nil {
		return same, err
	}
	var at pointer
	if err := json.Unmarshal(entry.Value, &at); err != nil || !sittingName.MatchString(at.Sitting) || !genName.MatchString(at.Gen) {
		return same, fmt.Errorf("table sittings, entry %s: %q is no {sitting, gen}", h.name, entry.Value)
	}
	h.looked, h.moved = now, false
	was := h.at
	h.at = at
	switch {
	case was == at:
		return same, nil
	case was.Sitting != "" && events.CompareSittings(at.Sitting, was.Sitting) > 0:
		return sitting, nil
	}
	return all, nil
}

// change is what a moved pointer asks for.
type change uint8

const (
	same    change = iota
	sitting        // a new sitting beside those that are read
	all            // read everything from the beginning
)

var (
	sittingName = regexp.MustCompile(`^s\d{4,}$`)
	genName     = regexp.MustCompile(`^g[1-9]\d*$`)
)

// find returns the streams to read up to the current sitting, in order: of each
// sitting the newest generation, of the current one that of the pointer.
func (h *hall) find(ctx context.Context, done []string) ([]*stream, error) {
	all, err := h.live.Streams(ctx)
	if err != nil {
		return nil, err
	}
	gens := map[string]int{}
	for _, name := range all {
		rest, ok := strings.CutPrefix(name, "FACT-"+h.name+"-")
		if !ok {
			continue
		}
		s, g, _ := strings.Cut(rest, "-")
		if !sittingName.MatchString(s) || !genName.MatchString(g) || events.CompareSittings(s, h.at.Sitting) >= 0 || slices.Contains(done, s) {
			continue
		}
		if n, err := strconv.Atoi(g[1:]); err == nil {
			gens[s] = max(gens[s], n)
		}
	}
	var list []*stream
	for s, n := range gens {
		list = append(list, newStream(h, s, "g"+strconv.Itoa(n)))
	}
	slices.SortFunc(list, func(a, b *stream) int { return events.CompareSittings(a.sitting, b.sitting) })
	return append(list, newStream(h, h.at.Sitting, h.at.Gen)), nil
}

// extend adds the streams of later sittings to those that are read. It is
// false where one that is read is no longer the one to read.
func (h *hall) extend(found []*stream) bool {
	names := map[string]bool{}
	for _, s := range found {
		names[s.name()] = true
	}
	newest := ""
	for _, s := range h.streams {
		if !names[s.name()] {
			return false
		}
		newest = s.sitting
	}
	for _, s := range found {
		if events.CompareSittings(s.sitting, newest) > 0 {
			h.streams = append(h.streams, s)
		}
	}
	return true
}

func (h *hall) close() {
	for _, s := range h.streams {
		s.close()
	}
}

// stream is one generation of one sitting's facts.
type stream struct {
	hall         *hall
	sitting, gen string
	reader       bus.Reader
	chain        events.Chain
	read         uint64 // sequence of the last message taken
	record       bus.Log
	newest       time.Time
	// arrived is set while a goroutine of Run waits for the next message.
	arrived chan arrival
}

// arrival is what a waiting reader got.
type arrival struct {
	msg bus.Msg
	err error
}

func newStream(h *hall, sitting, gen string) *stream {
	return &stream{hall: h, sitting: sitting, gen: gen, chain: events.Chain{Source: "fold-" + h.name}}
}

func (s *stream) name() string { return "FACT-" + s.hall.name + "-" + s.sitting + "-" + s.gen }

// try returns the next message if it is there.
func (s *stream) try(ctx context.Context) (bus.Msg, bool, error) {
	if s.arrived != nil {
		select {
		case a := <-s.arrived:
			s.arrived = nil
			if a.err != nil {
				s.close()
				return bus.Msg{}, false, a.err
			}
			return a.msg, true, nil
		default:
			return bus.Msg{}, false, nil
		}
	}
	if s.reader == nil {
		log, err := s.hall.live.Open(ctx, s.name())
		if errors.Is(err, bus.ErrNoStream) {
			return bus.Msg{}, false, nil // the pointer is ahead of the stream
		}
		if err != nil {
			return bus.Msg{}, false, err
		}
		if s.reader, err = log.Read(ctx, s.read+1); err != nil {
			s.reader = nil
			return bus.Msg{}, false, err
		}
	}
	m, ok, err := s.reader.TryNext(ctx)
	if err != nil {
		s.close()
	}
	return m, ok, err
}

// close ends the reader; the next try begins after the last message taken.
func (s *stream) close() {
	if s.reader != nil {
		_ = s.reader.Close()
	}
	s.reader, s.arrived = nil, nil
}
