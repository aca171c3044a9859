package cli

import (
	"fmt"

	"boardwire/rules"
)

type perftCmd struct {
	FEN   string `help:"The position, in FEN, X-FEN or Shredder-FEN; the start position if not given." name:"fen"`
	Depth int    `arg:"" help:"How many plies."`
}

func (perftCmd) Help() string {
	return `Prints the count alone.

  boardwire perft 5
  4865609

  boardwire perft --fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -" 4
  43238`
}

func (c perftCmd) Run(std streams) error {
	if c.Depth < 0 || c.Depth > 20 {
		return usagef("depth %d: want 0 to 20", c.Depth)
	}
	p := rules.Start()
	if c.FEN != "" {
		setup, err := rules.ParseFEN(c.FEN)
		if err != nil {
			return usageError{err}
		}
		if p, err = setup.Position(0); err != nil {
			return usageError{err}
		}
	}
	_, err := fmt.Fprintln(std.out, rules.Perft(p, c.Depth))
	return err
}
