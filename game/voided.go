package game

import (
	"fmt"
	"slices"

	"boardwire/rules"
)

// voided are moves that did not count and were put back: so many plies after
// one, the first of them illegal.
type voided struct{ after, plies int }

// void takes that so many plies after ply n did not count and were put back.
// Whether the positions around them count for a claim no edition says.
func (g *Game) void(n, plies int) {
	i := slices.IndexFunc(g.voided, func(v voided) bool { return v.after == n })
	if i < 0 {
		g.voided = append(g.voided, voided{n, plies})
		return
	}
	g.voided[i].plies = max(g.voided[i].plies, plies)
}

// unvoid forgets what was put back after ply n: those plies are not on record
// any more.
func (g *Game) unvoid(n int) {
	g.voided = slices.DeleteFunc(g.voided, func(v voided) bool { return v.after > n })
}

// voidedSince says that a move was put back in the sequence of positions that
// begins with the one after ply n, "" for none.
func (g *Game) voidedSince(n int) string {
	for _, v := range g.voided {
		if v.after >= n {
			return v.String()
		}
	}
	return ""
}

// voidedBy says that a move of one player was put back after which nothing was
// stated by an arbiter, "" for none.
func (g *Game) voidedBy(c rules.Color) string {
	for _, v := range g.voided {
		stated := v.after < len(g.plies) && g.plies[v.after].stated
		if !stated && (v.plies > 1 || g.mover(v.after+1) == c) {
			return v.String()
		}
	}
	return ""
}

// String says it for a sentence.
func (v voided) String() string {
	return fmt.Sprintf("an illegal move after ply %d was put back", v.after)
}
