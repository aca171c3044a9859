package feedcheck

import (
	"time"

	"boardwire/rules"
)

// Board is what a round knows of one of its games.
type Board struct {
	// Result is * while there is none.
	Result rules.Result
	// Last is when anything was last heard of the game.
	Last time.Time
}

// Finished says that a round is over: it has games, and each has a result. That
// some have one says nothing of the others.
func Finished(round []Board) bool {
	for _, b := range round {
		if b.Result == rules.Ongoing {
			return false
		}
	}
	return len(round) > 0
}

// Stale returns the boards, counted from 0, that stand without a result though
// nothing was heard of them for the time given and another board of the round
// has a result. They are for an operator to close from the list of results: no
// result is made up for them.
func Stale(round []Board, now time.Time, after time.Duration) []int {
	var out []int
	over := false
	for i, b := range round {
		switch {
		case b.Result != rules.Ongoing:
			over = true
		case now.Sub(b.Last) >= after:
			out = append(out, i)
		}
	}
	if !over {
		return nil
	}
	return out
}
