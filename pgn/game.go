// Package pgn reads and writes chess games in Portable Game Notation, with the
// clock times that broadcasts add as comment commands.
//
// The reader forgives much and keeps the good part of a broken game. The writer
// is strict: what it cannot write so that any reader takes it the same way, it
// refuses. The package is pure: it keeps no state and asks no clock.
package pgn

import (
	"fmt"
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
	SAN  string
	Move rules.Move
	// Clk is what the mover's clock showed after the move; nil when unknown.
	// Whole seconds; a fraction is cut off.
	Clk *time.Duration
	// Emt is how long the mover thought; nil when unknown.
	Emt *time.Duration
	// NAGs are the numeric annotation glyphs, in the order they stand.
	NAGs []int
	// Comment is the text of all comments on the move without their clk and
	// emt commands, spaces made single.
	Comment string
}

// Game is one game.
type Game struct {
	Tags []Tag
	// Start is where play begins. The zero value is the usual start position.
	Start rules.Setup
	// Comment is what stands before the first move.
	Comment string
	Plies   []Ply
	// Result is Ongoing for a game that says none.
	Result rules.Result
	// Errors are the faults found while reading, in the order of the text; at
	// most maxErrors. Plies holds what came before the first bad move.
	Errors []*Error
}

// Tag returns the value of the first tag of that name.
func (g *Game) Tag(name string) (string, bool) {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value, true
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

// Position returns the position play begins from. It tolerates no fault: a
// start that cannot be played is a *rules.SetupError.
func (g *Game) Position() (rules.Position, error) {
	if g.Start == (rules.Setup{}) {
		return rules.Start(), nil
	}
	return g.Start.Position(0)
}

// Error is one fault of a text.
type Error struct {
	// Line counts from 1.
	Line int
	// Ply is how many plies were read before; 0 in the tags.
	Ply int
	// What says what is wrong and, where known, what was expected.
	What string
	Err  error
}

// Error says where and what.
func (e *Error) Error() string {
	s := fmt.Sprintf("pgn line %d", e.Line)
	if e.Ply > 0 {
		s += fmt.Sprintf(" after ply %d", e.Ply)
	}
	s += ": " + e.What
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the error of the rules, if there is one.
func (e *Error) Unwrap() error { return e.Err }
