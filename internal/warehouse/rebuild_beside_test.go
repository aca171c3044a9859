package warehouse

import (
	"fmt"
	"testing"
)

// A sitting that was closed while nobody wrote, a writer that starts while
// everything is written anew, and facts that come meanwhile: nothing is lost.
func TestAWriterThatStartsDuringARebuild(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	first, second := current{Hall: "h", Sitting: "s0001", Gen: 1}, current{Hall: "h", Sitting: "s0002", Gen: 1}
	pointTo(t, live, first)
	all := classical(t)
	s := newScribe(t, live, first)
	playAll(s, all[:5])
	s.store(t.Context())
	w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn})
	drained(t, w)
	stop()
	// Nobody writes: the sitting gets more and is closed, and another is opened.
	s.play("wc.1.6", worldCup, all[5])
	s.store(t.Context())
	pointTo(t, live, second)
	next := newScribe(t, live, second)
	next.play("wc.2.1", worldCup, all[6])
	next.store(t.Context())
	count := s.n + next.n

	other, err := New(cfg, Deps{Live: live, LiveDB: conn})
	if err != nil {
		t.Fatal(err)
	}
	rebuilt := make(chan error, 1)
	go func() {
		_, err := other.Rebuild(t.Context(), false)
		rebuilt <- err
	}()
	w, stop = running(t, cfg, Deps{Live: live, LiveDB: conn})
	defer func() { stop() }()
	for n := 2; n < 8; n++ {
		before := next.n
		next.play(fmt.Sprintf("wc.2.%d", n), worldCup, all[5+n])
		next.store(t.Context())
		count += next.n - before
	}
	if err := <-rebuilt; err != nil {
		t.Fatal(err)
	}
	drained(t, w)
	if n := ask[uint64](t, conn, "SELECT count() FROM "+cfg.Live+".facts_now"); n != count {
		t.Errorf("%d facts, want %d", n, count)
	}
	stop()
	stop = func() {}
	list, err := other.Rebuild(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if !c.Equal {
			t.Errorf("%s: %d rows, %d when they are made anew", c.Table, c.Before, c.After)
		}
	}
}
