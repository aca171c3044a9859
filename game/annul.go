package game

import (
	"fmt"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// reasonsToAnnul are the findings behind the words for why a game is annulled.
var reasonsToAnnul = map[string]rules.Finding{
	events.AnnulSetup: rules.FindingWrongSetup, events.AnnulBoard: rules.FindingWrongBoard,
	events.AnnulColors: rules.FindingColorsReversed, events.AnnulDisplaced: rules.FindingDisplaced,
	events.AnnulEnvelope: "", events.AnnulOther: "",
}

// annul takes that what was played does not count: all of it is taken back, and
// a new game begins when the board shows the start. Offences and points that
// were taken in it go with it.
func (g *Game) annul(o *out, p events.Annul) events.Answered {
	finding, ok := reasonsToAnnul[p.Why]
	if !ok {
		return refused("why %q: want wrong_setup, wrong_board, colors_reversed, displaced, envelope_lost or other", clip(p.Why))
	}
	a := accepted()
	switch remedy := g.remedy(finding); {
	case p.Why == events.AnnulEnvelope:
		a.Articles = articles(g.laws.Cite(rules.PositionLost))
	case remedy.Act == rules.NewGame:
		a.Articles = articles(remedy.Articles)
	case remedy.Unverified:
		a.Text = "what this edition does about it is not certain"
	case remedy.Act != 0:
		depart(&a, remedy.Articles, "by the edition: "+remedy.Act.String())
	case p.Why == events.AnnulDisplaced:
		depart(&a, g.laws.Cite(rules.DisplacedFound), "by the edition the position before is put back, or the last one that is known")
	default:
		cites, _ := g.laws.CiteAll(rules.WrongSetup, rules.PositionLost)
		depart(&a, cites, "the Laws annul a game for a wrong start or a lost position only")
	}
	a.Text = join(a.Text, g.begin(o))
	return a
}

// remedy is what the edition does about a wrong start that is found now.
func (g *Game) remedy(f rules.Finding) rules.Remedy {
	return g.laws.Remedy(f, g.kind, g.regime(), len(g.plies)/2)
}

// begin takes all that was played back and lets a new game begin when the board
// shows the start. It says what was done.
func (g *Game) begin(o *out) string {
	n := len(g.plies)
	if n == 0 && g.ended == nil && g.final == nil && g.adjourned == nil {
		// Nothing lies on the board that is not the game's; what was ruled goes.
		g.forgetRulings(o)
		g.line, g.bars = rules.NewLine(g.start), nil
		g.tellStart(o)
		return "nothing was played"
	}
	g.takeBackFinal(o)
	g.takeBackEnd(o)
	for i := n - 1; i >= 0; i-- {
		o.say(g.scope(), events.Withdrawn{Ply: i + 1, Move: g.plies[i].made, Annulled: true})
	}
	g.rewind(o, 0)
	g.explain(o)
	for _, x := range g.findings.keys() {
		if x != "device" {
			g.findings.clear(o, g.scope(), x)
		}
	}
	g.warned, g.bare, g.periods = [3]bool{}, nil, nil
	g.unwritten, g.sheets = [rules.Black + 1]int{}, sheets{}
	g.forgetRulings(o)
	g.tried = 0
	g.ran, g.stands, g.reset, g.firm, g.explained = false, false, false, false, false
	g.clock.White.Period, g.clock.White.Presses, g.clock.Black.Period, g.clock.Black.Presses = 0, 0, 0, 0
	if g.closed() {
		g.tellAdjourned(o, events.AdjournedLost, rules.PositionLost)
	}
	g.adjourned = nil
	g.line, g.bars = rules.NewLine(g.start), nil
	g.tellStart(o)
	g.unswap(o)
	text := fmt.Sprintf("plies taken back: %d; a new game begins from the start position", n)
	if !g.placed {
		return text
	}
	g.await(o)
	if g.awaits {
		text += ", when the board shows it"
	}
	return text
}

// forgetRulings lets what was ruled in a game that does not count go with it:
// offers, offences, points, time that is still to be given, a claim, and an
// increment that came of one.
func (g *Game) forgetRulings(o *out) {
	g.offer, g.offences, g.adjusted, g.due = rules.NoColor, nil, events.Points{}, nil
	g.findings.clear(o, g.scope(), "clock_expected")
	g.claimant, g.putOff = rules.NoColor, false
	if c, err := clockstate.ParseControl(g.paired.Control); err == nil {
		g.control = c // it was read from there
	}
}
