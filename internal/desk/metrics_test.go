package desk

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
)

func TestRulingsAreCountedByTheirAnswer(t *testing.T) {
	x := newTable(t)
	reg := prometheus.NewRegistry()
	x.desk.Metrics = NewMetrics(reg)
	for i, body := range []string{
		`"table":"open.1.1","kind":"result","data":{"result":"1-0","reason":"resignation"}`,
		`"table":"open.1.9","kind":"result","data":{"result":"1-0","reason":"resignation"}`, // no such table
		`"table":"open.1.1","kind":"nonsense"`,                                              // never reaches the door
	} {
		id := strings.Replace(someID, "3c0f", "3c0"+string(rune('0'+i)), 1)
		x.do("POST", "/desk/rulings", `{"id":"`+id+`",`+body+`}`, x.bearer("desk-token"))
	}
	x.desk.Metrics.seen(time.Now().Add(-time.Second))
	got := map[string]float64{}
	all, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		for _, m := range f.Metric {
			name := f.GetName()
			for _, l := range m.Label {
				name += " " + l.GetValue()
			}
			got[name] = m.GetCounter().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	want := map[string]float64{
		"boardwire_desk_rulings_total accepted": 1, "boardwire_desk_rulings_total by_discretion": 0,
		"boardwire_desk_rulings_total refused": 1, "boardwire_desk_rulings_total none": 0,
		"boardwire_desk_ruling_seconds": 2, "boardwire_desk_fact_seconds": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +counted):\n%s", diff)
	}
}
