package feeds

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Seen is all that an audience has been shown so far: the fold of its stream and
// of the names that were released. Pages and pushes are made of it and of
// nothing else, so that none of them can tell more than another. One goroutine
// uses it at a time.
type Seen struct {
	kind   AudienceKind
	games  map[string]View
	order  []string // ids of games that are shown, sorted; nil when out of date
	people map[string]Person
	loose  []Finding
}

// NewSeen returns what an audience of a kind has seen at the beginning: nothing.
func NewSeen(kind AudienceKind) *Seen {
	return &Seen{kind: kind, games: map[string]View{}, people: map[string]Person{}}
}

// Take folds one message of the audience's stream. A message that the audience
// may not see, or that cannot be read, is an error and changes nothing.
func (s *Seen) Take(subject string, data []byte) (Frame, error) {
	frame, err := s.read(subject, data)
	if err != nil {
		return frame, err
	}
	if frame.Game == "" {
		s.loose = withFinding(s.loose, frame.Body)
		return frame, nil
	}
	was := s.games[frame.Game]
	is := was.With(frame)
	s.games[frame.Game] = is
	if was.shown() != is.shown() {
		s.order = nil
	}
	return frame, nil
}

func (s *Seen) read(subject string, data []byte) (Frame, error) {
	frame, err := ParseFrame(data)
	if err != nil {
		return frame, err
	}
	if !s.kind.AllowsFrame(frame.Kind) {
		return frame, fmt.Errorf("frame %q is not for the %s audience; look at who writes its stream", frame.Kind, s.kind)
	}
	if kind := subject[strings.LastIndexByte(subject, '.')+1:]; kind != frame.Kind {
		return frame, fmt.Errorf("frame %q lies under another kind", frame.Kind)
	}
	if frame.Fact != "" && s.kind != Arbiter {
		return frame, errors.New("frame that names its fact; look at who writes this stream")
	}
	if frame.Game == "" && s.kind != Arbiter {
		return frame, errors.New("frame without a game")
	}
	return frame, nil
}

func withFinding(list []Finding, body Body) []Finding {
	switch b := body.(type) {
	case Finding:
		return append(list, b)
	case Cleared:
		return slices.DeleteFunc(list, func(f Finding) bool { return f.ID == b.ID })
	}
	return list
}

// shown says whether a game exists for its readers.
func (v View) shown() bool { return v.Paired() && !v.Gone() }

// Name sets what is published under a key of the table of names: a player's id
// or "tournament.<id>". A nil value deletes it. A value that cannot be read
// changes nothing: where there was none, the id is shown.
func (s *Seen) Name(key string, value []byte) error {
	if value == nil {
		delete(s.people, key)
		return nil
	}
	var p Person
	if err := json.Unmarshal(value, &p); err != nil {
		return fmt.Errorf("name of %s: %w", key, err)
	}
	s.people[key] = p
	return nil
}

// Game returns a game that is shown, with its names.
func (s *Seen) Game(id string) (View, bool) {
	v, ok := s.games[id]
	if !ok || !v.shown() {
		return View{}, false
	}
	return v.Named(s.people), true
}

// IDs returns the ids of the games that are shown, by tournament, round and
// board; numbers sort as numbers. The slice is not to be changed.
func (s *Seen) IDs() []string {
	if s.order == nil {
		s.order = make([]string, 0, len(s.games))
		for id, v := range s.games {
			if v.shown() {
				s.order = append(s.order, id)
			}
		}
		slices.SortFunc(s.order, byID)
	}
	return s.order
}

// Title returns a tournament's published name, or its id.
func (s *Seen) Title(tournament string) string {
	if p := s.people["tournament."+tournament]; p.Name != "" {
		return p.Name
	}
	return tournament
}

// Games is how many games the audience was told of, those that are gone
// included.
func (s *Seen) Games() int { return len(s.games) }

// Names is how many names it was told.
func (s *Seen) Names() int { return len(s.people) }

// Loose are the findings that belong to no table; the arbiter's alone. The slice
// is not to be changed.
func (s *Seen) Loose() []Finding { return s.loose }

// byID sorts by tournament, round and board.
func byID(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		if c := natural(x[i], y[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

func natural(a, b string) int {
	if digits(a) && digits(b) && len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return strings.Compare(a, b)
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }
