//go:build fixture

package web

import (
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"boardwire/feeds"
)

// TestServeFixture serves a round in its middle until it is stopped, to look at
// the pages:
//
//	BOARDWIRE_FIXTURE=127.0.0.1:8099 go test -tags fixture -timeout 0 -run ServeFixture ./internal/web
func TestServeFixture(t *testing.T) {
	address := os.Getenv("BOARDWIRE_FIXTURE")
	if address == "" {
		t.Fatal("set BOARDWIRE_FIXTURE to the address that is to be served")
	}
	kind, err := feeds.ParseAudienceKind(os.Getenv("BOARDWIRE_FIXTURE_AUDIENCE"))
	if err != nil {
		kind = feeds.Public
	}
	delay := 15 * time.Second
	if kind == feeds.Arbiter {
		delay = 0
	}
	s := newStage(t, kind, delay)
	s.round()
	s.trouble()
	start, base := time.Now(), s.now
	s.site.cfg.Now = func() time.Time { return base.Add(time.Since(start)) }
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(http.Serve(l, s.site.Handler()))
}
