package spool

import (
	"path/filepath"
	"testing"
	"time"
)

func TestWhatIsMeasured(t *testing.T) {
	o, err := Open(filepath.Join(t.TempDir(), "outbox"), Options{Size: minSize, Source: "ingest-main-host-0001"})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	syncs := 0
	o.OnSync(func(took time.Duration) {
		if took <= 0 {
			t.Errorf("an fsync took %s", took)
		}
		syncs++
	})
	if used, size := o.Room(); used != 0 || size != minSize-ringStart {
		t.Errorf("empty: %d of %d bytes are used", used, size)
	}
	if r, ok := o.Oldest(); ok {
		t.Errorf("nothing waits, and the oldest is %d", r.Seq)
	}
	for _, text := range []string{"first", "second"} {
		if err := o.Append([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if used, _ := o.Room(); used != int64(recordSize(5)+recordSize(6)) {
		t.Errorf("two events take %d bytes", used)
	}
	if r, ok := o.Oldest(); !ok || r.Seq != 1 || string(r.Data) != "first" {
		t.Errorf("the oldest is %v %t", r, ok)
	}
	if syncs != 2 {
		t.Errorf("%d fsyncs were told of two appends", syncs)
	}
	if err := o.Trim(2); err != nil {
		t.Fatal(err)
	}
	if used, _ := o.Room(); used != 0 {
		t.Errorf("%d bytes are used when all is trimmed", used)
	}
}
