package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// bar is a right to castle that a ruling took: who has it no more, with which
// rooks, and after how many plies it was lost.
type bar struct {
	by    rules.Color
	wing  rules.Wing
	rooks rules.Bitboard
	after int
	why   string
	cites []rules.Article
}

// ruleCastling takes that a player may not castle for a reason that the moves do
// not show: his king or a rook stood wrong at the start of a rapid or blitz game
// and that stands (2023, A.5.1), or one has moved and nobody saw it (3.8.2.1).
// The positions are without the right from there on: a castling that comes is an
// illegal move, and claims count positions accordingly.
func (g *Game) ruleCastling(o *out, p events.CastlingRuling) events.Answered {
	by, err := playerOf(p.Player)
	if err != nil {
		return refused("%v", err)
	}
	wing, err := rules.ParseWing(p.Wing)
	if err != nil {
		return refused("%v", err)
	}
	n := len(g.plies)
	switch {
	case p.Why != events.CastlingMisplaced && p.Why != events.CastlingMoved:
		return refused("why %q: want misplaced or moved", clip(p.Why))
	case p.After < 0 || p.After > n:
		return refused("after ply %d: %d were made", p.After, n)
	case p.After > 0 && p.Why == events.CastlingMisplaced:
		return refused("men that stood wrong did so from the start: after ply %d goes with moved", p.After)
	}
	a := accepted()
	b := bar{by: by, wing: wing, after: p.After, why: "his king or that rook has moved"}
	if p.Why == events.CastlingMisplaced {
		b.why = "his king or that rook stood wrong at the start"
		b.cites = g.misplacedBars(&a)
	} else {
		b.cites = g.laws.Cite(rules.CastlingLost)
		a.Articles = articles(b.cites)
	}
	where := ""
	if wing != rules.BothWings {
		where = " " + wing.String()
	}
	b.rooks = g.at(p.After).Castling(by, wing)
	if b.rooks == 0 {
		a.Text = join(a.Text, fmt.Sprintf("by the record %s could not castle%s from there on anyway", title(by), where))
		return a
	}
	for i := p.After; i < n; i++ {
		if m := g.plies[i]; m.by == by && m.move.Castle && b.rooks.Has(m.move.To) {
			return refused("ply %d is that castling of %s: rule it an illegal move, or correct the moves first", i+1, title(by))
		}
	}
	g.bars = append(g.bars, b)
	g.applyBar(b)
	if p.After == 0 {
		g.tellStart(o)
	}
	fact := events.CastlingBarred{Player: by.String(), After: p.After, Articles: articles(b.cites)}
	if wing != rules.BothWings {
		fact.Wing = wing.String()
	}
	o.say(g.scope(), fact)
	a.Text = join(a.Text, fmt.Sprintf("%s may not castle%s any more; the position is %s", title(by), where, g.line.Position().FEN()))
	if end, over := g.over(); over && g.ended == nil && g.final == nil {
		g.end(o, end, events.SourceDerived) // a position came the fifth time after all
		a.Text += "; " + g.outcome(end)
	} else if g.ended != nil || g.final != nil {
		g.conflict(o, "positions without that castling")
	}
	g.settleStill(o, onRuling)
	return a
}

// misplacedBars says in an answer what the edition takes from men that stood
// wrong, and returns where it says so.
func (g *Game) misplacedBars(a *events.Answered) []rules.Article {
	cites := g.laws.Cite(rules.RapidTooLate)
	which, known := g.laws.Misplaced()
	switch {
	case g.regime() != rules.Appendix:
		depart(a, g.laws.Cite(rules.WrongSetup), "by the competition rules a wrong start does not stand")
		return nil
	case !known:
		a.Text = "what this edition says of men that stood wrong is not certain"
		return nil
	case which == rules.MisplacedNothing:
		depart(a, g.laws.Cite(rules.WrongSetup), "this edition takes no castling from men that stood wrong")
		return nil
	}
	a.Articles = articles(cites)
	a.Text = "by the edition there is no castling with " + which.String()
	return cites
}

// applyBar takes a right out of the positions in which it is lost.
func (g *Game) applyBar(b bar) {
	for i := range g.before {
		g.before[i].line = barred(g.before[i].line, g.before[i].base, b)
	}
	g.line = barred(g.line, g.base, b)
}

// barred returns moves that begin after base plies, with a right taken.
func barred(line *rules.Line, base int, b bar) *rules.Line {
	n := max(b.after-base, 0)
	if n > line.Len() {
		return line
	}
	without, err := line.WithoutCastling(n, b.rooks)
	if err != nil {
		return line // ruleCastling looked for such a castling
	}
	return without
}

// keepBars lets what was ruled on castling stand when moves are taken back: it
// was said of the game, not of a move.
func (g *Game) keepBars() {
	for i := range g.bars {
		if n := len(g.plies); g.bars[i].after > n {
			g.bars[i].after = n
			g.applyBar(g.bars[i])
		}
	}
}

// tellStart tells the start position where it is another one than was told.
func (g *Game) tellStart(o *out) {
	if fen := g.at(0).FEN(); g.paired.FEN != "" && g.paired.FEN != fen {
		g.paired.FEN = fen
		o.say(g.scope(), g.paired)
	}
}

// triedToCastle says that what lies on the board is a castling to which a ruling
// took the right, why, and where the Laws say so.
func (g *Game) triedToCastle() (string, []rules.Article) {
	pos := g.line.Position()
	board, ok := readBoard(pos, g.hand)
	if !ok {
		return "", nil
	}
	m, ok := oddMove(pos, board)
	if !ok || m.castled == rules.NoSquare {
		return "", nil
	}
	for _, b := range g.bars {
		if b.by == pos.Turn() && b.rooks.Has(m.move.To) {
			return fmt.Sprintf("; it is %s, and %s may not castle: %s", m.san, b.by, b.why), b.cites
		}
	}
	return "", nil
}
