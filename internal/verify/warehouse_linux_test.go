package verify

import (
	"testing"

	"boardwire/internal/hall"
	"boardwire/internal/testshared"
	"boardwire/internal/warehouse"
	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
	"boardwire/pgn"
	"boardwire/sim"
)

func TestMain(m *testing.M) { enginetest.Main(m) }

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
	for _, v := range verdicts {
		if !v.Equal {
			t.Errorf("game %d came out otherwise: ply %d: %s", v.Number, v.Ply, v.Why)
		}
	}
	for user, database := range map[string]string{engine.Live: warehouse.DefaultLive, engine.Public: warehouse.DefaultPublic} {
		conn, err := warehouse.Connect(e.Options(user, "default"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		differences, err := Kept(t.Context(), conn, database, games)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range differences {
			t.Errorf("%s: %s", database, d)
		}
		// What is compared can differ.
		if differences, err := Kept(t.Context(), conn, database, games[1:]); err != nil || len(differences) == 0 {
			t.Errorf("%s: other games are taken for the same: %v", database, err)
		}
	}
}
