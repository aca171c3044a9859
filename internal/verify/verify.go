// Package verify plays the games of a PGN file through a whole hall and says
// whether the public page shows what was played: emulated boards on pseudo
// terminals, ingest, JetStream, projector, gate and pages. Nothing reaches the
// hall from the file but bytes, pairings and rulings.
package verify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"boardwire/internal/hall"
	"boardwire/pgn"
	"boardwire/sim"
	"boardwire/sim/hand"
)

// Config says what is played and how.
type Config struct {
	Games []pgn.Game
	// Boards is how many games are played at a time, 16 if 0.
	Boards int
	// Speed of the emulator; the zero value is 1.
	Speed sim.Speed
	// Seed decides what the hands do where they have a choice.
	Seed uint64
	// Habits of the hands; nil means Faults.
	Habits *hand.Habits
	// Dir is where each batch gets a folder, "" for the system's. The folder of
	// a batch in which all games are equal is removed, others are kept.
	Dir string
	// settle is how long nothing may change on any page, after the hands rest,
	// before what is there is the end; settleWithin if 0.
	settle time.Duration
	// Warehouse, where set, is where every hall keeps its streams.
	Warehouse *hall.Warehouse
	// Left, where set, is called with the folder of each batch that came out
	// equal, when its hall has ended and before the folder is removed: the
	// hall's data are in data.
	Left func(ctx context.Context, dir string) error
	// Told is called with the verdict on each game, in the order of the file.
	Told func(Verdict)
}

// Faults are hands with every habit that a simple reader of boards gets wrong.
func Faults() hand.Habits {
	return hand.Habits{
		Slide: 25, Hesitate: 20, PlaceFirst: 15, Over: 50, TakeFirst: 40, Ghost: 25, Adjust: 15,
		RookFirst: 30, PawnStays: 60, KingByKing: 50, ClockRuns: 30,
	}
}

// Verdict is what came of one game.
type Verdict struct {
	// Number counts the games of the file from 1.
	Number       int
	White, Black string
	// Plies the public page shows, and the result with how it came about:
	// "signalled" by the kings in the centre, "ruled" otherwise, both empty for
	// a game without a result.
	Plies          int
	Result, Source string
	// Dropped plies of the file are the kings' sign and no moves.
	Dropped int
	// Equal: moves, clock times and result came out as the file has them.
	Equal bool
	// Ply is the first that differs, from 1; 0 where none does or another thing
	// is wrong. Why says what is wrong.
	Ply int
	Why string
	// Saw is what the hall told its arbiters of plies that are no legal moves.
	Saw []string
	// Kept is the folder with the hall's data of a game that differs: its record
	// and facts as lines, and its log.
	Kept string
}

// MostBoards is how many boards one batch may have.
const MostBoards = 200

// Run plays all games and returns a verdict on each. A game that comes out
// otherwise is no error; an error is that a batch could not be played, and the
// verdicts before it are returned with it.
func Run(ctx context.Context, c Config) ([]Verdict, error) {
	if c.Boards == 0 {
		c.Boards = 16
	}
	if c.Boards < 1 || c.Boards > MostBoards {
		return nil, fmt.Errorf("verify: %d boards at a time, want 1 to %d", c.Boards, MostBoards)
	}
	if len(c.Games) == 0 {
		return nil, errors.New("verify: no game to play")
	}
	c.fill()
	all := make([]Verdict, len(c.Games))
	var playable []entry
	for i, g := range c.Games {
		all[i] = Verdict{Number: i + 1, White: tag(g, "White"), Black: tag(g, "Black")}
		e, err := newEntry(i, g)
		if err != nil {
			all[i].Why = "not played: " + err.Error()
			continue
		}
		playable = append(playable, e)
	}
	told := 0
	tell := func(until int) {
		for ; told < until; told++ {
			c.Told(all[told])
		}
	}
	for len(playable) > 0 {
		n := min(c.Boards, len(playable))
		batch := playable[:n]
		playable = playable[n:]
		tell(batch[0].index)
		verdicts, err := c.play(ctx, batch)
		if err != nil {
			return all[:told], fmt.Errorf("games %d to %d: %w", batch[0].index+1, batch[n-1].index+1, err)
		}
		for i, e := range batch {
			v := &all[e.index]
			verdicts[i].Number, verdicts[i].White, verdicts[i].Black = v.Number, v.White, v.Black
			*v = verdicts[i]
		}
		tell(batch[n-1].index + 1)
	}
	tell(len(all))
	return all, nil
}

// fill sets what was left out.
func (c *Config) fill() {
	if c.Told == nil {
		c.Told = func(Verdict) {}
	}
	if c.Habits == nil {
		faults := Faults()
		c.Habits = &faults
	}
	if c.settle == 0 {
		c.settle = settleWithin
	}
}

func tag(g pgn.Game, name string) string {
	v, _ := g.Tag(name)
	return v
}

// Sum counts verdicts.
type Sum struct{ Games, Equal, Signalled, Ruled, Plies, Dropped int }

// Add counts one more.
func (s *Sum) Add(v Verdict) {
	s.Games++
	s.Plies += v.Plies
	s.Dropped += v.Dropped
	if !v.Equal {
		return
	}
	s.Equal++
	switch v.Source {
	case "signalled":
		s.Signalled++
	case "ruled":
		s.Ruled++
	}
}

// String says it in a line.
func (s Sum) String() string {
	return fmt.Sprintf("%d games: %d equal, %d differ; %d plies, %d of the file were no moves; results: %d by the kings, %d by ruling",
		s.Games, s.Equal, s.Games-s.Equal, s.Plies, s.Dropped, s.Signalled, s.Ruled)
}
