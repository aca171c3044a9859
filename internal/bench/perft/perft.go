// Package perft sets the move generator of package rules against stockfish, in
// speed and move by move over positions drawn at random, and against counts
// that others have published.
package perft

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"boardwire/rules"
)

// ErrNoPeer tells that stockfish is not installed.
var ErrNoPeer = errors.New("stockfish is not installed, so perft was not compared; apt-get install stockfish")

// Case is a position and a depth in plies.
type Case struct {
	Name, FEN string
	Depth     int
}

// Cases returns what is measured: the start and a crowded position with pins,
// castling and promotions near.
func Cases() []Case {
	return []Case{
		{"start", rules.StartFEN, 6},
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5},
	}
}

// Result is the best of several runs of each program.
type Result struct {
	Case
	Nodes     uint64
	Own, Peer time.Duration
}

// Ratio is our nodes per second to the peer's: 1 is equal, more is faster.
func (r Result) Ratio() float64 { return float64(r.Peer) / float64(max(r.Own, 1)) }

// String is one line for people.
func (r Result) String() string {
	rate := func(d time.Duration) float64 { return float64(r.Nodes) / max(d.Seconds(), 1e-9) / 1e6 }
	return fmt.Sprintf("perft %s %d: %d nodes, boardwire %.0f, stockfish %.0f million a second, ratio %.2f",
		r.Name, r.Depth, r.Nodes, rate(r.Own), rate(r.Peer), r.Ratio())
}

// Measure runs every case rounds times with both programs in turn and keeps
// the best time of each, for other work on the machine only makes a run slower.
// The start of stockfish is not counted. Different counts are an error, and so
// is a machine without stockfish (ErrNoPeer). It stops when ctx does.
func Measure(ctx context.Context, cases []Case, rounds int) ([]Result, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	p, err := startPeer(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("perft: start %s: %w", path, err)
	}
	defer p.close()
	var out []Result
	for _, c := range cases {
		r, err := p.compare(ctx, c, rounds)
		if err != nil {
			return nil, fmt.Errorf("perft %s %d: %w", c.Name, c.Depth, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// find looks in the path and where Debian keeps games, which is often not in it.
func find() (string, error) {
	if path, err := exec.LookPath("stockfish"); err == nil {
		return path, nil
	}
	const debian = "/usr/games/stockfish"
	if _, err := os.Stat(debian); err != nil {
		return "", ErrNoPeer
	}
	return debian, nil
}

func (p *peer) compare(ctx context.Context, c Case, rounds int) (Result, error) {
	pos, err := position(c.FEN)
	if err != nil {
		return Result{}, err
	}
	r := Result{Case: c}
	for i := range max(rounds, 1) {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		began := time.Now()
		r.Nodes = rules.Perft(pos, c.Depth)
		own := time.Since(began)
		began = time.Now()
		nodes, err := p.perft(c)
		if err != nil {
			return r, err
		}
		other := time.Since(began)
		if nodes != r.Nodes {
			return r, fmt.Errorf("%d nodes, stockfish counts %d", r.Nodes, nodes)
		}
		if i == 0 || own < r.Own {
			r.Own = own
		}
		if i == 0 || other < r.Peer {
			r.Peer = other
		}
	}
	return r, nil
}
