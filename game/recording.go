package game

import (
	"fmt"
	"time"

	"boardwire/clockstate"
	"boardwire/rules"
)

const keyScoresheets = "scoresheets"

// sheets are the scoresheets that must be brought up to date.
type sheets struct {
	white, black bool
	at           time.Time
}

// recording tells, once for each player and period, that he need not write the
// moves down any more. It is for the desk: where nobody writes somebody should
// be there who does. A period that ends takes it back.
func (g *Game) recording(o *out) {
	if !g.ran || !g.playing() || g.ended != nil || !g.clock.Known || g.clock.Absent {
		return
	}
	for _, c := range [...]rules.Color{rules.White, rules.Black} {
		s := g.side(c)
		if g.unwritten[c] != 0 && g.unwritten[c] != s.Period+1 {
			g.unwritten[c] = 0
			g.findings.clear(o, g.scope(), keyUnwritten(c))
		}
		if g.unwritten[c] != 0 || s.Left <= 0 || s.Fell || s.Left >= rules.RecordingUnder {
			continue
		}
		d := g.writes(s)
		if d.Required {
			continue
		}
		g.unwritten[c] = s.Period + 1
		text := fmt.Sprintf("%s has %s and need not write the moves down any more in this period", title(c), clockWords(s.Left))
		if cites := d.Articles; g.unwritten[c.Other()] == 0 {
			g.raise(o, keyUnwritten(c), rules.FindingRecordingExempt, len(g.plies), cites, text)
		} else {
			more, _ := g.laws.CiteAll(rules.UpdatedByBoth)
			g.raise(o, keyUnwritten(c), rules.FindingRecordingExempt, len(g.plies), append(cites, more...),
				text+"; neither player has to: the arbiter or an assistant tries to be there and writes them down")
		}
	}
}

func keyUnwritten(c rules.Color) string {
	return string(rules.FindingRecordingExempt) + "/" + c.String()
}

// writes is what the edition says of writing to a player in such a time. Where
// nobody ever writes there is nothing that ends, and a clock that counts up says
// nothing of what is left.
func (g *Game) writes(s clockstate.SideState) rules.RecordingDuty {
	p, ok := g.periodOf(s)
	if !ok || p.Method == clockstate.CountUp || g.kind != rules.Standard {
		return rules.RecordingDuty{Required: true}
	}
	return g.laws.Recording(g.kind, s.Left, p.Bonus)
}

// periodOf is the period in which a player is; the last one begins again.
func (g *Game) periodOf(s clockstate.SideState) (clockstate.Period, bool) {
	n := len(g.control.Periods)
	if n == 0 {
		return clockstate.Period{}, false
	}
	return g.control.Periods[min(s.Period, n-1)], true
}

// ranOut says which players' time for a number of moves ran out although the
// clock went on: it had nothing left, or nobody pressed. What a press adds is
// no flag.
func (g *Game) ranOut(was clockstate.State, seen clockstate.Seen, at time.Time) bool {
	then := g.control.At(was, at, g.rate)
	for _, s := range [...]struct {
		c       rules.Color
		was, is clockstate.SideState
	}{{rules.White, then.White, seen.State.White}, {rules.Black, then.Black, seen.State.Black}} {
		pressed := seen.Change.Has(clockstate.Pressed) && seen.By == s.c
		if s.is.Period > s.was.Period && (!pressed || s.was.Left < flagSlack) {
			return true
		}
	}
	return false
}

// flagSlack is how much a clock may seem to have left whose flag falls: it
// shows whole seconds, and its readings travel.
const flagSlack = 2 * time.Second

// scoresheets tells that a flag has fallen before the last period and who must
// bring his scoresheet up to date, because he had not to write. A flag that
// decides the game by itself asks no such thing.
func (g *Game) scoresheets(o *out) {
	if g.kind != rules.Standard || g.paused || g.reset || g.sealed() || g.final != nil {
		return
	}
	u := g.laws.AfterFlag(g.unwritten[rules.White] != 0, g.unwritten[rules.Black] != 0)
	if !u.White && !u.Black {
		return
	}
	g.findings.clear(o, g.scope(), keyScoresheets) // after the other flag
	g.sheets = sheets{u.White, u.Black, o.at}
	kind, text := rules.FindingOneScoresheet, ""
	switch {
	case u.Stopped:
		kind = rules.FindingBothScoresheets
		text = "a flag has fallen and neither player had to write: the arbiter stops the clocks, both bring their scoresheets up to date"
	case u.White:
		text = "a flag has fallen: White, who had not to write, brings his scoresheet up to date before he moves"
	default:
		text = "a flag has fallen: Black, who had not to write, brings his scoresheet up to date before he moves"
	}
	cites := u.Articles
	more, _ := g.laws.CiteAll(rules.Reconstruction)
	g.raise(o, keyScoresheets, kind, len(g.plies), append(cites, more...),
		text+"; where no sheet is complete the game is reconstructed on a second board")
}

// written takes that moves were made since: each player whose scoresheet was to
// be completed has moved again, and completed it before. A move that the board
// told just after the flag was made before it.
func (g *Game) written(o *out) {
	if !g.findings.is(keyScoresheets) {
		return
	}
	for _, s := range [...]struct {
		c   rules.Color
		had bool
	}{{rules.White, g.sheets.white}, {rules.Black, g.sheets.black}} {
		if i := g.lastBy(s.c); s.had && (i < 0 || !g.plies[i].at.After(g.sheets.at.Add(countAfter))) {
			return
		}
	}
	g.findings.clear(o, g.scope(), keyScoresheets)
}
