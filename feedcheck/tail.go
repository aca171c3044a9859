package feedcheck

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/pgn"
	"boardwire/rules"
)

// tail looks at what stands behind the last move that can be played: kings in
// the centre are the players' way to tell a board the result; all else is an
// illegal move, or text that is no move.
func (c *checker) tail() {
	tail := c.g.Tail
	if len(tail) == 0 {
		c.singleStep()
		return
	}
	if c.gesture(tail) || c.torn() && len(tail) == 1 {
		return // the latter is half a move, and told as such
	}
	ply, why := c.line.Len()+1, c.broken()
	text := fmt.Sprintf("%s cannot be played", tail[0].SAN)
	if why != nil {
		text = sentence(why)
	}
	if n := len(tail) - 1; n > 0 {
		text += fmt.Sprintf("; the %s not followed", plural(n, "ply behind it is", "plies behind it are"))
	}
	if e, over := c.laws.Completed(c.line); over {
		c.raise(ply, events.FindingIllegalMove, fmt.Sprintf("the game ended by %s at ply %d; %s", words(e.Reason), ply-1, text), clauseOf(e.Reason))
		return
	}
	var illegal *rules.IllegalMoveError
	switch {
	case why != nil && !errors.As(why, &illegal):
		c.raise(ply, events.FindingTruncated, text)
	case len(tail) > 1 && c.quick():
		c.raise(ply, events.FindingIllegalStands, text+"; the opponent replied, so that it stands unless both agree to correct it, or the board missed moves", rules.IllegalMove)
	default:
		c.raise(ply, events.FindingIllegalMove, text+"; the position to go back to is the one before it, unless the board missed moves", rules.IllegalMove)
	}
}

// broken is why the moves end.
func (c *checker) broken() error {
	for i := range c.g.Deviations {
		d := &c.g.Deviations[i]
		switch d.Code {
		case pgn.IllegalMove, pgn.AmbiguousMove, pgn.NotAMove, pgn.NullMove:
			if d.Ply == len(c.g.Plies) {
				if d.Err != nil {
					return d.Err
				}
				return errors.New(d.Text)
			}
		}
	}
	return nil
}

// quick says that the clocks show rapid or blitz: less than an hour for 60
// moves (Laws 2023, A.1 and B.1).
func (c *checker) quick() bool {
	p := c.course.Shown.Periods
	if len(p) == 0 || p[0].Main == 0 {
		p = c.declared.Periods
	}
	if len(p) != 1 {
		return false
	}
	return p[0].Main > 0 && p[0].Main+60*p[0].Bonus < time.Hour
}

// The centre, by the colour of its squares: both kings on light squares say
// that White won, on dark ones that Black did, on one of each a draw.
var centre = map[string]rules.Result{"e4": rules.WhiteWins, "d5": rules.WhiteWins, "d4": rules.BlackWins, "e5": rules.BlackWins}

// kingTo returns where a ply puts a king, "" for other plies. Castling and
// captures are no gesture.
func kingTo(p pgn.Ply) string {
	s := strings.TrimRight(p.SAN, "+#!?")
	if len(s) < 3 || s[0] != 'K' || strings.Contains(s, "x") {
		return ""
	}
	return s[len(s)-2:]
}

// longestWalk is how many plies kings on their way to the centre may leave.
const longestWalk = 8

// gesture reports whether a tail is kings that tell the result, and cuts the
// king's plies before it that belong to it: legal by chance, and not pressed.
func (c *checker) gesture(tail []pgn.Ply) bool {
	lead := 0
	for lead < len(tail) && kingTo(tail[lead]) != "" {
		lead++
	}
	if lead == 0 || lead > longestWalk || !quiet(tail[lead:]) {
		return false
	}
	squares := []string{}
	put := [3]string{}
	for i := range lead {
		to := kingTo(tail[i])
		squares = append(squares, to)
		put[c.mover(c.line.Len()+i+1)] = to
	}
	first := c.line.Len()
	for first > 0 && c.line.Len()-first+lead < longestWalk && c.belongs(first, put) {
		to := kingTo(c.g.Plies[first-1])
		squares = slices.Insert(squares, 0, to)
		if side := c.mover(first); put[side] == "" {
			put[side] = to
		}
		first--
	}
	_, whiteIn := centre[put[rules.White]]
	_, blackIn := centre[put[rules.Black]]
	if !whiteIn && !blackIn {
		return false
	}
	told := c.signOf(put)
	if told == "" && tail[lead-1].Clk != nil && !c.agrees(put) {
		return false // pressed, and it says otherwise than the file: a move, though an illegal one
	}
	text := fmt.Sprintf("the kings went to %s after the last move: the sign for a result, no moves", strings.Join(squares, " and "))
	if told != "" {
		text = fmt.Sprintf("the kings went to %s after the last move: the sign for %s, no moves", strings.Join(squares, " and "), told)
	}
	c.raise(first+1, events.FindingGesture, text)
	c.signed = told
	c.cut(c.line.Len() - first)
	return true
}

// belongs says whether a ply before the tail belongs to the sign: the step of a
// king into the centre that did not go there later, or one on the way that has
// no time at all in a feed that has times. A king's move that was not pressed
// may well be the last of the game.
func (c *checker) belongs(ply int, put [3]string) bool {
	p := c.g.Plies[ply-1]
	if !c.step(ply) {
		return false
	}
	if _, in := centre[kingTo(p)]; in {
		return put[c.mover(ply)] == ""
	}
	return p.Emt == nil && c.timed(ply-1)
}

// timed says that a ply and the one before have readings.
func (c *checker) timed(ply int) bool {
	return ply >= 2 && c.g.Plies[ply-1].Clk != nil && c.g.Plies[ply-2].Clk != nil
}

// step says whether a ply that can be played may be a king on its way: onto
// any square, without a reading of the clock.
func (c *checker) step(ply int) bool {
	p := c.g.Plies[ply-1]
	return kingTo(p) != "" && p.Clk == nil
}

// quiet says that plies have no readings: nobody pressed a clock.
func quiet(plies []pgn.Ply) bool {
	for _, p := range plies {
		if p.Clk != nil {
			return false
		}
	}
	return true
}

// signOf is the result that the kings tell, with the one that did not move where
// it stands; "" when not both are in the centre.
func (c *checker) signOf(put [3]string) rules.Result {
	board := c.line.Position().Board()
	var says [3]rules.Result
	for _, side := range []rules.Color{rules.White, rules.Black} {
		at := put[side]
		if at == "" {
			at = board.King(side).String()
		}
		says[side] = centre[at]
	}
	switch w, b := says[rules.White], says[rules.Black]; {
	case w == "" || b == "":
		return ""
	case w == b:
		return w
	}
	return rules.Draw
}

// agrees says that a king that is in the centre alone stands on a square for
// the result that the file says.
func (c *checker) agrees(put [3]string) bool {
	for _, side := range []rules.Color{rules.White, rules.Black} {
		if r, ok := centre[put[side]]; ok && r != c.entered && c.entered != rules.Draw {
			return false
		}
	}
	return true
}

// singleStep looks at a last move that can be played and may still be half of
// the sign: a king onto a square of the centre that fits the result, without a
// press. It stays a move, for nothing proves that it is none.
func (c *checker) singleStep() {
	n := c.line.Len()
	if n < 2 || !c.step(n) || c.entered == rules.Ongoing || c.course.Pressed {
		return
	}
	if c.g.Plies[n-2].Clk == nil && c.g.Plies[n-1].Emt == nil {
		return // a feed without clocks
	}
	var put [3]string
	put[c.mover(n)] = kingTo(c.g.Plies[n-1])
	if _, ok := centre[put[c.mover(n)]]; !ok || !c.agrees(put) {
		return
	}
	c.raise(n, events.FindingGesture, fmt.Sprintf("%s is the last move, was not pressed and fits the sign for %s: it may be a king put there for the result; as it can be played it is kept", c.g.Plies[n-1].SAN, c.entered))
}

// deadPosition tells of plies behind the end of the game, and cuts kings that
// only tell the result.
func (c *checker) deadPosition() {
	n := c.line.Len() - c.over
	gesture := true
	for ply := c.over + 1; ply <= c.line.Len(); ply++ {
		_, in := centre[kingTo(c.g.Plies[ply-1])]
		gesture = gesture && in && c.step(ply)
	}
	text := fmt.Sprintf("neither side can mate any more: the game ended here, and %s in the feed", plural(n, "one more ply follows", "%d more plies follow"))
	c.raise(c.over, events.FindingDeadPosition, text, rules.DeadPosition)
	if gesture {
		c.raise(c.over+1, events.FindingGesture, "a king went to the centre after the end: the sign for a result, no move")
		c.cut(n)
	}
}

// plural chooses between one and many; a %d in many is the number.
func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	if strings.Contains(many, "%d") {
		return fmt.Sprintf(many, n)
	}
	return fmt.Sprintf("%d %s", n, many)
}

// sentence takes an error's text.
func sentence(err error) string { return strings.TrimSpace(err.Error()) }
