package game

import (
	"fmt"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/rules"
)

// adjourned is where the adjournment of a game stands. Nothing of it says what
// the sealed move is: nobody but the player knows that before the envelope is
// opened.
type adjourned struct {
	state string // one of the states of events.AdjournedFact
	// sealer is who seals, NoColor for nobody.
	sealer rules.Color
	// clocks are those that the arbiter wrote down; nil before the envelope is in.
	clocks *events.Clocks
	// resumed is when the session began in which the game goes on; zero before.
	resumed time.Time
}

// closed says that a move is to be sealed, or lies in an envelope: from the
// order on what a board shows is no move, and is shown to nobody.
func (g *Game) closed() bool {
	return g.adjourned != nil && g.final == nil &&
		(g.adjourned.state == events.AdjournedOrdered || g.adjourned.state == events.AdjournedSealed)
}

// sealed says that the envelope is in and play is adjourned.
func (g *Game) sealed() bool { return g.closed() && g.adjourned.state == events.AdjournedSealed }

// tellAdjourned says where the adjournment stands.
func (g *Game) tellAdjourned(o *out, state string, clauses ...rules.Clause) []string {
	x := g.adjourned
	x.state = state
	cites, _ := g.laws.CiteAll(clauses...)
	p := events.AdjournedFact{State: state, Clocks: x.clocks, Articles: articles(cites)}
	if x.sealer != rules.NoColor {
		p.Sealer = x.sealer.String()
	}
	o.say(g.scope(), p)
	return p.Articles
}

// seal orders the player who has the move to seal it (1997, A1; 2023, I.1).
func (g *Game) seal(o *out, p events.Seal) events.Answered {
	turn := g.line.Position().Turn()
	switch {
	case g.final != nil || g.ended != nil:
		return refused("the game is over; there is nothing to seal")
	case g.closed():
		return refused("%s was told to seal already", g.adjourned.sealer)
	case p.Player != "" && p.Player != turn.String():
		if _, err := playerOf(p.Player); err != nil {
			return refused("%v", err)
		}
		return refused("%s does not have the move by the record; correct the moves first, then seal", p.Player)
	}
	g.adjourn(turn)
	a := accepted()
	a.Articles = g.tellAdjourned(o, events.AdjournedOrdered, rules.SealedMove)
	a.Text = fmt.Sprintf("%s seals move %d; what he moves on the board now is his sealed move and is told to nobody, and he may change it until he stops the clock",
		title(turn), len(g.plies)/2+1)
	return a
}

// noSeal takes an order to seal back. What was moved since is play, as far as the
// board shows it: nobody saw it as a move when it was made. A clock that runs for
// the opponent of who moved last tells that he pressed it.
func (g *Game) noSeal(o *out) events.Answered {
	switch {
	case g.sealed():
		return refused("the envelope of %s is in already; say with unseal what became of it", g.id)
	case !g.closed():
		return refused("nobody was told to seal at %s; there is nothing to withdraw", g.id)
	}
	sealer := g.adjourned.sealer
	g.tellAdjourned(o, events.AdjournedWithdrawn)
	g.adjourned = nil
	a := accepted()
	a.Text = fmt.Sprintf("%s seals nothing", title(sealer))
	if g.ended != nil {
		a.Text = join(a.Text, g.ended.String()+" before")
		return a
	}
	was := len(g.plies)
	g.gap = g.placed
	g.settleStill(o, onRuling)
	if n := len(g.plies); n > was && g.plies[n-1].completed == "" && g.clock.Running == g.plies[n-1].by.Other() {
		g.complete(o, n-1, events.ByPress, g.clocks(o.at), g.laws.Cite(rules.CompletedByPress))
	}
	a.Text = join(a.Text, "play goes on from "+g.lastPosition())
	if g.placed && !g.explained {
		a.Text += "; the board does not show it, or not yet"
	}
	return a
}

// adjourn begins an adjournment.
func (g *Game) adjourn(sealer rules.Color) {
	g.adjourned = &adjourned{sealer: sealer}
	g.presses, g.stray = nil, nil
	g.paused = false // play is adjourned instead: no other ruling ends the pause
	g.arrived, g.absent = [rules.Black + 1]bool{}, [rules.Black + 1]bool{}
}

// sealedNow takes that the envelope is in, with what the clocks showed. A player
// may adjourn before he was told to (1997, A1b; 2023, I.1.2).
func (g *Game) sealedNow(o *out, p events.Sealed) events.Answered {
	switch {
	case p.White < 0 || p.White > maxShown || p.Black < 0 || p.Black > maxShown:
		return refused("%d s and %d s: no clock shows that", p.White, p.Black)
	case g.final != nil || g.ended != nil:
		return refused("the game is over; there is nothing to seal")
	}
	clauses := []rules.Clause{rules.Envelope, rules.EnvelopeKept}
	if !g.closed() {
		g.adjourn(g.line.Position().Turn())
		clauses = append([]rules.Clause{rules.SealedEarly}, clauses...)
	}
	g.adjourned.clocks = &events.Clocks{White: p.White, Black: p.Black}
	g.due = nil
	g.findings.clear(o, g.scope(), "clock_expected")
	a := accepted()
	a.Articles = g.tellAdjourned(o, events.AdjournedSealed, clauses...)
	var lines []string
	for _, item := range g.laws.Adjournment().Envelope {
		if item == rules.EnvelopeOffer && g.offer == rules.NoColor {
			continue
		}
		lines = append(lines, item.String())
	}
	a.Text = "on the envelope: " + strings.Join(lines, ", ")
	if g.offer != rules.NoColor {
		a.Text += "; " + title(g.offer) + "'s offer stands"
	}
	return a
}

// unseal takes that the envelope was opened, or what became of it.
func (g *Game) unseal(o *out, p events.Unseal) events.Answered {
	has := p.Found == events.EnvelopeMove || p.Found == events.EnvelopeDraw
	if (p.Move != "") != has {
		return refused("found %s: a move is named with move and with draw_offer, and with nothing else", clip(p.Found))
	}
	if !g.sealed() {
		return refused("there is no closed envelope at %s", g.id)
	}
	var move rules.Move
	switch p.Found {
	case events.EnvelopeMove, events.EnvelopeDraw:
		m, err := g.line.Position().ParseUCI(p.Move)
		if err != nil {
			return refused("the sealed move: %v; found ambiguous or illegal where it is so", err)
		}
		move = m
	case events.EnvelopeAmbiguous, events.EnvelopeIllegal, events.EnvelopeResigned, events.EnvelopeLost:
	default:
		return refused("found %q: want move, ambiguous, illegal, resigned, draw_offer or lost", clip(p.Found))
	}
	if p.Found == events.EnvelopeLost {
		return g.envelopeLost(o)
	}
	sealer := g.adjourned.sealer
	g.paused = false
	a := accepted()
	a.Articles = g.tellAdjourned(o, events.AdjournedOpened, rules.EnvelopeOpened, rules.ReplierPresent)
	if g.ended != nil {
		a.Text = g.ended.String() + " before; the sealed move is not played"
		return a
	}
	switch p.Found {
	case events.EnvelopeResigned:
		end, ok := g.laws.Resigned(g.line, sealer)
		return g.declare(o, end, ok, rules.Ending{Result: rules.WinFor(sealer.Other()), Reason: rules.ReasonResignation, Articles: g.laws.Cite(rules.Resignation)}, "")
	case events.EnvelopeAmbiguous, events.EnvelopeIllegal:
		found := rules.SealedAmbiguous
		if p.Found == events.EnvelopeIllegal {
			found = rules.SealedIllegal
		}
		end, ok := g.laws.Sealed(g.line, found)
		b := g.declare(o, end, ok, end, "")
		b.Articles = mixed(articles(end.Articles), b.Articles)
		return b
	}
	g.playSealed(o, move, p.Found == events.EnvelopeDraw)
	if end, over := g.over(); over {
		a.Text = fmt.Sprintf("the sealed move ends the game: %s by %s", end.Result, end.Reason)
		return a
	}
	a.Text = fmt.Sprintf("%s's clock is started%s", title(sealer.Other()), g.setClocks(o))
	if g.offer == sealer {
		a.Text += "; the offer of a draw stands with the move"
	}
	return a
}

// playSealed makes the sealed move, and completes it: the clock was stopped when
// it was sealed. An offer that the opponent made meanwhile is not rejected by it
// (1997, A4; 2023, I.4).
func (g *Game) playSealed(o *out, m rules.Move, offered bool) {
	offer, n := g.offer, len(g.plies)
	g.makeAt(o, m, events.OriginSealed, g.adjourned.clocks)
	if len(g.plies) == n {
		return // it was legal just now
	}
	if g.plies[n].completed == "" {
		g.complete(o, n, events.ByPress, g.adjourned.clocks, g.laws.Cite(rules.CompletedByPress))
	}
	g.offer = offer
	if offered {
		g.offer = g.adjourned.sealer
	}
	if g.ended == nil {
		g.await(o)
	}
}

// envelopeLost goes on from the position and the times of the adjournment; the
// player who sealed makes the move that he says he sealed (1997, A11; 2023,
// I.12).
func (g *Game) envelopeLost(o *out) events.Answered {
	g.paused = false
	a := accepted()
	a.Articles = g.tellAdjourned(o, events.AdjournedLost, rules.EnvelopeMissing)
	if g.ended != nil {
		a.Text = g.ended.String() + " before"
		return a
	}
	g.await(o)
	a.Text = fmt.Sprintf("%s makes on the board the move that he says he sealed%s; where the position cannot be established, annul the game",
		title(g.adjourned.sealer), g.setClocks(o))
	return a
}

// setClocks expects the clock to show the times of the adjournment, and says
// them.
func (g *Game) setClocks(o *out) string {
	c := g.adjourned.clocks
	if c == nil {
		return ""
	}
	if g.clock.Known && !g.clock.Absent {
		now := g.control.At(g.clock, o.at, g.rate)
		g.expect(o, due{white: seconds(c.White) - now.White.Left, black: seconds(c.Black) - now.Black.Left, cites: g.laws.Cite(rules.ResumedPosition)})
	}
	return fmt.Sprintf("; the clocks show %s and %s", clockWords(seconds(c.White)), clockWords(seconds(c.Black)))
}

// resumeAdjourned answers a resumption while an envelope is closed: it says what
// is done, and opens nothing.
func (g *Game) resumeAdjourned(o *out) events.Answered {
	a := accepted()
	g.paused, g.resumedAt = false, o.at
	if !g.sealed() {
		a.Text = title(g.adjourned.sealer) + " was told to seal, and the envelope is not in; say sealed first"
		return a
	}
	sealer := g.adjourned.sealer
	replier := sealer.Other()
	step := g.laws.Resume(rules.Resumption{Sealer: !g.absent[sealer], Replier: !g.absent[replier]})
	if g.adjourned.resumed.IsZero() {
		g.adjourned.resumed = o.at
	}
	cites, _ := g.laws.CiteAll(rules.ResumedPosition)
	a.Articles = mixed(articles(cites), articles(step.Articles))
	a.Text = "the position before the sealed move is set up" + g.setClocks(o)
	if step.Open {
		a.Text += fmt.Sprintf("; open the envelope: the move is made on the board, %s's clock is started", title(replier))
	} else {
		a.Text += fmt.Sprintf("; %s is not there: his clock is started, the envelope stays closed until he comes", title(replier))
	}
	if step.MaySeal {
		a.Text += fmt.Sprintf("; %s is not there: %s may seal his reply and start his clock", title(sealer), title(replier))
	}
	return a
}

// enter takes an adjourned game into this sitting, with the moves and times of
// the one in which it was played.
func (g *Game) enter(o *out, p events.AdjournedRuling) events.Answered {
	switch {
	case len(g.plies) > 0 || g.ended != nil || g.final != nil || g.adjourned != nil:
		return refused("%s was played in this sitting", g.id)
	case p.White < 0 || p.White > maxShown || p.Black < 0 || p.Black > maxShown:
		return refused("%d s and %d s: no clock shows that", p.White, p.Black)
	case len(p.Moves) > mostCorrected:
		return refused("%d moves: at most %d", len(p.Moves), mostCorrected)
	}
	line := g.line.Clone()
	moves := make([]rules.Move, len(p.Moves))
	for i, text := range p.Moves {
		m, err := line.Position().ParseUCI(text)
		if err == nil {
			err = line.Push(m)
		}
		if err != nil {
			return refused("move %d of %d: %v", i+1, len(p.Moves), err)
		}
		if end, over := g.laws.Completed(line); over {
			return refused("the game was over after move %d of %d, by %s", i+1, len(p.Moves), end.Reason)
		}
		moves[i] = m
	}
	sealer := rules.NoColor
	if p.Sealer != "" {
		var err error
		if sealer, err = playerOf(p.Sealer); err != nil {
			return refused("sealer: %v", err)
		}
		if sealer != line.Position().Turn() {
			return refused("%s sealed, but does not have the move after these", sealer)
		}
	}
	g.adjourned = &adjourned{sealer: sealer, clocks: &events.Clocks{White: p.White, Black: p.Black}}
	for _, m := range moves {
		g.makeAt(o, m, events.OriginCarried, nil)
		// It was completed there, as that sitting tells: nothing here takes it back,
		// nor completes it once more.
		g.plies[len(g.plies)-1].completed = events.ByPress
	}
	a := accepted()
	if sealer == rules.NoColor {
		a.Articles = g.tellAdjourned(o, events.AdjournedOpened, rules.ResumedPosition)
		g.await(o)
		a.Text = fmt.Sprintf("%s has the move%s", title(line.Position().Turn()), g.setClocks(o))
		return a
	}
	a.Articles = g.tellAdjourned(o, events.AdjournedSealed, rules.SealedMove)
	a.Text = fmt.Sprintf("move %d of %s lies in the envelope", len(moves)/2+1, title(sealer))
	return a
}

// whileClosed refuses what may tell a sealed move before its envelope is
// opened. The text repeats nothing of the ruling.
func (g *Game) whileClosed(r events.Ruling) (events.Answered, bool) {
	switch p := r.(type) {
	case events.Correction, events.AdjournedRuling:
	case events.Claim:
		if p.Announced == "" {
			return events.Answered{}, false
		}
	default:
		return events.Answered{}, false
	}
	return refused("a move is sealed at %s: no move is stated until the envelope is opened", g.id), true
}
