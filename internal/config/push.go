package config

import (
	"fmt"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"boardwire/events"
)

// Push is a site to which the games of an audience are sent.
type Push struct {
	// Name is what metrics and logs call it.
	Name string
	// Audience is whose stream is sent; what that may see and when is kept there.
	Audience string
	// Kind is lichess or pgn.
	Kind string
	// URL is where each push is posted.
	URL string
	// Round is the round that is sent; "" for all (kind pgn alone).
	Round string
	// TokenFile holds the site's token, "" for none. A name without a slash at its
	// beginning counts from the tournament file's folder.
	TokenFile string
	// Every is the least time between two pushes, at least a second.
	Every time.Duration
}

// Bounds of the time between two pushes.
const (
	pushEvery    = time.Second
	maxPushEvery = time.Hour
)

func (f *File) readPushes(root *table) {
	line := map[string]int{}
	for _, t := range root.tables("push", "") {
		p := Push{Every: pushEvery}
		p.Name, _ = t.token("name", `what metrics and logs call the site, such as "lichess"`, events.CheckToken)
		once(t, "name", p.Name, "push", line)
		p.Audience = f.pushedAudience(t)
		p.Kind, _ = t.word("kind", `"lichess" or "pgn" (any site that takes a PGN file)`, "lichess", "pgn")
		p.URL = pushURL(t, p.Kind)
		p.Round = f.pushedRound(t, p.Kind)
		p.TokenFile, _ = t.text("token_file", "")
		if every, ok := t.length("every", "", maxPushEvery); ok {
			p.Every = every
			if every < pushEvery {
				t.fault("every", fmt.Sprintf("is %s, want %s at least", every, pushEvery), "")
			}
		}
		t.done()
		f.Pushes = append(f.Pushes, p)
	}
}

// pushedAudience reads whose stream is sent: never that of the arbiters, at
// whose desk nothing is held back.
func (f *File) pushedAudience(t *table) string {
	name, ok := t.text("audience", "the name of an [[audience]]: its delay is what the site gets")
	if !ok {
		return ""
	}
	var known []string
	for _, a := range f.Audiences {
		if a.Kind == "arbiter" {
			if a.Name == name {
				t.fault("audience", fmt.Sprintf("%q is the arbiters' own: nothing is held back there", name), "name an audience with the delay that the site is to have")
				return ""
			}
			continue
		}
		known = append(known, a.Name)
	}
	if !slices.Contains(known, name) {
		hint := meant(name, known)
		if hint == "" {
			hint = "known here: " + strings.Join(known, " ")
		}
		t.fault("audience", fmt.Sprintf("there is no audience %q", name), hint)
		return ""
	}
	return name
}

// pushedRound reads which round is sent. A round at Lichess is one round, so it
// has to be named.
func (f *File) pushedRound(t *table, kind string) string {
	missing := ""
	if kind == "lichess" {
		missing = "the id of the [[round]] that is sent: each round has an address of its own at Lichess"
	}
	id, ok := t.text("round", missing)
	if !ok {
		return ""
	}
	var known []string
	for _, r := range f.Rounds {
		known = append(known, r.ID)
	}
	if !slices.Contains(known, id) {
		hint := meant(id, known)
		if hint == "" {
			hint = "known here: " + strings.Join(known, " ")
		}
		t.fault("round", fmt.Sprintf("there is no round %q", id), hint)
		return ""
	}
	return id
}

// lichessPush is the path of Lichess' push interface, lichessRound the end of a
// round's page: eight letters and digits.
var (
	lichessPush  = regexp.MustCompile(`^/api/broadcast/round/[A-Za-z0-9]{8}/push$`)
	lichessRound = regexp.MustCompile(`/([A-Za-z0-9]{8})/?$`)
)

// pushURL reads where pushes go. A token must not cross a network in the clear,
// nor stand in the address, which logs and error texts repeat.
func pushURL(t *table, kind string) string {
	text, ok := t.text("url", "where each push is posted, such as https://lichess.org/api/broadcast/round/XXXXXXXX/push")
	if !ok {
		return ""
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		t.fault("url", "is no address of a site", "want https://…")
		return ""
	case u.User != nil:
		t.fault("url", "holds a user or a password", "leave them out, and put a token into token_file")
		return ""
	case u.Fragment != "":
		t.fault("url", "has a part after #", "leave it out")
		return ""
	case u.Scheme == "http" && !loopback(u.Hostname()):
		t.fault("url", "is http, so that anybody on the way could read the token and change the games", "want https, or http on this machine alone (127.0.0.1)")
		return ""
	case kind == "lichess" && !lichessPush.MatchString(u.Path):
		hint := "want …/api/broadcast/round/XXXXXXXX/push with the eight letters and digits at the end of the round's page"
		if m := lichessRound.FindStringSubmatch(u.Path); m != nil {
			hint = fmt.Sprintf("did you mean %s://%s/api/broadcast/round/%s/push?", u.Scheme, u.Host, m[1])
		}
		t.fault("url", "is not where Lichess takes pushes", hint)
		return ""
	}
	return text
}

// loopback says whether a host is this machine, by its name alone.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// TokenPath returns where a push's token lies, for a tournament file at path; ""
// where the push has none.
func (p Push) TokenPath(path string) string {
	if p.TokenFile == "" || filepath.IsAbs(p.TokenFile) {
		return p.TokenFile
	}
	return filepath.Join(filepath.Dir(path), p.TokenFile)
}

// pushDoubts tells of a site that gets games before the public does: everybody
// can read it there.
func (f *File) pushDoubts() (out []string) {
	delay := map[string]time.Duration{}
	public, stated := time.Duration(0), false
	for _, a := range f.Audiences {
		delay[a.Name] = a.Delay
		if a.Kind == "public" {
			public, stated = a.Delay, true
		}
	}
	for _, p := range f.Pushes {
		if d := delay[p.Audience]; stated && d < public {
			out = append(out, fmt.Sprintf("push %s: what audience %s sees is sent %s after play; whoever reads it there knows it before the public does here, after %s",
				p.Name, p.Audience, d, public))
		}
	}
	return out
}
