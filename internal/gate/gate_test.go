package gate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
	"boardwire/internal/gate"
	"boardwire/internal/twin/story"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

var key = bytes.Repeat([]byte{7}, 32)

const delay = 10 * time.Second

// memory is a state that survives a gate and not the test.
type memory struct {
	mu   sync.Mutex
	data []byte
}

func (m *memory) Load() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.data, nil
}

func (m *memory) Save(b []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data = bytes.Clone(b)
	return nil
}

func (m *memory) copy() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return bytes.Clone(m.data)
}

func (m *memory) put(b []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data = bytes.Clone(b)
}

// lose forgets all but the first n bytes.
func (m *memory) lose(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data = m.data[:n]
}

// venue is a hall's facts, two audiences and a gate, on one virtual clock.
type venue struct {
	t      *testing.T
	now    feeds.Now
	live   *mem.Store
	pub    *mem.Store
	scribe *story.Scribe
	state  *memory
	cfg    gate.Config
	gate   *gate.Process
	n      int
	seen   map[string]uint64
}

func newVenue(t *testing.T) *venue {
	v := &venue{t: t, now: feeds.Now{Wall: noon, Mono: time.Hour}, state: &memory{}, seen: map[string]uint64{}}
	clock := func() time.Time { return v.now.Wall }
	v.live, v.pub = mem.New(clock), mem.New(clock)
	v.cfg = gate.Config{Hall: "main", Key: key, Boot: "first", State: v.state, Audiences: []feeds.Audience{
		{Name: "public", Kind: feeds.Public, Delay: delay}, {Name: "desk", Kind: feeds.Arbiter}}}
	var err error
	if v.scribe, err = story.NewScribe(t.Context(), v.live, "main"); err != nil {
		t.Fatal(err)
	}
	v.restart()
	return v
}

func (v *venue) restart() {
	v.t.Helper()
	if v.gate != nil {
		v.gate.Close()
	}
	g, err := gate.New(v.cfg, v.live, v.pub)
	if err != nil {
		v.t.Fatal(err)
	}
	v.gate = g
	v.t.Cleanup(g.Close)
}

func (v *venue) pass(d time.Duration) { v.now.Wall, v.now.Mono = v.now.Wall.Add(d), v.now.Mono+d }

// tell writes one fact that the record takes now.
func (v *venue) tell(p events.Payload) events.ID { return v.tellOf(events.TableScope("demo.1.1"), p) }

func (v *venue) tellOf(scope events.Scope, p events.Payload) events.ID {
	v.t.Helper()
	v.n++
	fact := events.Derive(events.Event{ID: events.ID(fmt.Sprintf("desk-main.%d", v.n)), Observed: v.now.Wall, Recorded: v.now.Wall}, 0, scope, p)
	if err := v.scribe.Write(v.t.Context(), story.Told{Fact: fact, InTime: v.now.Wall, InSeq: uint64(v.n)}); err != nil {
		v.t.Fatal(err)
	}
	return fact.ID
}

func (v *venue) step() {
	v.t.Helper()
	if err := v.gate.Step(v.t.Context(), v.now); err != nil {
		v.t.Fatal(err)
	}
}

// steps steps once a second for d.
func (v *venue) steps(d time.Duration) {
	v.t.Helper()
	for range d / time.Second {
		v.pass(time.Second)
		v.step()
	}
}

// tester is a test, or a check of a property.
type tester interface {
	Helper()
	Fatal(args ...any)
	Context() context.Context
}

// messages returns all messages of a stream.
func messages(t tester, store bus.Store, name string) []bus.Msg {
	t.Helper()
	log, err := store.Open(t.Context(), name)
	if errors.Is(err, bus.ErrNoStream) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := log.Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var list []bus.Msg
	for {
		m, ok, err := r.TryNext(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return list
		}
		list = append(list, m)
	}
}

// want compares what the audience got since the last call.
func (v *venue) want(audience string, want ...string) {
	v.t.Helper()
	var got []string
	for _, m := range messages(v.t, v.pub, "PUB-"+audience)[v.seen[audience]:] {
		v.seen[audience]++
		f, err := feeds.ParseFrame(m.Data)
		if err != nil {
			v.t.Fatal(err)
		}
		s := f.Kind
		switch b := f.Body.(type) {
		case feeds.Made:
			s += " " + b.UCI
		case feeds.Result:
			s += " " + b.Result
		}
		got = append(got, s)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		v.t.Errorf("at %s, %s got (-want +got):\n%s", v.now.Wall.Sub(noon), audience, diff)
	}
}

func made(ply int, uci string) events.Made {
	return events.Made{Ply: ply, UCI: uci, SAN: uci, FEN: "8/8/8/8/8/8/8/8 w - - 0 1"}
}

func paired(white, black string) events.Paired {
	return events.Paired{White: white, Black: black, Edition: "2023", Kind: "standard", Control: "90+30", FEN: "8/8/8/8/8/8/8/8 w - - 0 1", Rate: 1}
}

func TestAFactGoesToEachAudienceInItsTime(t *testing.T) {
	v := newVenue(t)
	v.step()
	v.pass(300 * time.Millisecond)
	v.tell(made(1, "e2e4"))
	v.step()
	v.want("desk", "made e2e4")
	v.want("public")
	v.pass(700 * time.Millisecond)
	v.step()
	v.steps(9 * time.Second)
	v.want("public")
	v.steps(time.Second)
	v.want("public", "made e2e4")
	m := messages(t, v.pub, "PUB-public")[0]
	if want := "bw.pub.public.demo.1.1.made"; m.Subject != want {
		t.Errorf("subject %s, want %s", m.Subject, want)
	}
	if len(m.Header["Bw-Mac"]) != 64 || len(m.Header) != 1 {
		t.Errorf("headers %v", m.Header)
	}
	if want := `"at":"2026-03-01T12:00:00.000000Z"`; !strings.Contains(string(m.Data), want) {
		t.Errorf("the delayed frame tells the instant: %s", m.Data)
	}
	if want := `"at":"2026-03-01T12:00:00.300000Z"`; !strings.Contains(string(messages(t, v.pub, "PUB-desk")[0].Data), want) {
		t.Error("the desk's frame does not tell the instant")
	}
}

func TestADelayedAudienceHasOneTurnAPoint(t *testing.T) {
	v := newVenue(t)
	v.step()
	v.tell(made(1, "e2e4"))
	v.step()
	v.steps(9 * time.Second)
	v.pass(990 * time.Millisecond)
	v.restart() // between two points, shortly before the move is due
	v.step()
	v.pass(20 * time.Millisecond)
	v.step()
	v.want("public", "made e2e4")
	v.tell(made(2, "e7e5"))
	v.pass(100 * time.Millisecond)
	v.step()
	v.want("public")
}

func TestAStartBetweenTwoPointsWaitsForTheNext(t *testing.T) {
	v := newVenue(t)
	v.tell(made(1, "e2e4"))
	v.step()
	v.pass(time.Second)
	v.step() // keeps that the move was seen
	v.pass(time.Minute + 400*time.Millisecond)
	v.restart()
	v.step()
	v.want("public")
	v.pass(500 * time.Millisecond)
	v.step()
	v.want("public")
	v.pass(100 * time.Millisecond)
	v.step()
	v.want("public", "made e2e4")
}

func TestRestarts(t *testing.T) {
	for _, c := range []struct {
		name  string
		lose  func(v *venue)
		after time.Duration // from the restart at 5 s to the release
	}{
		{"the state is kept", func(v *venue) {}, 5 * time.Second},
		{"the state is lost", func(v *venue) { v.state.lose(0) }, 10 * time.Second},
		{"the state is damaged", func(v *venue) { v.state.lose(len(v.state.data) / 2) }, 10 * time.Second},
		{"the machine was started again", func(v *venue) { v.cfg.Boot = "second"; v.now.Mono = time.Minute }, 10 * time.Second},
		{"the monotonic clock went back", func(v *venue) { v.now.Mono = time.Minute }, 10 * time.Second},
		{"no name of the machine's running", func(v *venue) { v.cfg.Boot = "" }, 10 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := newVenue(t)
			v.tell(made(1, "e2e4"))
			v.step()
			v.steps(5 * time.Second)
			c.lose(v)
			v.restart()
			v.step()
			// A second more where only the next saved mark proves it.
			v.steps(c.after - time.Second)
			v.want("public")
			v.steps(2 * time.Second)
			v.want("public", "made e2e4")
			v.restart()
			v.step()
			v.steps(time.Minute)
			v.want("public")
			v.want("desk", "made e2e4")
		})
	}
}

func TestASecondGateIsFenced(t *testing.T) {
	v := newVenue(t)
	v.step()
	other, err := gate.New(gate.Config{Hall: "main", Audiences: v.cfg.Audiences, Key: key, Boot: "first"}, v.live, v.pub)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Step(t.Context(), v.now); err != nil {
		t.Fatal(err)
	}
	v.tell(made(1, "e2e4"))
	v.step()
	var fenced *gate.FencedError
	for range 3 {
		if err := other.Step(t.Context(), v.now); !errors.As(err, &fenced) || fenced.Audience != "desk" {
			t.Fatalf("the second gate: %v", err)
		}
	}
	v.want("desk", "made e2e4")
	v.steps(20 * time.Second)
	v.want("public", "made e2e4")
}

func TestAWrongKeyPublishesNothingTwice(t *testing.T) {
	v := newVenue(t)
	v.tell(made(1, "e2e4"))
	v.step()
	v.cfg.Key = bytes.Repeat([]byte{8}, 32)
	v.restart()
	var broken *gate.BrokenError
	for range 2 {
		if err := v.gate.Step(t.Context(), v.now); !errors.As(err, &broken) {
			t.Fatalf("got %v, want a refusal", err)
		}
	}
	v.want("desk", "made e2e4")
}

func TestBrokenFactsStopTheGate(t *testing.T) {
	v := newVenue(t)
	v.tell(made(1, "e2e4"))
	v.tell(made(2, "e7e5"))
	v.tell(made(3, "g1f3"))
	if err := v.live.Damage("FACT-main-s0001-g1", 2); err != nil {
		t.Fatal(err)
	}
	var broken *gate.BrokenError
	for range 2 {
		if err := v.gate.Step(t.Context(), v.now); !errors.As(err, &broken) {
			t.Fatalf("got %v, want that the facts are broken", err)
		}
	}
	v.want("desk")
}

func TestForeignMessagesInAStreamAreRefused(t *testing.T) {
	v := newVenue(t)
	v.step()
	log, err := v.pub.Open(t.Context(), "PUB-public")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: "bw.pub.public.demo.1.1.made", Data: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	v.restart()
	var fenced *gate.FencedError
	if err := v.gate.Step(t.Context(), v.now); !errors.As(err, &fenced) {
		t.Errorf("got %v", err)
	}
}

func TestSittingsAndGenerations(t *testing.T) {
	v := newVenue(t)
	v.tell(made(1, "e2e4"))
	v.step()
	v.steps(5 * time.Second)
	if err := v.scribe.NextSitting(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.tell(made(2, "e7e5"))
	v.step() // the pointer is not looked at yet
	v.steps(2 * time.Second)
	v.want("desk", "made e2e4", "made e7e5")
	v.steps(4 * time.Second)
	v.want("public", "made e2e4") // of the sitting before
	// The same facts again, and one more.
	if err := v.scribe.NextGeneration(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.tell(made(3, "g1f3"))
	v.steps(5 * time.Second)
	v.want("desk", "made g1f3")
	v.want("public", "made e7e5") // 10 s after it was seen in the generation before
	v.steps(6 * time.Second)
	v.want("public", "made g1f3")
	v.restart()
	v.step()
	v.steps(20 * time.Second)
	v.want("public")
	v.want("desk")
}

// The sitting after s9999 is s10000, which is less as a text: what the sitting
// before it holds back is let go all the same, also after a start.
func TestSittingsAreFollowedByTheirNumbers(t *testing.T) {
	v := newVenue(t)
	if err := v.scribe.Turn(t.Context(), 9999, 1); err != nil {
		t.Fatal(err)
	}
	v.tell(made(1, "e2e4"))
	v.step()
	v.steps(2 * time.Second)
	v.want("desk", "made e2e4")
	if err := v.scribe.Turn(t.Context(), 10000, 1); err != nil {
		t.Fatal(err)
	}
	v.tell(made(2, "e7e5"))
	v.steps(2 * time.Second)
	v.want("desk", "made e7e5")
	v.restart()
	v.step()
	v.steps(15 * time.Second)
	v.want("public", "made e2e4", "made e7e5")
	v.want("desk")
}

func TestAFinishedSittingIsPassedOver(t *testing.T) {
	v := newVenue(t)
	v.tell(made(1, "e2e4"))
	v.step()
	v.steps(15 * time.Second)
	if err := v.scribe.NextSitting(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.pass(25 * time.Hour)
	v.step()
	v.steps(3 * time.Second)
	if !strings.Contains(string(v.state.data), `"done":["s0001"]`) {
		t.Errorf("kept: %s", v.state.data)
	}
	v.restart()
	v.tell(made(1, "d2d4"))
	v.step()
	v.steps(12 * time.Second)
	v.want("public", "made e2e4", "made d2d4")
}

func TestNamesGoOutWithTheirFirstPairing(t *testing.T) {
	v := newVenue(t)
	v.cfg.Audiences = v.cfg.Audiences[:1]
	v.restart()
	people, err := v.live.Table(t.Context(), "people", true)
	if err != nil {
		t.Fatal(err)
	}
	put := func(key, value string) {
		t.Helper()
		if _, err := people.Put(t.Context(), key, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	put("p1", `{"name":"Ada","title":"GM","rating":2700,"fide":1,"salt":"secret","born":"1990"}`)
	put("p2", `{"name":"Bo"}`)
	put("p3", `{"name":"Cy"}`)
	put("tournament.demo", `{"name":"Open"}`)
	names := func() map[string]string {
		t.Helper()
		got := map[string]string{}
		table, err := v.pub.Table(t.Context(), "names", false)
		if errors.Is(err, bus.ErrNoStream) {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
		all, err := table.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			if !strings.HasPrefix(e.Key, feeds.DelayKey("")) {
				got[e.Key] = string(e.Value)
			}
		}
		return got
	}
	v.tell(paired("p1", "p2"))
	v.step()
	v.steps(9 * time.Second)
	if got := names(); len(got) != 0 {
		t.Errorf("before the release: %v", got)
	}
	v.steps(time.Second)
	want := map[string]string{"p1": `{"name":"Ada","title":"GM","rating":2700,"fide":1}`, "p2": `{"name":"Bo"}`, "tournament.demo": `{"name":"Open"}`}
	if diff := cmp.Diff(want, names()); diff != "" {
		t.Error(diff)
	}

	// A correction goes out by itself, on the grid, and with no later pairing.
	put("p2", `{"name":"Bob"}`)
	put("p3", `{"name":"Cyd"}`)
	v.tellOf(events.TableScope("demo.1.2"), paired("p2", "p3"))
	v.steps(11 * time.Second)
	want["p3"] = `{"name":"Cyd"}`
	if diff := cmp.Diff(want, names()); diff != "" {
		t.Error(diff)
	}
	v.gate.Renamed("p2")
	v.gate.Renamed("p4")
	v.pass(500 * time.Millisecond)
	v.step()
	if diff := cmp.Diff(want, names()); diff != "" {
		t.Error(diff)
	}
	v.pass(500 * time.Millisecond)
	v.step()
	want["p2"] = `{"name":"Bob"}`
	if diff := cmp.Diff(want, names()); diff != "" {
		t.Error(diff)
	}
}

// An id for which there can be no name holds nothing up: not its own pairing,
// nor the other games.
func TestIdsThatHaveNoName(t *testing.T) {
	v := newVenue(t)
	if _, err := v.live.Table(t.Context(), "people", true); err != nil {
		t.Fatal(err)
	}
	hostile := []string{"<b>&\u202e", "a b", "", "..", ".", strings.Repeat("x", 600), "note.*", ">", "\x00"}
	for i, id := range hostile {
		v.tellOf(events.TableScope(fmt.Sprintf("demo.1.%d", i+2)), paired(id, "bob"))
	}
	v.tell(paired("ann", "bob"))
	v.steps(delay + time.Second)
	if got := len(messages(t, v.pub, "PUB-public")); got != len(hostile)+1 {
		t.Errorf("%d pairings are out, want %d", got, len(hostile)+1)
	}
	v.restart() // reads its own stream again
	v.tell(made(1, "e2e4"))
	v.steps(delay + time.Second)
	if got := len(messages(t, v.pub, "PUB-public")); got != len(hostile)+2 {
		t.Errorf("%d messages are out after a restart, want %d", got, len(hostile)+2)
	}
}

// The pages are told the delay that is kept, also after a restart and after a
// change of it; another gate's audience is not spoken of.
func TestPagesAreToldTheDelays(t *testing.T) {
	v := newVenue(t)
	told := func() string {
		table, err := v.pub.Table(t.Context(), "names", false)
		if err != nil {
			t.Fatal(err)
		}
		all, err := table.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, e := range all {
			list = append(list, fmt.Sprintf("%s@%d=%s", e.Key, e.Revision, e.Value))
		}
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	v.tell(made(1, "e2e4"))
	v.step()
	want := `audience.desk@2={"delay_ms":0} audience.public@1={"delay_ms":10000}`
	if got := told(); got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	v.restart()
	v.steps(3 * time.Second)
	if got := told(); got != want {
		t.Errorf("after a restart: %s, want nothing new", got)
	}
	if err := v.gate.SetDelay("public", 20*time.Second, []string{"ann"}, v.now.Wall); err != nil {
		t.Fatal(err)
	}
	v.steps(time.Second)
	if got, want := told(), `audience.desk@2={"delay_ms":0} audience.public@3={"delay_ms":20000}`; got != want {
		t.Errorf("after a longer delay: %s, want %s", got, want)
	}
}

func TestRulingsOnAudiences(t *testing.T) {
	v := newVenue(t)
	rule := func(author string, d time.Duration, answer string) {
		t.Helper()
		if err := v.scribe.Rule(t.Context(), v.now.Wall, author, "public", d, answer); err != nil {
			t.Fatal(err)
		}
	}
	v.step()
	v.tell(made(1, "e2e4"))
	rule("ann", 20*time.Second, events.AnswerAccepted)
	rule("ann", time.Second, events.AnswerRefused)
	rule("file:aa", 2*time.Second, events.AnswerAccepted)
	rule("file:bb", 2*time.Second, events.AnswerAccepted) // the same person
	v.step()
	v.steps(19 * time.Second)
	v.want("public")
	v.steps(time.Second)
	v.want("public", "made e2e4")
	rule("ann", 2*time.Second, events.AnswerDiscretion)
	v.steps(time.Second)
	v.tell(made(2, "e7e5"))
	v.restart() // the rulings are in the log
	v.step()
	v.steps(time.Second)
	v.want("public")
	v.steps(time.Second)
	v.want("public", "made e7e5")
	v.cfg.Audiences = slices.Clone(v.cfg.Audiences)
	v.cfg.Audiences[0].Delay = 0 // an edited file is not two people
	v.restart()
	v.tell(made(3, "g1f3"))
	v.step()
	v.steps(time.Second)
	v.want("public")
	v.steps(2 * time.Second)
	v.want("public", "made g1f3")
}

func TestConfigIsChecked(t *testing.T) {
	good := func() gate.Config {
		return gate.Config{Hall: "main", Key: key, Audiences: []feeds.Audience{{Name: "public", Kind: feeds.Public}}}
	}
	for name, spoil := range map[string]func(*gate.Config){
		"no hall":         func(c *gate.Config) { c.Hall = "" },
		"short key":       func(c *gate.Config) { c.Key = c.Key[:8] },
		"bad name":        func(c *gate.Config) { c.Audiences[0].Name = "Public" },
		"twice":           func(c *gate.Config) { c.Audiences = append(c.Audiences, c.Audiences[0]) },
		"no kind":         func(c *gate.Config) { c.Audiences[0].Kind = 0 },
		"negative delay":  func(c *gate.Config) { c.Audiences[0].Delay = -1 },
		"a kind too much": func(c *gate.Config) { c.Audiences[0].Kind = 99 },
	} {
		c := good()
		spoil(&c)
		if _, err := gate.New(c, mem.New(time.Now), mem.New(time.Now)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	k, err := gate.LoadKey(filepath.Join(dir, "secrets", "gate.key"))
	if err != nil || len(k) != 32 {
		t.Fatalf("a new key: %d bytes, %v", len(k), err)
	}
	again, err := gate.LoadKey(filepath.Join(dir, "secrets", "gate.key"))
	if err != nil || !bytes.Equal(k, again) {
		t.Errorf("the key is another one, %v", err)
	}
	state := gate.FileState(filepath.Join(dir, "gate", "main.json"))
	if b, err := state.Load(); b != nil || err != nil {
		t.Errorf("nothing kept: %q, %v", b, err)
	}
	for _, s := range []string{"one", "two"} {
		if err := state.Save([]byte(s)); err != nil {
			t.Fatal(err)
		}
		if b, err := state.Load(); string(b) != s || err != nil {
			t.Errorf("got %q, %v, want %q", b, err, s)
		}
	}
}

func TestClockCountsOn(t *testing.T) {
	a, err := gate.Clock()
	if err != nil {
		t.Fatal(err)
	}
	b, err := gate.Clock()
	if err != nil || b.Mono < a.Mono || a.Mono <= 0 {
		t.Errorf("%v, then %v, %v", a, b, err)
	}
	if gate.Boot() == "" {
		t.Error("this machine's running has no name")
	}
}

// TestReadersNeedNotWaitForTheFirstRelease: with a delay of 15 minutes the pages
// must stand from the start.
func TestReadersNeedNotWaitForTheFirstRelease(t *testing.T) {
	live, pub := mem.New(time.Now), mem.New(time.Now)
	p, err := gate.New(gate.Config{
		Hall: "main", Key: make([]byte, 32), Boot: "boot",
		Audiences: []feeds.Audience{{Name: "public", Kind: feeds.Public, Delay: 15 * time.Minute}},
	}, live, pub)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	_ = p.Step(t.Context(), feeds.Now{Wall: time.Now()}) // no sitting is open yet
	if _, err := pub.Open(t.Context(), "PUB-public"); err != nil {
		t.Errorf("the audience's stream: %v", err)
	}
	if _, err := pub.Table(t.Context(), "names", false); err != nil {
		t.Errorf("the table of names: %v", err)
	}
}
