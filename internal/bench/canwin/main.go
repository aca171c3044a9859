// Command canwin measures how well the rules know who can mate: the quick
// answer over positions with known answers and over every position of game
// files, and the full answer with a budget. It prints one table and fails on a
// false answer.
//
//	go run ./internal/bench/canwin -labelled FILE -games GLOB [-budget N]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	file := flag.String("labelled", "", "positions with known answers: a label (WB, W-, -B or --) and a FEN a line")
	games := flag.String("games", "", "PGN files, as a glob")
	budget := flag.Int("budget", 10_000_000, "positions the full answer may look at")
	flag.Parse()
	if err := run(*file, *games, *budget); err != nil {
		fmt.Fprintln(os.Stderr, "canwin:", err)
		os.Exit(1)
	}
}

func run(file, games string, budget int) error {
	labelled, err := readLabelled(file)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(games)
	if err != nil {
		return fmt.Errorf("-games %q: %w", games, err)
	}
	t := tally{out: os.Stdout}
	t.quick(labelled)
	for _, f := range files {
		if err := t.game(f); err != nil {
			return err
		}
	}
	t.full(labelled, budget)
	fmt.Print(t.table(budget))
	if t.falseAnswers > 0 {
		return fmt.Errorf("%d false answers", t.falseAnswers)
	}
	return nil
}
