package pgnspeed

import (
	"errors"
	"testing"

	"boardwire/internal/testshared"
)

// One thread each, in one run, in processor time: at least half of pgn-extract.
func TestReadingKeepsUpWithPgnExtract(t *testing.T) {
	r, err := Measure(t.Context(), testshared.Path(t, "data/pgn/lichess-cc0-438games.pgn"), 5)
	if err != nil && !errors.Is(err, ErrNoPeer) {
		t.Fatal(err)
	}
	t.Log(r)
	if r.Games != 438*copies {
		t.Errorf("got %d games, want %d", r.Games, 438*copies)
	}
	if r.Ended == 0 || r.Ended == r.Games {
		t.Errorf("%d of %d games end by themselves; want some", r.Ended, r.Games)
	}
	if err != nil {
		t.Log("NOT COMPARED:", err)
		return
	}
	if r.Ratio() < 0.5 {
		t.Errorf("ratio %.2f, want at least 0.5", r.Ratio())
	}
}
