package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"boardwire/internal/bench/perft"
	"boardwire/internal/bench/pgnspeed"
)

// peers measures our parts against programs that others wrote, and says so
// where one is not installed or there is nothing to compare on.
func peers(ctx context.Context, out io.Writer, rounds int) error {
	results, err := perft.Measure(ctx, perft.Cases(), rounds)
	switch {
	case errors.Is(err, perft.ErrNoPeer):
		fmt.Fprintln(out, "  not compared:", err)
	case err != nil:
		return err
	}
	for _, r := range results {
		fmt.Fprintln(out, " ", r)
	}
	file := filepath.Join(os.Getenv("BW_SHARED"), "data", "pgn", "lichess-cc0-438games.pgn")
	if _, err := os.Stat(file); err != nil {
		fmt.Fprintln(out, "  not compared: there is no PGN to read; BW_SHARED names the folder of the test data")
		return nil
	}
	r, err := pgnspeed.Measure(ctx, file, rounds)
	switch {
	case errors.Is(err, pgnspeed.ErrNoPeer):
		fmt.Fprintln(out, "  not compared:", err)
	case err != nil:
		return err
	}
	fmt.Fprintln(out, " ", r)
	return nil
}
