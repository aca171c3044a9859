package feedcheck

import (
	"fmt"
	"strings"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/pgn"
	"boardwire/rules"
)

// settle finds the result: what ended the game on the board comes first, then
// what the file says, then what the kings tell.
func (c *checker) settle() {
	n := c.line.Len()
	for i := range c.g.Deviations {
		// A tag that still says * was not brought up to date; that is no conflict.
		if d := &c.g.Deviations[i]; d.Code == pgn.ResultDiffers && !c.stale() {
			c.raise(n, events.FindingResultConflict, d.Text)
		}
	}
	switch {
	case c.reasoned():
		c.result, c.source = c.ending.Result, events.SourceDerived
		c.reason, c.articles = c.ending.Reason, c.ending.Articles
		if c.entered != rules.Ongoing && c.entered != c.ending.Result {
			c.raise(n, events.FindingResultConflict, fmt.Sprintf(
				"the game ended by %s at ply %d, %s, and the file says %s: a result that both players signed stands unless the arbiter decides otherwise",
				words(c.ending.Reason), c.over, c.ending.Result, c.entered), clauseOf(c.ending.Reason), rules.SignedResult)
		}
		return
	case c.entered != rules.Ongoing:
		c.result, c.source, c.reason = c.entered, events.SourceRecorded, rules.ReasonNotRecorded
		if c.signed != "" && c.signed != c.entered {
			c.raise(n, events.FindingResultConflict, fmt.Sprintf("the kings in the centre say %s and the file says %s", c.signed, c.entered), rules.SignedResult)
		}
	case c.signed != "":
		c.result, c.source, c.reason = c.signed, events.SourceSignalled, rules.ReasonNotRecorded
	default:
		c.result, c.source = rules.Ongoing, events.SourceNone
	}
}

// stale says that the Result tag says that the game goes on.
func (c *checker) stale() bool {
	tag, _ := c.g.Tag("Result")
	return tag == string(rules.Ongoing)
}

// clauseOf is what the Laws say of an end that comes by itself.
func clauseOf(r rules.Reason) rules.Clause {
	switch r {
	case rules.ReasonCheckmate:
		return rules.Checkmate
	case rules.ReasonStalemate:
		return rules.Stalemate
	case rules.ReasonFivefold:
		return rules.Fivefold
	case rules.ReasonSeventyFive:
		return rules.SeventyFive
	}
	return rules.DeadPosition
}

func words(r rules.Reason) string { return strings.ReplaceAll(string(r), "_", " ") }

// winner is who won by the file, NoColor for other results.
func winner(r rules.Result) rules.Color {
	switch r {
	case rules.WhiteWins:
		return rules.White
	case rules.BlackWins:
		return rules.Black
	}
	return rules.NoColor
}

// doubts look at a result that the board does not show: what speaks against
// it is told, one reason at most.
func (c *checker) doubts() {
	n := c.line.Len()
	if c.reasoned() || c.entered == rules.Ongoing || c.has(events.FindingResultConflict) {
		return
	}
	if n <= 1 {
		if len(c.g.Tail) == 0 && !c.torn() {
			c.few(n)
		}
		return
	}
	pos := c.line.Position()
	won := winner(c.entered)
	if fell := c.fallen(); fell != rules.NoColor && pos.CanWin(fell.Other()) != rules.Impossible && won != fell.Other() && decided(c.entered) {
		c.raise(n, events.FindingResultConflict, fmt.Sprintf("%s's clock stands at zero and the file says %s", title(fell), c.entered), rules.FlagLoss)
		return
	}
	lead := c.settled()
	switch {
	case won != rules.NoColor:
		if won == rules.Black {
			lead = -lead
		}
		c.doubtWin(n, won, lead)
	case c.entered == rules.Draw:
		if ahead := max(lead, -lead); ahead >= farAhead && c.line.Occurrences() < 2 && !pos.InCheck() && c.fallen() == rules.NoColor && len(c.g.Tail) == 0 {
			side := rules.White
			if lead < 0 {
				side = rules.Black
			}
			if pos.CanWin(side.Other()) == rules.Impossible {
				return // the time of the side ahead may have run out
			}
			c.raise(n, events.FindingResultConflict, fmt.Sprintf("a draw is recorded where %s is ahead by %d pawns' worth, with no repetition and no check", title(side), ahead))
		}
	}
}

// decided says that a result is one of the three of a game that was played.
func decided(r rules.Result) bool { return winner(r) != rules.NoColor || r == rules.Draw }

// farAhead is how much more material, in pawns, makes a draw odd.
const farAhead = 4

// doubtWin looks at a recorded win.
func (c *checker) doubtWin(n int, won rules.Color, lead int) {
	pos := c.line.Position()
	if lead == 0 {
		lead = c.before()
		if won == rules.Black {
			lead = -lead
		}
	}
	switch loserLast := c.mover(n) != won; {
	case pos.CanWin(won) == rules.Impossible:
		c.raise(n, events.FindingResultConflict, fmt.Sprintf("%s is recorded as the winner and cannot mate by any legal moves", title(won)), rules.ResignationDraw, rules.FlagDraw)
	case len(c.g.Tail) > 0 || c.has(events.FindingHiddenFlag) || c.has(events.FindingTruncated):
	case c.line.Occurrences() >= 3:
		c.raise(n, events.FindingResultConflict, fmt.Sprintf("a win is recorded where the position stands for the %s time", ordinal(c.line.Occurrences())), rules.ThreefoldClaim)
	case !loserLast:
	case !c.course.Pressed && (lead > -farAhead || pos.InCheck() || c.fallen() != rules.NoColor):
	case c.course.Pressed && c.mates(won):
		c.raise(n, events.FindingTruncated, fmt.Sprintf("the file ends with a move of %s, who lost, pressed in time, and %s could mate at once: the last move may be missing", title(won.Other()), title(won)))
	case lead < 0:
		c.raise(n, events.FindingResultConflict, fmt.Sprintf("%s lost by the file, made the last move in time and is ahead by %s: the result may be the wrong way round", title(won.Other()), plural(-lead, "a pawn", "pawns' worth")))
	case lead == 0 && pos.InCheck():
		c.raise(n, events.FindingResultConflict, fmt.Sprintf("%s lost by the file and made the last move in time, with check: the result may be the wrong way round", title(won.Other())))
	default:
		c.raise(n, events.FindingTruncated, fmt.Sprintf("the last move is %s's, who lost, and was pressed in time: either the move after it is missing, or he resigned at once", title(won.Other())))
	}
}

// mates says that the side to move is won and could mate at once.
func (c *checker) mates(won rules.Color) bool {
	pos := c.line.Position()
	if pos.Turn() != won {
		return false
	}
	for m := range pos.Legal() {
		next, err := pos.Play(m)
		if err == nil && next.InCheck() && len(next.AppendLegal(nil)) == 0 {
			return true
		}
	}
	return false
}

// few tells of a result without a game.
func (c *checker) few(n int) {
	text := "no move was made"
	if n == 1 {
		text = "one move was made"
	}
	var clause []rules.Clause
	switch {
	case c.entered == rules.Draw:
		text += " and a draw is recorded: both players must have made a move to agree on one"
		clause = append(clause, rules.Agreement)
	default:
		text += fmt.Sprintf(" and %s is recorded: a player who did not come, or a forfeit; the file does not say which", c.entered)
	}
	c.raise(n, events.FindingNoOrOneMove, text, clause...)
}

// fallen is the side whose last reading is zero, NoColor when there is none or
// both are.
func (c *checker) fallen() rules.Color {
	var fell rules.Color
	stamps := c.course.Clocks
	for k := max(0, len(stamps)-2); k < len(stamps); k++ {
		if s := stamps[k]; s.HasClk && !c.course.Derived[k] && s.Clk == 0 && c.adds() {
			if fell != rules.NoColor {
				return rules.NoColor
			}
			fell = c.mover(k + 1)
		}
	}
	return fell
}

// adds says that a move earns time, so that a reading of zero after a move can
// only be a flag.
func (c *checker) adds() bool {
	p := c.course.Shown.Periods
	if len(p) == 0 {
		p = c.declared.Periods
	}
	return len(p) > 0 && p[0].Bonus > 0 && p[0].Method == clockstate.Fischer
}

// has says that a kind was raised.
func (c *checker) has(kind string) bool {
	for _, f := range c.found {
		if f.Kind == kind {
			return true
		}
	}
	return false
}

// worth is what a man is counted for, in pawns.
var worth = map[rules.Role]int{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 3, rules.Rook: 5, rules.Queen: 9}

// settled is White's lead in material, the least of what it was over the last
// plies: the last may be the first half of an exchange. It is 0 where the lead
// changed sides.
func (c *checker) settled() int {
	n := c.line.Len()
	least := material(c.line.At(n))
	for i := max(0, n-3); i < n; i++ {
		switch m := material(c.line.At(i)); {
		case m*least <= 0:
			return 0
		case max(m, -m) < max(least, -least):
			least = m
		}
	}
	return least
}

// before is White's lead in material, what the last move took left aside.
func (c *checker) before() int {
	n := c.line.Len()
	if at := c.line.At(n - 1); at.Captured(c.line.Move(n-1)) != rules.NoPiece {
		return material(at)
	}
	return material(c.line.At(n))
}

// material is White's men less Black's, in pawns.
func material(pos rules.Position) int {
	n := 0
	board := pos.Board()
	for _, role := range []rules.Role{rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.Queen} {
		n += worth[role] * (board.Pieces(rules.White, role).Count() - board.Pieces(rules.Black, role).Count())
	}
	return n
}

func title(c rules.Color) string {
	if c == rules.White {
		return "White"
	}
	return "Black"
}

func ordinal(n int) string {
	switch n {
	case 3:
		return "third"
	case 4:
		return "fourth"
	}
	return fmt.Sprintf("%dth", n)
}
