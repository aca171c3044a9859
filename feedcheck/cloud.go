package feedcheck

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardwire/pgn"
	"boardwire/rules"
)

// cloudFile is a game of LiveChess Cloud as its JSON says it; some files have
// the game inside an object with its pairing.
type cloudFile struct {
	cloudGame
	Game *cloudGame `json:"game"`
}

type cloudGame struct {
	// Chess960 is the number of the start position; 518 is the usual one.
	Chess960 *int   `json:"chess960"`
	Result   string `json:"result"`
	Clock    *struct {
		White *int `json:"white"`
		Black *int `json:"black"`
	} `json:"clock"`
	Moves []string `json:"moves"`
}

// cloudResults are the words for results. NOTPLAYED is no result of a game.
var cloudResults = map[string]rules.Result{
	"WHITEWIN": rules.WhiteWins, "BLACKWIN": rules.BlackWins, "DRAW": rules.Draw, "NOTPLAYED": rules.Ongoing, "*": rules.Ongoing, "": rules.Ongoing,
}

// Cloud reads a game as LiveChess Cloud gives it (game-N.json): moves such as
// "Nc6 1821+28", where the reading of the clock and the think time, in seconds,
// may each be missing, and a clock object that holds the last reading of either
// side. Names are not in it. Moves that cannot be played go to the Tail, as
// when a PGN is read.
func Cloud(b []byte) (pgn.Game, error) {
	var f cloudFile
	if err := json.Unmarshal(b, &f); err != nil {
		return pgn.Game{}, fmt.Errorf("game of LiveChess Cloud: %w", err)
	}
	c := f.cloudGame
	if f.Game != nil {
		c = *f.Game
	}
	g := pgn.Game{}
	var ok bool
	if g.Result, ok = cloudResults[c.Result]; !ok {
		return pgn.Game{}, fmt.Errorf("game of LiveChess Cloud: result %q: want WHITEWIN, BLACKWIN, DRAW, NOTPLAYED or *", c.Result)
	}
	if c.Chess960 != nil && *c.Chess960 != usualStart {
		row, err := startRow(*c.Chess960)
		if err == nil {
			g.Start, err = rules.ParseFEN(row + "/pppppppp/8/8/8/8/PPPPPPPP/" + strings.ToUpper(row) + " w KQkq - 0 1")
		}
		if err != nil {
			return pgn.Game{}, fmt.Errorf("game of LiveChess Cloud: %w", err)
		}
	}
	plies := make([]pgn.Ply, len(c.Moves))
	for i, token := range c.Moves {
		var err error
		if plies[i], err = cloudMove(token); err != nil {
			return pgn.Game{}, fmt.Errorf("game of LiveChess Cloud: move %d: %w", i+1, err)
		}
	}
	if c.Clock != nil {
		override(plies, 0, c.Clock.White)
		override(plies, 1, c.Clock.Black)
	}
	return playCloud(g, plies), nil
}

// override gives the last move of a side the reading of the clock object.
func override(plies []pgn.Ply, side int, seconds *int) {
	for i := len(plies) - 1; i >= max(0, len(plies)-2) && seconds != nil && *seconds >= 0; i-- {
		if i%2 == side {
			clk := time.Duration(*seconds) * time.Second
			plies[i].Clk = &clk
		}
	}
}

// playCloud plays what can be played.
func playCloud(g pgn.Game, plies []pgn.Ply) pgn.Game {
	pos, err := g.Position()
	for i := range plies {
		if err == nil {
			plies[i].Move, err = pos.ParseSAN(plies[i].SAN)
		}
		if err != nil {
			g.Plies, g.Tail = plies[:i:i], plies[i:]
			g.Deviations = []pgn.Deviation{{Code: pgn.IllegalMove, Line: 1, Column: 1, Ply: i, Text: "the moves end here", Err: err}}
			return g
		}
		pos, err = pos.Play(plies[i].Move)
	}
	g.Plies = plies
	return g
}

// cloudMove reads one token: a move, the reading, and behind + (or ~, where the
// board was not sure) the think time.
func cloudMove(token string) (pgn.Ply, error) {
	san, times, _ := strings.Cut(strings.TrimSpace(token), " ")
	if san == "" {
		return pgn.Ply{}, errors.New("no move in it")
	}
	p := pgn.Ply{SAN: san}
	times = strings.TrimSpace(times)
	clk, emt, has := times, "", false
	if i := strings.IndexAny(times, "+~"); i >= 0 {
		clk, emt, has = times[:i], times[i+1:], true
	}
	var err error
	if clk != "" {
		if p.Clk, err = cloudSeconds(clk); err != nil {
			return pgn.Ply{}, fmt.Errorf("%q: %w", token, err)
		}
	}
	if has {
		if p.Emt, err = cloudSeconds(emt); err != nil {
			return pgn.Ply{}, fmt.Errorf("%q: %w", token, err)
		}
	}
	return p, nil
}

// cloudSeconds reads whole seconds; what is below zero is no time at all.
func cloudSeconds(s string) (*time.Duration, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n > 1_000_000 {
		return nil, fmt.Errorf("%q is no number of seconds", s)
	}
	if n < 0 {
		return nil, nil
	}
	d := time.Duration(n) * time.Second
	return &d, nil
}

// usualStart is the number of the start position of classical chess.
const usualStart = 518

// startRow returns Black's first rank in the start position of that number, as
// Scharnagl counts them: the bishops, the queen and the knights by remainders,
// the king between the rooks on what is left.
func startRow(n int) (string, error) {
	if n < 0 || n > 959 {
		return "", fmt.Errorf("start position %d: there are 0 to 959", n)
	}
	row := make([]byte, 8)
	row[n%4*2+1] = 'b'
	n /= 4
	row[n%4*2] = 'b'
	n /= 4
	free := func(skip int) int {
		for i, c := range row {
			if c == 0 {
				if skip == 0 {
					return i
				}
				skip--
			}
		}
		return 0
	}
	row[free(n%6)] = 'q'
	n /= 6
	for first := range 4 {
		if pairs := 4 - first; n >= pairs {
			n -= pairs
			continue
		}
		a, b := free(first), free(first+1+n)
		row[a], row[b] = 'n', 'n'
		break
	}
	for _, piece := range []byte("rkr") {
		row[free(0)] = piece
	}
	return string(row), nil
}
