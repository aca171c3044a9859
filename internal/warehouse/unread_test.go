package warehouse

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/internal/bus"
)

// A message that cannot be read is left out, counted in
// boardwire_warehouse_unread_total, and does not hold up what comes behind it.
func TestWhatCannotBeReadIsCounted(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	at := current{Hall: "h", Sitting: "s0001", Gen: 1}
	pointTo(t, live, at)
	games := classical(t)[:1]
	s := newScribe(t, live, at)
	if _, err := s.log.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: "bw.fact.h.s0001.g1.wc.1.1.made", Data: []byte(`{"no event`)}); err != nil {
		t.Fatal(err)
	}
	playAll(s, games)
	s.store(t.Context())
	reg := prometheus.NewRegistry()
	w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn, Metrics: NewMetrics(reg)})
	defer stop()
	drained(t, w)
	all, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range all {
		for _, m := range f.Metric {
			if f.GetName() == "boardwire_warehouse_unread_total" {
				got[m.Label[0].GetValue()] = m.Counter.GetValue()
			}
		}
	}
	if got[streamFacts] != 1 || got[streamRecord] != 0 {
		t.Errorf("left out %v, want one fact", got)
	}
	if n := ask[uint64](t, conn, "SELECT count() FROM "+cfg.Live+".plies_now"); n != uint64(len(games[0].Plies)) {
		t.Errorf("%d plies behind it, want %d", n, len(games[0].Plies))
	}
}
