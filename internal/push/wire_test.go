package push

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"boardwire/internal/bus"
	"boardwire/internal/push/pushtest"
)

// tell posts once to a server on the loopback, over the transport that is used.
func tell(t *testing.T, address string) verdict {
	t.Helper()
	tr := transport()
	defer tr.CloseIdleConnections()
	s := newSender(Config{Log: slog.New(slog.DiscardHandler), Metrics: NewMetrics(nil), Transport: tr},
		Target{Name: "x", Kind: Lichess, URL: address + pushtest.Path, Token: token})
	return s.post(t.Context(), []*item{{id: "demo.1.1", pgn: []byte("[White \"Ash, Ann\"]\n[Black \"Bay, Ben\"]\n[Result \"*\"]\n\n1. e4 *\n\n")}})
}

func TestOverARealConnection(t *testing.T) {
	site := &pushtest.Lichess{Token: token}
	server := httptest.NewServer(site)
	defer server.Close()
	v := tell(t, server.URL)
	if !v.taken || len(v.games) != 1 || v.games[0].Moves != 1 || len(site.Games()) != 1 {
		t.Errorf("%+v, %d games there", v, len(site.Games()))
	}
}

// What cannot prove who it is gets neither games nor token.
func TestACertificateIsVerified(t *testing.T) {
	site := &pushtest.Lichess{Token: token}
	server := httptest.NewUnstartedServer(site)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.StartTLS()
	defer server.Close()
	v := tell(t, server.URL)
	if v.taken || len(site.Pushes()) != 0 || !strings.Contains(v.advice, "certificate cannot be trusted") {
		t.Errorf("%+v, %d requests", v, len(site.Pushes()))
	}
}

// A redirect ends the request: nobody else gets the token or the games.
func TestNoRedirectIsFollowed(t *testing.T) {
	other := &pushtest.Lichess{Token: token}
	elsewhere := httptest.NewServer(other)
	defer elsewhere.Close()
	for _, code := range []int{301, 302, 303, 307, 308} {
		server := httptest.NewServer(http.RedirectHandler(elsewhere.URL+pushtest.Path+"?a=b", code))
		v := tell(t, server.URL)
		server.Close()
		if v.taken || !v.stubborn || !strings.Contains(v.why, fmt.Sprint(code, ": it points to ", elsewhere.URL, ",")) {
			t.Errorf("%d: %+v", code, v)
		}
	}
	if n := len(other.Pushes()); n != 0 {
		t.Errorf("%d requests followed", n)
	}
}

// An answer is read as far as one can be long, and no further.
func TestAnAnswerIsBounded(t *testing.T) {
	var written int
	ended := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		fmt.Fprint(w, `{"games":[]`)
		for written = 0; written < 64<<20; written += 64 << 10 {
			if _, err := w.Write(bytes.Repeat([]byte(" "), 64<<10)); err != nil {
				break
			}
		}
		ended <- struct{}{}
	}))
	defer server.Close()
	v := tell(t, server.URL)
	<-ended
	if v.taken || !strings.Contains(v.why, "more than") || written >= 64<<20 {
		t.Errorf("%+v after %d bytes", v, written)
	}
	// One that breaks off is none.
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, `{"games":[]}`)
	})
	if v := tell(t, server.URL); v.taken || !strings.Contains(v.why, "read the answer") {
		t.Errorf("half an answer: %+v", v)
	}
}

func TestNobodyListens(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	v := tell(t, server.URL)
	if v.taken || v.stubborn || v.why == "" || strings.Contains(v.why, pushtest.Path) {
		t.Errorf("%+v", v)
	}
}

func TestASecretIsNotPrinted(t *testing.T) {
	target := Target{Name: "x", Token: token}
	b, err := json.Marshal(target)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "token", target.Token, "target", target)
	for _, text := range []string{fmt.Sprint(target), fmt.Sprintf("%+v %#v %s %q", target, target, target.Token, target.Token), string(b), log.String()} {
		if strings.Contains(text, token) || !strings.Contains(text, "***") {
			t.Errorf("printed: %s", text)
		}
	}
	if s := fmt.Sprint(Secret("")); s != "" {
		t.Errorf("no secret prints as %q", s)
	}
}

// late is a table whose watch tells nothing.
type late struct{ bus.Table }

// Watch waits.
func (late) Watch(ctx context.Context, _ func(bus.Entry)) error { <-ctx.Done(); return ctx.Err() }

// lateStore has such tables.
type lateStore struct{ bus.Store }

func (s lateStore) Table(ctx context.Context, name string, create bool) (bus.Table, error) {
	t, err := s.Store.Table(ctx, name, create)
	return late{t}, err
}

// A game is never sent under the ids of its players while their names are out:
// a site that finds games by names would have it twice. Nor is a name that was
// corrected taken back by a watch that lags.
func TestNamesComeWithTheirPairing(t *testing.T) {
	play(t, Lichess, func(s *stage) {
		a := newAudience(audience15, s.cfg.Log)
		store := lateStore{s.pub.Connect()}
		reader, err := a.open(s.t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		game := s.pair("1", 1)
		m, err := reader.Next(s.t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := a.introduce(s.t.Context(), m); err != nil {
			t.Fatal(err)
		}
		a.take(m)
		_, games := a.games("demo", "1")
		if len(games) != 1 || games[0].view.ID != game || games[0].view.White.Shown() != "White 1-1" || games[0].view.Black.Shown() != "Black 1-1" {
			t.Errorf("%+v", games)
		}
		a.learn(bus.Entry{Key: "w1-1", Value: []byte(`{"name":"Older"}`), Revision: 0})
		if _, games := a.games("demo", "1"); games[0].view.White.Shown() != "White 1-1" {
			t.Errorf("an older name was taken: %s", games[0].view.White.Shown())
		}
	})
}
