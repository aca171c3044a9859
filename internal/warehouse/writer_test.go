package warehouse

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
	"boardwire/pgn"
)

// stores are the two accounts of a hall, in memory.
func stores(t testing.TB) (live, released *mem.Store) {
	clock := func() time.Time { return time.Now() }
	live, released = mem.New(clock), mem.New(clock)
	t.Cleanup(func() { live.Close(); released.Close() })
	return live, released
}

// point says which generation of which sitting is open.
func pointTo(t testing.TB, live bus.Store, at current) {
	t.Helper()
	table, err := live.Table(t.Context(), "sittings", true)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(pointer{at.Sitting, fmt.Sprintf("g%d", at.Gen)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Put(t.Context(), at.Hall, b); err != nil {
		t.Fatal(err)
	}
}

// running runs a writer until the returned function is called.
func running(t testing.TB, cfg Config, deps Deps) (*Writer, func()) {
	t.Helper()
	if testing.Verbose() {
		deps.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	w, err := New(cfg, deps)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	stop := func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	return w, stop
}

// drained waits until everything is written.
func drained(t testing.TB, w *Writer) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := w.Drained(ctx); err != nil {
		t.Fatalf("the warehouse did not catch up: %v", err)
	}
}

// total is what a file says of a game, or the warehouse.
type total struct {
	Plies, Emt, Timed int
	Result            string
}

// totals computes them from the file, apart from the warehouse.
func totals(games []pgn.Game) map[string]total {
	out := map[string]total{}
	for i, g := range games {
		s := total{Plies: len(g.Plies), Result: string(g.Result)}
		for _, e := range expect(g) {
			if e.emt >= 0 {
				s.Emt += e.emt
				s.Timed++
			}
		}
		out[fmt.Sprintf("wc.1.%d", i+1)] = s
	}
	return out
}

// kept asks the warehouse.
func kept(t testing.TB, conn driver.Conn, database string) map[string]total {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT g.game, g.result, p.plies, p.seconds, p.timed FROM `+database+`.games_now AS g
		LEFT JOIN (SELECT game, count() AS plies, sum(ifNull(emt, 0)) AS seconds, count(emt) AS timed FROM `+database+`.plies_now GROUP BY game) AS p ON p.game = g.game
		ORDER BY g.game`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]total{}
	for rows.Next() {
		var game, result string
		var plies, timed uint64
		var seconds int64
		if err := rows.Scan(&game, &result, &plies, &seconds, &timed); err != nil {
			t.Fatal(err)
		}
		if _, twice := out[game]; twice {
			t.Errorf("game %s is there twice", game)
		}
		out[game] = total{int(plies), int(seconds), int(timed), result}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// playAll states a round of games.
func playAll(s *scribe, games []pgn.Game) {
	for i, g := range games {
		s.play(fmt.Sprintf("wc.1.%d", i+1), worldCup, g)
	}
}

// A round of real games: what the warehouse counts is what the file says, before
// and after merges, after another start and after a rebuild.
func TestARoundIsWhatTheFileSays(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	at := current{Hall: "h", Sitting: "s0001", Gen: 1}
	pointTo(t, live, at)
	games := classical(t)[:62]
	s := newScribe(t, live, at)
	playAll(s, games)
	facts := len(s.msgs)
	s.store(t.Context())
	want := totals(games)
	deps := Deps{Live: live, LiveDB: conn}
	check := func(when string) {
		t.Helper()
		if diff := cmp.Diff(want, kept(t, conn, cfg.Live)); diff != "" {
			t.Errorf("%s (-file +warehouse):\n%s", when, diff)
		}
		if n := ask[uint64](t, conn, "SELECT count() FROM "+cfg.Live+".facts FINAL"); n != uint64(facts) {
			t.Errorf("%s: %d facts, want %d", when, n, facts)
		}
	}
	w, stop := running(t, cfg, deps)
	drained(t, w)
	check("before merges")
	stop()
	w, stop = running(t, cfg, deps)
	drained(t, w)
	check("after another start")
	stop()
	for _, table := range []string{"facts", "plies", "games"} {
		if err := conn.Exec(t.Context(), "OPTIMIZE TABLE "+cfg.Live+"."+table+" FINAL"); err != nil {
			t.Fatal(err)
		}
	}
	check("after merges")
	w, err := New(cfg, deps)
	if err != nil {
		t.Fatal(err)
	}
	compared, err := w.Rebuild(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range compared {
		if !c.Equal {
			t.Errorf("rebuilt %s: %d rows before, %d after, equal %t", c.Table, c.Before, c.After, c.Equal)
		}
	}
	check("after a rebuild")
}

// A new generation of facts takes the place of the old one when it is whole.
func TestANewGenerationTakesThePlaceOfTheOld(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	games := classical(t)[:3]
	first := current{Hall: "h", Sitting: "s0001", Gen: 1}
	pointTo(t, live, first)
	s := newScribe(t, live, first)
	playAll(s, games)
	// A ply that the second generation will not have.
	s.state(events.TableScope("wc.1.1"), time.Second, events.Made{Ply: len(games[0].Plies) + 1, UCI: "a2a3", SAN: "a3", FEN: "8/8/8/8/8/8/8/8 w - - 0 1"})
	s.store(t.Context())
	w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn})
	defer func() { stop() }()
	drained(t, w)
	want := totals(games)
	more := want["wc.1.1"]
	more.Plies++
	want["wc.1.1"] = more
	if diff := cmp.Diff(want, kept(t, conn, cfg.Live)); diff != "" {
		t.Errorf("the first generation:\n%s", diff)
	}
	second := first
	second.Gen = 2
	s = newScribe(t, live, second)
	playAll(s, games)
	s.store(t.Context())
	pointTo(t, live, second)
	deadline := time.Now().Add(30 * time.Second)
	for ask[uint32](t, conn, "SELECT max(gen) FROM "+cfg.Live+".generations") != 2 && time.Now().Before(deadline) {
		time.Sleep(50 * time.Millisecond)
	}
	if diff := cmp.Diff(totals(games), kept(t, conn, cfg.Live)); diff != "" {
		t.Errorf("the second generation:\n%s", diff)
	}
}
