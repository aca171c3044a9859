package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"boardwire/internal/daemon"
	"boardwire/sim"
	"boardwire/sim/demo"
)

type simCmd struct {
	PGN     string     `name:"pgn" help:"The round to play; the demonstration round if not given." type:"existingfile"`
	Script  string     `help:"What hands do beside the moves (TOML)." type:"existingfile"`
	Link    string     `help:"The folder of links to the ports, one for each board." type:"path"`
	Speed   *sim.Speed `help:"Clock seconds in one second, or max (20; with --verify max)."`
	State   string     `help:"The file that keeps where each game stands, so that a second start goes on." type:"path"`
	Seed    uint64     `default:"1" help:"Decides what the hands do where they have a choice."`
	Tables  int        `help:"How many boards; games are played again where there are more boards than games."`
	NoWait  bool       `help:"Begin at once. Otherwise play begins when every board is read."`
	Patient bool       `help:"Players stop while nobody reads their board, so that no move is lost."`
	Exit    bool       `help:"End with the last game. Otherwise the boards stay connected."`
	PIDFile string     `name:"pid-file" help:"Locked while this process runs." type:"path" hidden:""`

	Verify string `help:"Play this PGN through a whole hall of its own and compare what the public page shows." type:"existingfile" placeholder:"FILE.pgn"`
	Games  int    `help:"With --verify: the first so many games only."`
	Only   string `help:"With --verify: these games only, counted from 1, such as 3,17-20."`
	Boards int    `default:"16" help:"With --verify: how many games are played at a time."`
	Keep   string `help:"With --verify: where the data of games that differ are kept (the system's temporary folder)." type:"existingdir"`
}

func (simCmd) Help() string {
	return `Each board speaks the bytes of a DGT board with a clock, at the pace of its line. A hall reads them like any board:

  boardwire sim --link /tmp/boards --speed 20
  boardwire hall --file open.toml --data data/open --port '/tmp/boards/*'

With --verify every game goes through emulated boards, pseudo terminals, a hall and its gate; the exit code is 0 only if moves, clock times and results all come out as the file has them:

  boardwire sim --verify round.pgn --speed max`
}

// speed is what was asked for, else what is usual.
func (c simCmd) speed(usual sim.Speed) sim.Speed {
	if c.Speed != nil {
		return *c.Speed
	}
	return usual
}

func (c simCmd) Run(std streams) error {
	switch {
	case c.Verify != "":
		return c.verify(std)
	case c.Link == "":
		return usagef("--link names the folder of links to the ports (or try --verify FILE.pgn)")
	}
	round, script := demo.Round, demo.Script
	var err error
	if c.PGN != "" {
		if round, err = os.ReadFile(c.PGN); err != nil {
			return err
		}
		script = nil
	}
	if c.Script != "" {
		if script, err = os.ReadFile(c.Script); err != nil {
			return err
		}
	}
	games, s, err := sim.Load(round, script)
	if err != nil {
		return configError{err}
	}
	if c.PIDFile != "" {
		lock, err := lockPID(c.PIDFile)
		if err != nil {
			return err
		}
		defer lock.Close()
	}
	return exitCode(daemon.Main("sim", daemon.Options{Level: slog.LevelInfo, Stderr: std.err}, func(ctx context.Context, d *daemon.Daemon) error {
		return sim.Run(ctx, sim.Config{
			Games: games, Script: s, Dir: c.Link, Speed: c.speed(20), State: c.State, Seed: c.Seed,
			Tables: c.Tables, NoWait: c.NoWait, Patient: c.Patient, ExitWhenOver: c.Exit, Log: d.Log,
		})
	}))
}

// lockPID takes the lock that says that an emulator runs on these links.
func lockPID(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("an emulator runs already (%s)", path)
	}
	if err := f.Truncate(0); err != nil {
		return nil, err
	}
	_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return f, err
}

// lockedBy returns the process that holds the lock, 0 for none.
func lockedBy(path string) (int, error) {
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) == nil {
		return 0, nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(b)))
}
