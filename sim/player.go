package sim

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"boardwire/rules"
	"boardwire/sim/board"
	"boardwire/sim/hand"
)

// table is one game being played on its board.
type table struct {
	number int // from 1
	device string
	plan   plan
	board  *board.Board
	habits hand.Habits
	c      *Config
	log    *slog.Logger
	// at is where the game stands; save is called with every change of it.
	at   Standing
	save func(Standing, bool)

	links int // how many names the port has had
}

func newTable(c *Config, number int, at Standing, save func(Standing, bool)) (*table, error) {
	game := (number - 1) % len(c.Games)
	script := c.Script.of(game + 1)
	p, err := newPlan(c.Games[game], script)
	if err != nil {
		return nil, err
	}
	t := &table{number: number, device: device(c.Script.serial(number)), plan: p, habits: c.Script.habits(), c: c, at: at, save: save}
	t.log = c.Log.With("device", t.device)
	if at.Board == 0 {
		t.at = Standing{Board: number, White: p.white, Black: p.black}
	}
	if t.at.Plies > len(p.plies) {
		return nil, fmt.Errorf("board %d: the state file is %d plies into a game of %d; it is of another round", number, t.at.Plies, len(p.plies))
	}
	t.board, err = board.New(board.Config{
		Serial: c.Script.serial(number), Link: t.link(), Turned: script.Turned, Paced: c.Speed >= 0,
	})
	return t, err
}

func device(serial int) string { return fmt.Sprintf("dgt-%05d", serial) }

func (t *table) link() string {
	if t.c.Dir == "" {
		return ""
	}
	if t.links == 0 {
		return filepath.Join(t.c.Dir, t.device)
	}
	return filepath.Join(t.c.Dir, fmt.Sprintf("%s-%d", t.device, t.links+1))
}

// clock returns the clock as it stands, for the side to move.
func (t *table) clock(running bool) board.Clock {
	return t.plan.face(t.at.White, t.at.Black, t.turn(), running)
}

func (t *table) turn() rules.Color {
	if t.at.Plies == len(t.plan.plies) {
		// A last move that nobody pressed leaves the mover's clock running.
		if n := t.at.Plies; n > 0 && t.plan.plies[n-1].shows < 0 {
			return t.plan.plies[n-1].turn
		}
		return t.plan.turn
	}
	return t.plan.plies[t.at.Plies].turn
}

// time points at the clock of the side whose time runs.
func (t *table) time() *int {
	if t.turn() == rules.White {
		return &t.at.White
	}
	return &t.at.Black
}

// open sets up the men and the clock as they stand and connects the board.
func (t *table) open() error {
	men := t.plan.menAt(t.at.Plies)
	done := 0
	for _, d := range t.deeds() {
		if d.kind == touch && done < t.at.Touches {
			men.Put(d.square, d.piece)
			done++
		}
	}
	t.board.Lay(men)
	c := t.clock(t.at.Started && !t.at.Stopped)
	if t.at.Flag {
		t.fallen(&c)
	}
	t.board.Show(c)
	return t.board.Plug()
}

// deeds of the ply that is being played. The clock they are laid out for is
// that at the ply's beginning.
func (t *table) deeds() []deed {
	return t.plan.deeds(t.at.Plies, *t.time()+t.at.Ticks, t.habits, t.c.Speed, rng(t.c.Seed, t.number, t.at.Plies))
}

func (t *table) fallen(c *board.Clock) {
	c.Running = false
	if t.turn() == rules.White {
		c.White.Flag = true
	} else {
		c.Black.Flag = true
	}
}

// play plays on from where the game stands until it is over or ctx ends.
func (t *table) play(ctx context.Context) error {
	if t.at.Over {
		return nil
	}
	if !t.at.Started {
		t.at.Started = true
		t.log.Info("clock started", "plies", len(t.plan.plies))
	}
	if !t.at.Stopped && !t.at.Flag {
		t.board.Show(t.clock(true))
	}
	for !t.at.Over {
		if err := t.ply(ctx); err != nil {
			t.save(t.at, true)
			return err
		}
	}
	t.log.Info("game over", "end", string(t.plan.script.End))
	return nil
}

// ply plays one ply, or the end of the game.
func (t *table) ply(ctx context.Context) error {
	deeds := t.deeds()
	resumed := t.at.Ticks+t.at.Touches > 0
	pace := pace{free: t.c.Speed < 0, resumed: resumed}
	var ticks, touches int
	replugged := false
	for _, d := range deeds {
		// What was done before a break is not done again.
		switch {
		case d.kind == tick && ticks < t.at.Ticks:
			ticks++
			continue
		case d.kind == touch && touches < t.at.Touches:
			touches++
			continue
		case d.kind == stop && t.at.Stopped, d.kind == flag && t.at.Flag:
			continue
		case resumed && (d.kind == pull || d.kind == plug):
			continue
		}
		if err := pace.until(ctx, d); err != nil {
			return err
		}
		if t.c.Patient && d.kind != plug && d.kind != pull || replugged && d.kind == touch {
			if _, err := t.board.Port(); err == nil {
				if err := pace.hold(func() error { return t.watched(ctx) }); err != nil {
					return err
				}
			}
			replugged = false
		}
		switch d.kind {
		case tick:
			ticks++
			t.at.Ticks++
			if c := t.time(); *c > 0 {
				*c--
			}
			t.board.Show(t.clock(true))
		case touch:
			touches++
			t.at.Touches++
			t.board.Put(d.square, d.piece)
		case pull:
			// At the pace of a real line all is read long before.
			if err := t.lastWord(ctx); err != nil {
				return err
			}
			t.log.Info("cable pulled", "seconds", d.unplug.Seconds)
			t.board.Unplug()
		case plug:
			if err := t.replug(ctx, d.unplug); err != nil {
				return err
			}
			replugged = true
		case press:
			if err := t.pressed(ctx); err != nil {
				return err
			}
			return nil
		case flag:
			t.at.Flag = true
			c := t.clock(false)
			t.fallen(&c)
			t.board.Show(c)
		case stop:
			t.at.Stopped = true
			t.board.Show(t.clock(false))
		}
		t.save(t.at, false)
	}
	// Only the last ply ends without a press; what comes then is the end.
	if t.at.Plies < len(t.plan.plies) {
		t.next()
	} else {
		t.at.Over = true
	}
	t.save(t.at, true)
	return nil
}

// lookUp is how long after their board is read again players go on. What lies
// there is known by then: a board that is lost again at once costs no further
// moves.
const lookUp = time.Second

// watched waits until the board is read, and where it was not a little longer.
func (t *table) watched(ctx context.Context) error {
	for !t.board.Read() {
		if err := t.board.WaitRead(ctx); err != nil {
			return err
		}
		if err := sleep(ctx, lookUp); err != nil {
			return err
		}
	}
	return nil
}

// next goes on to the next ply. An unpressed clock keeps what it has counted.
func (t *table) next() {
	t.at.Plies++
	t.at.Ticks, t.at.Touches = 0, 0
}

// pressed presses the clock: the lever goes over and the bonus is there in the
// same instant.
func (t *table) pressed(ctx context.Context) error {
	if err := t.board.Seen(ctx); err != nil {
		return err
	}
	*t.time() = t.plan.plies[t.at.Plies].shows
	t.next()
	t.board.Show(t.clock(true))
	t.save(t.at, true)
	return nil
}

// lastWord waits until what the board said was taken; a reader that stands still
// is not waited for.
func (t *table) lastWord(ctx context.Context) error {
	soon, cancel := context.WithTimeout(ctx, lastWordMax)
	defer cancel()
	t.board.Taken(soon)
	return ctx.Err()
}

// pulledOut is how long a cable is out when nobody waits for anything: long
// enough for a reader to notice.
const pulledOut = 300 * time.Millisecond

func (t *table) replug(ctx context.Context, u Unplug) error {
	if t.c.Speed < 0 {
		if err := sleep(ctx, pulledOut); err != nil {
			return err
		}
	}
	if u.Rename && t.c.Dir != "" {
		t.links++
		t.board.Rename(t.link())
	}
	t.log.Info("cable back")
	return t.board.Plug()
}

// pace keeps the time within a ply.
type pace struct {
	free    bool // nobody waits
	resumed bool // the ply began before a break
	begun   bool
	zero    time.Time
}

// until waits for the time of a deed. After a break the first deed that is left
// comes soon, whenever it was due.
func (p *pace) until(ctx context.Context, d deed) error {
	at := d.at
	if p.free {
		return sleep(ctx, d.rest)
	}
	if !p.begun {
		p.begun = true
		p.zero = time.Now()
		if p.resumed {
			p.zero = p.zero.Add(settle - at)
		}
	}
	return sleep(ctx, time.Until(p.zero.Add(at)))
}

// hold does something that stops the time meanwhile.
func (p *pace) hold(f func() error) error {
	begin := time.Now()
	err := f()
	p.zero = p.zero.Add(time.Since(begin))
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
