package e2e

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/game"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/config"
	"boardwire/internal/gate"
	"boardwire/internal/projector"
	"boardwire/internal/spool"
)

// stored is what a stopped hall left on the disk.
type stored struct {
	// records and facts are those of each sitting.
	records, facts map[string][]bus.Msg
	pub            map[string][]bus.Msg
}

// audit opens what a stopped hall left, with the hall's own server, and checks
// that all of it agrees:
//   - the chain of every source is whole over all sittings, and no id is there
//     twice;
//   - FACT is the fold of the record from zero, byte for byte, in one
//     generation;
//   - the outbox is empty and the record holds its last event;
//   - every fact that an audience may see, and that was not taken back, is in
//     its stream once, as its frame, in order, and not before its delay, up to
//     the last one of its game that is out.
func audit(t *testing.T, data string, sittings []string) stored {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	server, err := js.StartServer(ctx, js.ServerConfig{Dir: filepath.Join(data, "nats")})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	live, err := server.Store("audit", js.Live)
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	pub, err := server.Store("audit", js.Publisher)
	if err != nil {
		t.Fatal(err)
	}
	defer pub.Close()

	names, err := live.Streams(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	s := stored{records: map[string][]bus.Msg{}, facts: map[string][]bus.Msg{}, pub: map[string][]bus.Msg{}}
	for _, sitting := range sittings {
		want = append(want, "IN-main-"+sitting, "FACT-main-"+sitting+"-g1")
		s.records[sitting] = messages(ctx, t, live, "IN-main-"+sitting)
		s.facts[sitting] = messages(ctx, t, live, "FACT-main-"+sitting+"-g1")
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("streams %v, want %v: one record and one generation of facts a sitting", names, want)
	}
	chains := auditRecord(t, s, sittings)
	auditFacts(t, s, sittings)
	auditOutbox(t, data, chains)

	file, err := config.Load(filepath.Join(data, "tournament.toml"))
	if err != nil {
		t.Fatal(err)
	}
	key, err := gate.LoadKey(filepath.Join(data, "secrets", "gate-key"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range file.Audiences {
		kind, err := feeds.ParseAudienceKind(a.Kind)
		if err != nil {
			t.Fatal(err)
		}
		if kind != feeds.Arbiter {
			s.pub[a.Name] = messages(ctx, t, pub, "PUB-"+a.Name)
			auditPub(t, s, sittings, feeds.Audience{Name: a.Name, Kind: kind, Delay: a.Delay}, key)
		}
	}
	return s
}

func messages(ctx context.Context, t *testing.T, store bus.Store, name string) []bus.Msg {
	t.Helper()
	log, err := store.Open(ctx, name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	r, err := log.Read(ctx, 1)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	defer r.Close()
	var out []bus.Msg
	for {
		m, ok, err := r.TryNext(ctx)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !ok {
			return out
		}
		out = append(out, m)
	}
}

// auditRecord checks each source's chain through all sittings, and returns
// where the chains end.
func auditRecord(t *testing.T, s stored, sittings []string) map[string]*events.Chain {
	t.Helper()
	chains := map[string]*events.Chain{}
	ids := map[events.ID]bool{}
	requests := map[string]int{}
	for _, sitting := range sittings {
		for _, m := range s.records[sitting] {
			e, err := events.Decode(m.Data)
			if err != nil {
				t.Fatalf("%s, message %d: %v", sitting, m.Seq, err)
			}
			c := chains[e.Source]
			if c == nil {
				c = &events.Chain{Source: e.Source}
				chains[e.Source] = c
			}
			if err := c.Check(e); err != nil {
				t.Errorf("%s, message %d: %v", sitting, m.Seq, err)
			}
			c.Stored(m.Data)
			if ids[e.ID] {
				t.Errorf("%s, message %d: %s is there twice", sitting, m.Seq, e.ID)
			}
			ids[e.ID] = true
			if r, ok := e.Data.(events.Ruling); ok && r.By().Request != "" {
				requests[sitting+" "+r.By().Request]++
			}
		}
	}
	for r, n := range requests {
		if n > 1 {
			t.Errorf("request %s was entered %d times", r, n)
		}
	}
	return chains
}

// auditFacts folds every record from zero.
func auditFacts(t *testing.T, s stored, sittings []string) {
	t.Helper()
	for _, sitting := range sittings {
		fold := game.NewFold("main")
		ids := map[events.ID]bool{}
		n := 0
		for _, m := range s.records[sitting] {
			facts, err := fold.Take(m.Seq, m.Data)
			if err != nil {
				t.Fatalf("%s: %v", sitting, err)
			}
			for _, f := range facts {
				if n == len(s.facts[sitting]) {
					t.Fatalf("%s: fact %d is missing: %s", sitting, n+1, f.Bytes)
				}
				have := s.facts[sitting][n]
				n++
				if !bytes.Equal(f.Bytes, have.Data) {
					t.Fatalf("%s: fact %d\nfolded %s\nstored %s", sitting, n, f.Bytes, have.Data)
				}
				if at := have.Header[projector.HeaderInTime]; at != m.Time.UTC().Format(time.RFC3339Nano) {
					t.Errorf("%s: fact %d has record time %s, want %s", sitting, n, at, m.Time)
				}
				if ids[f.Event.ID] {
					t.Errorf("%s: fact %s is there twice", sitting, f.Event.ID)
				}
				ids[f.Event.ID] = true
			}
		}
		if n != len(s.facts[sitting]) {
			t.Errorf("%s: %d facts are stored, the record gives %d", sitting, len(s.facts[sitting]), n)
		}
	}
}

// auditOutbox checks that what the outbox acknowledged is in the record.
func auditOutbox(t *testing.T, data string, chains map[string]*events.Chain) {
	t.Helper()
	box, err := spool.Open(filepath.Join(data, "outbox", "outbox"), spool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	if box.Minted() || box.Pending() != 0 {
		t.Errorf("outbox: new %t, %d events wait; want an old one that is empty", box.Minted(), box.Pending())
	}
	have := chains[box.Source()]
	if want := box.Chain(); have == nil || *have != want {
		t.Errorf("the record's last event of %s is %+v, the outbox's %+v", box.Source(), have, want)
	}
	for source := range chains {
		if strings.HasPrefix(source, "ingest-") && source != box.Source() {
			t.Errorf("there is a second source %s: an outbox was lost", source)
		}
	}
}

// auditPub holds one audience's stream against the facts.
func auditPub(t *testing.T, s stored, sittings []string, a feeds.Audience, key []byte) {
	t.Helper()
	macOf := func(name string) string {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(name))
		return hex.EncodeToString(h.Sum(nil))
	}
	type release struct {
		event events.Event
		at    time.Time
		out   bool
	}
	all := map[string]*release{}
	var order []*release
	taken := map[events.ID]bool{}
	for _, sitting := range sittings {
		for _, m := range s.facts[sitting] {
			e, err := events.Decode(m.Data)
			if err != nil {
				t.Fatal(err)
			}
			at, err := time.Parse(time.RFC3339Nano, m.Header[projector.HeaderInTime])
			if err != nil {
				t.Fatal(err)
			}
			if w, ok := e.Data.(events.Withdrawer); ok && w.Takes() != "" {
				taken[w.Takes()] = true
			}
			if _, ok := feeds.FrameOf(a.Kind, e, at); ok {
				r := &release{event: e, at: at}
				all[macOf(string(e.ID))] = r
				order = append(order, r)
			}
		}
	}
	lastOf := map[string]uint64{}
	seqOf := map[events.ID]uint64{}
	for _, r := range order {
		seqOf[r.event.ID] = uint64(len(seqOf) + 1)
	}
	for _, m := range s.pub[a.Name] {
		r := all[m.Header["Bw-Mac"]]
		if r == nil {
			t.Errorf("PUB-%s %d is no fact's: %s", a.Name, m.Seq, m.Data)
			continue
		}
		if r.out {
			t.Errorf("PUB-%s %d is out for the second time: %s", a.Name, m.Seq, m.Data)
		}
		r.out = true
		if early := r.at.Add(a.Delay).Sub(m.Time); early > 0 {
			t.Errorf("PUB-%s %d is out %v early: %s", a.Name, m.Seq, early, m.Data)
		}
		at := r.at
		if a.Delay > 0 {
			at = at.Truncate(feeds.Grid)
		}
		frame, _ := feeds.FrameOf(a.Kind, r.event, at)
		want, err := frame.AppendJSON(nil)
		if err != nil || !bytes.Equal(want, m.Data) {
			t.Errorf("PUB-%s %d (%v)\nis   %s\nwant %s", a.Name, m.Seq, err, m.Data, want)
		}
		if frame.Game != "" {
			if n := seqOf[r.event.ID]; n < lastOf[frame.Game] {
				t.Errorf("PUB-%s %d is out of order: %s", a.Name, m.Seq, m.Data)
			} else {
				lastOf[frame.Game] = n
			}
		}
	}
	for _, r := range order {
		game, _ := r.event.Scope.Table()
		_, takes := r.event.Data.(events.Withdrawer)
		if !r.out && !taken[r.event.ID] && !takes && seqOf[r.event.ID] < lastOf[game] {
			t.Errorf("PUB-%s lacks fact %s of %s", a.Name, r.event.ID, r.at)
		}
	}
}

// raised lists the findings about games, sorted, but for those that only real
// time brings.
func raised(facts []events.Event) []finding {
	var out []finding
	for _, e := range facts {
		if f, ok := e.Data.(events.FindingRaised); ok {
			game, isTable := e.Scope.Table()
			if !isTable {
				game = string(e.Scope)
			}
			switch f.Kind { // how long clocks stood, or a man was in the hand, is a matter of real time
			case events.FindingClocksStopped, events.FindingTouched, events.FindingRookFirst:
				continue
			}
			if f.Kind == events.FindingDevice {
				f.Ply = 0
			}
			out = append(out, finding{game, f.Kind, f.Ply, f.Articles})
		}
	}
	slices.SortFunc(out, func(a, b finding) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return out
}
