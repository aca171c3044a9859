package warehouse

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
)

var update = flag.Bool("update", false, "write the golden files")

// The schema can be made twice, and a statement that was changed afterwards is
// refused.
func TestMigrationsCanBeRepeatedAndNotChanged(t *testing.T) {
	conn, cfg := ours(t)
	for range 2 {
		for kind, db := range map[string]string{kindLive: cfg.Live, kindPublic: cfg.Public} {
			if err := migrate(t.Context(), conn, kind, db, ""); err != nil {
				t.Fatal(err)
			}
		}
	}
	list, err := migrationsOf(kindLive)
	if err != nil {
		t.Fatal(err)
	}
	if n := ask[uint64](t, conn, "SELECT count() FROM "+cfg.Live+".migrations FINAL"); n != uint64(len(list)) {
		t.Errorf("%d migrations are noted, want %d", n, len(list))
	}
	if err := conn.Exec(t.Context(), "INSERT INTO "+cfg.Live+".migrations (number, name, checksum) VALUES (3, 'x', 'another')"); err != nil {
		t.Fatal(err)
	}
	var changed *ChangedError
	if err := migrate(t.Context(), conn, kindLive, cfg.Live, ""); !errors.As(err, &changed) || changed.Name != list[2].name {
		t.Errorf("a changed migration: %v", err)
	}
}

// A database that an earlier version made gets what came since; its rows stay, and
// a rebuild fills in what they did not have.
func TestAnEarlierDatabaseIsCompleted(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	at := current{Hall: "h", Sitting: "s0001", Gen: 1}
	pointTo(t, live, at)
	newRecorder(t, live).put("desk-h", 0, events.HallScope, events.SittingOpened{Hall: "h", Sitting: "s0001", Rate: 1})
	s := newScribe(t, live, at)
	scope := events.TableScope("open.1.1")
	s.state(scope, 0, pairing("p1", "p2", "5+3"))
	s.state(scope, time.Second, events.FinalResult{Result: "1-0", Reason: "not_recorded", Source: events.SourceRuled, Points: &events.Points{White: 6}})
	s.store(t.Context())
	list, err := migrationsOf(kindLive)
	if err != nil {
		t.Fatal(err)
	}
	if err := makeDatabase(t.Context(), conn, cfg.Live, ""); err != nil {
		t.Fatal(err)
	}
	for _, m := range list[:18] { // before points were kept
		if err := conn.Exec(t.Context(), statement(m.text, cfg.Live, "")); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.Exec(t.Context(), "INSERT INTO "+cfg.Live+".games (hall, sitting, gen, seq, since, tournament, round, board, game, status, result) VALUES ('h', 's0001', 1, 2, 1, 'open', '1', 1, 'open.1.1', 'final', '1-0'), ('k', 's0001', 1, 2, 1, 'open', '1', 2, 'open.1.2', 'final', '0-1')"); err != nil {
		t.Fatal(err)
	}
	if err := conn.Exec(t.Context(), "INSERT INTO "+cfg.Live+".generations VALUES ('h', 's0001', 1), ('k', 's0001', 1)"); err != nil {
		t.Fatal(err)
	}
	w, err := New(cfg, Deps{Live: live, LiveDB: conn})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	told(t, conn, cfg.Live, "results", nil, []string{"open,1,0-1,,,final,,,1", "open,1,1-0,,,final,,,1"})
	if _, err := w.Rebuild(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	told(t, conn, cfg.Live, "results", nil, []string{"open,1,0-1,,,final,,,1", "open,1,1-0,not_recorded,ruled,final,3,0,1"})
}

// Every column that is written is one of the table's, and every one of the
// table's is written.
func TestColumnsAreThoseOfTheTables(t *testing.T) {
	conn, cfg := ours(t)
	for kind, db := range map[string]string{kindLive: cfg.Live, kindPublic: cfg.Public} {
		if err := migrate(t.Context(), conn, kind, db, ""); err != nil {
			t.Fatal(err)
		}
	}
	one := rows{
		observations: make([]observation, 1), rulings: make([]ruling, 1), health: make([]health, 1), facts: make([]fact, 1), plies: make([]ply, 1),
		games: make([]game, 1), findings: make([]finding, 1), answers: make([]answer, 1), deliveries: make([]delivery, 1),
	}
	blocks := one.blocks(cfg.Live, false)
	blocks = append(blocks, one.blocks(cfg.Public, true)...)
	blocks = append(blocks, positionsTable.blocks(cfg.Live, make([]position, 1))...)
	blocks = append(blocks, positionsTable.blocks(cfg.Public, make([]position, 1))...)
	blocks = append(blocks, generationsTable.blocks(cfg.Live, make([]current, 1))...)
	blocks = append(blocks, audiencesTable.blocks(cfg.Live, make([]audience, 1))...)
	for _, b := range blocks {
		have := map[string]bool{}
		for _, n := range b.names {
			have[n] = true
		}
		rows, err := conn.Query(t.Context(), "SELECT name FROM system.columns WHERE database = ? AND table = ?", b.database, b.table)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			if !have[name] {
				t.Errorf("column %s of %s.%s is not written", name, b.database, b.table)
			}
			delete(have, name)
		}
		rows.Close()
		if len(have) > 0 {
			t.Errorf("%s.%s has no columns %v", b.database, b.table, have)
		}
	}
}

// With a cluster every table is replicated, on all of its nodes; the text is
// compared, for there is no cluster here.
func TestReplicatedTables(t *testing.T) {
	var b strings.Builder
	for _, kind := range []string{kindLive, kindPublic} {
		list, err := migrationsOf(kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			text := statement(m.text, "db", "main")
			if strings.Contains(text, "$") || !strings.Contains(text, " ON CLUSTER main") {
				t.Errorf("%s %s:\n%s", kind, m.name, text)
			}
			if alone := statement(m.text, "db", ""); strings.Contains(alone, "$") || strings.Contains(alone, "CLUSTER") || strings.Contains(alone, "Replicated") {
				t.Errorf("%s %s alone:\n%s", kind, m.name, alone)
			}
			for line := range strings.SplitSeq(text, "\n") {
				if strings.HasPrefix(line, "CREATE") || strings.HasPrefix(line, "ALTER") || strings.HasPrefix(line, "ENGINE") || strings.HasPrefix(line, "PARTITION") || strings.HasPrefix(line, "ORDER BY (") {
					b.WriteString(line + "\n")
				}
			}
		}
	}
	const golden = "testdata/replicated.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Error(diff)
	}
}
