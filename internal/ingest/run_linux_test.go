package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/dgt"
	"boardwire/adapters/serial/serialtest"
	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
)

// host is an ingest that runs.
type host struct {
	cfg  Config
	deps Deps
	log  *lockedBuffer
	stop func() error
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func newHost(t *testing.T, store *mem.Store) *host {
	h := &host{log: &lockedBuffer{}}
	h.cfg = Config{
		Hall: hall, Host: "venue", Dir: t.TempDir(), OutboxSize: 1 << 20,
		Globs: []string{filepath.Join(t.TempDir(), "*")}, Poll: 10 * time.Millisecond,
		Line: serial.Options{ReadWait: 10 * time.Millisecond, RetryMin: 10 * time.Millisecond, RetryMax: 50 * time.Millisecond},
	}
	h.deps = Deps{
		Driver:  func() serial.Protocol { return dgt.New() },
		Connect: func(context.Context) (bus.Store, error) { return store.Connect(), nil },
		Log:     slog.New(slog.NewTextHandler(h.log, nil)),
	}
	return h
}

func (h *host) plug(t *testing.T, name string, board *serialtest.DGT) {
	t.Helper()
	link := filepath.Join(filepath.Dir(h.cfg.Globs[0]), name)
	_ = os.Remove(link)
	if err := os.Symlink(board.Path, link); err != nil {
		t.Fatal(err)
	}
}

// pull pulls a board's cable. The name goes first: what it leads to has a number
// that may be another program's the next moment.
func (h *host) pull(t *testing.T, name string, board *serialtest.DGT) {
	t.Helper()
	if err := os.Remove(filepath.Join(filepath.Dir(h.cfg.Globs[0]), name)); err != nil {
		t.Fatal(err)
	}
	board.Close()
}

func (h *host) start(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, h.cfg, h.deps) }()
	h.stop = sync.OnceValue(func() error { cancel(); return <-done })
	t.Cleanup(func() { _ = h.stop() })
}

// reading is one pass over a record that can go on.
type pass struct {
	t      *testing.T
	r      bus.Reader
	chains map[string]*events.Chain
	lines  []string
}

func readRecord(t *testing.T, s bus.Store, sitting string) *pass {
	t.Helper()
	log, err := s.Open(t.Context(), "IN-"+hall+"-"+sitting)
	if err != nil {
		t.Fatal(err)
	}
	r, err := log.Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return &pass{t: t, r: r, chains: map[string]*events.Chain{}}
}

// more reads what came since, checks that it is chained, and returns all lines.
func (p *pass) more() []string {
	p.t.Helper()
	for {
		m, ok, err := p.r.TryNext(p.t.Context())
		if err != nil {
			p.t.Fatal(err)
		}
		if !ok {
			return p.lines
		}
		e, err := events.Decode(m.Data)
		if err != nil {
			p.t.Fatal(err)
		}
		c := p.chains[e.Source]
		if c == nil {
			c = &events.Chain{Source: e.Source, Seq: e.Seq - 1, Prev: e.Prev}
			p.chains[e.Source] = c
		}
		if err := c.Check(e); err != nil {
			p.t.Fatal(err)
		}
		c.Stored(m.Data)
		name, _ := e.Scope.Device()
		line := strings.TrimPrefix(told([]Observation{{Device: name, Observed: noon, Data: e.Data}})[0], "0s ")
		if q, ok := e.Data.(events.DeviceQuiet); ok {
			line = fmt.Sprintf("%s quiet %d", name, q.MS)
		}
		p.lines = append(p.lines, line)
	}
}

// record returns the observations of a sitting as lines, without their times.
func record(t *testing.T, s bus.Store, sitting string) []string {
	t.Helper()
	p := readRecord(t, s, sitting)
	defer p.r.Close()
	return p.more()
}

func awaitLine(t *testing.T, s bus.Store, sitting, line string) {
	t.Helper()
	p := readRecord(t, s, sitting)
	defer p.r.Close()
	eventually(t, line+" in "+sitting, func() bool { return slices.Contains(p.more(), line) })
}

func TestFromTheLineToTheRecord(t *testing.T) {
	store := hallStore(t, "s0001")
	board := serialtest.OpenDGT(t, "31415")
	h := newHost(t, store)
	reg := prometheus.NewRegistry()
	h.deps.Registry = reg
	h.plug(t, "a", board)
	h.start(t)
	awaitLine(t, store, "s0001", "dgt-31415 "+startLine)
	board.Clock(1, 0x30, 0, 1, 0x30, 0, 0x09)
	board.Clock(1, 0x30, 0, 1, 0x29, 0x59, 0x09)
	board.Clock(1, 0x30, 0, 1, 0x29, 0x58, 0x09)
	board.Set(52, 0)
	board.Set(36, 1)
	board.Clock(1, 0x30, 0, 1, 0x30, 0x28, 0x13)
	awaitLine(t, store, "s0001", "dgt-31415 quiet 600")
	if err := h.stop(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"dgt-31415 seen 1.8", "dgt-31415 " + startLine, "dgt-31415 clock 5400 5400",
		"dgt-31415 e2=", "dgt-31415 e4=P", "dgt-31415 clock 5428 5400", "dgt-31415 quiet 600",
	}
	all := record(t, store, "s0001")
	var lines []string
	for i, l := range all {
		// A test that is slow leaves the board alone in between, too.
		if i == len(all)-1 || !strings.Contains(l, " quiet ") {
			lines = append(lines, l)
		}
	}
	if d := cmp.Diff(want, lines); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	problems, err := promlint.NewWithMetricFamilies(must(reg.Gather())).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("metrics: %v %v", problems, err)
	}
	got := map[string]float64{}
	for _, f := range must(reg.Gather()) {
		for _, v := range f.Metric {
			got[f.GetName()] += v.GetCounter().GetValue() + v.GetGauge().GetValue()
		}
	}
	for name, want := range map[string]float64{
		"boardwire_ingest_events_total": float64(len(all)), "boardwire_ingest_published_total": float64(len(all)),
		"boardwire_ingest_outbox_events": 0, "boardwire_ingest_dropped_events_total": 0,
		"boardwire_ingest_connects_total": 1,
	} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestAnUnpluggedBoardComesBackWithWhatItShows(t *testing.T) {
	store := hallStore(t, "s0001")
	board := serialtest.OpenDGT(t, "31415")
	h := newHost(t, store)
	h.plug(t, "a", board)
	h.start(t)
	awaitLine(t, store, "s0001", "dgt-31415 "+startLine)
	h.pull(t, "a", board)
	awaitLine(t, store, "s0001", "dgt-31415 lost unplugged")
	again := serialtest.OpenDGT(t, "31415")
	again.Set(52, 0)
	again.Set(36, 1)
	h.plug(t, "b", again)
	awaitLine(t, store, "s0001", "dgt-31415 surface rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

func TestRecordingGoesOnWhileTheRecordIsAwayAndOverARestart(t *testing.T) {
	store := hallStore(t, "s0001")
	board := serialtest.OpenDGT(t, "31415")
	h := newHost(t, store)
	h.cfg.Grace = 10 * time.Millisecond
	connect := h.deps.Connect
	h.deps.Connect = func(context.Context) (bus.Store, error) { return nil, errors.New("no network") }
	h.plug(t, "a", board)
	h.start(t)
	eventually(t, "the board is seen", func() bool { return strings.Contains(h.log.String(), "board answers") })
	board.Set(52, 0)
	eventually(t, "the operator is told", func() bool { return strings.Contains(h.log.String(), "events wait in the outbox") })
	if err := h.stop(); err != nil {
		t.Fatal(err)
	}
	if got := record(t, store, "s0001"); len(got) != 0 {
		t.Errorf("recorded %q without a network", got)
	}
	board.Set(36, 1) // nobody reads
	h.deps.Connect = connect
	h.start(t)
	awaitLine(t, store, "s0001", "dgt-31415 surface rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	if err := h.stop(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(h.log.String(), "a new outbox"); n != 1 {
		t.Errorf("%d outboxes were made", n)
	}
}

func TestAFullOutboxIsToldAndMadeUpFor(t *testing.T) {
	store := hallStore(t, "s0001")
	board := serialtest.OpenDGT(t, "31415")
	h := newHost(t, store)
	h.cfg.OutboxSize = 16 << 10
	var open sync.Mutex // held while the record is away
	open.Lock()
	h.deps.Connect = func(ctx context.Context) (bus.Store, error) {
		if !open.TryLock() {
			return nil, errors.New("no network")
		}
		return store.Connect(), nil
	}
	reg := prometheus.NewRegistry()
	h.deps.Registry = reg
	counted := func(name string) (n float64) {
		for _, f := range must(reg.Gather()) {
			if f.GetName() == name {
				n = f.Metric[0].GetCounter().GetValue()
			}
		}
		return n
	}
	dropped := func() float64 { return counted("boardwire_ingest_dropped_events_total") }
	states := make(chan string, 100)
	h.deps.Ready = func(check string, err error) { states <- fmt.Sprint(check, " ", err == nil) }
	h.plug(t, "a", board)
	h.start(t)
	eventually(t, "the outbox is full", func() bool {
		board.Set(52, 0)
		board.Set(52, 1)
		return strings.Contains(h.log.String(), "the outbox is full")
	})
	// It may have been many at once for which there was no room. When there is
	// none for a single one, there is none for anything.
	man := byte(0)
	eventually(t, "a single touch is dropped", func() bool {
		board.Taken(t)
		time.Sleep(20 * time.Millisecond)
		was := dropped()
		written := was + counted("boardwire_ingest_events_total")
		board.Set(52, man)
		man = 1 - man
		eventually(t, "the touch is dealt with", func() bool {
			return dropped()+counted("boardwire_ingest_events_total") > written
		})
		return dropped() == was+1
	})
	board.Set(52, 1)
	for _, touch := range [][2]byte{{12, 0}, {28, 7}} { // what happens while it is full
		before := dropped()
		board.Set(touch[0], touch[1])
		eventually(t, "that is dropped", func() bool { return dropped() > before })
	}
	open.Unlock()
	awaitLine(t, store, "s0001", "dgt-31415 surface rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR")
	board.Set(48, 0)
	awaitLine(t, store, "s0001", "dgt-31415 a2=")
	if err := h.stop(); err != nil {
		t.Fatal(err)
	}
	if got := record(t, store, "s0001"); slices.Contains(got, "dgt-31415 e5=p") {
		t.Error("a touch was recorded while the outbox was full; the test shows nothing")
	}
	close(states)
	seen := map[string]bool{}
	for s := range states {
		seen[s] = true
	}
	for _, s := range []string{"outbox false", "outbox true", "record false", "record true"} {
		if !seen[s] {
			t.Errorf("nobody was told: %s", s)
		}
	}
}

func TestADamagedOutboxIsKeptAndANewSourceBegins(t *testing.T) {
	store := hallStore(t, "s0001")
	board := serialtest.OpenDGT(t, "31415")
	h := newHost(t, store)
	if err := os.WriteFile(filepath.Join(h.cfg.Dir, "outbox"), bytes.Repeat([]byte("rubbish "), 2000), 0o600); err != nil {
		t.Fatal(err)
	}
	h.plug(t, "a", board)
	h.start(t)
	awaitLine(t, store, "s0001", "dgt-31415 "+startLine)
	if err := h.stop(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(h.cfg.Dir, "outbox.damaged-1")); err != nil || !bytes.HasPrefix(b, []byte("rubbish")) {
		t.Errorf("the damaged file was not kept: %v", err)
	}
	if !strings.Contains(h.log.String(), "set aside") {
		t.Error("nobody was told")
	}
}

func TestRunRefusesAWrongConfiguration(t *testing.T) {
	for name, cfg := range map[string]Config{
		"hall":   {Hall: "Main Hall", Dir: t.TempDir()},
		"folder": {Hall: "main"},
		"glob":   {Hall: "main", Dir: t.TempDir(), OutboxSize: 1 << 16, Globs: []string{"["}},
	} {
		h := newHost(t, hallStore(t, "s0001"))
		if err := Run(t.Context(), cfg, h.deps); err == nil {
			t.Errorf("%s: it ran", name)
		}
	}
}

// TestABoardThatIsGoneAfterARestart: a cable that came out while nothing ran is
// told a while after the start, once.
func TestABoardThatIsGoneAfterARestart(t *testing.T) {
	store := hallStore(t, "s0001")
	stays, goes := serialtest.OpenDGT(t, "31415"), serialtest.OpenDGT(t, "27182")
	h := newHost(t, store)
	h.cfg.Absent = time.Second
	h.plug(t, "a", stays)
	h.plug(t, "b", goes)
	h.start(t)
	awaitLine(t, store, "s0001", "dgt-31415 "+startLine)
	awaitLine(t, store, "s0001", "dgt-27182 "+startLine)
	if err := h.stop(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(filepath.Dir(h.cfg.Globs[0]), "b")); err != nil {
		t.Fatal(err)
	}
	h.start(t)
	awaitLine(t, store, "s0001", "dgt-27182 lost silent")
	h.plug(t, "b", goes)
	eventually(t, "the board is seen again", func() bool { return count(record(t, store, "s0001"), "dgt-27182 seen 1.8") == 2 })
	if err := h.stop(); err != nil {
		t.Fatal(err)
	}
	if n := count(record(t, store, "s0001"), "dgt-27182 lost silent"); n != 1 {
		t.Errorf("it is recorded as lost %d times, want once", n)
	}
}

func count(lines []string, want string) int {
	n := 0
	for _, l := range lines {
		if l == want {
			n++
		}
	}
	return n
}
