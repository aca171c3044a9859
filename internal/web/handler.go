package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// policy lets a page load what its own origin serves and nothing else: no
// inline script or style, no third party, no framing.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Cache-Control never depends on what is there.
const (
	cachePage  = "no-cache"
	cacheAsset = "public, max-age=31536000, immutable"
)

// notFoundBody answers for everything that is not released, never was, or
// cannot be: the three must look the same.
const notFoundBody = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Not found</title>\n" +
	"<p>There is nothing at this address. <a href=\"/\">All rounds</a></p>\n</html>\n"

// Handler returns what the audience's listener serves.
func (s *Site) Handler() http.Handler { return http.HandlerFunc(s.serve) }

func (s *Site) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")

	path := r.URL.Path
	if s.cfg.Desk != nil && strings.HasPrefix(path, "/desk/") {
		s.cfg.Desk.ServeHTTP(w, r)
		return
	}
	if r.ContentLength != 0 {
		// Nothing here takes a body, and nobody waits for one.
		h.Set("Connection", "close")
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		s.write(w, r, http.StatusMethodNotAllowed, "text/plain; charset=utf-8", []byte("only GET and HEAD\n"))
		return
	}
	if r.ContentLength != 0 {
		s.write(w, r, http.StatusBadRequest, "text/plain; charset=utf-8", []byte("a request here has no body\n"))
		return
	}
	switch {
	case path == "/":
		s.index(w, r)
	case path == "/events":
		s.events(w, r)
	case path == "/api/rounds":
		s.apiRounds(w, r)
	case path == "/credits":
		s.credits(w, r)
	default:
		s.serveID(w, r, path)
	}
}

// serveID serves what lies under a prefix and an id.
func (s *Site) serveID(w http.ResponseWriter, r *http.Request, path string) {
	for prefix, serve := range map[string]func(http.ResponseWriter, *http.Request, string){
		"/r/": s.roundPage, "/g/": s.gamePage, "/api/games/": s.apiGame, "/pgn/": s.pgn, "/assets/": s.asset,
	} {
		if id, ok := strings.CutPrefix(path, prefix); ok && id != "" && !strings.Contains(id, "/") {
			serve(w, r, id)
			return
		}
	}
	s.notFound(w, r)
}

func (s *Site) notFound(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", cachePage)
	s.write(w, r, http.StatusNotFound, "text/html; charset=utf-8", []byte(notFoundBody))
}

// write sends one whole body. HEAD gets the same headers.
func (s *Site) write(w http.ResponseWriter, r *http.Request, status int, kind string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// tagged sends a body that says nothing of the present second, with a validator
// made from these very bytes.
func (s *Site) tagged(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	sum := sha256.Sum256(body)
	tag := fmt.Sprintf("%q", hex.EncodeToString(sum[:12]))
	h := w.Header()
	h.Set("Cache-Control", cachePage)
	h.Set("ETag", tag)
	if matches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	s.write(w, r, http.StatusOK, kind, body)
}

func matches(header, tag string) bool {
	for _, t := range strings.Split(header, ",") {
		t = strings.TrimPrefix(strings.TrimSpace(t), "W/")
		if t == tag || t == "*" {
			return true
		}
	}
	return false
}

func (s *Site) asset(w http.ResponseWriter, r *http.Request, name string) {
	f, ok := s.assets.File(name)
	if !ok {
		s.notFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", cacheAsset)
	s.write(w, r, http.StatusOK, f.Type, f.Data)
}
