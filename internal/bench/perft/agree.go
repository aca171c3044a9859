package perft

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardwire/rules"
)

// Agreement is what a comparison with stockfish came to.
type Agreement struct {
	Positions int
	Nodes     uint64 // counted by each of the two
	// Depths is how many positions were counted to each depth.
	Depths map[int]int
	// Differences are the positions that the two do not agree on.
	Differences []string
}

// String is one line for people.
func (a Agreement) String() string {
	var depths []string
	for _, d := range slices.Sorted(maps.Keys(a.Depths)) {
		depths = append(depths, fmt.Sprintf("%d to depth %d", a.Depths[d], d))
	}
	return fmt.Sprintf("%d positions, %d nodes, %d differences (%s)", a.Positions, a.Nodes, len(a.Differences), strings.Join(depths, ", "))
}

// Agree counts each position with both programs, as deep as stays within about
// budget nodes, and compares the count below every move. Moves are compared by
// their UCI names, castling in Chess960 as king takes rook, and stockfish reads
// every position from our FEN: X-FEN and Shredder-FEN in turn, and its own
// Shredder-FEN must say what ours does. A machine without stockfish is
// ErrNoPeer.
func Agree(ctx context.Context, drawn []Drawn, budget uint64) (Agreement, error) {
	out := Agreement{Depths: map[int]int{}}
	path, err := find()
	if err != nil {
		return out, err
	}
	p, err := startPeer(ctx, path)
	if err != nil {
		return out, fmt.Errorf("perft: start %s: %w", path, err)
	}
	defer p.close()
	for i, d := range drawn {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		fen := d.Position.FEN()
		if d.Chess960 && i%4 == 1 {
			fen = d.Position.Setup().ShredderFEN()
		}
		depth := depthWithin(d.Position, budget)
		own, nodes := divide(d, depth)
		theirs, castling, err := p.divide(fen, d.Chess960, depth)
		if err != nil {
			return out, fmt.Errorf("perft %d of %s: %w", depth, fen, err)
		}
		out.Positions, out.Nodes = out.Positions+1, out.Nodes+nodes
		out.Depths[depth]++
		if want := castlingField(d); castling != want {
			out.Differences = append(out.Differences, fmt.Sprintf("%s: castling %s, stockfish reads %s", fen, want, castling))
		}
		if !maps.Equal(own, theirs) {
			out.Differences = append(out.Differences, fmt.Sprintf("%s, depth %d: %s", fen, depth, difference(own, theirs)))
		}
	}
	return out, nil
}

// castlingField is the castling of a position as stockfish prints it.
func castlingField(d Drawn) string {
	fen := d.Position.FEN()
	if d.Chess960 {
		fen = d.Position.Setup().ShredderFEN()
	}
	return strings.Fields(fen)[2]
}

// depthWithin is the deepest that is likely to stay within budget, 6 at most.
func depthWithin(p rules.Position, budget uint64) int {
	before, nodes := uint64(1), rules.Perft(p, 1)
	for depth := 1; ; depth++ {
		if nodes == 0 || depth == 6 || nodes*nodes/before > budget {
			return depth
		}
		before, nodes = nodes, rules.Perft(p, depth+1)
	}
}

// divide counts the lines below every move.
func divide(d Drawn, depth int) (map[string]uint64, uint64) {
	out, sum := map[string]uint64{}, uint64(0)
	for m := range d.Position.Legal() {
		next, err := d.Position.Play(m)
		if err != nil {
			panic(err) // it is one of the legal moves
		}
		n := rules.Perft(next, depth-1)
		name := m.UCI()
		if d.Chess960 {
			name = m.UCI960()
		}
		out[name], sum = n, sum+n
	}
	return out, sum
}

// difference names the moves that only one of the two has, or counts otherwise.
func difference(own, theirs map[string]uint64) string {
	all := maps.Clone(own)
	maps.Copy(all, theirs)
	var out []string
	for _, m := range slices.Sorted(maps.Keys(all)) {
		if own[m] != theirs[m] {
			out = append(out, fmt.Sprintf("%s %d, stockfish %d", m, own[m], theirs[m]))
		}
	}
	return strings.Join(out, "; ")
}
