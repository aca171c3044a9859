package gate_test

import (
	"strings"
	"testing"
	"time"

	"boardwire/feeds"
	"boardwire/internal/bus/mem"
	"boardwire/internal/gate"
	"boardwire/internal/twin/story"
)

// FuzzKeptState starts a gate on whatever lies in its file. It must not fall
// over, and what names no mark must not open anything.
func FuzzKeptState(f *testing.F) {
	for _, s := range []string{
		``, `{}`, `null`, `[]`, `{"boot":"first"}`,
		`{"boot":"first","marks":{"FACT-main-s0001-g1":[{"up_to":1,"mono_ns":1}]}}`,
		`{"boot":"first","marks":{"FACT-main-s0001-g1":[{"up_to":2,"mono_ns":5},{"up_to":1,"mono_ns":-1}]}}`,
		`{"boot":"first","policies":{"public":{"delay_ms":-5,"floors":[{"until":"2026-01-01T00:00:00Z","delay_ms":9}]}}}`,
		`{"boot":"first","done":["s0001","s9"]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		now := feeds.Now{Wall: noon, Mono: time.Hour}
		live, pub := mem.New(func() time.Time { return now.Wall }), mem.New(func() time.Time { return now.Wall })
		scribe, err := story.NewScribe(t.Context(), live, "main")
		if err != nil {
			t.Fatal(err)
		}
		teller := story.New("a", noon, 1)
		if err := scribe.Write(t.Context(), teller.Next(0, func(int) int { return 0 })...); err != nil {
			t.Fatal(err)
		}
		g, err := gate.New(gate.Config{Hall: "main", Key: key, Boot: "first", State: &memory{data: data},
			Audiences: []feeds.Audience{{Name: "public", Kind: feeds.Public, Delay: delay}}}, live, pub)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		for range 2 {
			if err := g.Step(t.Context(), now); err != nil {
				t.Fatal(err)
			}
			if n := len(messages(t, pub, "PUB-public")); n > 0 && !strings.Contains(string(data), "mono_ns") {
				t.Errorf("%d messages are out after %s", n, now.Wall.Sub(noon))
			}
			now.Wall, now.Mono = now.Wall.Add(delay-time.Second), now.Mono+delay-time.Second
		}
	})
}
