package boardstate_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"boardwire/rules"
)

var seedFlag = flag.Uint64("seed", 1, "seed of the random positions, 0 for a new one each time")

// dice returns a source of chance whose seed is printed when the test fails.
func dice(t *testing.T) *rand.Rand {
	t.Helper()
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", seed)
	return rand.New(rand.NewPCG(seed, 2))
}

// point is a position of a random game with the position and the move before
// it.
type point struct {
	pos  rules.Position
	prev []rules.Position // none at the start of the game
}

// origins are where random games begin: among them men that are about to
// promote, to castle either way, to capture en passant, and Chess960 castling
// with a king or a rook that hardly moves.
var origins = []string{
	rules.StartFEN,
	rules.StartFEN,
	busy,
	"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
	"n1n4k/PPP4P/8/8/8/8/pp1p3p/3N1N1K w - - 0 1",
	"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
	"4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
	"1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBeb - 0 1",
	"5krr/pppppp1p/8/8/8/8/PPPPPP1P/R4KR1 w GAg - 0 1",
	"1r4kr/pppppppp/8/8/8/8/PPPPPPPP/1R4KR w HBhb - 0 1",
	"8/8/4k3/3q4/8/2N1K3/8/R6R w - - 0 1",
}

// wander plays a random game of up to 60 plies and returns where it stands.
// Captures, promotions and castling are drawn more often than their share.
func wander(t *testing.T, r *rand.Rand) point {
	t.Helper()
	at := point{pos: position(t, origins[r.IntN(len(origins))])}
	plies := r.IntN(60)
	if r.IntN(2) == 0 {
		plies = r.IntN(4)
	}
	for range plies {
		moves := at.pos.AppendLegal(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[r.IntN(len(moves))]
		for range 2 {
			if m.Castle || m.Promotion != rules.NoRole || at.pos.Captured(m) != rules.NoPiece {
				break
			}
			m = moves[r.IntN(len(moves))]
		}
		at = point{pos: after(t, at.pos, m), prev: []rules.Position{at.pos}}
	}
	return at
}

func after(t *testing.T, p rules.Position, m rules.Move) rules.Position {
	t.Helper()
	next, err := p.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	return next
}
