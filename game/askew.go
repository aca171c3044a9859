package game

import (
	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

const (
	keyBoardBefore = "wrong_board/before"
	keyBoard       = "wrong_board/play"
)

// askew says that the board is turned by a quarter: by where White sits, or, on a
// board that cannot tell men apart, by the squares on which they are set up.
func (g *Game) askew() bool {
	if g.seated {
		return g.lie.Askew()
	}
	return g.placed && len(g.plies) == 0 && boardstate.Askew(g.raw())
}

// askewWrong returns how a board lies that is turned by a quarter and has all men of
// the start on it, some on squares of others: they stand nearest to the start as
// seen from there.
func (g *Game) askewWrong(raw boardstate.Surface) (boardstate.Lie, bool) {
	start := g.at(0).Board()
	if !raw.Identity || len(g.plies) > 0 || !boardstate.Askew(raw) || !sameMen(raw.Board, start) {
		return boardstate.Straight, false
	}
	found, least, n := boardstate.Straight, 64, 0
	for _, l := range askewLies {
		switch wrong := len(wrongMen(l.Surface(raw), start)); {
		case wrong < least:
			found, least, n = l, wrong, 1
		case wrong == least:
			n++
		}
	}
	return found, n == 1
}

// lost says that the board is known to be turned by a quarter, and not which of
// its sides is White's: what is moved on it cannot be read.
func (g *Game) lost() bool {
	return !g.seated && (g.findings.is(keyBoard) || g.findings.is(keyBoardBefore))
}

// tellBoard tells that a still board is turned by a quarter: before play for his
// knowledge who can put it right, once it was still for long; with the edition's
// duty when play has begun on it, as long as that can be complained of.
func (g *Game) tellBoard(o *out, long bool) {
	if !g.askew() || !g.still || g.paused || g.reset || g.closed() || g.ended != nil || g.final != nil {
		return
	}
	text := "the board is turned by a quarter: the corner at the players' right is not light"
	if g.lie.Mirrored() {
		text += "; each queen stands on her own color, so that kings and queens have changed places, and moves are told as on a board that lies right"
	}
	begun := g.ran || len(g.plies) > 0 || !g.seated && g.reading != nil && g.reading.Running
	if !begun {
		if long {
			g.findings.raise(o, g.scope(), keyBoardBefore, events.FindingRaised{
				Kind: events.FindingWrongBoard, Articles: articles(g.laws.Cite(rules.WrongBoard)), Text: text + "; play has not begun",
				Duty: &events.Duty{Act: rules.ActInform.String()},
			})
		}
		return
	}
	r := g.remedy(rules.FindingWrongBoard)
	if r.Act == rules.GoesOn {
		return
	}
	g.findings.clear(o, g.scope(), keyBoardBefore)
	switch _, wrong := g.setWrong(); {
	case wrong:
		text += "; it is not the only fault, for men stand wrongly too" // then its remedy is not enough
	case r.Act != 0:
		text += "; by the edition: " + r.Act.String()
	}
	g.raise(o, keyBoard, rules.FindingWrongBoard, len(g.plies), g.laws.Cite(rules.WrongBoard), text)
}

// boardLapse ends what was told of a board that is turned by a quarter: it was
// put right, or is too late to complain of.
func (g *Game) boardLapse(o *out) {
	right := g.seated && !g.lie.Askew() || !g.placed || g.final != nil
	if right || !g.seated && len(g.plies) == 0 && g.still && !g.askew() && g.line.Position().Board().Occupied() == g.hand.Surface().Occupied {
		g.findings.clear(o, g.scope(), keyBoardBefore)
		g.findings.clear(o, g.scope(), keyBoard)
		return
	}
	if g.remedy(rules.FindingWrongBoard).Act == rules.GoesOn {
		g.findings.clear(o, g.scope(), keyBoard)
	}
}

// righted takes that a board which was turned by a quarter was put right: it is
// still, and the position of the game lies there as on a board that is placed
// rightly. The clock stands where it stood.
func (g *Game) righted() {
	if !g.seated || !g.lie.Askew() || !g.still || g.closed() || len(g.plies) == 0 {
		return
	}
	raw := g.raw()
	board := g.line.Position().Board()
	if _, here := g.showsFrom(raw, []boardstate.Lie{g.lie}); here || !raw.Identity {
		return
	}
	for _, l := range rightLies {
		if l.Surface(raw).Shows(board) {
			g.sit(l)
			return
		}
	}
}
