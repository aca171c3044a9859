//go:build linux

package sim

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim/hand"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// soon bounds what a test waits for; it is no part of what is tested.
const soon = 60 * time.Second

// someGames makes games of random moves with clocks of 15 minutes and 10
// seconds a move.
func someGames(t *testing.T, n, plies int) []pgn.Game {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	var games []pgn.Game
	for range n {
		pos := rules.Start()
		g := pgn.Game{Result: rules.WhiteWins}
		g.Set("TimeControl", "900+10")
		clock := map[rules.Color]int{rules.White: 910, rules.Black: 910}
		for range plies {
			legal := pos.AppendLegal(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[r.IntN(len(legal))]
			emt := 3 + r.IntN(15)
			clock[pos.Turn()] += 10 - emt
			g.Plies = append(g.Plies, pgn.Ply{Move: m, SAN: pos.SAN(m), Clk: seconds(clock[pos.Turn()]), Emt: seconds(emt)})
			pos, _ = pos.Play(m)
		}
		games = append(games, g)
	}
	return games
}

func seconds(n int) *time.Duration {
	d := time.Duration(n) * time.Second
	return &d
}

// lookOn starts the emulator and an onlooker at each board, and returns a
// function that waits for the round to end and then ends the rest.
func lookOn(t *testing.T, c Config) (lookers []*onlooker, wait func()) {
	t.Helper()
	truth, err := Truth(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	looking, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for _, g := range truth {
		o := &onlooker{port: filepath.Join(c.Dir, g.Device)}
		lookers = append(lookers, o)
		all.Go(func() {
			if err := o.read(looking); err != nil {
				t.Error(err)
			}
		})
	}
	var once sync.Once
	end := func() {
		once.Do(func() {
			stop()
			all.Wait()
			cancel()
		})
	}
	t.Cleanup(end)
	done := make(chan error, 1)
	go func() { done <- Run(ctx, c) }()
	return lookers, func() {
		t.Helper()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if ctx.Err() != nil {
			t.Error("the round did not end in time")
		}
		end()
	}
}

func TestRoundIsSeenAsItIsPlayed(t *testing.T) {
	wild := hand.Habits{Slide: 60, PlaceFirst: 40, Over: 50, TakeFirst: 50, Ghost: 60, Adjust: 50, RookFirst: 50, PawnStays: 50}
	c := Config{
		Games: someGames(t, 3, 60), Dir: t.TempDir(), Speed: SpeedMax, Seed: 5, ExitWhenOver: true,
		Script: Script{Habits: &wild, Boards: []Board{{Board: 1, End: EndKings, After: 5}, {Board: 2, End: EndFlag}, {Board: 3}}},
	}
	lookers, wait := lookOn(t, c)
	wait()
	truth, err := Truth(c)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range truth {
		o := lookers[i]
		o.compare(t, g)
		if o.serial != strings.TrimPrefix(g.Device, "dgt-") {
			t.Errorf("board %d says serial number %s, its link is %s", g.Board, o.serial, g.Device)
		}
		sum := 0
		for _, p := range c.Games[i].Plies {
			sum += int(*p.Emt / time.Second)
		}
		if o.last.Running {
			t.Errorf("board %d: the clock still runs at the end", g.Board)
		}
		switch g.End {
		case EndKings:
			if o.men.At(rules.E4) != rules.WhiteKing || o.men.At(rules.D5) != rules.BlackKing {
				t.Errorf("board %d: no kings in the centre: %s", g.Board, o.men)
			}
		case EndFlag:
			if !o.last.Left.Flag || o.last.Left.Time != 0 {
				t.Errorf("board %d: no fallen flag in %+v", g.Board, o.last)
			}
		case EndLeave:
			// Every ply counts one second less than it lasts: the last one
			// goes with the press.
			if o.men != g.Last.Board() {
				t.Errorf("board %d: men %s, want %s", g.Board, o.men, g.Last.Board())
			}
			if o.seconds != sum {
				t.Errorf("board %d: %d seconds were shown one by one, want %d", g.Board, o.seconds, sum)
			}
		}
	}
}
