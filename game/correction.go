package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// mostCorrected is how many moves one correction may state.
const mostCorrected = 600

// correct takes what was really played. It replaces plies, completed or not,
// cites nothing, and leaves the result as it is: where the corrected moves say
// otherwise, that is for the arbiter. What he states himself he has counted: it
// is in no doubt where moves are counted, be it what is on record.
func (g *Game) correct(o *out, p events.Correction) events.Answered {
	switch p.From {
	case events.FromScoresheet, events.FromPlayers, events.FromVideo, events.FromArbiter:
	default:
		return refused("from %q: want scoresheet, players, video or arbiter", clip(p.From))
	}
	n := len(g.plies)
	switch {
	case p.After < 0 || p.After > n:
		return refused("after ply %d: %d were made", p.After, n)
	case len(p.Moves) > mostCorrected:
		return refused("%d moves: at most %d in one correction", len(p.Moves), mostCorrected)
	}
	line, err := g.lineTo(p.After)
	if err != nil {
		return refused("%v", err)
	}
	moves := make([]rules.Move, len(p.Moves))
	same := len(p.Moves) == n-p.After
	for i, text := range p.Moves {
		m, err := line.Position().ParseUCI(text)
		if err == nil {
			err = line.Push(m)
		}
		if err != nil {
			return refused("move %d of %d: %v", i+1, len(p.Moves), err)
		}
		moves[i] = m
		same = same && g.plies[p.After+i].move == m
	}
	a := accepted()
	arbiter := p.From == events.FromArbiter
	if same {
		a.Text = "that is what is on record"
		if arbiter && n > p.After {
			for i := p.After; i < n; i++ {
				g.plies[i].stated = true
			}
			a.Text += ", and counted so"
			g.recount(o)
		}
		return a
	}
	for i := n - 1; i >= p.After; i-- {
		o.say(g.scope(), events.Withdrawn{Ply: i + 1, Move: g.plies[i].made, Corrected: true})
	}
	g.rewind(o, p.After)
	for _, m := range moves {
		pos := g.line.Position()
		san := pos.SAN(m)
		if err := g.line.Push(m); err != nil {
			break // they were played on a copy just now
		}
		id := o.say(g.scope(), events.Made{
			Ply: len(g.plies) + 1, UCI: g.uci(m), SAN: san, FEN: g.line.Position().FEN(), Origin: events.OriginCorrected,
		})
		g.plies = append(g.plies, ply{move: m, san: san, by: pos.Turn(), made: id, at: o.at, origin: events.OriginCorrected, stated: arbiter})
	}
	g.presses, g.explained, g.playedOn = nil, false, several
	a.Text = fmt.Sprintf("after ply %d: taken back %d, stated %d", p.After, n-p.After, len(moves))
	g.conflict(o, "corrected moves")
	if arbiter {
		g.recount(o)
	}
	g.settleStill(o, onRuling)
	return a
}

// conflict tells when the result that stands is not that of the moves, which are
// called what a ruling made of them.
func (g *Game) conflict(o *out, what string) {
	g.findings.clear(o, g.scope(), "result_conflict")
	end, over := g.over()
	stands, derived := g.Result(), g.final == nil && g.ended != nil && g.ended.source == events.SourceDerived
	switch {
	case over && end.Result != stands:
		g.raise(o, "result_conflict", rules.FindingResultConflict, len(g.plies), end.Articles,
			fmt.Sprintf("the %s end %s by %s, the result is %s", what, end.Result, end.Reason, stands))
	case !over && derived && g.ended.ending.Reason != rules.ReasonFlag && g.ended.ending.Reason != rules.ReasonFlagNoMate:
		g.raise(o, "result_conflict", rules.FindingResultConflict, len(g.plies), nil,
			fmt.Sprintf("the %s do not end the game, the result is %s by %s", what, stands, g.ended.ending.Reason))
	}
}

// lineTo returns a copy of the moves by the rules that end with ply n.
func (g *Game) lineTo(n int) (*rules.Line, error) {
	line, base := g.line, g.base
	for i := len(g.before) - 1; i >= 0 && n < base; i-- {
		line, base = g.before[i].line, g.before[i].base
	}
	line = line.Clone()
	err := line.TakeBack(line.Len() - (n - base))
	for _, b := range g.bars {
		b.after = min(b.after, n)
		line = barred(line, base, b)
	}
	return line, err
}
