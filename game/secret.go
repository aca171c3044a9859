package game

import (
	"maps"
	"slices"
	"strings"

	"boardwire/events"
	"boardwire/rules"
)

// Secrets are the games in which a move is sealed, or is to be, and the envelope
// was not opened. It is a value of its own: whoever holds the door to the record
// may ask it while the fold goes on.
type Secrets struct {
	games map[string]secret
	// authors are who had ruled before the last of them became one.
	authors map[string]bool
}

// secret is where a sealed move is.
type secret uint8

const (
	noSecret  secret = iota
	toBeSaid         // the player was told to seal
	inside           // the envelope is in
	elsewhere        // it was in a sitting before, and the game has not entered this one
)

// Secrets returns the games of the hall whose envelopes are closed now.
func (h *Hall) Secrets() *Secrets { return h.secrets }

// keepSecret takes whether a game's envelope is closed after a ruling on it: no
// other event closes or opens one.
func (h *Hall) keepSecret(s events.Scope, r events.Ruling) {
	_, annulled := r.(events.Annul)
	id, ok := s.Table()
	g := h.games[id]
	if !ok || g == nil {
		return
	}
	was, is := h.secrets.games[id], noSecret
	switch {
	case g.sealed():
		is = inside
	case g.closed():
		is = toBeSaid
	case was == elsewhere && g.adjourned == nil && g.final == nil && !annulled:
		is = elsewhere
	}
	h.setSecret(id, is)
}

// setSecret takes where a sealed move is.
func (h *Hall) setSecret(id string, is secret) {
	if h.secrets.games[id] == is {
		return
	}
	games := maps.Clone(h.secrets.games)
	if games == nil {
		games = map[string]secret{}
	}
	games[id] = is
	authors := h.secrets.authors
	if is == noSecret {
		delete(games, id)
	} else {
		authors = maps.Clone(h.authors)
	}
	h.secrets = &Secrets{games, authors}
}

// mostAuthors bounds the names that are kept of who ruled.
const mostAuthors = 1024

// keepAuthor keeps who ruled.
func (h *Hall) keepAuthor(name string) {
	if len(h.authors) < mostAuthors && len(name) <= maxName {
		h.authors[name] = true
	}
}

// Ruled reports whether somebody of that name had ruled in the sitting before the
// move was to be sealed: his name is no move.
func (x *Secrets) Ruled(name string) bool { return x != nil && x.authors[name] }

// Within reports whether a scope has one of the games.
func (x *Secrets) Within(s events.Scope) bool {
	if x == nil {
		return false
	}
	for id := range x.games {
		tournament, round, _ := events.TableScope(id).Tokens()
		switch s {
		case events.TableScope(id), events.HallScope, events.TournamentScope(tournament), events.RoundScope(tournament + "." + round):
			return true
		}
	}
	return false
}

// In reports whether the envelope of a game is in, and closed.
func (x *Secrets) In(id string) bool { return x != nil && x.games[id] == inside }

// Elsewhere reports whether the envelope of a game was closed in a sitting before
// and the game has not entered this one.
func (x *Secrets) Elsewhere(id string) bool { return x != nil && x.games[id] == elsewhere }

// Games returns the games, sorted.
func (x *Secrets) Games() []string {
	if x == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(x.games))
}

// labels are the articles of all editions, as they are written: "A4" is one, "a4"
// is a move.
var labels = func() map[string]bool {
	all := map[string]bool{}
	for _, e := range rules.Carried() {
		laws, err := rules.Of(e)
		if err != nil {
			continue // it is carried
		}
		for _, a := range laws.Articles() {
			all[string(a)] = true
		}
	}
	return all
}()

// Formal reports whether a field of a ruling, by its name in JSON, holds one of a
// closed list or a position: a result, an article of some edition, a FEN.
func Formal(field, v string) bool {
	var err error
	switch field {
	case "article":
		return labels[strings.TrimSuffix(strings.TrimPrefix(v, "Art. "), ".")]
	case "result":
		_, err = rules.ParseResult(v)
	case "fen":
		_, err = rules.ParseFEN(v)
	default:
		return false
	}
	return err == nil
}
