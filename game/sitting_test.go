package game_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
)

func chain(source string, seq uint64, last string) events.Chain {
	return events.Chain{Source: source, Seq: seq, Prev: events.HashOf([]byte(last))}
}

func opened(marks ...events.SourceMark) events.SittingOpened {
	return events.SittingOpened{Hall: "main", Sitting: "s0002", Rate: 1, Sources: marks}
}

// recordFindings lists what was told about the record itself.
func recordFindings(r *record) []string {
	var texts []string
	for _, f := range r.facts {
		if p, ok := f.Event.Data.(events.FindingRaised); ok && p.Kind == events.FindingRecord {
			texts = append(texts, p.Text)
		}
	}
	return texts
}

// A source goes on in a sitting where it stood at the opening, or later: its
// tail may have gone into the sitting before.
func TestASourceGoesOnWhereItStood(t *testing.T) {
	for _, c := range []struct {
		name  string
		host  events.Chain
		whole bool
	}{
		{"at the mark", chain("ingest-a", 7, "seven"), true},
		{"after a tail that is not here", chain("ingest-a", 9, "nine"), true},
		{"at the mark with another past", chain("ingest-a", 7, "another"), false},
		{"unknown at the opening and not from its first event", chain("ingest-b", 3, "three"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRecord(t)
			mark := chain("ingest-a", 7, "seven")
			r.put(&r.desk, events.HallScope, opened(events.SourceMark{Source: "ingest-a", Seq: mark.Seq, Hash: mark.Prev}))
			r.host = c.host
			r.see("dgt-1", events.DeviceSeen{})
			if got := recordFindings(r); (len(got) == 0) != c.whole {
				t.Errorf("findings %q, whole: %v", got, c.whole)
			}
		})
	}
}

// An old event of a source that was marked at the opening is not taken again,
// nor is a second opening.
func TestASecondOpeningOpensNothing(t *testing.T) {
	r := newRecord(t)
	mark := chain("ingest-a", 7, "seven")
	r.put(&r.desk, events.HallScope, opened(events.SourceMark{Source: "ingest-a", Seq: 7, Hash: mark.Prev}))
	r.host = mark
	r.see("dgt-1", events.DeviceSeen{})
	r.see("dgt-1", events.DeviceSeen{})
	again := opened(events.SourceMark{Source: "ingest-a", Seq: 7, Hash: mark.Prev})
	again.Sitting, again.Rate = "s0009", 50
	r.put(&r.desk, events.HallScope, again)
	hall := r.fold.Hall()
	if hall.Sitting() != "s0002" || hall.Rate() != 1 {
		t.Errorf("sitting %s at rate %d", hall.Sitting(), hall.Rate())
	}
	if c, _ := hall.Source("ingest-a"); c.Seq != 9 {
		t.Errorf("ingest-a stands at %d, want 9", c.Seq)
	}
	if got := recordFindings(r); len(got) > 0 {
		t.Errorf("findings %q", got)
	}
}

// A sitting is sealed when it was ruled closed and every source that wrote into
// it has drained or was given up.
func TestASittingClosesWhenAllHaveDrained(t *testing.T) {
	r := newRecord(t)
	r.put(&r.desk, events.HallScope, opened())
	r.see("dgt-1", events.DeviceSeen{})
	other := events.Chain{Source: "ingest-b"}
	r.put(&other, events.DeviceScope("dgt-2"), events.DeviceSeen{})
	undrained := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, r.fold.Hall().Undrained()); diff != "" {
			t.Errorf("undrained (-want +got):\n%s", diff)
		}
	}
	undrained("desk-main", "ingest-b", r.host.Source)
	if r.fold.Hall().Closing() {
		t.Error("closing before the ruling")
	}
	r.rule(events.HallScope, events.CloseSitting{Ruled: r.ruled()})
	if !r.fold.Hall().Closing() {
		t.Error("not closing after the ruling")
	}
	r.put(&r.host, events.HallScope, events.SourceDrained{Sitting: "s0001"}) // late, from the one before
	undrained("desk-main", "ingest-b", r.host.Source)
	r.put(&r.host, events.HallScope, events.SourceDrained{Sitting: "s0002"})
	undrained("desk-main", "ingest-b")
	r.rule(events.HallScope, events.Abandon{Ruled: r.ruled(), Silent: "ingest-b"})
	undrained("desk-main")
	facts := r.rule(events.HallScope, events.Abandon{Ruled: r.ruled(), Silent: "ingest-z"})
	if a, ok := facts[0].Event.Data.(events.Answered); !ok || a.Answer != events.AnswerRefused || !strings.Contains(a.Text, "ingest-z") {
		t.Errorf("abandoning nobody was answered %+v", facts[0].Event.Data)
	}
}

// A sequence that is missing stops the fold and changes nothing.
func TestARecordWithAHoleIsRefused(t *testing.T) {
	r := newRecord(t)
	r.put(&r.desk, events.HallScope, opened())
	if _, err := r.fold.Take(3, []byte("{}")); err == nil || !strings.Contains(err.Error(), "expected message 2") {
		t.Errorf("error %v", err)
	}
	if r.fold.Next() != 2 {
		t.Errorf("next %d, want 2", r.fold.Next())
	}
}
