package config

import (
	"reflect"
	"slices"
	"strconv"
	"time"

	"boardwire/events"
)

// Statement is a ruling that a file makes, with what it is about.
type Statement struct {
	Scope  events.Scope
	Ruling events.Ruling
}

// Rulings returns what the file states and the previous one (nil for none) did
// not: first the audiences, so that nothing is shown before its delay is
// known, then each round's roster, then the devices of its tables. What the
// previous file stated and this one does not is taken back where a ruling can:
// a device is taken from its table. A removed round or audience stays as it is,
// for the record may hold play in it; say so at the desk.
//
// Request ids follow from the file's bytes, so that the same file read twice is
// ruled once.
func (f File) Rulings(previous *File, salt Salt) []Statement {
	s := stating{sha: f.SHA}
	was := map[events.Scope]map[string]events.Ruling{}
	if previous != nil {
		for _, st := range previous.all(stating{sha: f.SHA}, salt) {
			if was[st.Scope] == nil {
				was[st.Scope] = map[string]events.Ruling{}
			}
			was[st.Scope][about(st.Ruling)] = st.Ruling
		}
	}
	var audiences, news []Statement
	now := map[events.Scope]bool{}
	for _, st := range f.all(s, salt) {
		if _, isAssign := st.Ruling.(events.Assign); isAssign {
			now[st.Scope] = true
		}
		if old, ok := was[st.Scope][about(st.Ruling)]; ok && reflect.DeepEqual(old, st.Ruling) {
			continue
		}
		if _, isAudience := st.Ruling.(events.AudienceRuling); isAudience {
			audiences = append(audiences, st)
		} else {
			news = append(news, st)
		}
	}
	if previous == nil {
		return append(audiences, news...)
	}
	// Devices are taken away before they are given to another table.
	var away []Statement
	for _, r := range previous.Rounds {
		for _, t := range r.Tables {
			scope := f.tableScope(r.ID, t.Board)
			if t.Device != "" && previous.Tournament.ID == f.Tournament.ID && !now[scope] && f.has(r.ID, t.Board) {
				away = append(away, Statement{scope, events.Assign{Ruled: s.ruled("assign", string(scope))}})
			}
		}
	}
	return slices.Concat(audiences, away, news)
}

// about tells apart the rulings of one scope and kind.
func about(r events.Ruling) string {
	if a, ok := r.(events.AudienceRuling); ok {
		return string(a.EventType()) + " " + a.Audience
	}
	return string(r.EventType())
}

// all returns everything the file states.
func (f File) all(s stating, salt Salt) []Statement {
	var all []Statement
	tournament := events.TournamentScope(f.Tournament.ID)
	for _, a := range f.Audiences {
		all = append(all, Statement{tournament, events.AudienceRuling{
			Ruled:    s.ruled("audience", string(tournament)+" "+a.Name),
			Audience: a.Name,
			Kind:     a.Kind,
			DelayMS:  a.Delay.Milliseconds(),
		}})
	}
	key := tournamentKey(f.Tournament.ID)
	for _, r := range f.Rounds {
		scope := events.RoundScope(f.Tournament.ID + "." + r.ID)
		roster := events.Roster{
			Ruled:      s.ruled("roster", string(scope)),
			Name:       salt.hash(key, f.Tournament.Name),
			Edition:    f.Tournament.Edition.String(),
			Kind:       f.Tournament.Kind,
			Supervised: f.Tournament.Supervised,
			Control:    f.Tournament.Control,

			NoDrawBefore: f.Tournament.NoDrawBefore,
			Quickplay:    f.Tournament.Quickplay,
			DrawOdds:     f.Tournament.DrawOdds,
			FEN:          r.FEN,
			Tables:       []events.Pairing{},
		}
		late := int(f.Tournament.DefaultTime / time.Second)
		roster.DefaultTime = &late
		if p := f.Tournament.Points; p != usualPoints {
			roster.Points = &events.PointSystem{Win: p.Win, Draw: p.Draw, Loss: p.Loss}
		}
		if !r.Start.IsZero() {
			roster.Start = r.Start.UTC().Format(time.RFC3339)
		}
		for _, t := range r.Tables {
			p := events.Pairing{Board: t.Board, White: t.White, Black: t.Black}
			if t.Control != f.Tournament.Control {
				p.Control = t.Control
			}
			if t.FEN != r.FEN {
				p.FEN = t.FEN
			}
			roster.Tables = append(roster.Tables, p)
		}
		all = append(all, Statement{scope, roster})
		for _, t := range r.Tables {
			if t.Device == "" {
				continue
			}
			scope := f.tableScope(r.ID, t.Board)
			all = append(all, Statement{scope, events.Assign{Ruled: s.ruled("assign", string(scope)), Device: t.Device}})
		}
	}
	return all
}

func (f File) tableScope(round string, board int) events.Scope {
	return events.TableScope(f.Tournament.ID + "." + round + "." + strconv.Itoa(board))
}

// has tells whether the file still has a table.
func (f File) has(round string, board int) bool {
	for _, r := range f.Rounds {
		for _, t := range r.Tables {
			if r.ID == round && t.Board == board {
				return true
			}
		}
	}
	return false
}

// stating makes what all rulings of one file carry.
type stating struct{ sha string }

// ruled names the request after the file and what is ruled. Both together are
// hashed, as an id has 128 characters at most.
func (s stating) ruled(kind, what string) events.Ruled {
	id := events.HashOf([]byte(s.sha + "\n" + kind + "\n" + what))
	return events.Ruled{
		Request: "file:" + s.sha + ":" + string(id[:16]),
		Author:  "file:" + s.sha,
	}
}
