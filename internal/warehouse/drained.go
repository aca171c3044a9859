package warehouse

import (
	"context"
	"time"
)

// Drained waits until everything that the streams hold is written, and returns
// ctx's error when that takes longer.
func (w *Writer) Drained(ctx context.Context) error {
	for {
		behind, tails := false, w.all()
		for _, t := range tails {
			last := t.look(ctx)
			behind = behind || t.lastWritten() < last
		}
		if !behind && len(tails) > 0 {
			return nil
		}
		if !sleep(ctx, 20*time.Millisecond) {
			return ctx.Err()
		}
	}
}
