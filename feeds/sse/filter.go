package sse

import (
	"slices"
	"strings"
)

// Filter says which games a viewer follows. The zero value takes everything.
type Filter struct {
	// Games are game ids in sorted order; Round is a round id. Both empty: all.
	Games []string
	Round string
}

func (f Filter) takes(game string) bool {
	if f.Round == "" && len(f.Games) == 0 {
		return true
	}
	if _, found := slices.BinarySearch(f.Games, game); found {
		return true
	}
	rest, ok := strings.CutPrefix(game, f.Round)
	return ok && f.Round != "" && strings.HasPrefix(rest, ".") && strings.Count(rest, ".") == 1
}

// Takes says whether a frame of that game passes.
func (f Filter) Takes(game string) bool { return f.takes(game) }
