package verify

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/hall"
	"boardwire/internal/testshared"
	"boardwire/internal/warehouse"
	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
	"boardwire/pgn"
	"boardwire/sim"
)

func TestMain(m *testing.M) { enginetest.Main(m) }

// sums is what a file says of a game, and what the warehouse has.
type sums struct {
	Plies, Timed, Seconds int
	Clocks                int // sum of all that the clocks showed at presses
	Result                string
}

// fileSums computes them from the PGN alone. Times used are those between two
// known readings of the same player; his first move has none here.
func fileSums(e entry) sums {
	s := sums{Plies: len(e.moves), Result: string(e.result)}
	late := [2]bool{}
	for i, clk := range e.clk {
		if clk < 0 {
			continue
		}
		s.Clocks += clk
		if i < 2 || e.clk[i-2] < 0 {
			continue
		}
		used := e.clk[i-2] + 30 - clk
		if used < -2 && i/2+1 >= 40 && !late[i%2] {
			late[i%2] = true
			used += 30 * 60
		}
		if used >= -2 {
			s.Timed++
			s.Seconds += max(used, 0)
		}
	}
	return s
}

// A round of real games goes through boards, hall and warehouse, and the
// warehouse counts what the file says, in both databases.
func TestARoundThroughHallAndWarehouse(t *testing.T) {
	cfg := enginetest.Config(t)
	file := read(t, testshared.Path(t, "data/pgn/fide-worldcup-2025-r1-classical.pgn"))
	e := enginetest.Start(t, cfg)
	var games []pgn.Game
	for _, n := range []int{1, 20, 56, 126} {
		games = append(games, file[n-1])
	}
	roundInto(t, e, games)
}

// roundInto plays games in one hall and compares.
func roundInto(t *testing.T, e *engine.Engine, games []pgn.Game) {
	verdicts, err := Run(t.Context(), Config{
		Games: games, Boards: len(games), Speed: sim.SpeedMax, Seed: 7, Dir: t.TempDir(),
		Warehouse: &hall.Warehouse{Live: e.Options(engine.Live, "default"), Public: e.Options(engine.Public, "default")},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]sums{}
	for i, v := range verdicts {
		if !v.Equal {
			t.Errorf("game %d came out otherwise: ply %d: %s", v.Number, v.Ply, v.Why)
		}
		entry, err := newEntry(i, games[i])
		if err != nil {
			t.Fatal(err)
		}
		want[id(i)] = fileSums(entry)
	}
	for user, database := range map[string]string{engine.Live: warehouse.DefaultLive, engine.Public: warehouse.DefaultPublic} {
		conn, err := warehouse.Connect(e.Options(user, "default"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		got := map[string]sums{}
		rows, err := conn.Query(t.Context(), fmt.Sprintf(`SELECT g.game, g.result, count(p.ply), countIf(p.emt IS NOT NULL AND p.ply > 2), sumIf(ifNull(p.emt, 0), p.ply > 2), sum(ifNull(p.clk, 0))
			FROM %[1]s.games_now AS g LEFT JOIN %[1]s.plies_now AS p ON p.game = g.game GROUP BY g.game, g.result`, database))
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id, result string
			var plies, timed uint64
			var seconds, clocks int64
			if err := rows.Scan(&id, &result, &plies, &timed, &seconds, &clocks); err != nil {
				t.Fatal(err)
			}
			got[id] = sums{Plies: int(plies), Timed: int(timed), Seconds: int(seconds), Clocks: int(clocks), Result: result}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-file +warehouse):\n%s", database, diff)
		}
	}
}
