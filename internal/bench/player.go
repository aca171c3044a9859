package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"boardwire/rules"
	"boardwire/sim/board"
	"boardwire/sim/hand"
)

// press is a move whose clock was pressed: what it completes is caused by the
// clock's message alone and by no waiting.
type press struct {
	game string
	ply  int
	// at is when the last byte of that message went to the port.
	at time.Time
}

// table is one emulated board with two players who play legal moves by chance
// at a given tempo.
type table struct {
	game  string
	board *board.Board
	rand  *rand.Rand
	think time.Duration // for a move, on average

	pos  rules.Position
	face board.Clock
	next time.Time // when the running clock counts its next second

	mu      sync.Mutex
	ply     int  // plies pressed
	lever   byte // of the last clock message
	presses []press
}

// leverBits of the last byte of a clock message say whose turn it is.
const (
	clockMessage = 0x8d
	leverBits    = 0x18
)

// startSeconds is what both displays show at first, the first bonus included.
const startSeconds = 90*60 + bonus

const bonus = 30

// newTable lays out a board and connects it.
func newTable(dir string, number int, think time.Duration) (*table, error) {
	t := &table{
		game: gameID(number), rand: rand.New(rand.NewPCG(1, uint64(number))), think: think, pos: rules.Start(),
		face: board.Clock{White: board.Face{Seconds: startSeconds}, Black: board.Face{Seconds: startSeconds}, Bonus: true},
	}
	var err error
	t.board, err = board.New(board.Config{
		Serial: serialOf(number), Link: filepath.Join(dir, device(number)), Paced: true, Wrote: t.wrote,
	})
	if err != nil {
		return nil, err
	}
	t.board.Lay(t.pos.Board())
	t.board.Show(t.face)
	return t, t.board.Plug()
}

// wrote notes the messages with which the lever went over.
func (t *table) wrote(m []byte, at time.Time) {
	if m[0] != clockMessage {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	lever := m[len(m)-1] & leverBits
	if t.lever != 0 && lever != t.lever {
		t.ply++
		t.presses = append(t.presses, press{t.game, t.ply, at})
	}
	t.lever = lever
}

// pressed returns what was pressed so far.
func (t *table) pressed() []press {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.presses
}

// play plays until ctx ends or the game is over. The first move comes at any
// time of a think, and the clocks of all boards count at different instants.
func (t *table) play(ctx context.Context) error {
	if err := wait(ctx, time.Duration(t.rand.Int64N(int64(time.Second)))); err != nil {
		return nil
	}
	t.face.Running = true
	t.board.Show(t.face)
	t.next = time.Now().Add(time.Second)
	think := time.Duration(t.rand.Int64N(int64(t.think)))
	for t.pos.HasLegal() {
		if err := t.move(ctx, think); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("%s: %w", t.game, err)
		}
		think = t.think/2 + time.Duration(t.rand.Int64N(int64(t.think)))
	}
	return nil
}

// move thinks, moves a man and presses.
func (t *table) move(ctx context.Context, think time.Duration) error {
	if err := t.pass(ctx, think); err != nil {
		return err
	}
	legal := t.pos.AppendLegal(nil)
	m := legal[t.rand.IntN(len(legal))]
	for _, touch := range hand.Move(t.pos, m, hand.Plain(), t.rand) {
		if err := t.pass(ctx, touch.After); err != nil {
			return err
		}
		t.board.Put(touch.Square, touch.Piece)
	}
	if err := t.pass(ctx, time.Duration(100+t.rand.IntN(400))*time.Millisecond); err != nil {
		return err
	}
	if err := t.board.Seen(ctx); err != nil {
		return err
	}
	var err error
	if t.pos, err = t.pos.Play(m); err != nil {
		return err
	}
	t.running().Seconds += bonus
	t.face.BlackToMove = !t.face.BlackToMove
	t.board.Show(t.face)
	t.next = time.Now().Add(time.Second)
	return nil
}

// pass lets time pass, and the clock count.
func (t *table) pass(ctx context.Context, d time.Duration) error {
	end := time.Now().Add(d)
	for !end.Before(t.next) {
		if err := wait(ctx, time.Until(t.next)); err != nil {
			return err
		}
		t.next = t.next.Add(time.Second)
		t.running().Seconds--
		t.board.Show(t.face)
	}
	return wait(ctx, time.Until(end))
}

// running is the display of the side whose time runs.
func (t *table) running() *board.Face {
	if t.face.BlackToMove {
		return &t.face.Black
	}
	return &t.face.White
}

func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
