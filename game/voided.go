package game

import (
	"fmt"
	"slices"
)

// void takes that a move after ply n did not count and was put back. Whether the
// positions around it count for a claim no edition says.
func (g *Game) void(n int) {
	if !slices.Contains(g.voided, n) {
		g.voided = append(g.voided, n)
	}
}

// unvoid forgets what was put back after ply n: those plies are not on record
// any more.
func (g *Game) unvoid(n int) {
	g.voided = slices.DeleteFunc(g.voided, func(m int) bool { return m > n })
}

// voidedSince says that a move was put back in the sequence of positions that
// begins with the one after ply n, "" for none.
func (g *Game) voidedSince(n int) string {
	for _, m := range g.voided {
		if m >= n {
			return fmt.Sprintf("an illegal move after ply %d was put back", m)
		}
	}
	return ""
}
