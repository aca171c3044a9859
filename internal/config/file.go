// Package config reads the tournament file: what a club writes down before a
// round. It assumes nothing but a public delay of 15 minutes, and names every
// fault at once with its line.
package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"time"

	"boardwire/clockstate"
	"boardwire/rules"
)

// PublicDelay is the delay of a public audience that states none.
const PublicDelay = 15 * time.Minute

// Limits of a file. A slip of the pen, not a policy.
const (
	maxSize  = 4 << 20
	maxDelay = 24 * time.Hour
)

// File is a tournament file without faults.
type File struct {
	// SHA is the SHA-256 of the file's bytes, in hex.
	SHA        string
	Tournament Tournament
	Audiences  []Audience
	Players    []Player
	Rounds     []Round
	// Pushes are the sites to which games are sent, in the order of the file.
	Pushes []Push
}

// Tournament is what holds for all rounds.
type Tournament struct {
	ID      string
	Name    string
	Edition rules.Edition
	// Kind is standard, rapid or blitz.
	Kind string
	// Supervised says that rapid or blitz is played under adequate supervision
	// (Laws 2023, A.3 and B.2); standard play always is.
	Supervised bool
	// Control is the time control in its canonical short form.
	Control string
	// DefaultTime is how late a player may come (Laws 2023, 6.7.1).
	DefaultTime time.Duration
	// NoDrawBefore is the move before which no draw may be agreed (Laws 2023,
	// 9.1.1); 0 for no such rule.
	NoDrawBefore int
	Points       Points
	// Quickplay says that the rules for a quickplay finish were announced (Laws
	// 2014, G.1; Laws 2023, Guidelines III.1).
	Quickplay bool
	// DrawOdds is "white" or "black" where a draw counts as that player's win.
	DrawOdds string
}

// Points are what results are worth, in half points.
type Points struct{ Win, Draw, Loss int }

// usualPoints is one, a half, nothing.
var usualPoints = Points{Win: 2, Draw: 1, Loss: 0}

// Audience is a class of readers with its delay.
type Audience struct {
	Name string
	// Kind is public, commentary, hall or arbiter.
	Kind  string
	Delay time.Duration
}

// Player is a person with the id that the record knows them by.
type Player struct {
	ID   string
	Name string
	// FIDE and Rating are 0 where the player has none.
	FIDE   int
	Rating int
	Title  string
	Fed    string
}

// Round is a round with its tables in the order of their boards.
type Round struct {
	ID string
	// Start is the announced start; the zero time for none.
	Start time.Time
	// FEN is where every game of the round begins, "" for the usual start.
	FEN    string
	Tables []Table
}

// Table is one game's place in a round.
type Table struct {
	Board        int
	White, Black string
	// Device is the e-board that serves it, "" for none yet.
	Device string
	// Control is the table's own time control where it differs.
	Control string
	// FEN is where this game begins where it differs from the round.
	FEN string
}

// Fault is one thing that is wrong with a file.
type Fault struct {
	// Line counts from 1; 0 where no line is to blame.
	Line int
	// Key is where in the document, "round[0].table[2].white" say.
	Key string
	// What is wrong, and Hint what to do about it, if anything is known.
	What string
	Hint string
}

// String returns "line 3: tournament.kind: what is wrong; hint".
func (f Fault) String() string {
	var b strings.Builder
	if f.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", f.Line)
	}
	if f.Key != "" {
		fmt.Fprintf(&b, "%s: ", f.Key)
	}
	b.WriteString(f.What)
	if f.Hint != "" {
		fmt.Fprintf(&b, "; %s", f.Hint)
	}
	return b.String()
}

// FaultsError is every fault of a file, in the order of its lines.
type FaultsError struct {
	Path   string
	Faults []Fault
}

func (e *FaultsError) Error() string {
	var b strings.Builder
	if len(e.Faults) == 1 {
		fmt.Fprintf(&b, "%s: 1 fault", e.Path)
	} else {
		fmt.Fprintf(&b, "%s: %d faults", e.Path, len(e.Faults))
	}
	for _, f := range e.Faults {
		b.WriteString("\n  ")
		b.WriteString(f.String())
	}
	return b.String()
}

// Load reads a tournament file. A *FaultsError names all that is wrong with it.
func Load(path string) (File, error) {
	st, err := os.Stat(path)
	if err != nil {
		return File{}, fmt.Errorf("tournament file: %w", err)
	}
	if st.Size() > maxSize {
		return File{}, fmt.Errorf("tournament file %s has %d bytes, at most %d: is it one?", path, st.Size(), maxSize)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return File{}, fmt.Errorf("tournament file: %w", err)
	}
	return Parse(path, text)
}

// Parse reads the text of a tournament file; path is for error texts.
func Parse(path string, text []byte) (File, error) {
	sum := sha256.Sum256(text)
	f := File{SHA: hex.EncodeToString(sum[:])}
	t, fault := parse(text)
	if fault != nil {
		return File{}, &FaultsError{Path: path, Faults: []Fault{*fault}}
	}
	r := &reader{tree: t}
	f.read(r.root())
	if faults := r.sorted(); len(faults) > 0 {
		return File{}, &FaultsError{Path: path, Faults: faults}
	}
	return f, nil
}

// control reads a time control as clockstate does, and returns its canonical
// form.
func control(t *table, key, missing string) string {
	s, ok := t.text(key, missing)
	if !ok {
		return ""
	}
	c, err := clockstate.ParseControl(s)
	if err != nil {
		t.fault(key, err.Error(), `want "90/40+30+30", "15+10" or "90 minutes for 40 moves, then 30 minutes, 30 seconds a move"`)
		return ""
	}
	return c.String()
}
