package twin_test

import (
	"net/http"
	"net/http/httptest"

	"boardwire/feeds"
)

// places are the addresses of everything that a history may come to hold, of
// what it never will, and of what does not exist at all.
var places = func() (list []string) {
	for _, g := range []string{"demo.1.1", "demo.1.2", "demo.1.3", "demo.2.1", "late.1.1", "nobody.1.1"} {
		list = append(list, "/g/"+g, "/api/games/"+g, "/pgn/"+g+".pgn")
	}
	for _, r := range []string{"demo.1", "demo.2", "late.1"} {
		list = append(list, "/r/"+r, "/pgn/"+r+".pgn")
	}
	return append(list, "/", "/api/rounds", "/g/demo.1.2?ply=1", "/g/demo.1.2?ply=99", "/credits", "/nothing",
		"/g/", "/api/games/", "/pgn/demo.1", "/healthz", "/metrics", "/desk/rulings", "/events?games="+tooMany)
}()

// tooMany is more games than a stream may name.
var tooMany = func() string {
	b := make([]byte, 0, 4096)
	for range 600 {
		b = append(b, "a,"...)
	}
	return string(b)
}()

// crawl asks for everything that can be asked for, at points of the grid, and
// for the most telling half-way between them.
func crawl(w *world) {
	urls := places
	if w.now()%feeds.Grid != 0 {
		urls = []string{"/api/rounds", "/g/demo.1.2", "/api/games/demo.1.3", "/pgn/demo.1.pgn", "/r/demo.2"}
	}
	for _, url := range urls {
		rec := w.ask(http.MethodGet, url, "", "")
		w.ask(http.MethodHead, url, "", "")
		if tag := rec.Header().Get("ETag"); tag != "" {
			w.ask(http.MethodGet, url, "If-None-Match", tag)
		}
		if date := rec.Header().Get("Last-Modified"); date != "" {
			w.ask(http.MethodGet, url, "If-Modified-Since", date)
		}
	}
	w.ask(http.MethodGet, "/api/games/demo.1.1", "If-None-Match", `"0"`)
	w.ask(http.MethodGet, "/api/games/demo.1.1", "If-Modified-Since", "Sat, 01 Jan 2000 00:00:00 GMT")
	w.ask(http.MethodGet, "/pgn/demo.1.pgn", "Range", "bytes=0-99")
	w.ask(http.MethodPost, "/api/games/demo.1.1", "", "")
	w.ask(http.MethodDelete, "/", "", "")
	for _, id := range []string{"", "0-0", "ffffffff-1", w.epoch() + "-1", w.epoch() + "-2", w.epoch() + "-999999", "nonsense"} {
		w.visit("/events", id)
	}
	w.visit("/events?round=demo.2", "")
	w.visit("/events?games=demo.2.1", w.epoch()+"-1")
}

func (w *world) ask(method, url, key, value string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(w.ctx, method, url, nil)
	if key != "" {
		r.Header.Set(key, value)
	}
	return w.request(r)
}
