package main

import (
	"fmt"
	"os"
	"strings"

	"boardwire/rules"
)

// labelled is a position of which it is known who can mate.
type labelled struct {
	pos rules.Position
	can [2]bool // White, Black
}

func readLabelled(file string) ([]labelled, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("positions with known answers: %w", err)
	}
	var out []labelled
	for n, row := range strings.Split(string(text), "\n") {
		if row = strings.TrimSpace(row); row == "" || row[0] == '#' {
			continue
		}
		label, fen, _ := strings.Cut(row, " ")
		setup, err := rules.ParseFEN(strings.TrimSpace(fen))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
		}
		pos, err := setup.Position(0)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
		}
		if len(label) != 2 {
			return nil, fmt.Errorf("%s:%d: label %q: want WB, W-, -B or --", file, n+1, label)
		}
		out = append(out, labelled{pos, [2]bool{label[0] == 'W', label[1] == 'B'}})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no position", file)
	}
	return out, nil
}
