package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
)

// theatre is a stage with a server that can be stopped and started.
type theatre struct {
	*stage
	address string
	server  *http.Server
	begun   time.Time
}

func (h *theatre) clock() time.Time { return noon.Add(26*time.Minute + time.Since(h.begun)) }

func (h *theatre) start() error {
	l, err := net.Listen("tcp", h.address)
	if err != nil {
		return err
	}
	h.address = l.Addr().String()
	h.site = h.open(Config{Audience: h.site.cfg.Audience, Now: h.clock})
	h.server = &http.Server{Handler: h.site.Handler()}
	go h.server.Serve(l)
	return nil
}

func (h *theatre) stop() error {
	h.site.Close()
	return h.server.Close()
}

// do does what the browser's script asks for.
func (h *theatre) do(words []string) error {
	h.now = h.clock()
	switch words[0] {
	case "move":
		h.move(words[1], words[2], 0)
	case "withdraw":
		t := h.at[words[1]]
		h.fact(words[1], events.Withdrawn{Ply: t.ply})
		v, _ := h.site.game(words[1])
		t.ply--
		t.pos = position(h.tb, v.FEN)
	case "stop":
		return h.stop()
	case "start":
		return h.start()
	case "rewrite":
		// The same round from its beginning: ids that viewers have are not reached.
		h.log, h.seq = nil, 0
		h.site = h.open(Config{Audience: h.site.cfg.Audience})
		h.round()
	case "pair":
		h.pair(words[1], "p1", "p2")
	case "end":
		h.fact(words[1], events.Ended{Result: words[2], Reason: words[3], Source: "signalled"})
	case "result":
		h.fact(words[1], events.FinalResult{Result: words[2], Reason: words[3], Source: "recorded"})
	default:
		return fmt.Errorf("unknown request %q", words)
	}
	return nil
}

// The pages in a real browser: they follow a game to its end, survive a restart,
// show the result with its reason, work without scripts and for those who do not
// see them.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED in short mode: the pages were not looked at in a browser")
	}
	for what, path := range map[string]string{"Chromium": "/usr/bin/chromium", "the npm packages": "../../web/node_modules/playwright-core"} {
		if _, err := os.Stat(path); err != nil {
			t.Skipf("SKIPPED: %s are missing, so the pages were not looked at in a browser: %v", what, err)
		}
	}
	h := &theatre{stage: newStage(t, feeds.Public, 0), address: "127.0.0.1:0", begun: time.Now()}
	if err := h.site.Built(); err != nil {
		t.Fatal(err)
	}
	h.round()
	if err := h.start(); err != nil {
		t.Fatal(err)
	}
	defer func() { h.stop() }()

	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "e2e/follow.mjs", "http://"+h.address)
	cmd.Dir = "../../web"
	cmd.Stderr = testWriter{t}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		request, ok := strings.CutPrefix(lines.Text(), "> ")
		if !ok {
			t.Log(lines.Text())
			continue
		}
		answer := "done"
		if err := h.do(strings.Fields(request)); err != nil {
			answer = err.Error()
		}
		if _, err := io.WriteString(in, answer+"\n"); err != nil {
			break
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the browser's script: %v", err)
	}
}

// testWriter shows a program's complaints in the test's output.
type testWriter struct{ t *testing.T }

func (w testWriter) Write(b []byte) (int, error) {
	w.t.Log(strings.TrimRight(string(b), "\n"))
	return len(b), nil
}
