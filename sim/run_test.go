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
const soon = 3 * time.Minute

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

// quick makes plies of the least length: a paced board with hands in a hurry.
const quick Speed = 1000

// A round that is stopped goes on where it stood: no move is played twice, none
// is missing, and the clocks go on from what they showed.
func TestRoundGoesOnAfterStops(t *testing.T) {
	t.Parallel()
	c := Config{
		Games: someGames(t, 2, 12), Dir: t.TempDir(), Speed: quick, Seed: 5, ExitWhenOver: true, Patient: true,
		State:  filepath.Join(t.TempDir(), "state", "sim.json"),
		Script: Script{Boards: []Board{{Board: 1, End: EndKings}}},
	}
	var lookers []*onlooker
	looking, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer func() {
		stop()
		all.Wait()
	}()
	truth, err := Truth(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range truth {
		o := &onlooker{port: filepath.Join(c.Dir, g.Device)}
		lookers = append(lookers, o)
		all.Go(func() {
			if err := o.read(looking); err != nil {
				t.Error(err)
			}
		})
	}
	for _, until := range []int32{3, 4, 9, 1000} {
		ctx, cancel := context.WithTimeout(t.Context(), soon)
		go func() {
			for lookers[0].seen.Load() < until && ctx.Err() == nil {
				time.Sleep(50 * time.Millisecond)
			}
			time.Sleep(330 * time.Millisecond) // somewhere within a ply
			cancel()
		}()
		if err := Run(ctx, c); err != nil {
			t.Fatal(err)
		}
		cancel()
		c.Seed = 6 // the state remembers
	}
	stop()
	all.Wait()
	for i, g := range truth {
		lookers[i].compare(t, g)
		if lookers[i].opened < 4 {
			t.Errorf("board %d was opened %d times, want one for each part of the round", g.Board, lookers[i].opened)
		}
	}
	s, err := ReadState(c.State)
	if err != nil {
		t.Fatal(err)
	}
	if s.Seed != 5 || !s.Tables[0].Over || !s.Tables[1].Over {
		t.Errorf("got state %+v, want seed 5 and both games over", s)
	}
	c.Games = someGames(t, 2, 11)
	if err := Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "of another round") {
		t.Errorf("got %v for the state of another round", err)
	}
}

// Patient players lose no move when the reader goes away again and again.
func TestPatientPlayersLoseNoMove(t *testing.T) {
	t.Parallel()
	c := Config{Games: someGames(t, 1, 14), Dir: t.TempDir(), Speed: quick, Seed: 8, ExitWhenOver: true, Patient: true}
	o := &onlooker{port: filepath.Join(c.Dir, "dgt-31401"), awayEach: 3, away: 700 * time.Millisecond}
	lookOnWith(t, c, o)
	truth, err := Truth(c)
	if err != nil {
		t.Fatal(err)
	}
	o.compare(t, truth[0])
	if o.opened < 4 {
		t.Errorf("the reader was away %d times, want 4", o.opened-1)
	}
}

// Others play on, and nothing of what they do meanwhile is told later.
func TestPlayersGoOnWithoutAReader(t *testing.T) {
	t.Parallel()
	c := Config{Games: someGames(t, 1, 20), Dir: t.TempDir(), Speed: SpeedMax, ExitWhenOver: true, NoWait: true,
		State: filepath.Join(t.TempDir(), "sim.json")}
	if err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	s, err := ReadState(c.State)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Tables[0].Over || s.Tables[0].Plies != 20 {
		t.Errorf("got %+v, want the whole game played", s.Tables[0])
	}
	// The board of a game that is over is still there to be read.
	c.ExitWhenOver, c.NoWait = false, false
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	o := &onlooker{port: filepath.Join(c.Dir, "dgt-31401")}
	looking, stop := context.WithCancel(ctx)
	go func() {
		defer cancel()
		if err := o.read(looking); err != nil {
			t.Error(err)
		}
	}()
	go func() {
		for !o.dumped.Load() && ctx.Err() == nil {
			time.Sleep(20 * time.Millisecond)
		}
		stop()
	}()
	if err := Run(ctx, c); err != nil {
		t.Fatal(err)
	}
	truth, err := Truth(c)
	if err != nil {
		t.Fatal(err)
	}
	if o.men != truth[0].Last.Board() {
		t.Errorf("men %s, want %s", o.men, truth[0].Last.Board())
	}
}

// A cable that is pulled during a long thought costs no move, whatever name the
// port has afterwards.
func TestPulledCable(t *testing.T) {
	t.Parallel()
	c := Config{Games: someGames(t, 1, 6), Dir: t.TempDir(), Speed: quick, Seed: 2, ExitWhenOver: true,
		Script: Script{Boards: []Board{{Board: 1, Unplug: []Unplug{{Ply: 3, Seconds: 1}, {Ply: 5, Seconds: 0}}}}}}
	o := &onlooker{port: filepath.Join(c.Dir, "dgt-31401")}
	lookOnWith(t, c, o)
	truth, err := Truth(c)
	if err != nil {
		t.Fatal(err)
	}
	o.compare(t, truth[0])
	if o.opened != 3 {
		t.Errorf("the port was opened %d times, want 3", o.opened)
	}
}

// lookOnWith runs the round with one onlooker.
func lookOnWith(t *testing.T, c Config, o *onlooker) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	looking, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		if err := o.read(looking); err != nil {
			t.Error(err)
		}
	})
	if err := Run(ctx, c); err != nil {
		t.Error(err)
	}
	if ctx.Err() != nil {
		t.Error("the round did not end in time")
	}
	stop()
	all.Wait()
}
