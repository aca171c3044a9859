package warehouse

import (
	"context"
	"errors"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
)

// before finds what was seen of moves in the sittings before one: an adjourned
// game brings its moves along, and neither their times nor their presses.
//
// What it finds is what those sittings' streams held when the first of such
// moves came, so that a rebuild finds the same. Where a stream is gone, nothing
// is known.
type before struct {
	ctx     context.Context
	w       *Writer
	sitting string

	looked bool
	upTo   time.Time
	// sittings are those before, the latest first; plies of each are read when they
	// are first asked for.
	sittings []source
	plies    []map[string][]ply
}

// ply returns the row of a move of a game as the latest sitting before has it,
// where it stands in it as the same move; nil where none does. At is when the
// move came into this sitting.
func (b *before) ply(game string, d events.Made, at time.Time) *ply {
	if !b.looked {
		b.looked, b.upTo = true, at
		b.tried(func() error {
			all, err := b.w.everySitting(b.ctx)
			if err != nil {
				return err
			}
			b.sittings = nil
			for _, s := range all {
				if s.gen != nil && events.CompareSittings(s.gen.Sitting, b.sitting) < 0 {
					b.sittings = append([]source{s}, b.sittings...)
				}
			}
			return nil
		})
	}
	for i := range b.sittings {
		if i == len(b.plies) {
			b.plies = append(b.plies, b.read(b.sittings[i]))
		}
		list := b.plies[i][game]
		if len(list) == 0 {
			continue // it was not played there
		}
		if d.Ply < 1 || d.Ply > len(list) {
			return nil
		}
		if p := &list[d.Ply-1]; p.Standing && p.UCI == d.UCI && p.FEN == d.FEN {
			return p
		}
		return nil
	}
	return nil
}

// read folds the facts of a sitting.
func (b *before) read(s source) map[string][]ply {
	rows := s.taker(b.ctx).(*factRows)
	next := uint64(1)
	b.tried(func() error {
		for {
			gap, err := b.stretch(s, rows, &next)
			if err != nil || gap == nil {
				return err
			}
			next = gap.Got
		}
	})
	out := map[string][]ply{}
	for id, g := range rows.fold.games {
		out[id] = g.plies
	}
	return out
}

// stretch takes messages from next on, up to what the stream held then or to a
// hole.
func (b *before) stretch(s source, into *factRows, next *uint64) (*bus.GapError, error) {
	log, err := s.store.Open(b.ctx, s.stream)
	if errors.Is(err, bus.ErrNoStream) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	last, err := log.Last(b.ctx)
	if err != nil || last < *next {
		return nil, err
	}
	r, err := log.Read(b.ctx, *next)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for *next <= last {
		m, err := r.Next(b.ctx)
		var gap *bus.GapError
		switch {
		case errors.As(err, &gap):
			return gap, nil
		case err != nil:
			return nil, err
		case m.Time.After(b.upTo):
			return nil, nil
		}
		// What cannot be read is told by the tail of that stream.
		_ = into.take(m, 0, nil)
		*next = m.Seq + 1
	}
	return nil, nil
}

// triesBefore is how often a stream that does not answer is asked.
const triesBefore = 5

// tried does what may fail for a moment. What fails for longer is done without.
func (b *before) tried(do func() error) {
	pause := pauseMin
	for n := 1; ; n++ {
		err := do()
		if err == nil || b.ctx.Err() != nil {
			return
		}
		if n == triesBefore {
			b.w.log.Error("the sittings before cannot be read; adjourned games come without the times of their moves, until a rebuild", "sitting", b.sitting, "err", err)
			return
		}
		if !sleep(b.ctx, pause) {
			return
		}
		pause = min(2*pause, pauseMax)
	}
}

// bring gives a move that a game brought along what was seen of it.
func (p *ply) bring(seen *ply) {
	p.Clk, p.Emt, p.OtherClk, p.Quality = seen.Clk, seen.Emt, seen.OtherClk, seen.Quality
	p.Made, p.Completed, p.By, p.WallMS = seen.Made, seen.Completed, seen.By, seen.WallMS
}
