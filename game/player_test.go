package game_test

import (
	"time"

	"pgregory.net/rapid"

	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

// players play a random game at a board with a clock, each move by another
// order of the fingers. Ingest's part is done by them too: a board that was
// touched is told to be still after 0.6 s and after 5 s.
type players struct {
	t      *rapid.T
	device string
	do     func(at time.Time, p events.Payload)
	now    time.Time
	line   *rules.Line
	// touched is when the board was last touched, zero if it was told to be
	// still for long.
	touched time.Time
	told    int64
	left    [3]int // by color, seconds
	seen    time.Time
	lie     boardstate.Lie
	right   bool // White sits on the clock's right
	// shuffled says that they play Chess960.
	shuffled bool
	// want is what must come out.
	want []toldMove
}

const bonus = 30

func (p *players) wait(d time.Duration) {
	to := p.now.Add(d)
	for _, ms := range []int64{600, 5000} {
		at := p.touched.Add(time.Duration(ms) * time.Millisecond)
		if !p.touched.IsZero() && p.told < ms && !at.After(to) {
			p.now, p.told = at, ms
			p.do(at, events.DeviceQuiet{Since: p.touched, MS: ms})
		}
	}
	p.now = to
}

func (p *players) touch(sq rules.Square, man rules.Piece) {
	e := events.BoardSquare{Square: p.lie.Frame(sq).String()}
	if man != rules.NoPiece {
		e.Piece = string(rune(man.Letter()))
	}
	p.touched, p.told = p.now, 0
	p.do(p.now, e)
}

// clock tells what the clock shows, running for one side.
func (p *players) clock(runs rules.Color, running bool) {
	e := events.ClockReading{Left: p.left[rules.White], Right: p.left[rules.Black], Lever: "left", Running: running}
	if (runs == rules.Black) != p.right {
		e.Lever = "right"
	}
	if p.right {
		e.Left, e.Right = e.Right, e.Left
	}
	p.seen = p.now
	p.do(p.now, e)
}

// pause draws a time between two acts of a hand.
func (p *players) pause() {
	p.wait(time.Duration(rapid.SampledFrom([]int{20, 120, 250, 400, 590, 700, 1500}).Draw(p.t, "pause")) * time.Millisecond)
}

// act is one thing a hand does; man is NoPiece when it lifts.
type act struct {
	sq  rules.Square
	man rules.Piece
}

// fingers draws the acts that carry out m.
func (p *players) fingers(m rules.Move) []act {
	pos := p.line.Position()
	board := pos.Board()
	man := board.At(m.From)
	lift := func(sq rules.Square) act { return act{sq, rules.NoPiece} }
	if m.Castle {
		row := m.From.Rank()
		k, r := rules.SquareAt(6, row), rules.SquareAt(5, row)
		if m.To < m.From {
			k, r = rules.SquareAt(2, row), rules.SquareAt(3, row)
		}
		king, rook := []act{lift(m.From), {k, man}}, []act{lift(m.To), {r, board.At(m.To)}}
		switch { // Chess960
		case k == m.From:
			return rook
		case r == m.To:
			return king
		case k == m.To || r == m.From:
			return []act{king[0], rook[0], king[1], rook[1]}
		}
		switch rapid.SampledFrom([]string{"king first", "rook first", "both up"}).Draw(p.t, "castling") {
		case "king first":
			return append(king, rook...)
		case "rook first":
			return append(rook, king...)
		}
		return []act{king[0], rook[0], king[1], rook[1]}
	}
	landed := man
	if m.Promotion != rules.NoRole {
		landed = rules.PieceOf(man.Color(), m.Promotion)
	}
	var acts []act
	if b := adjusted(p.t, board, m); b != rules.NoSquare {
		acts = append(acts, lift(b), act{b, board.At(b)})
	}
	taken := m.To
	if board.At(m.To) == rules.NoPiece {
		taken = rules.SquareAt(m.To.File(), m.From.Rank()) // en passant, if anything
	}
	switch {
	case pos.Captured(m) != rules.NoPiece && taken != m.To:
		if rapid.Bool().Draw(p.t, "pawn away first") {
			return append(acts, lift(taken), lift(m.From), act{m.To, landed})
		}
		return append(acts, lift(m.From), act{m.To, landed}, lift(taken))
	case pos.Captured(m) != rules.NoPiece:
		switch rapid.IntRange(0, 2).Draw(p.t, "capture") {
		case 0:
			return append(acts, lift(m.To), lift(m.From), act{m.To, landed})
		case 1:
			return append(acts, lift(m.From), lift(m.To), act{m.To, landed})
		}
		return append(acts, lift(m.From), act{m.To, landed}) // never seen empty
	}
	switch {
	case m.Promotion != rules.NoRole && rapid.Bool().Draw(p.t, "pawn first"):
		return append(acts, lift(m.From), act{m.To, man}, lift(m.To), act{m.To, landed})
	case man.Role() != rules.Knight && rapid.Bool().Draw(p.t, "slides"):
		return append(acts, slide(m, man, landed)...)
	}
	return append(acts, lift(m.From), act{m.To, landed})
}

// slide goes over the squares between, seen one by one.
func slide(m rules.Move, man, landed rules.Piece) []act {
	df, dr := m.To.File()-m.From.File(), m.To.Rank()-m.From.Rank()
	n := max(df, -df, dr, -dr)
	acts := []act{{m.From, rules.NoPiece}}
	for i := 1; i < n; i++ {
		sq := rules.SquareAt(m.From.File()+df/n*i, m.From.Rank()+dr/n*i)
		acts = append(acts, act{sq, man}, act{sq, rules.NoPiece})
	}
	return append(acts, act{m.To, landed})
}

// adjusted draws a man that is put straight before the move, NoSquare for none.
func adjusted(t *rapid.T, b rules.Board, m rules.Move) rules.Square {
	if rapid.IntRange(0, 4).Draw(t, "j'adoube") > 0 {
		return rules.NoSquare
	}
	sq := rules.Square(rapid.IntRange(0, 63).Draw(t, "man"))
	if b.At(sq) == rules.NoPiece || sq == m.From || sq == m.To {
		return rules.NoSquare
	}
	return sq
}

// choose draws a legal move, the rare kinds more often than their share.
func (p *players) choose() rules.Move {
	pos := p.line.Position()
	var all, rare []rules.Move
	for m := range pos.Legal() {
		all = append(all, m)
		if m.Castle || m.Promotion != rules.NoRole || pos.Captured(m) != rules.NoPiece ||
			pos.Board().At(m.From).Role() == rules.Pawn {
			rare = append(rare, m)
		}
	}
	if len(rare) > 0 && rapid.Bool().Draw(p.t, "rare") {
		all = rare
	}
	return rapid.SampledFrom(all).Draw(p.t, "move")
}

// move plays one move and presses the clock, unless the game is over by it.
func (p *players) move(laws rules.Laws) bool {
	m := p.choose()
	us := p.line.Position().Turn()
	begun := p.now
	p.wait(time.Duration(rapid.IntRange(300, 9000).Draw(p.t, "thinks")) * time.Millisecond)
	acts := p.fingers(m)
	if f, ok := p.feint(m); ok {
		acts = f
	}
	// What comes after the press: the last square, told a scan late, or the
	// captured man that brushed another square.
	var after []act
	_, over := p.over(laws, m)
	switch rapid.IntRange(0, 9).Draw(p.t, "late") {
	case 0:
		acts, after = acts[:len(acts)-1], acts[len(acts)-1:]
	case 1:
		if b, ok := p.brush(m); ok {
			acts, after = append(acts, b...), []act{{b[0].sq, rules.NoPiece}}
		}
	}
	if over {
		acts, after = append(acts, after...), nil
	}
	for i, a := range acts {
		if i > 0 {
			p.pause()
		}
		p.touch(a.sq, a.man)
	}
	if err := p.line.Push(m); err != nil {
		p.t.Fatal(err)
	}
	uci := m.UCI()
	if p.shuffled {
		uci = m.UCI960()
	}
	p.want = append(p.want, toldMove{uci: uci})
	if over {
		p.wait(6 * time.Second)
		p.want[len(p.want)-1].completed = events.ByEnd
		return false
	}
	if len(after) == 0 {
		p.pause()
	}
	spent := int(p.now.Sub(begun) / time.Second)
	p.left[us] += bonus - spent
	p.clock(us.Other(), true)
	last := &p.want[len(p.want)-1]
	last.completed = events.ByPress
	last.clocks = &events.Clocks{White: p.left[rules.White], Black: p.left[rules.Black], Running: us.Other().String()}
	for _, a := range after {
		p.wait(time.Duration(rapid.IntRange(20, 250).Draw(p.t, "scan")) * time.Millisecond)
		p.touch(a.sq, a.man)
	}
	return true
}

// over says whether the game ends with m.
func (p *players) over(laws rules.Laws, m rules.Move) (rules.Ending, bool) {
	line := p.line.Clone()
	if err := line.Push(m); err != nil {
		p.t.Fatal(err)
	}
	return laws.Completed(line)
}

// feint draws another move of the same man on which he rests before he goes
// on.
func (p *players) feint(m rules.Move) ([]act, bool) {
	pos := p.line.Position()
	board := pos.Board()
	if m.Castle || m.Promotion != rules.NoRole || pos.Captured(m) != rules.NoPiece ||
		rapid.IntRange(0, 3).Draw(p.t, "feint") > 0 {
		return nil, false
	}
	for other := range pos.Legal() {
		if other.From == m.From && other.To != m.To && !other.Castle && other.Promotion == rules.NoRole &&
			pos.Captured(other) == rules.NoPiece {
			man := board.At(m.From)
			return []act{{m.From, rules.NoPiece}, {other.To, man}, {other.To, rules.NoPiece}, {m.To, man}}, true
		}
	}
	return nil, false
}

// brush draws an empty square that a captured man touches beside the target.
func (p *players) brush(m rules.Move) ([]act, bool) {
	pos := p.line.Position()
	taken := pos.Captured(m)
	if taken == rules.NoPiece {
		return nil, false
	}
	for _, d := range [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		sq := rules.SquareAt(m.To.File()+d[0], m.To.Rank()+d[1])
		if sq != rules.NoSquare && sq != m.From && pos.Board().At(sq) == rules.NoPiece {
			return []act{{sq, taken}}, true
		}
	}
	return nil, false
}
