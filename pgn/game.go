// Package pgn reads and writes chess games in Portable Game Notation, with the
// clock times that broadcasts add as comment commands.
//
// The reader forgives much, keeps the good part of a broken game and tells each
// departure from the standard with its line. The writer is strict: what it
// cannot write so that any reader takes it the same way, it refuses. The
// package is pure: it keeps no state between texts and asks no clock.
package pgn

import (
	"time"

	"boardwire/rules"
)

// Tag is one name and value of a game's head.
type Tag struct {
	Name, Value string
}

// Ply is one move of one side.
type Ply struct {
	// SAN is the move as it was read. Write ignores it unless Move is zero.
	SAN string
	// Move is zero in a Tail.
	Move rules.Move
	// Clk is what the mover's clock showed after the move; nil when unknown.
	// Read with its fraction of a second, written without.
	Clk *time.Duration
	// Emt is how long the mover thought; nil when unknown.
	Emt *time.Duration
	// NAGs are the numeric annotation glyphs, in the order they stand.
	NAGs []int
	// Comment is the text of all comments on the move without their clk and
	// emt commands, spaces made single. Other commands stay in it; see Command.
	Comment string
	// Variations are other lines in place of this move.
	Variations []Variation
}

// Variation is a line that was not played.
type Variation struct {
	// Comment is what stands before the first move.
	Comment string
	Plies   []Ply
	// Tail is what follows the first move that cannot be played, as in Game.
	Tail []Ply
}

// Game is one game.
type Game struct {
	// Tags has no name twice. What Read returns is as the text says it, the
	// Result tag too.
	Tags []Tag
	// Start is where play begins. The zero value is the usual start position.
	Start rules.Setup
	// Comment is what stands before the first move, commands included.
	Comment string
	Plies   []Ply
	// Tail is what the text goes on with after Plies: from the first move that
	// cannot be played, as written, with its times. Write leaves it out.
	Tail []Ply
	// Result is Ongoing for a game that says none. The Result tag is taken, or
	// the end of the moves where the tag says nothing.
	Result rules.Result
	// Deviations are what the reader found, in the order of the text; at most
	// maxDeviations, those that cut first.
	Deviations []Deviation
}

// Tag returns the value of the tag of that name.
func (g *Game) Tag(name string) (string, bool) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			return g.Tags[i].Value, true
		}
	}
	return "", false
}

// Set gives the tag a value, in its place or at the end.
func (g *Game) Set(name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// Cut reports whether something of the game's text was lost or set aside.
func (g *Game) Cut() bool {
	for i := range g.Deviations {
		if g.Deviations[i].Code.Cuts() {
			return true
		}
	}
	return false
}

// Position returns the position play begins from. It tolerates no fault: a
// start that cannot be played is a *rules.SetupError.
func (g *Game) Position() (rules.Position, error) {
	if g.Start == (rules.Setup{}) {
		return start, nil
	}
	return g.Start.Position(0)
}

// start is the usual start position, made once.
var start = rules.Start()
