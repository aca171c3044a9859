package verify

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"boardwire/events"
	"boardwire/internal/daemon"
	"boardwire/internal/desk"
	"boardwire/internal/hall"
)

// site is a running hall, seen from outside.
type site struct {
	public, desk, token string
	stop                context.CancelFunc
	ended               chan error
	client              http.Client
}

// openWithin is how long a hall may take to open on a busy machine.
const openWithin = 2 * time.Minute

// openHall runs a hall and returns when its pages are there.
func openHall(ctx context.Context, cfg hall.Config, log *slog.Logger) (*site, error) {
	ctx, cancel := context.WithCancel(ctx)
	s := &site{stop: cancel, ended: make(chan error, 1), client: http.Client{Timeout: 20 * time.Second}}
	out := &screen{whole: make(chan struct{})}
	go func() {
		cfg.Name, cfg.Listen, cfg.DeskListen, cfg.Demo, cfg.Out = "verify", "127.0.0.1:0", "127.0.0.1:0", cfg.Rate != 1, out
		s.ended <- hall.Run(ctx, daemon.New("hall", log), cfg)
	}()
	select {
	case <-out.whole:
	case err := <-s.ended:
		cancel()
		return nil, fmt.Errorf("the hall ended at its start: %w", err)
	case <-time.After(openWithin):
		cancel()
		return nil, fmt.Errorf("the hall did not open within %s", openWithin)
	}
	s.public, s.desk = out.address("public"), out.address("arbiters")
	token, err := os.ReadFile(filepath.Join(cfg.Data, "secrets", "desk-token"))
	if err != nil {
		return nil, s.close(err)
	}
	s.token = strings.TrimSpace(string(token))
	return s, nil
}

// close stops the hall and returns err, or how the hall ended.
func (s *site) close(err error) error {
	s.stop()
	if e := <-s.ended; err == nil {
		err = e
	}
	s.client.CloseIdleConnections()
	return err
}

// screen takes what a hall prints when it is open.
type screen struct {
	mu    sync.Mutex
	text  bytes.Buffer
	done  bool
	whole chan struct{}
}

// Write closes whole with the last line.
func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(b)
	if !s.done && bytes.Contains(s.text.Bytes(), []byte("Ctrl-C drains")) {
		s.done = true
		close(s.whole)
	}
	return len(b), nil
}

var address = regexp.MustCompile(`(?m)^ +(\S+) +(http://127\.0\.0\.1:\d+)`)

// address returns where the pages of that name are.
func (s *screen) address(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range address.FindAllStringSubmatch(s.text.String(), -1) {
		if m[1] == name {
			return m[2]
		}
	}
	return ""
}

// view is what /api/games says of one game; the last two are on the arbiters'
// page alone.
type view struct {
	Moves []struct {
		UCI, SAN string
		Clk      *int
	}
	Status, Result, Source string
	Findings               []struct {
		Kind string `json:"findingkind"`
		Text string
	}
	Unexplained *struct{ Placement string }
}

// game reads one game from the public page, or from the arbiters'.
func (s *site) game(ctx context.Context, base, id string) (view, error) {
	body, err := s.do(ctx, http.MethodGet, base+"/api/games/"+id, nil)
	if err != nil {
		return view{}, err
	}
	var v view
	if err := json.Unmarshal(body, &v); err != nil {
		return view{}, fmt.Errorf("game %s: %w", id, err)
	}
	return v, nil
}

// rule sends a ruling of the arbiter. What the hall accepts by discretion is
// accepted.
func (s *site) rule(ctx context.Context, table, kind, result string) error {
	data, err := json.Marshal(map[string]string{"result": result})
	if err != nil {
		return err
	}
	body, err := json.Marshal(desk.Request{ID: uuid(), Table: table, Kind: kind, Data: data, Author: "verify"})
	if err != nil {
		return err
	}
	answer, err := s.do(ctx, http.MethodPost, s.desk+"/desk/rulings", body)
	if err != nil {
		return err
	}
	var a events.Answered
	if err := json.Unmarshal(answer, &a); err != nil {
		return fmt.Errorf("the desk's answer: %w", err)
	}
	if a.Answer == events.AnswerRefused {
		return fmt.Errorf("%s %s was refused: %s", kind, result, a.Text)
	}
	return nil
}

func (s *site) do(ctx context.Context, method, url string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(url, s.desk) {
		req.Header.Set("Authorization", "Bearer "+s.token)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 16<<20))
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s: %s", method, url, resp.Status, bytes.TrimSpace(b))
	}
	return b, err
}

// uuid returns a random UUID (version 4, RFC 9562).
func uuid() string {
	var b [16]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
