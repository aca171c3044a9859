package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"boardwire/internal/bus"
)

// Logs lets the arbiters' token read the record and the facts as stored: GET
// /desk/log/record and /desk/log/facts, one event a line. Query: sitting
// (default: the open one), from (a sequence, default 1), last (only so many),
// follow=1 (go on as more come).
type Logs struct {
	Hall string
	Live bus.Store
}

// tailWrite is how long one line may take to leave.
const tailWrite = 10 * time.Second

func (l Logs) serve(w http.ResponseWriter, r *http.Request, g *group) {
	if g.name != Arbiters {
		http.Error(w, "the logs are for the arbiters", http.StatusForbidden)
		return
	}
	log, err := l.open(r)
	switch {
	case errors.Is(err, bus.ErrNoStream), errors.Is(err, bus.ErrNoEntry):
		http.Error(w, "there is no such log; sittings are s0001, s0002, …", http.StatusNotFound)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	last, err := log.Last(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	from, err := number(r, "from", 1)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	n, err := number(r, "last", 0)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if n > 0 {
		from = 1
		if last > n {
			from = last - n + 1
		}
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	copyLog(r.Context(), w, log, max(from, 1), last, r.URL.Query().Get("follow") == "1")
}

func (l Logs) open(r *http.Request) (bus.Log, error) {
	ctx := r.Context()
	sittings, err := l.Live.Table(ctx, "sittings", true)
	if err != nil {
		return nil, err
	}
	e, err := sittings.Get(ctx, l.Hall)
	if err != nil {
		return nil, err
	}
	var at pointer
	if err := json.Unmarshal(e.Value, &at); err != nil {
		return nil, err
	}
	if s := r.URL.Query().Get("sitting"); s != "" && s != at.Sitting {
		at = pointer{Sitting: s, Gen: "g1"}
	}
	if g := r.URL.Query().Get("gen"); g != "" {
		at.Gen = g
	}
	switch r.PathValue("log") {
	case "record":
		return l.Live.Open(ctx, "IN-"+l.Hall+"-"+at.Sitting)
	case "facts":
		return l.Live.Open(ctx, "FACT-"+l.Hall+"-"+at.Sitting+"-"+at.Gen)
	}
	return nil, bus.ErrNoStream
}

func number(r *http.Request, name string, otherwise uint64) (uint64, error) {
	s := r.URL.Query().Get(name)
	if s == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s=%q is not a number", name, s)
	}
	return n, nil
}

// copyLog writes a log's messages, one a line.
func copyLog(ctx context.Context, w http.ResponseWriter, log bus.Log, from, last uint64, follow bool) {
	if from > last && !follow {
		return
	}
	r, err := log.Read(ctx, from)
	if err != nil {
		return
	}
	defer r.Close()
	out := http.NewResponseController(w)
	for seq := from; follow || seq <= last; seq++ {
		m, ok, err := r.TryNext(ctx)
		if err != nil {
			return
		}
		if !ok {
			_ = out.Flush()
			if m, err = r.Next(ctx); err != nil {
				return
			}
		}
		_ = out.SetWriteDeadline(time.Now().Add(tailWrite))
		if _, err := w.Write(append(m.Data, '\n')); err != nil {
			return
		}
	}
}
