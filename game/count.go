package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// tally is how many moves a player completed.
type tally struct {
	// done were seen completed, made on the board or stated.
	done, made int
	// doubt says why done may be wrong, "" where it is certain.
	doubt string
}

// tally counts a player's moves. His last one may have been made and not
// completed; an earlier one that nobody saw completed leaves it in doubt, and so
// does every move that the board did not show when it was made, and one that was
// put back. What the arbiter stated is in no doubt.
func (g *Game) tally(c rules.Color) tally {
	var t tally
	switch {
	case g.stale || g.gap:
		t.doubt = "the board was away, and what was played is not known yet"
	case g.unexplained != "":
		t.doubt = "no legal move explains what lies on the board"
	}
	doubt := func(format string, ply int) {
		if t.doubt == "" {
			t.doubt = fmt.Sprintf(format, ply)
		}
	}
	last := g.lastBy(c)
	for i, p := range g.plies {
		if p.by != c {
			continue
		}
		t.made++
		if p.completed != "" || p.stated && i != last {
			t.done++
		}
		switch {
		case p.stated && p.completed == "" && i == last && p.origin != "":
			doubt("ply %d was stated, and not seen completed", i+1)
		case p.stated:
		case p.illegal:
			doubt("ply %d was illegal and stands", i+1)
		case p.origin == events.OriginSupposed:
			doubt("ply %d was not seen, but read from the board when it was back", i+1)
		case p.origin == events.OriginCorrected:
			doubt("ply %d was not seen, but stated by a correction", i+1)
		case p.completed == "" && i != last:
			doubt("ply %d was not seen completed", i+1)
		}
	}
	if why := g.voidedBy(c); why != "" && t.doubt == "" {
		t.doubt = why
	}
	return t
}

// inTime says whether a player completed so many moves: yes, no, or unknown
// where it is in doubt. Fewer moves than that on record are no doubt, if the
// record knows where the game stands.
func (t tally) inTime(moves int, whole bool) rules.Possibility {
	switch {
	case t.doubt == "" && t.done >= moves:
		return rules.Possible
	case t.doubt == "", whole && t.made < moves:
		return rules.Impossible
	}
	return rules.Unknown
}

// quota is how many moves a player was to complete before the period ended in
// which he is, 0 for no number.
func (g *Game) quota(c rules.Color) int {
	return g.control.MovesBy(g.side(c).Period)
}

// inTime says whether the player whose flag is down had completed the moves of
// the period: then it costs him nothing.
func (g *Game) inTime(c rules.Color) rules.Possibility {
	moves := g.quota(c)
	if moves == 0 {
		return rules.Impossible
	}
	return g.tally(c).inTime(moves, g.sure())
}

// sure says that the record knows where the game stands.
func (g *Game) sure() bool { return !g.stale && !g.gap && g.unexplained == "" }

// tellCount tells how many moves a player completed of those that he was to.
// It is for the desk: nobody at the board may learn it from there.
func (g *Game) tellCount(o *out, c rules.Color, moves int) {
	t := g.tally(c)
	cites := g.laws.Cite(rules.FlagChecked)
	text := fmt.Sprintf("%s completed %d of %d moves", title(c), t.done, moves)
	switch {
	case t.doubt != "" && t.inTime(moves, g.sure()) != rules.Impossible:
		cites = g.laws.Cite(rules.MoveCountInDoubt)
		text = fmt.Sprintf("cannot say whether %s completed %d moves: %s; the record has %d, %d of them completed", title(c), moves, t.doubt, t.made, t.done)
	case t.doubt != "":
		text = fmt.Sprintf("%s made %d moves at most, of %d: %s", title(c), t.made, moves, t.doubt)
	}
	g.raise(o, fmt.Sprintf("%s/%s/%d", events.FindingMoveCount, c, moves), rules.FindingMoveCount, len(g.plies), cites, text)
}

// recount tells anew what was counted, when an arbiter has stated the moves.
func (g *Game) recount(o *out) {
	for _, key := range g.findings.keys() {
		for _, c := range [...]rules.Color{rules.White, rules.Black} {
			text, ok := strings.CutPrefix(key, fmt.Sprintf("%s/%s/", events.FindingMoveCount, c))
			moves, err := strconv.Atoi(text)
			if !ok || err != nil {
				continue
			}
			g.findings.clear(o, g.scope(), key)
			g.tellCount(o, c, moves)
		}
	}
}

// countAfter is how long after a period ended the board may tell the move that
// ended it.
const countAfter = 2 * time.Second

// ending is a period with a number of moves that has ended for a player.
type periodEnd struct {
	by    rules.Color
	moves int
	at    time.Time
}

// periodEnded takes that a player got the time of his next period: the moves of
// the one before are counted when the board had time to tell the last of them.
func (g *Game) periodEnded(was, is clockstate.State, at time.Time) {
	for _, s := range [...]struct {
		by      rules.Color
		was, is int
	}{{rules.White, was.White.Period, is.White.Period}, {rules.Black, was.Black.Period, is.Black.Period}} {
		if moves := g.control.MovesBy(s.was); s.is > s.was && moves > 0 {
			g.periods = append(g.periods, periodEnd{s.by, moves, at})
		}
	}
}

// countDue is when moves are to be counted.
func (g *Game) countDue() (time.Time, bool) {
	if len(g.periods) == 0 {
		return time.Time{}, false
	}
	return g.periods[0].at.Add(countAfter), true
}

// count counts the moves of the periods that ended by then. What was completed
// in time is nothing to look at.
func (g *Game) count(o *out, now time.Time) {
	for len(g.periods) > 0 && !g.periods[0].at.Add(countAfter).After(now) {
		p := g.periods[0]
		g.periods = slices.Delete(g.periods, 0, 1)
		if g.ended == nil && g.final == nil && !g.reset && g.tally(p.by).inTime(p.moves, g.sure()) != rules.Possible {
			g.tellCount(o, p.by, p.moves)
		}
	}
}
