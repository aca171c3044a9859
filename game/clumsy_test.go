package game_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardwire/events"
	"boardwire/rules"
)

// clumsy are players at a board of any sort, with a clock or without one. They
// play by the rules, and their hands do what hands do: a man is set right while
// another is in the air, rests where he cannot stay, is held for long; one that
// was taken is put down beside, and taken away when the clock was pressed.
type clumsy struct {
	*players
	blind, clocked bool
	lies           rules.Board // what lies there, as the players see it
}

func (c *clumsy) put(sq rules.Square, man rules.Piece) {
	if was := c.lies.At(sq); c.blind && (was == rules.NoPiece) == (man == rules.NoPiece) {
		c.lies.Put(sq, man)
		return // a man that was exchanged in one scan
	}
	c.lies.Put(sq, man)
	if !c.blind {
		c.touch(sq, man)
		return
	}
	e := events.BoardSquare{Square: c.lie.Frame(sq).String()}
	if man != rules.NoPiece {
		e.Piece = "?"
	}
	c.touched, c.told = c.now, 0
	c.do(c.now, e)
}

// dawdle draws a time between two acts, now and then a long one.
func (c *clumsy) dawdle() {
	c.wait(time.Duration(rapid.SampledFrom([]int{20, 120, 250, 400, 700, 700, 1500, 6000}).Draw(c.t, "dawdles")) * time.Millisecond)
}

// another draws a square that has a man, or has none, and is none of a move's.
func (c *clumsy) another(m rules.Move, man bool) (rules.Square, bool) {
	sq := rules.Square(rapid.IntRange(0, 63).Draw(c.t, "square"))
	return sq, (c.lies.At(sq) != rules.NoPiece) == man && sq != m.From && sq != m.To
}

// fumble draws what a hand does while the man who moves is in the air.
func (c *clumsy) fumble(m rules.Move, man rules.Piece) {
	switch rapid.IntRange(0, 7).Draw(c.t, "fumbles") {
	case 0: // another man is set right
		pos := c.line.Position()
		// While two men are in the air a third that is set right may look like play.
		if sq, ok := c.another(m, true); ok && (c.blind || pos.Captured(m) == rules.NoPiece || c.lies.At(sq).Color() == man.Color()) {
			other := c.lies.At(sq)
			c.put(sq, rules.NoPiece)
			c.dawdle()
			c.put(sq, other)
			c.dawdle()
		}
	case 1, 2: // he rests where he cannot stay, or only touches
		if sq, ok := c.another(m, false); ok {
			c.put(sq, man)
			c.dawdle()
			c.put(sq, rules.NoPiece)
			c.dawdle()
		}
	case 3:
		c.put(m.From, man)
		c.dawdle()
		c.put(m.From, rules.NoPiece)
		c.dawdle()
	}
}

// carry lets a hand carry out a move; it returns what is left to be done after the
// press.
func (c *clumsy) carry(m rules.Move) (after []act) {
	pos := c.line.Position()
	board := pos.Board()
	man, taken := board.At(m.From), pos.Captured(m)
	acts := c.fingers(m)
	parked := rules.NoSquare
	if taken != rules.NoPiece && rapid.IntRange(0, 3).Draw(c.t, "leaves him beside") == 0 {
		if sq, ok := c.another(m, false); ok {
			parked = sq
		}
	}
	for i, a := range acts {
		if i > 0 {
			c.dawdle()
		}
		c.put(a.sq, a.man)
		if a.man == rules.NoPiece && a.sq == m.From && !m.Castle {
			c.dawdle()
			c.fumble(m, man)
		}
	}
	if parked != rules.NoSquare && c.lies.At(parked) == rules.NoPiece {
		c.dawdle()
		c.put(parked, taken)
		after = append(after, act{parked, rules.NoPiece})
	}
	return after
}

func (c *clumsy) play(laws rules.Laws) bool {
	m := c.choose()
	us := c.line.Position().Turn()
	begun := c.now
	c.wait(time.Duration(rapid.IntRange(300, 9000).Draw(c.t, "thinks")) * time.Millisecond)
	_, over := c.over(laws, m)
	after := c.carry(m)
	if err := c.line.Push(m); err != nil {
		c.t.Fatal(err)
	}
	c.dawdle()
	if c.clocked && !over {
		c.left[us] += bonus - int(c.now.Sub(begun)/time.Second)
		c.clock(us.Other(), true)
	}
	for _, a := range after {
		c.dawdle()
		c.put(a.sq, a.man)
	}
	if !c.clocked {
		c.wait(700 * time.Millisecond)
	}
	return !over
}

// sitDown seats clumsy players at a board of any sort.
func sitDown(t *rapid.T, r *record) *clumsy {
	c := &clumsy{players: seatAt(t, r, "dgt-1", false, rules.Start()), blind: rapid.Bool().Draw(t, "blind"), clocked: rapid.Bool().Draw(t, "clocked")}
	c.lies = rules.Start().Board()
	c.touched, c.told = c.now, 0
	if c.blind {
		c.do(c.now, events.BoardSurface{Occupied: fmt.Sprintf("%016x", uint64(c.lies.Occupied()))})
	} else {
		c.do(c.now, events.BoardSurface{Placement: c.lies.Placement()})
	}
	if c.clocked {
		c.clock(rules.White, false)
		c.wait(time.Second)
		c.clock(rules.White, true)
	}
	return c
}

// Whoever plays by the rules is told of no illegal move, on no sort of board,
// however clumsy his hands.
func TestClumsyHandsMakeNoIllegalMove(t *testing.T) {
	laws := laws2023(t)
	rapid.Check(t, func(t *rapid.T) {
		r := newRecord(t)
		c := sitDown(t, r)
		for range rapid.IntRange(1, 30).Draw(t, "plies") {
			if !c.play(laws) {
				break
			}
		}
		c.wait(6 * time.Second)
		for _, f := range r.facts {
			switch p := f.Event.Data.(type) {
			case events.FindingRaised:
				switch p.Kind {
				case events.FindingIllegalMove, events.FindingIllegalStands:
					t.Fatalf("%s: %s", p.Kind, p.Text)
				}
			case events.Made:
				if p.Illegal {
					t.Fatalf("made %d %s", p.Ply, p.SAN)
				}
			}
		}
	})
}

// force lets a hand carry out any move without haste, and press the clock.
func (c *clumsy) force(from, to rules.Square, by rules.Color) {
	begun := c.now
	man := c.lies.At(from)
	if c.lies.At(to) != rules.NoPiece {
		c.put(to, rules.NoPiece)
		c.dawdle()
	}
	c.put(from, rules.NoPiece)
	c.dawdle()
	c.put(to, man)
	c.wait(time.Second)
	if c.clocked {
		c.left[by] += bonus - int(c.now.Sub(begun)/time.Second)
		c.clock(by.Other(), true)
	}
	c.wait(time.Second)
}

// misplay draws a move that the rules do not know, and the position after it.
func (c *clumsy) misplay() (from, to rules.Square, after rules.Position, ok bool) {
	pos := c.line.Position()
	from, to = rules.Square(rapid.IntRange(0, 63).Draw(c.t, "from")), rules.Square(rapid.IntRange(0, 63).Draw(c.t, "to"))
	s := pos.Setup()
	man, there := s.Board.At(from), s.Board.At(to)
	if man == rules.NoPiece || man.Color() != pos.Turn() || there.Role() == rules.King || there != rules.NoPiece && there.Color() == pos.Turn() ||
		man.Role() == rules.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
		return from, to, after, false
	}
	for m := range pos.Legal() {
		if m.From == from && m.To == to {
			return from, to, after, false
		}
	}
	s.Board.Put(from, rules.NoPiece)
	s.Board.Put(to, man)
	s.Turn, s.EnPassant = s.Turn.Other(), rules.NoSquare
	after, err := s.Position(^rules.Fault(0))
	return from, to, after, err == nil
}

// An illegal move that is told is the one that was played, and it is told often.
func TestAnIllegalMoveThatIsToldWasPlayed(t *testing.T) {
	laws := laws2023(t)
	played, told := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := newRecord(t)
		c := sitDown(t, r)
		for range rapid.IntRange(2, 12).Draw(t, "plies") {
			if !c.play(laws) {
				t.Skip("it is over")
			}
		}
		c.wait(6 * time.Second)
		from, to, after, ok := c.misplay()
		if !ok {
			t.Skip("no such move")
		}
		var replies []rules.Move
		for m := range after.Legal() {
			if !m.Castle && m.Promotion == rules.NoRole && (after.Captured(m) == rules.NoPiece || after.Board().At(m.To) != rules.NoPiece) {
				replies = append(replies, m)
			}
		}
		if len(replies) == 0 {
			t.Skip("no reply")
		}
		by := c.line.Position().Turn()
		c.force(from, to, by)
		m := rapid.SampledFrom(replies).Draw(t, "reply")
		c.force(m.From, m.To, by.Other())
		c.wait(6 * time.Second)
		played++
		for _, f := range r.facts {
			if p, ok := f.Event.Data.(events.Made); ok && p.Illegal {
				if told++; p.UCI != from.String()+to.String() {
					t.Fatalf("told %s (%s), played %s%s", p.UCI, p.SAN, from, to)
				}
			}
		}
	})
	if 2*told < played {
		t.Errorf("%d illegal moves were played, %d told", played, told)
	}
}
