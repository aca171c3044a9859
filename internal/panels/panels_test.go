package panels

import (
	"bytes"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		v    float64
		unit string
		want string
	}{
		{0, "s", "0 s"}, {0.00012, "s", "120 µs"}, {0.0123, "s", "12.3 ms"}, {75, "s", "75 s"}, {600, "s", "10 min"}, {-3, "s", "-3 s"}, {36000, "s", "10 h"},
		{0, "bytes", "0 B"}, {1536, "bytes", "1.5 KiB"}, {67100672, "bytes", "64 MiB"}, {200, "Bps", "200 B/s"},
		{0.747, "percentunit", "74.7 %"}, {1234.5, "none", "1235"}, {2, "none", "2"}, {0.25, "cps", "0.25 /s"},
	} {
		if got := unit(c.v, c.unit); got != c.want {
			t.Errorf("%v %s: got %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}

func TestValuesHaveWordsAndColours(t *testing.T) {
	one, three := 1.0, 3.0
	f := Field{Unit: "none"}
	f.Mappings = []Mapping{{Options: map[string]struct{ Text, Color string }{"7": {"seven", "blue"}}}}
	f.Thresholds.Steps = []struct {
		Value *float64
		Color string
	}{{nil, "green"}, {&one, "orange"}, {&three, "red"}}
	for _, c := range []struct {
		cell         Cell
		text, colour string
	}{
		{Cell{Number: 0, Is: true}, "0", "green"}, {Cell{Number: 1, Is: true}, "1", "orange"}, {Cell{Number: 2.5, Is: true}, "2.5", "orange"},
		{Cell{Number: 9, Is: true}, "9", "red"}, {Cell{Number: 7, Is: true}, "seven", "blue"},
		{Cell{Number: math.NaN(), Is: true}, "-", ""}, {Cell{Text: "dgt-1"}, "dgt-1", ""}, {Cell{}, "", ""},
	} {
		if text, colour := f.Show(c.cell); text != c.text || colour != c.colour {
			t.Errorf("%+v shows %q in %q, want %q in %q", c.cell, text, colour, c.text, c.colour)
		}
	}
}

// The Hall dashboard's table joins its queries by board, in the order and with
// the titles of its columns; a board of which a query knows nothing has a gap.
func TestTheBoardsAreJoined(t *testing.T) {
	d, err := Load("../../dashboards/hall.json")
	if err != nil {
		t.Fatal(err)
	}
	var p Panel
	for _, p = range d.Panels {
		if p.Type == "table" {
			break
		}
	}
	series := func(v float64, labels ...string) Series {
		s := Series{Labels: map[string]string{}, Points: []Point{{time.Time{}, v}}}
		for i := 0; i < len(labels); i += 2 {
			s.Labels[labels[i]] = labels[i+1]
		}
		return s
	}
	answers := make([][]Series, len(p.Targets))
	answers[0] = []Series{series(0, "board", "dgt-2"), series(3, "board", "dgt-1")}
	answers[1] = []Series{series(1, "board", "dgt-1", "tournament", "open", "table", "4")}
	answers[2] = []Series{series(0, "board", "dgt-1"), series(1, "board", "dgt-2")}
	var b bytes.Buffer
	p.join(answers).text(&b)
	var lines [][]string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.Fields(line))
	}
	want := [][]string{
		strings.Fields("Table Tournament Board State Answers Last heard Not explained Times lost Times found Noise Bytes a second"),
		{"4", "open", "dgt-1", "no", "answer", "no"},
		{"dgt-2", "well", "yes"},
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPrometheusRefusalsAreSaid(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.FormValue("query") {
		case "bad":
			w.WriteHeader(http.StatusBadRequest)
			w.Write([]byte(`{"status":"error","errorType":"bad_data","error":"parse error"}`))
		case "none":
			w.Write([]byte(`no json`))
		default:
			w.Write([]byte(`{"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":"b"},"value":[1700000000.5,"NaN"]},{"metric":{},"values":[]}]}}`))
		}
	}))
	defer s.Close()
	p := Prometheus{URL: s.URL}
	for query, want := range map[string]string{"bad": "parse error", "none": "answers 200 OK to none"} {
		if _, err := p.Instant(t.Context(), query, time.Now()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", query, err, want)
		}
	}
	got, err := p.Range(t.Context(), "good", time.Now(), time.Now(), time.Second)
	if err != nil || len(got) != 1 || !math.IsNaN(got[0].Last()) || got[0].Points[0].At.UnixMilli() != 1700000000500 {
		t.Errorf("%+v %v", got, err)
	}
}

// A page escapes what labels hold, and draws a line for what has no points.
func TestPageIsWhole(t *testing.T) {
	p := Panel{Type: "timeseries", Title: "<b>"}
	p.GridPos.W = 12
	a := Answer{Panel: p, Series: []Series{{Labels: map[string]string{"": "<script>"}, Points: []Point{{time.Unix(5, 0), math.Inf(1)}}}}}
	var b bytes.Buffer
	Page(&b, Dashboard{Title: "A & B"}, []Answer{a}, Look{To: time.Unix(10, 0), Back: 10 * time.Second, Step: time.Second})
	if s := b.String(); strings.Contains(s, "<script>") || strings.Contains(s, "<b></h2>") || strings.Contains(s, "Inf") || !strings.Contains(s, "A &amp; B") {
		t.Errorf("page: %s", s)
	}
}

// What a dashboard asks the warehouse is named, not passed over in silence.
func TestPanelsOfTheWarehouseAreNamed(t *testing.T) {
	for file, some := range map[string]bool{"hall": false, "pipeline": false, "broadcast": false, "round": true, "quality": true} {
		d, err := Load("../../dashboards/" + file + ".json")
		if err != nil {
			t.Fatal(err)
		}
		left := d.Unasked()
		if (len(left) > 0) != some {
			t.Errorf("%s: left out %q", file, left)
		}
	}
}
