package warehouse

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/testshared"
	"boardwire/pgn"
)

// began is when everything in these tests begins.
var began = time.Date(2025, 11, 1, 12, 0, 0, 0, time.UTC)

// classical are the games of the first classical round of a real event.
func classical(t testing.TB) []pgn.Game {
	t.Helper()
	return games(t, "data/pgn/fide-worldcup-2025-r1-classical.pgn")
}

func games(t testing.TB, path string) []pgn.Game {
	t.Helper()
	b, err := os.ReadFile(testshared.Path(t, path))
	if err != nil {
		t.Fatal(err)
	}
	list := pgn.Read(b)
	if len(list) == 0 {
		t.Fatalf("%s: no game", path)
	}
	return list
}

// scribe writes facts as a projector does: encoded, chained, with the headers
// that tell of the record.
type scribe struct {
	t     testing.TB
	log   bus.Log
	hall  string
	at    current
	chain events.Chain
	now   time.Time
	n     uint64
	msgs  []bus.Msg
}

// newScribe makes the stream of one generation in store; store may be nil where
// only the messages are wanted.
func newScribe(t testing.TB, store bus.Store, at current) *scribe {
	t.Helper()
	s := &scribe{t: t, hall: at.Hall, at: at, chain: events.Chain{Source: "fold-" + at.Hall}, now: began}
	if store == nil {
		return s
	}
	gen := "g" + strconv.Itoa(int(at.Gen))
	var err error
	if s.log, err = store.Create(t.Context(), bus.Spec{
		Name: "FACT-" + at.Hall + "-" + at.Sitting + "-" + gen, Role: bus.Facts, MaxBytes: 256 << 20,
		Subjects: []string{"bw.fact." + at.Hall + "." + at.Sitting + "." + gen + ".>"},
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

// state makes one fact after wait and returns its id.
func (s *scribe) state(scope events.Scope, wait time.Duration, p events.Payload) events.ID {
	s.t.Helper()
	s.now = s.now.Add(wait)
	s.n++
	cause := events.Event{ID: events.ID(fmt.Sprintf("ingest-%s-x-0000.%d", s.hall, s.n)), Observed: s.now, Recorded: s.now.Add(time.Millisecond)}
	e := events.Derive(cause, 0, scope, p)
	s.chain.Next(&e)
	b, err := events.Encode(e)
	if err != nil {
		s.t.Fatal(err)
	}
	s.chain.Stored(b)
	in := s.now.Add(2 * time.Millisecond)
	s.msgs = append(s.msgs, bus.Msg{
		Subject: events.FactSubject(s.hall, s.at.Sitting, "g"+strconv.Itoa(int(s.at.Gen)), e),
		Header:  map[string]string{headerInSeq: strconv.FormatUint(s.n, 10), headerInTime: in.Format(time.RFC3339Nano)},
		Data:    b, Seq: s.n, Time: in.Add(time.Millisecond),
	})
	return e.ID
}

// store appends what was stated since the last time.
func (s *scribe) store(ctx context.Context) {
	s.t.Helper()
	for len(s.msgs) > 0 {
		n := min(len(s.msgs), bus.MaxBatch)
		if _, err := s.log.Append(ctx, bus.Guard{}, s.msgs[:n]...); err != nil {
			s.t.Fatal(err)
		}
		s.msgs = s.msgs[n:]
	}
}

// startShown is what the clocks of that event show at the start: 90 minutes and
// the first move's 30 seconds.
const startShown = 5430

// play states a game of a PGN file at a table: pairing, moves, presses with what
// the clock shows, and the result.
func (s *scribe) play(id, control string, g pgn.Game) {
	s.t.Helper()
	scope := events.TableScope(id)
	s.state(scope, 0, events.Paired{White: "p" + id + "w", Black: "p" + id + "b", Edition: "2023", Kind: "standard",
		Control: control, FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Device: "dgt-" + id, Rate: 1})
	pos, err := g.Position()
	if err != nil {
		s.t.Fatal(err)
	}
	clocks := events.Clocks{White: startShown, Black: startShown, Running: "white"}
	s.state(scope, time.Second, events.ClockChanged{Changes: []string{"started"}, Clocks: clocks})
	for i, p := range g.Plies {
		if pos, err = pos.Play(p.Move); err != nil {
			s.t.Fatal(err)
		}
		made := s.state(scope, 5*time.Second, events.Made{Ply: i + 1, UCI: p.Move.UCI(), SAN: p.SAN, FEN: pos.FEN()})
		done := events.Completed{Ply: i + 1, Move: made, By: events.ByNext}
		if p.Clk != nil {
			done.By = events.ByPress
			*[2]*int{&clocks.White, &clocks.Black}[i%2] = int(*p.Clk / time.Second)
			now := clocks
			now.Running = [2]string{"black", "white"}[i%2]
			done.Clocks = &now
		}
		s.state(scope, time.Second, done)
	}
	if r := string(g.Result); r != "*" {
		s.state(scope, time.Second, events.FinalResult{Result: r, Reason: "not_recorded", Source: events.SourceRuled})
	}
}
