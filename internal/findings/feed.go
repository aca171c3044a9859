package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwire/feedcheck"
	"boardwire/pgn"
	"boardwire/rules"
)

// feed is one game as a broadcast writes it, open to every kind of damage.
type feed struct {
	tags  []pgn.Tag
	plies []ply
	end   string
	// raw, where set, takes the place of what the rest makes.
	raw string
}

type ply struct {
	san      string
	clk, emt *time.Duration
}

// feedOf takes a game apart.
func feedOf(g *pgn.Game) feed {
	f := feed{tags: slices.Clone(g.Tags), end: string(g.Result)}
	for _, p := range append(slices.Clone(g.Plies), g.Tail...) {
		f.plies = append(f.plies, ply{p.SAN, p.Clk, p.Emt})
	}
	return f
}

// clone is a feed of its own.
func (f feed) clone() feed {
	f.tags, f.plies = slices.Clone(f.tags), slices.Clone(f.plies)
	return f
}

func (f *feed) set(name, value string) {
	for i := range f.tags {
		if f.tags[i].Name == name {
			f.tags[i].Value = value
			return
		}
	}
	f.tags = append(f.tags, pgn.Tag{Name: name, Value: value})
}

// result sets the tag and the end of the moves.
func (f *feed) result(r rules.Result) {
	f.set("Result", string(r))
	f.end = string(r)
}

// text writes the feed as board software does, legal or not.
func (f feed) text() string {
	if f.raw != "" {
		return f.raw
	}
	var b strings.Builder
	for _, t := range f.tags {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, t.Value)
	}
	b.WriteByte('\n')
	for i, p := range f.plies {
		if i%2 == 0 {
			fmt.Fprintf(&b, "%d. ", i/2+1)
		}
		b.WriteString(p.san)
		if p.clk != nil {
			fmt.Fprintf(&b, " {[%%clk %s]}", clock(*p.clk))
		}
		if p.emt != nil {
			fmt.Fprintf(&b, " {[%%emt %s]}", clock(*p.emt))
		}
		b.WriteByte("\n "[btoi(i%4 != 3)])
	}
	return b.String() + f.end + "\n\n"
}

func clock(d time.Duration) string {
	s := int(d / time.Second)
	return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func at(d time.Duration) *time.Duration { return &d }

// game is the feed of a real game, with what the damage needs to know of it.
type game struct {
	feed
	name   string
	before []feedcheck.Finding // on the game as it is
	result rules.Result
	line   *rules.Line
	legal  int // plies that stand in the untouched game
	slow   bool
}

// plyOf is the ply, from 0, of a side's m-th move.
func plyOf(c rules.Color, m int) int {
	if c == rules.White {
		return 2*m - 2
	}
	return 2*m - 1
}

// loser is who lost by the file, NoColor for other results.
func (g *game) loser() rules.Color {
	switch g.result {
	case rules.WhiteWins:
		return rules.Black
	case rules.BlackWins:
		return rules.White
	}
	return rules.NoColor
}

// kinds are what is found in a game as it is.
func (g *game) kinds() []string {
	var out []string
	for _, f := range g.before {
		out = append(out, f.Kind)
	}
	return out
}
