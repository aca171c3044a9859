package twin_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"boardwire/feeds"
	"boardwire/internal/push"
	"boardwire/internal/push/pushtest"
)

// send has what an audience sees sent to another site, whose readers are the
// public too. What it gets, and when, is noted.
func (w *world) send(a feeds.Audience) {
	ctx, cancel := context.WithCancel(w.ctx)
	ended := make(chan error, 1)
	cfg := push.Config{Transport: carrier{w, &pushtest.Lichess{}}}
	for _, kind := range []string{push.Lichess, push.PGN} {
		cfg.Targets = append(cfg.Targets, push.Target{Name: kind, Audience: a, Kind: kind,
			URL: "https://" + kind + ".example" + pushtest.Path, Tournament: "demo", Every: time.Second})
	}
	go func() { ended <- push.Run(ctx, cfg, w.pub) }()
	w.stopPush = func() {
		cancel()
		w.must(<-ended)
	}
}

// carrier brings requests to a site in the same bubble of time.
type carrier struct {
	w    *world
	site http.Handler
}

// RoundTrip is part of http.RoundTripper.
func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_ = r.Header.Write(&b) // sorted; a buffer takes everything
	c.w.see(r.Method+" "+r.URL.String(), b.String()+"\n"+string(body))
	r.Body = io.NopCloser(bytes.NewReader(body))
	rec := httptest.NewRecorder()
	c.site.ServeHTTP(rec, r)
	return rec.Result(), nil
}

// pushed are the requests that sites got.
func pushed(log []line) (list []line) {
	for _, l := range log {
		if strings.HasPrefix(l.where, "POST https://") {
			list = append(list, l)
		}
	}
	return list
}

// A push of an audience with less delay would tell the two worlds apart: the
// check sees pushes.
func TestTheCheckFindsAPushOfAnEarlierAudience(t *testing.T) {
	one, two := played()
	early := func(w *world) { w.pushes = audiences[1] }
	diff := firstDifference(run(t, early, one, parting, until, crawl), run(t, early, two, parting, until, crawl))
	if !strings.Contains(diff, "POST https://") {
		t.Errorf("the check did not see it: %s", diff)
	}
}

// Nothing goes to a site before its release, and what is released does.
func TestPushesKeepTheDelay(t *testing.T) {
	one, _ := played()
	later := until + 10*time.Second
	log := pushed(run(t, nil, one, later, later, func(*world) {}))
	// Pairings at 0.2 s and 0.3 s, a move at 1.5 s, the end of a game at 8.1 s.
	for text, happened := range map[string]time.Duration{
		`[GameId "demo.1.1"]`: 200 * time.Millisecond, `[GameId "demo.1.2"]`: 300 * time.Millisecond,
		"1. Nf3": 1500 * time.Millisecond, `[Result "1-0"]`: parting + 2100*time.Millisecond, `[GameId "demo.2.1"]`: parting + 4300*time.Millisecond,
	} {
		for _, site := range []string{push.Lichess, push.PGN} {
			first := time.Duration(-1)
			for _, l := range log {
				if first < 0 && strings.Contains(l.where, site+".example") && strings.Contains(l.what, text) {
					first = l.at
				}
			}
			if first < happened+publicDelay || first > happened+publicDelay+3*time.Second {
				t.Errorf("%s at %s: %s, happened %s; want a delay of %s and a little", text, site, first, happened, publicDelay)
			}
		}
	}
}
