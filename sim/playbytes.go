package sim

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"time"

	"boardwire/sim/board"
)

// Recording is how PlayBytes plays one.
type Recording struct {
	// Link is the name of the port; see board.Config.
	Link string
	// Serial is the number the board answers with.
	Serial int
	// Paced plays at the speed of the line.
	Paced bool
	// Gap is a rest after each chunk of the recording.
	Gap time.Duration
}

// ReadChunks reads a recording: one chunk of bytes a line, in base64. Empty
// lines are skipped.
func ReadChunks(r io.Reader) ([][]byte, error) {
	var chunks [][]byte
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		line := strings.TrimSpace(s.Text())
		if line == "" {
			continue
		}
		b, err := base64.StdEncoding.DecodeString(line)
		if err != nil {
			return nil, fmt.Errorf("recording, line %d: %w", n, err)
		}
		chunks = append(chunks, b)
	}
	return chunks, s.Err()
}

// PlayBytes connects a board that sends recorded bytes once it is read, whole
// messages at a time, and stays connected until the context ends. played, which
// may be nil, is called when all are sent. The board answers questions about
// itself; a question for the men or the clock is answered by the recording's
// last word on them.
func PlayBytes(ctx context.Context, chunks [][]byte, r Recording, played func()) error {
	b, err := board.New(board.Config{Serial: r.Serial, Link: r.Link, Paced: r.Paced})
	if err != nil {
		return err
	}
	b.Record()
	if err := b.Plug(); err != nil {
		return err
	}
	defer b.Unplug()
	if err := b.WaitRead(ctx); err != nil {
		return stopped(err)
	}
	for _, c := range chunks {
		b.Send(c)
		if err := sleep(ctx, r.Gap); err != nil {
			return stopped(err)
		}
	}
	if err := b.Sent(ctx); err != nil {
		return stopped(err)
	}
	if played != nil {
		played()
	}
	<-ctx.Done()
	return nil
}
