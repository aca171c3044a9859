package game

import (
	"errors"
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// claimed answers a player's claim of a draw from the moves on record:
// correct, incorrect, or cannot say when a ply of the sequence was not seen on
// the board. A correct claim ends the game; what an incorrect one costs is
// told, and expected of the clock.
func (g *Game) claimed(o *out, p events.Claim) events.Answered {
	ground := rules.Ground(p.Ground)
	clause := rules.ThreefoldClaim
	switch ground {
	case rules.GroundThreefold:
	case rules.GroundFifty:
		clause = rules.FiftyClaim
	default:
		return refused("ground %q: want threefold or fifty", clip(p.Ground))
	}
	pos := g.line.Position()
	by := pos.Turn()
	if p.Player != "" {
		var err error
		if by, err = playerOf(p.Player); err != nil {
			return refused("%v", err)
		}
	}
	intended, illegal := rules.Move{}, false
	if p.Announced != "" {
		m, err := pos.ParseUCI(p.Announced)
		if errors.Is(err, rules.ErrSyntax) {
			return refused("announced: %v", err)
		}
		intended, illegal = m, err != nil
	}
	a := accepted()
	if g.final != nil {
		a.Text = fmt.Sprintf("the result is %s already", g.final.result)
		return a
	}
	if end, over := g.over(); over {
		return g.against(o, end, rules.Ending{Result: rules.Draw, Reason: reasonOf(ground)})
	}
	a.Articles = articles(g.laws.Cite(clause))
	terms := g.laws.ClaimTerms()
	if p.Touched {
		if terms.LostBy == rules.LostByTouching {
			a.Verdict, a.Articles = events.VerdictRightLost, articles(g.laws.Cite(rules.ClaimLost))
			a.Text = title(by) + " had touched a man: the right to claim is lost on this move, and comes back with the next"
			return a
		}
		a.Text = "in this edition the right is lost by making a move, not by touching"
	}
	if _, _, over := g.finished(); terms.Offers && !over {
		g.offer = by
	}
	switch why := g.unsure(); {
	case why != "":
		a.Verdict, a.Text = events.VerdictCannotSay, why
		return a
	case by != pos.Turn():
		return g.wrongClaim(o, a, ground, by, p.Announced, "he does not have the move")
	case !g.hasMove():
		a.Verdict = events.VerdictCannotSay
		a.Text = "the opponent's move was not seen completed, and by this edition he has the move only then"
		return a
	case illegal:
		return g.wrongClaim(o, a, ground, by, "", fmt.Sprintf("%s is not legal", clip(p.Announced)))
	}
	for _, c := range g.laws.Claims(g.line, intended) {
		if c.Ground == ground {
			a.Verdict, a.Articles = events.VerdictCorrect, articles(c.Articles)
			end := rules.Ending{Result: rules.Draw, Reason: reasonOf(ground), Articles: c.Articles}
			b := g.declare(o, end, true, end, "")
			a.Answer, a.Text = b.Answer, join(a.Text, b.Text)
			if b.Answer == events.AnswerDiscretion {
				a.Articles = b.Articles
			}
			return a
		}
	}
	return g.wrongClaim(o, a, ground, by, p.Announced, "the moves on record do not show it")
}

func reasonOf(g rules.Ground) rules.Reason {
	if g == rules.GroundFifty {
		return rules.ReasonFiftyClaim
	}
	return rules.ReasonThreefoldClaim
}

// hasMove says whether the side to move has the move by this edition: 1997 asks
// that the opponent's move is completed. Where no text shows it, it is taken as
// made.
func (g *Game) hasMove() bool {
	when, known := g.laws.HasTheMove()
	n := len(g.plies)
	return !known || when == rules.AtMade || n == 0 || g.plies[n-1].completed != "" || !g.clock.Known
}

// unsure says why the sequence that a claim rests on was not seen as a whole:
// the plies since the last capture or pawn move, and the one that this was.
func (g *Game) unsure() string {
	switch {
	case g.stale || g.gap:
		return "the board was away, and what was played is not known yet"
	case g.unexplained != "":
		return "no legal move explains what lies on the board"
	}
	n := len(g.plies)
	first := max(0, n-g.line.Position().Halfmoves())
	if why := g.voidedSince(first); why != "" {
		return why
	}
	for i := max(0, first-1); i < n; i++ {
		if g.plies[i].illegal {
			return fmt.Sprintf("ply %d was illegal and stands", i+1)
		}
		switch g.plies[i].origin {
		case events.OriginSupposed:
			return fmt.Sprintf("ply %d was not seen, but read from the board when it was back", i+1)
		case events.OriginCorrected:
			return fmt.Sprintf("ply %d was not seen, but stated by a correction", i+1)
		}
	}
	return ""
}

// wrongClaim tells what an incorrect claim costs. The announced move must be
// played, in every edition.
func (g *Game) wrongClaim(o *out, a events.Answered, ground rules.Ground, by rules.Color, announced, why string) events.Answered {
	a.Verdict, a.Text = events.VerdictIncorrect, join(a.Text, why)
	if end, before, over := g.finished(); over {
		depart(&a, end.Articles, before+"; it costs nothing")
		return a
	}
	key := fmt.Sprintf("wrong_claim/%d/%s/%s", len(g.plies), by, ground)
	if g.findings.is(key) {
		a.Text += "; that was answered on this move already and costs nothing more"
		return a
	}
	penalty := g.laws.WrongClaim(g.kind, g.regime())
	cost := penalty.String()
	if penalty.Unverified && !penalty.OwnHalved {
		cost = "what it costs is not certain in this edition; the arbiter decides"
	}
	text := fmt.Sprintf("%s claimed wrongly: %s; %s", title(by), why, cost)
	a.Text += "; " + cost
	if announced != "" {
		must := "; " + clip(announced) + " must be played"
		text, a.Text = text+must, a.Text+must
	}
	g.raise(o, key, rules.FindingWrongClaim, len(g.plies), penalty.Articles, text)
	g.penalize(o, by, penalty)
	return a
}
