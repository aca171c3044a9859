package query

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFormats(t *testing.T) {
	table := Table{
		Columns: []string{"game", "seconds", "share", "cites", "at"},
		Rows: [][]any{
			{"open.1.1", int32(7), 12.5, []string{"6.2.1", "7.5"}, time.Date(2025, 11, 1, 12, 0, 0, 5e6, time.UTC)},
			{`a "b", c`, nil, math.NaN(), []string(nil), nil},
		},
	}
	for format, want := range map[string]string{
		"table": "" +
			"game      seconds  share  cites      at\n" +
			"open.1.1        7   12.5  6.2.1 7.5  2025-11-01T12:00:00.005Z\n" +
			"a \"b\", c        -      -  -                                 -\n",
		"csv": "" +
			"game,seconds,share,cites,at\n" +
			"open.1.1,7,12.5,6.2.1 7.5,2025-11-01T12:00:00.005Z\n" +
			"\"a \"\"b\"\", c\",,,,\n",
		"json": "[\n" +
			`{"game":"open.1.1","seconds":7,"share":12.5,"cites":["6.2.1","7.5"],"at":"2025-11-01T12:00:00.005Z"},` + "\n" +
			`{"game":"a \"b\", c","seconds":null,"share":null,"cites":[],"at":null}` + "\n]\n",
	} {
		var b strings.Builder
		if err := table.Write(&b, format); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
	if err := table.Write(&strings.Builder{}, "xml"); err == nil {
		t.Error("a format that there is not was taken")
	}
}
