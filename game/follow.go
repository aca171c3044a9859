package game

import (
	"fmt"
	"slices"
	"time"

	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

// stretch is moves by the rules, up to an illegal move that stood: base is how
// many plies of the game came before the first of them.
type stretch struct {
	line *rules.Line
	base int
}

// at returns the position after n plies.
func (g *Game) at(n int) rules.Position {
	if n >= g.base {
		return g.line.At(n - g.base)
	}
	i := len(g.before) - 1
	for g.before[i].base > n {
		i--
	}
	return g.before[i].line.At(n - g.before[i].base)
}

// stray is what lay on the board when a player pressed the clock, or let his
// move lie for long, and no legal move explained it.
type stray struct {
	board rules.Board
	press press
	// touched is when the board was last touched.
	touched time.Time
}

// suspect keeps what lies on the board as a move that the rules do not know, if
// it can be read as one: until it is answered it may still be another one, or
// none. p is the press that was for it, the zero press for none.
func (g *Game) suspect(p press) {
	was := g.line.Position()
	board, ok := readBoard(was, g.hand)
	if !ok || g.mayGoOn() {
		return
	}
	if _, _, ok := readOdd(was, board); ok && !(g.clockless() && g.tookBack(board)) && !g.misread() {
		g.stray = &stray{board, p, g.hand.At()}
	}
}

// readOdd reads a board as one move that the rules do not know, and returns the
// position after it.
func readOdd(was rules.Position, board rules.Board) (odd, rules.Position, bool) {
	m, ok := oddMove(was, board)
	if !ok {
		return odd{}, rules.Position{}, false
	}
	pos, ok := afterOdd(was, m, board)
	return m, pos, ok
}

// follow takes that the opponent has answered an illegal move: the game goes on
// from the real position. What is not one man's move is not followed, nor is an
// answer that the rules do not know. Where the men cannot be told apart, or no
// clock tells of moves, it is not followed if legal moves may lead there too.
func (g *Game) follow(o *out, inf boardstate.Inference) bool {
	s := g.stray
	if s == nil || g.ended != nil || !g.playing() {
		return false
	}
	if doubt := g.clockless() || !g.hand.Surface().Identity; doubt && inf.Verdict == boardstate.Ambiguous {
		return false
	}
	odd, pos, ok := readOdd(g.line.Position(), s.board)
	if !ok {
		return false
	}
	reply, ok := matching(pos, g.hand)
	if !ok || !g.hand.Surface().Identity && g.hand.Held(s.touched) {
		return false
	}
	next, err := pos.Play(reply)
	if err != nil {
		return false // it is one of its legal moves
	}
	g.takeOdd(o, s, odd, pos, next)
	g.make(o, reply, "")
	return true
}

// takeOdd takes an illegal move that was answered as made, and tells that it
// stands; next is the position after the answer.
func (g *Game) takeOdd(o *out, s *stray, m odd, pos, next rules.Position) {
	n, by, last := len(g.plies), g.line.Position().Turn(), g.lastMove()
	made := events.Made{
		Ply: n + 1, UCI: m.uci(), SAN: m.san, FEN: pos.FEN(), Articles: articles(g.laws.Cite(rules.MoveMade)), Illegal: true,
	}
	pressed := s.press.by == by
	if pressed {
		made.Clocks = &s.press.clocks
	}
	at := s.press.at
	if at.IsZero() {
		at = o.at
	}
	g.plies = append(g.plies, ply{move: m.move, san: m.san, by: by, made: o.say(g.scope(), made), at: at, illegal: true})
	if pressed {
		g.complete(o, n, events.ByPress, &s.press.clocks, g.laws.Cite(rules.CompletedByPress))
	}
	g.before = append(g.before, stretch{g.line, g.base})
	g.line, g.base = rules.NewLine(pos), n+1
	g.presses = slices.DeleteFunc(g.presses, func(p press) bool { return p.by == by })
	g.explain(o)
	kind, text := rules.FindingIllegalStands, fmt.Sprintf("%s after %s was illegal, and %s has answered it", m.san, last, by.Other())
	if impossible(next) && g.stepsIn(rules.FindingBothKings) {
		kind, text = rules.FindingBothKings, text+"; an illegal position is still on the board"
		if g.duty(kind).Until == rules.OnceNextDone {
			text += ": when the answer is completed the game is declared drawn"
		}
	}
	g.raise(o, standsKey(n+1), kind, n+1, g.laws.Cite(rules.IllegalMove), text)
}

// followTwo takes that an illegal move was answered by another one: the answer
// was pressed, and is read from the position that it was made in.
func (g *Game) followTwo(o *out) {
	s, n := g.stray, len(g.presses)
	by := g.line.Position().Turn()
	if s == nil || s.press.by != by || n == 0 || g.presses[n-1].by != by.Other() {
		return
	}
	odd, pos, ok := readOdd(g.line.Position(), s.board)
	if !ok {
		return
	}
	board, ok := readBoard(pos, g.hand)
	if !ok {
		return
	}
	if _, next, ok := readOdd(pos, board); ok {
		g.takeOdd(o, s, odd, pos, next)
	}
}

func standsKey(ply int) string { return fmt.Sprintf("illegal_stands/%d", ply) }

// restored takes that the board shows the position before an illegal move that
// stood: it was taken back, with all that followed. That is done while the clock
// stands as well; after an end men are moved for other reasons.
func (g *Game) restored(o *out) bool {
	if g.ended != nil || g.final != nil || g.reset || g.closed() {
		return false
	}
	for i := len(g.before) - 1; i >= 0; i-- {
		b := g.before[i]
		if !g.hand.Surface().Shows(b.line.Position().Board()) {
			continue
		}
		stood, n := b.base+b.line.Len(), len(g.plies)
		for i := n; i > stood; i-- {
			o.say(g.scope(), events.Withdrawn{Ply: i, Move: g.plies[i-1].made, Restored: true})
		}
		g.rewind(o, stood)
		g.void(stood, n-stood)
		return true
	}
	return false
}

// rewind forgets all plies after n, and the stretches that began later.
func (g *Game) rewind(o *out, n int) {
	g.stray = nil
	g.unvoid(n)
	for len(g.before) > 0 && n < g.base {
		g.findings.clear(o, g.scope(), standsKey(g.base))
		last := g.before[len(g.before)-1]
		g.before = g.before[:len(g.before)-1]
		g.line, g.base = last.line, last.base
	}
	g.plies = g.plies[:n]
	if extra := g.line.Len() - (n - g.base); extra > 0 {
		if err := g.line.TakeBack(extra); err != nil {
			return // extra was counted from the line itself
		}
	}
	g.keepBars()
}

// matching returns the one legal move that leads to what lies on a board. Unlike
// Infer it takes a position with faults, and a hand at rest only.
func matching(p rules.Position, h boardstate.Hand) (rules.Move, bool) {
	s := h.Surface()
	found, n := rules.Move{}, 0
	for m := range p.Legal() {
		next, err := p.Play(m)
		if err != nil || !s.Shows(next.Board()) {
			continue
		}
		if plain := !m.Castle && p.Board().At(m.To) != rules.NoPiece; !s.Identity && plain && !h.Took(m.From, m.To) {
			continue // he may be in the air
		}
		found, n = m, n+1
	}
	return found, n == 1
}

// odd is a move that the rules do not know.
type odd struct {
	move    rules.Move
	san     string
	letter  string // of a new piece, as in UCI
	resets  bool   // a capture or a pawn move
	castled rules.Square
}

func (m odd) uci() string {
	to := m.move.To
	if m.castled != rules.NoSquare {
		to = m.castled
	}
	return m.move.From.String() + to.String() + m.letter
}

// oddMove reads the difference between a position and a board as one move of
// the side to move, whatever the rules say: one man went to another square,
// where he may have taken one, a pawn may have become a piece; king and rook
// together castled; a pawn took in passing.
func oddMove(p rules.Position, after rules.Board) (odd, bool) {
	before, by := p.Board(), p.Turn()
	var from, to, gone []rules.Square
	for sq := range rules.NoSquare {
		was, is := before.At(sq), after.At(sq)
		switch {
		case was == is:
		case is != rules.NoPiece && is.Color() == by:
			to = append(to, sq)
		case is == rules.NoPiece && was.Color() == by:
			from = append(from, sq)
		case is == rules.NoPiece:
			gone = append(gone, sq)
		default:
			return odd{}, false
		}
	}
	out := odd{castled: rules.NoSquare}
	if len(from) == 2 && len(to) == 2 && len(gone) == 0 {
		return castled(before, after, from, to)
	}
	if len(from) != 1 || len(to) != 1 || len(gone) > 1 {
		return odd{}, false
	}
	out.move = rules.Move{From: from[0], To: to[0]}
	was, is := before.At(from[0]), after.At(to[0])
	takes := before.At(to[0]) != rules.NoPiece
	if len(gone) == 1 {
		if takes || was.Role() != rules.Pawn || gone[0] != rules.SquareAt(to[0].File(), from[0].Rank()) {
			return odd{}, false
		}
		takes = true
	}
	pawn := was.Role() == rules.Pawn
	if was.Role() != is.Role() {
		if !pawn || is.Role() == rules.King || to[0].Rank() != 0 && to[0].Rank() != 7 {
			return odd{}, false
		}
		out.move.Promotion = is.Role()
		out.letter = string(rune(rules.PieceOf(rules.Black, is.Role()).Letter()))
	}
	switch {
	case pawn && takes:
		out.san = from[0].String()[:1]
	case !pawn:
		out.san = string(rune(was.Role().Letter()))
	}
	if takes {
		out.san += "x"
	}
	out.san += to[0].String()
	if out.letter != "" {
		out.san += "=" + string(rune(is.Role().Letter()))
	}
	out.resets = pawn || takes
	return out, true
}

// castled reads king and rook that moved together along their rank.
func castled(before, after rules.Board, from, to []rules.Square) (odd, bool) {
	find := func(b rules.Board, list []rules.Square, r rules.Role) rules.Square {
		i := slices.IndexFunc(list, func(sq rules.Square) bool { return b.At(sq).Role() == r })
		if i < 0 {
			return rules.NoSquare
		}
		return list[i]
	}
	k1, k2 := find(before, from, rules.King), find(after, to, rules.King)
	r1, r2 := find(before, from, rules.Rook), find(after, to, rules.Rook)
	if k1 == rules.NoSquare || k2 == rules.NoSquare || r1 == rules.NoSquare || r2 == rules.NoSquare ||
		k1.Rank() != k2.Rank() || r1.Rank() != k1.Rank() || r2.Rank() != k1.Rank() {
		return odd{}, false
	}
	out := odd{move: rules.Move{From: k1, To: r1, Castle: true}, san: "O-O", castled: k2}
	if r1 < k1 {
		out.san = "O-O-O"
	}
	return out, true
}

// afterOdd returns the position after a move that the rules do not know, with
// whatever faults it has. It is false where no move can follow, as with two
// kings of one color.
func afterOdd(p rules.Position, m odd, board rules.Board) (rules.Position, bool) {
	s := p.Setup()
	s.Board, s.EnPassant = board, rules.NoSquare
	s.Halfmoves++
	if m.resets {
		s.Halfmoves = 0
	}
	if s.Turn == rules.Black {
		s.Fullmoves++
	}
	s.Turn = s.Turn.Other()
	pos, err := s.Position(^rules.Fault(0))
	return pos, err == nil
}
