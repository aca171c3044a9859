// Package desk is the arbiters' door over HTTP: rulings come in, their answers
// go out. It runs with the projector and is never on a public listener.
package desk

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
)

// Door takes a ruling and returns the fold's answer.
type Door interface {
	Submit(ctx context.Context, scope events.Scope, r events.Ruling) (events.Answered, error)
	// MayTell says why a ruling must not be recorded, and nothing of it kept or
	// logged: it may tell a sealed move. It is "" otherwise.
	MayTell(scope events.Scope, r events.Ruling) (why string, err error)
}

// Arbiters is the name of those who may rule.
const Arbiters = "arbiter"

// Desk guards everything that is seen before the public sees it, and the door.
type Desk struct {
	door   Door
	people bus.Table
	log    *slog.Logger
	// Logs, where set, lets the arbiters read the logs.
	Logs *Logs
	// Metrics, where set, count rulings.
	Metrics *Metrics
	// Book, where set, lets them read what was ruled.
	Book *Book
	// Earlier, where set, lets them read it of the sittings before the open one.
	Earlier *Earlier

	mu     sync.Mutex
	groups []*group
}

// group are the people who share a token: the arbiters, or the readers of one
// audience.
type group struct {
	name  string
	token string
	// once is the one-use word of the next sign-in link.
	once  string
	pages http.Handler
}

// cookieName names what holds the token in the browser. Cookies know no ports:
// a desk and the commentators' pages on one machine would sign each other out.
func cookieName(r *http.Request) string {
	if _, port, err := net.SplitHostPort(r.Host); err == nil {
		return "boardwire_desk_" + port
	}
	return "boardwire_desk"
}

// answerWithin is how long a POST waits for the fold.
const answerWithin = 10 * time.Second

// New opens the desk. Tokens lie in the folder secrets, mode 0600, and are made
// if they are not there: desk-token for the arbiters.
func New(secrets string, door Door, people bus.Table, log *slog.Logger, pages http.Handler) (*Desk, error) {
	d := &Desk{door: door, people: people, log: log}
	return d, d.admit(secrets, Arbiters, "desk-token", pages)
}

// Admit lets a group in to pages of its own, with a token of its own:
// <name>-token. The arbiters' name, and that of their token, are not given to
// another group.
func (d *Desk) Admit(secrets, name string, pages http.Handler) error {
	for _, g := range d.groups {
		if name == g.name {
			return fmt.Errorf("audience %s: another group of this desk has that name; give it a name of its own", name)
		}
	}
	if name == "desk" {
		return errors.New("audience desk: desk-token is the arbiters' token; give the audience another name")
	}
	return d.admit(secrets, name, name+"-token", pages)
}

func (d *Desk) admit(secrets, name, file string, pages http.Handler) error {
	token, err := Token(secrets, file)
	if err != nil {
		return err
	}
	d.groups = append(d.groups, &group{name: name, token: token, once: random(), pages: pages})
	return nil
}

// Token returns a token of a secrets folder, making it if needed.
func Token(secrets, file string) (string, error) {
	path := filepath.Join(secrets, file)
	b, err := os.ReadFile(path)
	if err == nil {
		if t := strings.TrimSpace(string(b)); len(t) == 64 {
			return t, nil
		}
		return "", fmt.Errorf("%s does not hold a token of 64 hex digits; remove it and start again", path)
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	if err := os.MkdirAll(secrets, 0o700); err != nil {
		return "", err
	}
	token := random()
	return token, os.WriteFile(path, []byte(token+"\n"), 0o600)
}

func random() string {
	var b [32]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}

// LoginPath returns the one-use link that signs a browser of a group in.
func (d *Desk) LoginPath(name string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, g := range d.groups {
		if g.name == name {
			return "/desk/login?once=" + g.once
		}
	}
	return ""
}

// Handler returns everything of the desk listener: the sign-in, the rulings,
// and each group's own pages.
func (d *Desk) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /desk/login", d.login)
	mux.Handle("POST /desk/link", d.signedIn(d.link))
	mux.Handle("POST /desk/rulings", d.signedIn(d.rule))
	mux.Handle("GET /desk/moves", d.signedIn(d.moves))
	if d.Book != nil {
		mux.Handle("GET /desk/rulings", d.signedIn(d.history))
	}
	if d.Earlier != nil {
		mux.Handle("GET /desk/sittings", d.signedIn(d.sittings))
	}
	if d.Logs != nil {
		mux.Handle("GET /desk/log/{log}", d.signedIn(d.Logs.serve))
	}
	mux.Handle("/", d.signedIn(func(w http.ResponseWriter, r *http.Request, g *group) { g.pages.ServeHTTP(w, r) }))
	return guarded(mux)
}

// guarded keeps an answer from being framed, guessed at, or told to others;
// pages that load something say themselves what.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

func (d *Desk) login(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return // who only looks at a link does not use it up
	}
	g := d.redeem(r.URL.Query().Get("once"))
	if g == nil {
		http.Error(w, "This link was used already, or the hall was started anew. `boardwire rule login` prints a new one.", http.StatusForbidden)
		return
	}
	d.log.Info("signed in", "group", g.name, "remote", r.RemoteAddr)
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r), Value: g.token, Path: "/",
		HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: r.TLS != nil, MaxAge: 14 * 24 * 3600,
	})
	// A page, not a redirect: a strict cookie does not travel with a redirect
	// that another site started.
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/"><title>Desk</title><p><a href="/">To the desk</a>`)
}

// redeem uses up a one-use word and returns whose it was.
func (d *Desk) redeem(once string) *group {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, g := range d.groups {
		if same(once, g.once) {
			g.once = random()
			return g
		}
	}
	return nil
}

// link gives a further one-use link of any group to an arbiter.
func (d *Desk) link(w http.ResponseWriter, r *http.Request, g *group) {
	w.Header().Set("Cache-Control", "no-store")
	name := r.URL.Query().Get("group")
	if name == "" {
		name = Arbiters
	}
	if g.name != Arbiters {
		http.Error(w, "only the arbiters give sign-in links", http.StatusForbidden)
		return
	}
	path := d.LoginPath(name)
	if path == "" {
		http.Error(w, fmt.Sprintf("nobody signs in here as %q; there are: %s", name, strings.Join(d.names(), ", ")), http.StatusForbidden)
		return
	}
	io.WriteString(w, path+"\n")
}

// names are those of the groups.
func (d *Desk) names() (list []string) {
	for _, g := range d.groups {
		list = append(list, g.name)
	}
	return list
}

// signedIn lets through who has a token: a browser by cookie, a machine by
// Bearer. A request that changes something must come from the desk's own page.
func (d *Desk) signedIn(next func(http.ResponseWriter, *http.Request, *group)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !isBearer {
			c, err := r.Cookie(cookieName(r))
			if err != nil {
				refuse(w)
				return
			}
			given = c.Value
		}
		g := d.whose(given)
		if g == nil {
			refuse(w)
			return
		}
		if !isBearer && r.Method != http.MethodGet && r.Method != http.MethodHead && !ownOrigin(r) {
			http.Error(w, "rulings come from the desk's own page", http.StatusForbidden)
			return
		}
		next(w, r, g)
	})
}

func (d *Desk) whose(token string) *group {
	var found *group
	for _, g := range d.groups {
		if same(token, g.token) {
			found = g
		}
	}
	return found
}

func refuse(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("WWW-Authenticate", `Bearer realm="desk"`)
	w.Header().Set("Connection", "close") // strangers hold no connection open
	http.Error(w, "The desk needs a sign-in: open the link that the hall printed, or send the token of secrets/desk-token as a Bearer.", http.StatusUnauthorized)
}

func ownOrigin(r *http.Request) bool {
	u, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && u.Host != "" && u.Host == r.Host
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// rule takes one ruling.
func (d *Desk) rule(w http.ResponseWriter, r *http.Request, g *group) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if g.name != Arbiters {
		fail(w, http.StatusForbidden, "only the arbiters rule; this token is for the %s pages", g.name)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		code, text := unread(err)
		fail(w, code, "%s", text)
		return
	}
	req, err := parse(body)
	if err != nil {
		fail(w, http.StatusBadRequest, "%v", err)
		return
	}
	at, err := scope(req.Table)
	if err != nil {
		fail(w, http.StatusBadRequest, "%v", err)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), answerWithin)
	defer cancel()
	by := events.Ruled{Request: req.ID, Author: req.Author, Article: req.Article, Saw: events.ID(req.Saw)}
	if by.Author == "" {
		by.Author = "desk"
	}
	kept := note{Salt: d.salt(g, req.ID), Text: req.Note}
	if req.Note != "" {
		by.Note = kept.hash()
	}
	p, err := ruling(req, by)
	if err != nil {
		fail(w, http.StatusBadRequest, "%v", err)
		return
	}
	if why, err := d.door.MayTell(at, p); err != nil {
		fail(w, http.StatusServiceUnavailable, "%v; send it again with the same id", err)
		return
	} else if why != "" {
		_ = json.NewEncoder(w).Encode(events.Answered{Request: req.ID, Answer: events.AnswerRefused, Text: why})
		return
	}
	if req.Note != "" {
		if err := d.keep(ctx, kept); err != nil {
			fail(w, http.StatusServiceUnavailable, "the note could not be kept, nothing was ruled: %v", err)
			return
		}
	}
	began := time.Now()
	answer, err := d.door.Submit(ctx, at, p)
	d.Metrics.answered(answer, err, time.Since(began))
	if err != nil {
		d.log.Error("ruling not answered", "kind", req.Kind, "table", req.Table, "err", err)
		fail(w, http.StatusServiceUnavailable, "%v; send it again with the same id", err)
		return
	}
	d.log.Info("ruling", "kind", req.Kind, "table", req.Table, "author", by.Author, "answer", answer.Answer)
	json.NewEncoder(w).Encode(answer)
}

// note is an arbiter's text, kept where it can be erased; the record holds its
// hash.
type note struct {
	Salt string `json:"salt"`
	Text string `json:"text"`
}

func (n note) hash() events.Hash {
	sum := sha256.Sum256([]byte(n.Salt + n.Text))
	return events.Hash(hex.EncodeToString(sum[:]))
}

// salt is the same when a ruling is sent again: a second copy of its note
// would be known to no record, and never be erased.
func (d *Desk) salt(g *group, request string) string {
	m := hmac.New(sha256.New, []byte(g.token))
	io.WriteString(m, request)
	return hex.EncodeToString(m.Sum(nil))
}

func (d *Desk) keep(ctx context.Context, n note) error {
	b, err := json.Marshal(n)
	if err != nil {
		return err
	}
	_, err = d.people.Put(ctx, "note-"+string(n.hash()), b)
	return err
}

// maxBody is the longest body of a ruling, in bytes.
const maxBody = 64 << 10

// unread says why a body could not be read, and with which status.
func unread(err error) (code int, text string) {
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has more than %d bytes, which no ruling needs; a note may have 4096", maxBody)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout, "the body did not come in time; send the ruling again with the same id"
	}
	return http.StatusBadRequest, "the body did not come whole; send the ruling again with the same id"
}

func fail(w http.ResponseWriter, code int, format string, args ...any) {
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(map[string]string{"error": fmt.Sprintf(format, args...)})
}
