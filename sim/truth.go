package sim

import (
	"errors"
	"fmt"

	"boardwire/pgn"
	"boardwire/rules"
)

// Game is what is really played at one board, for tests to compare with what
// was made of its bytes.
type Game struct {
	// Board counts from 1; Device is its name by its serial number.
	Board  int
	Device string
	Moves  []rules.Move
	// Clk is the mover's clock after each move in seconds, -1 where nobody
	// pressed it.
	Clk []int
	// White and Black are the clocks before the first move in seconds, and
	// Bonus what a move adds.
	White, Black, Bonus int
	// Last is the position after the last move.
	Last rules.Position
	// Wrong is how many plies the players go on with that are no legal moves,
	// and Men what lies on the board then.
	Wrong int
	Men   rules.Board
	// End is what the players do then, Result what the game says it ended in.
	// Nobody but the kings tells the result to the board.
	End    End
	Result rules.Result
}

// Truth returns what a round is, played to its end.
func Truth(c Config) ([]Game, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	games := make([]Game, 0, c.Tables)
	for n := 1; n <= c.Tables; n++ {
		t, err := newTable(&c, n, Standing{}, nil)
		if err != nil {
			return nil, fmt.Errorf("sim: %w", err)
		}
		g := Game{Board: n, Device: t.device, White: t.plan.white, Black: t.plan.black, Bonus: t.plan.bonus, Last: t.plan.last, Wrong: len(t.plan.plies) - t.plan.sound, Men: t.plan.men, End: t.plan.script.End, Result: t.plan.result}
		for _, p := range t.plan.plies[:t.plan.sound] {
			g.Moves = append(g.Moves, p.move)
			g.Clk = append(g.Clk, p.shows)
		}
		games = append(games, g)
	}
	return games, nil
}

// Load reads a round and its script; no script is an empty one. A game that
// breaks off at a bad move is played up to there.
func Load(round, script []byte) ([]pgn.Game, Script, error) {
	games := pgn.Read(round)
	if len(games) == 0 {
		return nil, Script{}, errors.New("round: no game in it")
	}
	s, err := ParseScript(script)
	return games, s, err
}
