package feedcheck

import (
	"fmt"
	"strconv"

	"boardwire/events"
	"boardwire/pgn"
	"boardwire/rules"
)

// lost tells of text that is not there: a file that ends in the middle, moves
// without an end, fewer plies than the file counts.
func (c *checker) lost() {
	n := c.line.Len()
	whole := len(c.g.Plies) + len(c.g.Tail)
	for i := range c.g.Deviations {
		d := &c.g.Deviations[i]
		switch {
		case d.Code == pgn.Unfinished, d.Code == pgn.TooLarge, d.Code == pgn.TagLost,
			d.Code == pgn.BadStart, d.Code == pgn.OtherGame:
			c.raise(min(d.Ply, n), events.FindingTruncated, fmt.Sprintf("line %d: %s", d.Line, d.What()))
		case d.Code == pgn.ResultMissing && whole > 0:
			c.raise(n, events.FindingTruncated, "the moves end without a result: the text may be cut off")
			return
		}
	}
	// Programs do not agree on how to count plies from another start.
	if text, ok := c.g.Tag("PlyCount"); ok && len(c.g.Tail) == 0 && c.g.Start == (rules.Setup{}) {
		if count, err := strconv.Atoi(text); err == nil && count > whole {
			c.raise(n, events.FindingTruncated, fmt.Sprintf("the PlyCount tag says %d and %s there", count, plural(whole, "one ply is", "plies are")))
		}
	}
}
