package demo

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"boardwire/internal/config"
	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim"
)

// What each board is there to show.
func TestEndings(t *testing.T) {
	games, script, err := sim.Load(Round, Script)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := sim.Truth(sim.Config{Games: games, Script: script})
	if err != nil {
		t.Fatal(err)
	}
	laws, err := rules.Of(rules.E2023)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		reason rules.Reason // by the moves alone; "" when they end nothing
		end    sim.End
		result rules.Result
	}{
		{rules.ReasonCheckmate, sim.EndLeave, rules.WhiteWins},
		{rules.ReasonStalemate, sim.EndLeave, rules.Draw},
		{"", sim.EndFlag, rules.BlackWins},
		{"", sim.EndKings, rules.WhiteWins},
		{"", sim.EndKings, rules.BlackWins},
		{"", sim.EndKings, rules.Draw},
		{rules.ReasonDeadPosition, sim.EndLeave, rules.Draw},
		{"", sim.EndLeave, rules.Ongoing},
	}
	if len(truth) != len(want) {
		t.Fatalf("got %d games, want %d", len(truth), len(want))
	}
	for i, g := range truth {
		line := rules.NewLine(rules.Start())
		for n, m := range g.Moves {
			if ending, over := laws.Completed(line); over {
				t.Errorf("board %d: over by %s after ply %d", g.Board, ending.Reason, n)
			}
			if err := line.Push(m); err != nil {
				t.Fatalf("board %d: %v", g.Board, err)
			}
		}
		ending, over := laws.Completed(line)
		if ending.Reason != want[i].reason || over && ending.Result != g.Result {
			t.Errorf("board %d: the moves end by %q with %s, want %q with %s", g.Board, ending.Reason, ending.Result, want[i].reason, g.Result)
		}
		if g.End != want[i].end || g.Result != want[i].result {
			t.Errorf("board %d: end %s with %s, want %s with %s", g.Board, g.End, g.Result, want[i].end, want[i].result)
		}
		if pressed := g.Clk[len(g.Clk)-1] >= 0; pressed == over {
			t.Errorf("board %d: last move pressed %t, game over by it %t", g.Board, pressed, over)
		}
		if n := len(g.Moves); n < 40 || n > 70 {
			t.Errorf("board %d: %d plies, want 40 to 70", g.Board, n)
		}
		if want := fmt.Sprintf("dgt-%d", 31400+g.Board); g.Device != want {
			t.Errorf("board %d: device %s, want %s", g.Board, g.Device, want)
		}
	}
}

// The clocks are those of the control: 90 minutes and 30 seconds a move, the
// first of them there from the start.
func TestClocks(t *testing.T) {
	games := pgn.Read(Round)
	short := 0
	for i, g := range games {
		clock := [2]time.Duration{5430 * time.Second, 5430 * time.Second}
		var sum time.Duration
		for n, p := range g.Plies {
			if p.Emt == nil {
				t.Fatalf("board %d, ply %d: no emt", i+1, n+1)
			}
			sum += *p.Emt
			if *p.Emt < 15*time.Second {
				if short++; i != 2 || n < 48 {
					t.Errorf("board %d, ply %d: %v of thought outside the scramble", i+1, n+1, *p.Emt)
				}
			}
			clock[n%2] += 30*time.Second - *p.Emt
			if p.Clk == nil && n == len(g.Plies)-1 {
				continue
			}
			if p.Clk == nil || *p.Clk != clock[n%2] {
				t.Errorf("board %d, ply %d: clk %v, want %v", i+1, n+1, p.Clk, clock[n%2])
			}
		}
		if at20 := sum / 20; at20 < 5*time.Minute || at20 > 8*time.Minute {
			t.Errorf("board %d: the game lasts %v at 20 times the speed, want 5 to 8 minutes", i+1, at20)
		}
	}
	if short == 0 {
		t.Error("no scramble")
	}
}

// The tournament file is sound, and pairs the devices that the emulator has.
func TestTournamentFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tournament.toml")
	if err := os.WriteFile(path, Tournament, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(path); err != nil {
		t.Error(err)
	}
}
