package events

import (
	"errors"
	"strings"
	"testing"
)

// write appends n events of one source the way a writer does.
func write(t *testing.T, c *Chain, n int) (list []Event, stored [][]byte) {
	t.Helper()
	for range n {
		e := Event{Scope: DeviceScope("dgt-31415"), Observed: sampleAt, Recorded: sampleAt, Data: BoardSquare{Square: "e4"}}
		c.Next(&e)
		b := mustEncode(t, e)
		c.Stored(b)
		list, stored = append(list, e), append(stored, b)
	}
	return list, stored
}

func TestChainNumbersAndLinksWhatOneSourceWrites(t *testing.T) {
	list, stored := write(t, &Chain{Source: "ingest-main-venue-3f2a"}, 3)
	if list[0].Prev != "" || list[0].Seq != 1 || list[0].ID != "ingest-main-venue-3f2a.1" || list[0].Type != TypeBoardSquare {
		t.Errorf("the first event is %+v", list[0])
	}
	reader := Chain{Source: "ingest-main-venue-3f2a"}
	for i, b := range stored {
		e, err := Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if err := reader.Check(e); err != nil {
			t.Error(err)
		}
		reader.Stored(b)
		if i > 0 && e.Prev != HashOf(stored[i-1]) {
			t.Errorf("event %d has prev %s", e.Seq, e.Prev)
		}
	}
}

func TestAFailedWriteLeavesNoHole(t *testing.T) {
	c := Chain{Source: "ingest-main-venue-3f2a"}
	var a, b Event
	c.Next(&a)
	c.Next(&b)
	if a.Seq != 1 || b.Seq != 1 {
		t.Errorf("numbers %d and %d, want 1 until something is stored", a.Seq, b.Seq)
	}
}

func TestChainKeepsADerivedID(t *testing.T) {
	cause := sampleEvent(17, BoardSquare{Square: "e4"})
	e := Derive(cause, 0, TableScope("open.1.3"), Lifted{Square: "e2"})
	id := e.ID
	(&Chain{Source: "fold-main"}).Next(&e)
	if e.ID != id || e.Source != "fold-main" || e.Seq != 1 {
		t.Errorf("got %+v, want id %s", e, id)
	}
	mustEncode(t, e)
}

func TestChainTellsHowItIsBroken(t *testing.T) {
	list, stored := write(t, &Chain{Source: "ingest-main-venue-3f2a"}, 4)
	at := func(n int) *Chain { // a reader that has read n events
		c := &Chain{Source: "ingest-main-venue-3f2a"}
		for _, b := range stored[:n] {
			c.Stored(b)
		}
		return c
	}
	altered := at(1)
	altered.Stored([]byte(strings.Replace(string(stored[1]), "e4", "e5", 1)))
	foreign := list[0]
	foreign.Source = "ingest-main-venue-0000"
	for _, tt := range []struct {
		name  string
		c     *Chain
		e     Event
		what  Breach
		words string
	}{
		{"hole", at(1), list[2], Missing, "event 2 is missing: after 1 came 3"},
		{"first one gone", at(0), list[1], Missing, "event 1 is missing"},
		{"again", at(3), list[2], Repeated, "event 3 came again: 4 was next"},
		{"changed bytes", altered, list[2], Changed, "event 3 does not follow the stored event 2"},
		{"other source", at(0), foreign, Foreign, `is of source "ingest-main-venue-0000"`},
	} {
		err := tt.c.Check(tt.e)
		broken, ok := errors.AsType[*ChainError](err)
		if !ok || broken.What != tt.what || !strings.Contains(err.Error(), tt.words) {
			t.Errorf("%s: got %v, want %q saying %q", tt.name, err, tt.what, tt.words)
		}
	}
}

func TestDerivedIDsDependOnAllTheyName(t *testing.T) {
	cause := sampleEvent(17, BoardSquare{Square: "e4"})
	other := sampleEvent(18, BoardSquare{Square: "e4"})
	table := TableScope("open.1.3")
	base := Derive(cause, 0, table, Lifted{Square: "e2"})
	if again := Derive(cause, 0, table, Lifted{Square: "d2"}); again.ID != base.ID {
		t.Errorf("the same fact again has another id: %s and %s", base.ID, again.ID)
	}
	if want := ID("f2ecfe58d2149d75dcb5c276e70ab312"); base.ID != want {
		t.Errorf("id %q, want %q", base.ID, want)
	}
	for name, e := range map[string]Event{
		"cause": Derive(other, 0, table, Lifted{}),
		"n":     Derive(cause, 1, table, Lifted{}),
		"type":  Derive(cause, 0, table, Made{}),
		"scope": Derive(cause, 0, TableScope("open.1.4"), Lifted{}),
	} {
		if e.ID == base.ID {
			t.Errorf("another %s, the same id", name)
		}
	}
	if base.Cause != cause.ID || base.Observed != cause.Observed || base.Recorded != cause.Recorded || base.Type != TypeLifted {
		t.Errorf("got %+v", base)
	}
}
