package spool

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"boardwire/events"
)

const testSource = "ingest-main-venue-0001"

func opened(t *testing.T, path string, size int64) *Outbox {
	t.Helper()
	o, err := Open(path, Options{Size: size, Source: testSource})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	return o
}

func event(n int) []byte {
	return []byte(fmt.Sprintf(`{"n":%d,"pad":"%s"}`, n, strings.Repeat("x", n%37)))
}

func TestWhatWaitsIsThereAfterAReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox")
	o := opened(t, path, minSize)
	if !o.Minted() || o.Source() != testSource {
		t.Errorf("minted %v, source %q", o.Minted(), o.Source())
	}
	want := events.Chain{Source: testSource}
	for n := range 5 {
		if err := o.Append(event(2*n), event(2*n+1)); err != nil {
			t.Fatal(err)
		}
		want.Stored(event(2 * n))
		want.Stored(event(2*n + 1))
	}
	if err := o.Trim(3); err != nil {
		t.Fatal(err)
	}
	if err := o.Bind("s0001"); err != nil {
		t.Fatal(err)
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	if err := o.Append(event(1)); !errors.Is(err, ErrClosed) {
		t.Errorf("append after close: %v", err)
	}

	o = opened(t, path, 0)
	if o.Minted() || o.Bound() != "s0001" || o.Chain() != want || o.Pending() != 7 {
		t.Errorf("minted %v, bound %q, chain %+v (want %+v), pending %d", o.Minted(), o.Bound(), o.Chain(), want, o.Pending())
	}
	recs, err := o.Read(2)
	if err != nil || len(recs) != 2 {
		t.Fatalf("read %d, %v", len(recs), err)
	}
	for i, r := range recs {
		if r.Seq != uint64(4+i) || !bytes.Equal(r.Data, event(3+i)) {
			t.Errorf("record %d: %d %s", i, r.Seq, r.Data)
		}
	}
}

func TestTheChainGoesOnWhenAllWasTrimmed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox")
	o := opened(t, path, minSize)
	if err := o.Append(event(1), event(2)); err != nil {
		t.Fatal(err)
	}
	if err := o.Trim(2); err != nil {
		t.Fatal(err)
	}
	_ = o.Close()
	want := events.Chain{Source: testSource, Seq: 2, Prev: events.HashOf(event(2))}
	if o = opened(t, path, 0); o.Chain() != want || o.Trimmed() != want {
		t.Errorf("chain %+v, trimmed %+v, want %+v", o.Chain(), o.Trimmed(), want)
	}
}

func TestFullOutboxRefusesAndGoesOnWhenTrimmed(t *testing.T) {
	o := opened(t, filepath.Join(t.TempDir(), "outbox"), minSize)
	big := bytes.Repeat([]byte("b"), 1000)
	n := 0
	var full *FullError
	for err := error(nil); err == nil; n++ {
		if err = o.Append(big); err != nil && !errors.As(err, &full) {
			t.Fatal(err)
		}
	}
	if n--; n < 2 || full.Waiting != n || !strings.Contains(full.Error(), "outbox is full") {
		t.Errorf("%d events fit; the error says %v", n, full)
	}
	if err := o.Append(big, big); !errors.As(err, &full) {
		t.Errorf("two more: %v", err)
	}
	// Round and round: many times the size of the ring.
	for i := range 50 {
		if err := o.Trim(o.Trimmed().Seq + 1); err != nil {
			t.Fatal(err)
		}
		if err := o.Append(append([]byte{byte('a' + i%26)}, big[1:]...)); err != nil {
			t.Fatalf("round %d: %v", i, err)
		}
	}
	recs, err := o.Read(100)
	if err != nil || len(recs) != n {
		t.Fatalf("read %d of %d: %v", len(recs), n, err)
	}
	if last := recs[n-1]; last.Seq != uint64(n+50) || last.Data[0] != byte('a'+49%26) {
		t.Errorf("last is %d %c", last.Seq, last.Data[0])
	}
}

// countedDisk counts what reaches the disk and lets a sync wait.
type countedDisk struct {
	*memDisk
	mu    sync.Mutex
	syncs int
	gate  chan struct{}
}

func (d *countedDisk) Sync() error {
	d.mu.Lock()
	d.syncs++
	gate := d.gate
	d.mu.Unlock()
	if gate != nil {
		<-gate
	}
	return nil
}

func TestAppendsThatWaitShareOneSync(t *testing.T) {
	d := &countedDisk{memDisk: newMemDisk(1 << 20)}
	if err := format(d, Options{Size: 1 << 20, Source: testSource}); err != nil {
		t.Fatal(err)
	}
	o, err := recovered(d)
	if err != nil {
		t.Fatal(err)
	}
	d.mu.Lock()
	d.syncs, d.gate = 0, make(chan struct{})
	d.mu.Unlock()
	const writers = 50
	var done sync.WaitGroup
	written := func() int { o.mu.Lock(); defer o.mu.Unlock(); return len(o.index) }
	for n := range writers {
		done.Go(func() {
			if err := o.Append(event(n)); err != nil {
				t.Error(err)
			}
		})
	}
	for written() < writers { // all wait, the first of them in its sync
	}
	close(d.gate)
	done.Wait()
	if o.Pending() != writers {
		t.Errorf("%d of %d are durable", o.Pending(), writers)
	}
	if d.syncs > 2 {
		t.Errorf("%d syncs for %d appends, want the first one's and one for all others", d.syncs, writers)
	}
}

func TestEventsAreNotReadBeforeTheyAreDurable(t *testing.T) {
	d := &countedDisk{memDisk: newMemDisk(1 << 20)}
	if err := format(d, Options{Size: 1 << 20, Source: testSource}); err != nil {
		t.Fatal(err)
	}
	o, err := recovered(d)
	if err != nil {
		t.Fatal(err)
	}
	d.mu.Lock()
	d.gate = make(chan struct{})
	d.mu.Unlock()
	done := make(chan error)
	go func() { done <- o.Append(event(1)) }()
	for {
		o.mu.Lock()
		n := len(o.index)
		o.mu.Unlock()
		if n == 1 {
			break
		}
	}
	if recs, err := o.Read(10); len(recs) != 0 || err != nil || o.Pending() != 0 {
		t.Errorf("read %d, %v, pending %d before the sync", len(recs), err, o.Pending())
	}
	close(d.gate)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	<-o.Appended()
	if recs, err := o.Read(10); len(recs) != 1 || err != nil {
		t.Errorf("read %d, %v after the sync", len(recs), err)
	}
}

func TestARecordLeftByACrashDoesNotFollowByAccident(t *testing.T) {
	d := newMemDisk(minSize)
	_ = format(d, Options{Size: minSize, Source: testSource})
	_ = d.Sync()
	o, _ := recovered(d)
	same := func(c string) []byte { return bytes.Repeat([]byte(c), 488) } // a sector each
	d.fuse = 2                                                            // both writes, no sync
	if err := o.Append(same("a"), same("b")); err == nil {
		t.Fatal("the power did not go")
	}
	// Only the second reached the platter.
	b := 1 + ringStart/sector
	copy(d.platter[b*sector:(b+1)*sector], d.cache[b*sector:])
	after := newMemDisk(minSize)
	copy(after.platter, d.platter)
	copy(after.cache, d.platter)
	o, err := recovered(after)
	if err != nil || o.Pending() != 0 {
		t.Fatalf("%v, pending %d", err, o.Pending())
	}
	if err := o.Append(same("c")); err != nil {
		t.Fatal(err)
	}
	o, err = recovered(after)
	if err != nil || o.Pending() != 1 {
		t.Errorf("%v, pending %d: the event of before the crash came back", err, o.Pending())
	}
}

func TestDamagedFileIsToldAndRescued(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox")
	o := opened(t, path, minSize)
	const n = 6
	var ends []int // where each event ends in the file
	for i := range n {
		if err := o.Append(event(i)); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, ringStart+int(o.end))
	}
	if err := o.Bind("s0001"); err != nil { // the header now says how far it was durable
		t.Fatal(err)
	}
	_ = o.Close()
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole := func(at int) int { // events that end before a byte of the file
		k := 0
		for k < n && ends[k] <= at {
			k++
		}
		return k
	}
	check := func(at int, bad []byte, what string) {
		t.Helper()
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		o, err := Open(path, Options{})
		var damage *DamageError
		if err == nil {
			_ = o.Close()
		}
		if at < ends[n-1] && !errors.As(err, &damage) {
			t.Errorf("%s at %d: opened with %v, want a DamageError", what, at, err)
		}
		source, recs, err := Rescue(path)
		if err != nil || source != testSource || len(recs) < whole(at) {
			t.Errorf("%s at %d: rescued %d of %d events of %q: %v", what, at, len(recs), whole(at), source, err)
		}
		for i, r := range recs {
			if !bytes.Equal(r.Data, event(i)) {
				t.Errorf("%s at %d: rescued event %d is %q", what, at, i, r.Data)
			}
		}
	}
	for at := ringStart; at < ends[n-1]; at++ {
		bad := bytes.Clone(good)
		bad[at] ^= 0x40
		check(at, bad, "changed byte")
		check(at, bytes.Clone(good[:at]), "cut")
	}
}

func TestOneOfTwoHeadersIsEnough(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox")
	o := opened(t, path, minSize)
	if err := o.Append(event(1), event(2)); err != nil {
		t.Fatal(err)
	}
	if err := o.Trim(1); err != nil {
		t.Fatal(err)
	}
	if err := o.Append(event(3)); err != nil { // writes the second header
		t.Fatal(err)
	}
	_ = o.Close()
	good, _ := os.ReadFile(path)
	for page, wantFirst := range []uint64{2, 1} { // the second page is older: nothing was trimmed then
		bad := bytes.Clone(good)
		bad[page*pageSize+20] ^= 1
		_ = os.WriteFile(path, bad, 0o600)
		o, err := Open(path, Options{})
		if err != nil {
			t.Fatalf("page %d damaged: %v", page, err)
		}
		recs, _ := o.Read(9)
		if len(recs) == 0 || recs[len(recs)-1].Seq != 3 {
			t.Errorf("page %d damaged: %d events", page, len(recs))
		} else if page == 0 && recs[0].Seq > wantFirst {
			t.Errorf("page %d damaged: the first event is %d", page, recs[0].Seq)
		}
		_ = o.Close()
	}
	bad := bytes.Clone(good)
	bad[20] ^= 1
	bad[pageSize+20] ^= 1
	_ = os.WriteFile(path, bad, 0o600)
	var damage *DamageError
	if _, err := Open(path, Options{}); !errors.As(err, &damage) || damage.Path != path {
		t.Errorf("both headers damaged: %v", err)
	}
}

func TestOnlyOneProcessHasItOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox")
	opened(t, path, minSize)
	if _, err := Open(path, Options{}); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("second open: %v", err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	tests := map[string]struct {
		path string
		opt  Options
		want string
	}{
		"no folder":  {filepath.Join(dir, "none", "outbox"), Options{Size: minSize, Source: testSource}, "no such file"},
		"too small":  {filepath.Join(dir, "a"), Options{Size: 100, Source: testSource}, "size 100 bytes, want at least"},
		"bad source": {filepath.Join(dir, "b"), Options{Size: minSize, Source: "Ingest Main"}, "source:"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := Open(tt.path, tt.opt); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q in it", err, tt.want)
			}
			if left, _ := filepath.Glob(tt.path + "*"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestMint(t *testing.T) {
	tests := []struct{ role, hall, host, want string }{
		{"ingest", "main", "venue", "ingest-main-venue-3f2a"},
		{"ingest", "main", "Venue-7.local", "ingest-main-venue-7-local-3f2a"},
		{"ingest", "main", "a-very-long-name-of-a-machine", "ingest-main-a-very-long-nam-3f2a"},
		{"ingest", "a-hall-whose-name-has-32-letters", "venue", "ingest-a-hall-whose-n-venue-3f2a"},
		{"ingest", "main", "", "ingest-main-x-3f2a"},
	}
	for _, tt := range tests {
		got := name(tt.role, tt.hall, tt.host, "3f2a")
		if err := events.CheckToken(got); err != nil || got != tt.want {
			t.Errorf("name(%q, %q, %q) = %q (%v), want %q", tt.role, tt.hall, tt.host, got, err, tt.want)
		}
	}
	if a, b := Mint("ingest", "main", "v"), Mint("ingest", "main", "v"); len(a) != len(b) || events.CheckToken(a) != nil {
		t.Errorf("Mint gives %q and %q", a, b)
	}
}

func BenchmarkAppend(b *testing.B) {
	o, err := Open(filepath.Join(b.TempDir(), "outbox"), Options{Source: testSource})
	if err != nil {
		b.Fatal(err)
	}
	defer o.Close()
	e := bytes.Repeat([]byte("e"), 300)
	for b.Loop() {
		if err := o.Append(e); err != nil {
			b.Fatal(err)
		}
		if o.Pending() > 1000 {
			if err := o.Trim(o.Trimmed().Seq + 900); err != nil {
				b.Fatal(err)
			}
		}
	}
}
