package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// piece is what one read of the stream brought, and when.
type piece struct {
	at  time.Time
	end int // bytes read up to and with it
}

// viewer reads an audience's live stream as a browser does, and comes back with
// the id of the last frame when it is dropped. It keeps what came and when, and
// looks into it only afterwards, so that it takes little of the machine.
type viewer struct {
	url    string
	cancel context.CancelFunc
	done   chan struct{}

	bytes   []byte
	pieces  []piece
	dropped int // how often the stream ended
	err     error
}

// watch opens the live stream of all games and returns once its first bytes
// are there.
func watch(ctx context.Context, addr string) (*viewer, error) {
	ctx, cancel := context.WithCancel(ctx)
	v := &viewer{url: "http://" + addr + "/events", cancel: cancel, done: make(chan struct{})}
	first := make(chan struct{})
	go func() {
		defer close(v.done)
		v.err = v.run(ctx, first)
	}()
	select {
	case <-first:
		return v, nil
	case <-v.done:
		cancel()
		return nil, fmt.Errorf("live stream %s: %w", v.url, v.err)
	}
}

func (v *viewer) run(ctx context.Context, first chan<- struct{}) error {
	for {
		err := v.read(ctx, first)
		if ctx.Err() != nil {
			return nil
		}
		if len(v.pieces) == 0 || v.dropped >= 5 {
			return errors.Join(errors.New("it does not stay open"), err)
		}
		first = nil
		v.dropped++
	}
}

// read reads one connection to its end.
func (v *viewer) read(ctx context.Context, first chan<- struct{}) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.url, nil)
	if err != nil {
		return err
	}
	if id := v.lastID(); id != "" {
		req.Header.Set("Last-Event-ID", id)
	}
	resp, err := (&http.Client{Transport: &http.Transport{}}).Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %s", resp.Status)
	}
	buf := make([]byte, 64<<10)
	for {
		n, err := resp.Body.Read(buf)
		at := time.Now()
		if n > 0 {
			v.bytes = append(v.bytes, buf[:n]...)
			v.pieces = append(v.pieces, piece{at, len(v.bytes)})
			if first != nil {
				close(first)
				first = nil
			}
		}
		if err != nil {
			// Half a frame at the end is sent again.
			v.bytes = v.bytes[:bytes.LastIndex(v.bytes, frameEnd)+len(frameEnd)]
			v.pieces = append(v.pieces, piece{at, len(v.bytes)})
			return err
		}
	}
}

var frameEnd = []byte("\n\n")

// lastID is the id of the last whole frame, "" before the first.
func (v *viewer) lastID() string {
	at := bytes.LastIndex(v.bytes, []byte("id: "))
	if at < 0 {
		return ""
	}
	id, _, _ := bytes.Cut(v.bytes[at+len("id: "):], []byte("\n"))
	return string(id)
}

// close ends the stream. A stream that could not be kept open is an error: what
// was measured has a hole.
func (v *viewer) close() error {
	v.cancel()
	<-v.done
	return v.err
}

// moment names one frame of a game.
type moment struct {
	game string
	kind string
	ply  int
}

// seen tells when each frame of a move was read whole. It is called after
// close.
func (v *viewer) seen() map[moment]time.Time {
	out := map[moment]time.Time{}
	at, p := 0, 0
	for {
		n := bytes.Index(v.bytes[at:], frameEnd)
		if n < 0 {
			return out
		}
		block := v.bytes[at : at+n]
		at += n + len(frameEnd)
		for v.pieces[p].end < at {
			p++
		}
		_, data, ok := bytes.Cut(block, []byte("\ndata: "))
		var frame struct {
			Kind string
			Game string
			Ply  int
		}
		if !ok || json.Unmarshal(data, &frame) != nil || frame.Game == "" {
			continue // a heartbeat, or the state at the beginning
		}
		m := moment{frame.Game, frame.Kind, frame.Ply}
		if _, again := out[m]; !again {
			out[m] = v.pieces[p].at
		}
	}
}
