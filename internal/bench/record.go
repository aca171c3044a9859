package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"boardwire/events"
	"boardwire/game"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/projector"
)

// recorded is a hall's folder with a record of many events, and its bytes.
type recorded struct {
	dir    string
	record [][]byte // rulings and observations, as stored
	facts  [][]byte
}

func (r *recorded) remove() { os.RemoveAll(r.dir) }

// recordBoards is how many boards a long record is of.
const recordBoards = 200

// newRecord makes a hall that has recorded so many events. The hall itself
// states the tournament; the observations are appended behind that, and the
// facts that the fold gives, so that nothing is left to do but to start.
func newRecord(ctx context.Context, n int) (*recorded, error) {
	dir, err := os.MkdirTemp("", "boardwire-bench-")
	if err != nil {
		return nil, err
	}
	r := &recorded{dir: dir}
	if err := r.fill(ctx, n); err != nil {
		r.remove()
		return nil, err
	}
	return r, nil
}

func (r *recorded) fill(ctx context.Context, n int) error {
	if err := writeTournament(filepath.Join(r.dir, "bench.toml"), recordBoards, false); err != nil {
		return err
	}
	h, err := startHall(ctx, r.dir)
	if err != nil {
		return err
	}
	if err := h.stop(); err != nil {
		return err
	}
	server, err := js.StartServer(ctx, js.ServerConfig{Dir: filepath.Join(r.dir, "data", "nats")})
	if err != nil {
		return err
	}
	defer server.Close()
	live, err := server.Store("boardwire-bench", js.Live)
	if err != nil {
		return err
	}
	defer live.Close()
	record, err := live.Open(ctx, "IN-main-s0001")
	if err != nil {
		return err
	}
	evs, stored, err := observations(recordBoards, n)
	if err != nil {
		return err
	}
	var msgs []bus.Msg
	for i, e := range evs {
		msgs = append(msgs, bus.Msg{Subject: events.Subject("main", "s0001", e), Data: stored[i]})
	}
	if err := appendAll(ctx, record, msgs); err != nil {
		return err
	}
	return r.fold(ctx, live)
}

// fold folds the record and appends the facts that are not there yet.
func (r *recorded) fold(ctx context.Context, live bus.Store) error {
	const stream = "FACT-main-s0001-g1"
	facts, err := live.Open(ctx, stream)
	if err != nil {
		return err
	}
	there, err := facts.Last(ctx)
	if err != nil {
		return err
	}
	fold := game.NewFold("main")
	var msgs []bus.Msg
	err = each(ctx, live, "IN-main-s0001", func(m bus.Msg) error {
		r.record = append(r.record, m.Data)
		got, err := fold.Take(m.Seq, m.Data)
		for _, f := range got {
			r.facts = append(r.facts, f.Bytes)
			msgs = append(msgs, bus.Msg{
				Subject: events.FactSubject("main", "s0001", "g1", f.Event), Data: f.Bytes,
				Header: map[string]string{
					projector.HeaderInSeq:  strconv.FormatUint(m.Seq, 10),
					projector.HeaderInTime: m.Time.UTC().Format(time.RFC3339Nano),
				},
			})
		}
		return err
	})
	if err != nil {
		return err
	}
	return appendAll(ctx, facts, msgs[there:])
}

func appendAll(ctx context.Context, log bus.Log, msgs []bus.Msg) error {
	for len(msgs) > 0 {
		n := min(len(msgs), bus.MaxBatch)
		if _, err := log.Append(ctx, bus.Guard{}, msgs[:n]...); err != nil {
			return err
		}
		msgs = msgs[n:]
	}
	return nil
}
