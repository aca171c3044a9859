// Package pgnspeed measures reading and replaying PGN, with full legality and
// every ending of the Laws, against pgn-extract in one run, on one thread each.
package pgnspeed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"boardwire/pgn"
	"boardwire/rules"
)

// ErrNoPeer tells that pgn-extract is not installed.
var ErrNoPeer = errors.New("pgn-extract is not installed, so reading PGN was not compared; apt-get install pgn-extract")

// Result is the best of several runs of each program on one file.
type Result struct {
	Games, Plies int
	Ended        int // games that end by themselves
	Own, Peer    time.Duration
}

// Ratio is our moves per second to the peer's: 1 is equal, more is faster.
func (r Result) Ratio() float64 { return float64(r.Peer) / float64(max(r.Own, 1)) }

// String is one line for people.
func (r Result) String() string {
	if r.Peer == 0 {
		return fmt.Sprintf("pgn: %d games, %d plies, boardwire %v, pgn-extract was not run", r.Games, r.Plies, r.Own)
	}
	rate := func(d time.Duration) float64 { return float64(r.Plies) / max(d.Seconds(), 1e-9) / 1e6 }
	return fmt.Sprintf("pgn: %d games, %d plies, boardwire %.2f, pgn-extract %.2f million plies a second, ratio %.2f",
		r.Games, r.Plies, rate(r.Own), rate(r.Peer), r.Ratio())
}

// Measure reads the file rounds times with both programs in turn and keeps the
// best time of each. Times are of the processor, our own with the collection of
// garbage, so that other work on the machine counts for neither. pgn-extract
// runs with -s -r: it checks moves and writes nothing. On a machine without it
// the error is ErrNoPeer, and the result has our own half. It stops when ctx
// does.
func Measure(ctx context.Context, file string, rounds int) (Result, error) {
	path, missing := find()
	text, err := os.ReadFile(file)
	if err != nil {
		return Result{}, fmt.Errorf("pgn speed: %w", err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	// Short runs are mostly the start of a process: the text several times over.
	many := bytes.Repeat(append(text, '\n'), copies)
	big, err := scratch(many)
	if err != nil {
		return Result{}, fmt.Errorf("pgn speed: %w", err)
	}
	defer os.Remove(big)
	var best Result
	for range max(rounds, 1) {
		if err := ctx.Err(); err != nil {
			return best, err
		}
		own, err := replay(many)
		if err != nil {
			return Result{}, err
		}
		if best.Own == 0 || own.Own < best.Own {
			own.Peer = best.Peer
			best = own
		}
		if missing != nil {
			continue
		}
		peer, err := run(ctx, path, big)
		if err != nil {
			return Result{}, err
		}
		if best.Peer == 0 || peer < best.Peer {
			best.Peer = peer
		}
	}
	return best, missing
}

const copies = 8

func scratch(b []byte) (string, error) {
	f, err := os.CreateTemp("", "boardwire-*.pgn")
	if err != nil {
		return "", err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// replay reads every game, and asks the Laws after each move whether the game
// has ended.
func replay(text []byte) (Result, error) {
	laws, err := rules.Of(rules.E2023)
	if err != nil {
		return Result{}, err
	}
	runtime.GC()
	began := used()
	var r Result
	over := false
	reader := pgn.NewReader(bytes.NewReader(text))
	reader.Played = func(line *rules.Line) { _, over = laws.Completed(line) }
	for {
		over = false
		g, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Result{}, fmt.Errorf("pgn speed: %w", err)
		}
		if g.Cut() {
			return Result{}, fmt.Errorf("pgn speed: game %d is cut: %w", r.Games+1, &g.Deviations[0])
		}
		r.Games++
		r.Plies += len(g.Plies)
		if over {
			r.Ended++
		}
	}
	r.Own = used() - began
	return r, nil
}

// used is the processor's time that this process has had.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func run(ctx context.Context, path, file string) (time.Duration, error) {
	cmd := exec.CommandContext(ctx, path, "-s", "-r", file)
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("pgn speed: %s: %w: %.200s", path, err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// find looks where Debian puts games, too.
func find() (string, error) {
	if path, err := exec.LookPath("pgn-extract"); err == nil {
		return path, nil
	}
	const games = "/usr/games/pgn-extract"
	if _, err := os.Stat(games); err == nil {
		return games, nil
	}
	return "", ErrNoPeer
}
