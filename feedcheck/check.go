// Package feedcheck reads one game of a PGN feed as an arbiter would: what was
// played, what only looks like moves, what the clocks tell, and where the file
// contradicts itself or the Laws. It is pure: it looks at one game and nothing
// else, and names neither players nor events to decide.
package feedcheck

import (
	"cmp"
	"slices"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/pgn"
	"boardwire/rules"
)

// Finding is something in a game that a human should look at.
type Finding struct {
	// Ply counts from 1; 0 is the game as a whole. It may lie behind the last
	// ply that is kept.
	Ply int
	// Kind is of the closed list in package events.
	Kind string
	// Articles are those of the edition that say so; none where no article does.
	Articles []rules.Article
	// Text is for a reader.
	Text string
}

// Report is what a game comes to.
type Report struct {
	// Line holds the moves that stand: what comes behind an illegal move, and
	// kings that tell a result, are no part of it. A game is never cut at a
	// third repetition or at 50 moves, for those are for the players to claim.
	Line *rules.Line
	// Course is what the clocks tell of these moves.
	Course clockstate.Course
	// Result is the board's own where the game ended on it, else what the file
	// says. Source is a word of events (derived, signalled, recorded, none).
	Result rules.Result
	Source string
	// Reason is "" while there is no result, and not_recorded where nothing
	// shows it: it is never found by elimination.
	Reason   rules.Reason
	Articles []rules.Article
	// Entered is the result that the file says.
	Entered rules.Result
	// Findings are in the order of their plies.
	Findings []Finding
}

// Check reads a game under an edition of the Laws. Control is the time control
// where the reader knows better than the game's TimeControl tag; nil takes the
// tag. A game whose start cannot be played gives a report without moves.
func Check(g *pgn.Game, laws rules.Laws, control *clockstate.Control) Report {
	c := checker{g: g, laws: laws, entered: g.Result}
	c.declared, c.tagErr = declared(g, control)
	c.replay()
	c.trace()
	c.tail()
	c.endings()
	c.clocks()
	c.settle()
	c.doubts()
	c.lost()
	slices.SortStableFunc(c.found, func(a, b Finding) int { return cmp.Compare(a.Ply, b.Ply) })
	return Report{
		Line: c.line, Course: c.course, Result: c.result, Source: c.source, Reason: c.reason,
		Articles: c.articles, Entered: c.entered, Findings: c.found,
	}
}

// checker is the work on one game.
type checker struct {
	g        *pgn.Game
	laws     rules.Laws
	declared clockstate.Control
	tagErr   error // why the TimeControl tag cannot be read
	entered  rules.Result

	line   *rules.Line
	course clockstate.Course
	signed rules.Result // what the kings tell, "" for nothing
	over   int          // the ply with which the game ended by itself, 0 for never
	ending rules.Ending

	result   rules.Result
	source   string
	reason   rules.Reason
	articles []rules.Article
	found    []Finding
}

// raise adds a finding with the articles of clauses.
func (c *checker) raise(ply int, kind, text string, clauses ...rules.Clause) {
	var articles []rules.Article
	for _, clause := range clauses {
		articles = append(articles, c.laws.Cite(clause)...)
	}
	c.found = append(c.found, Finding{Ply: ply, Kind: kind, Articles: slices.Compact(articles), Text: text})
}

// replay plays the moves.
func (c *checker) replay() {
	pos, err := c.g.Position()
	if err != nil {
		pos = rules.Start()
	}
	c.line = rules.NewLine(pos)
	for _, p := range c.g.Plies {
		if c.line.Push(p.Move) != nil {
			return // a reader of PGN keeps only what can be played
		}
	}
}

// cut takes the last n plies off: they are no moves of the game.
func (c *checker) cut(n int) {
	if n > 0 && c.line.TakeBack(n) == nil {
		c.trace()
	}
}

// plies are the plies that are kept.
func (c *checker) plies() []pgn.Ply { return c.g.Plies[:c.line.Len()] }

// mover is who made a ply, counted from 1.
func (c *checker) mover(ply int) rules.Color {
	first := c.line.At(0).Turn()
	if ply%2 == 0 {
		return first.Other()
	}
	return first
}

// endings finds where the game ended by itself. A mate or a stalemate leaves no
// move; after the others a feed may go on.
func (c *checker) endings() {
	line := rules.NewLine(c.line.At(0))
	for i := range c.line.Len() + 1 {
		if e, ok := c.laws.Completed(line); ok {
			c.over, c.ending = i, e
			break
		}
		if i < c.line.Len() {
			_ = line.Push(c.line.Move(i))
		}
	}
	if c.reasoned() && c.ending.Reason == rules.ReasonDeadPosition && c.over < c.line.Len() {
		c.deadPosition()
	}
}

// reasoned says that the board itself shows an end.
func (c *checker) reasoned() bool { return c.ending.Reason != "" }

// trace reads the clocks of the plies that are kept.
func (c *checker) trace() {
	stamps := make([]clockstate.Stamp, c.line.Len())
	for i, p := range c.plies() {
		if i+1 == len(c.g.Plies) && c.told(pgn.Unfinished) {
			break // the text ends in the middle of what it says of this ply
		}
		if p.Clk != nil {
			stamps[i].Clk, stamps[i].HasClk = *p.Clk, true
		}
		if p.Emt != nil {
			stamps[i].Emt, stamps[i].HasEmt = *p.Emt, true
		}
	}
	c.course = clockstate.Trace(c.line.At(0).Turn(), stamps, c.declared)
}

// torn says that the moves end without an end: what is missing at the last
// ply may stand in the text that is cut off.
func (c *checker) torn() bool { return c.told(pgn.Unfinished) || c.told(pgn.ResultMissing) }

// told says that the reader told of something.
func (c *checker) told(code pgn.Code) bool {
	for i := range c.g.Deviations {
		if c.g.Deviations[i].Code == code {
			return true
		}
	}
	return false
}

// declared is the control that the file names.
func declared(g *pgn.Game, control *clockstate.Control) (clockstate.Control, error) {
	if control != nil {
		return *control, nil
	}
	text, ok := g.Tag("TimeControl")
	if !ok || text == "" {
		return clockstate.Control{}, nil
	}
	if c, err := clockstate.ParsePGN(text); err == nil {
		return c, nil
	}
	return clockstate.ParseControl(text)
}

// Kinds are the words of the closed list that Check raises.
func Kinds() []string {
	return []string{
		events.FindingGesture, events.FindingIllegalMove, events.FindingIllegalStands, events.FindingResultConflict,
		events.FindingDeadPosition, events.FindingHiddenFlag, events.FindingFlag, events.FindingBonusUndeclared,
		events.FindingControlMismatch, events.FindingNoOrOneMove, events.FindingClkMissing, events.FindingClockAdjusted,
		events.FindingTruncated,
	}
}
