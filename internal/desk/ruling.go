package desk

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardwire/events"
)

// Request is the body of POST /desk/rulings.
type Request struct {
	// ID is the client's UUID: the same one twice is one ruling.
	ID string `json:"id"`
	// Table is a game id ("open.1.3"), a round id ("open.1"), a tournament id,
	// or empty for the hall.
	Table string          `json:"table,omitempty"`
	Kind  string          `json:"kind"`
	Data  json.RawMessage `json:"data,omitempty"`
	// Saw is the last fact that the author had seen.
	Saw     string `json:"saw,omitempty"`
	Article string `json:"article,omitempty"`
	Author  string `json:"author,omitempty"`
	// Note is free text; the record keeps only its salted hash.
	Note string `json:"note,omitempty"`
}

// Kinds are the words for Request.Kind, sorted.
func Kinds() []string {
	return []string{"abandon", "adjourned", "agree", "annul", "assign", "audience", "castling", "claim", "clock", "close", "confirm",
		"correction", "displaced", "flag", "illegal", "noseal", "offer", "pause", "penalty", "presence", "quickplay", "resign",
		"result", "resume", "reversed", "roster", "seal", "sealed", "signed", "start", "uncount", "unseal"}
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// parse reads a request. Unknown fields and kinds are errors that name them.
func parse(body []byte) (Request, error) {
	var r Request
	if err := strict(body, &r); err != nil {
		return r, err
	}
	if !uuid.MatchString(r.ID) {
		return r, fmt.Errorf("id %q is not a UUID in lower case; make one for each ruling and send it again unchanged when you repeat", r.ID)
	}
	if !slices.Contains(Kinds(), r.Kind) {
		return r, fmt.Errorf("kind %q is not known; kinds are %s", r.Kind, strings.Join(Kinds(), ", "))
	}
	if len(r.Author) > 64 || len(r.Note) > 4096 || len(r.Article) > 32 || len(r.Saw) > 128 {
		return r, fmt.Errorf("author may have 64 bytes, article 32, saw 128, note 4096")
	}
	for name, text := range map[string]string{"author": r.Author, "article": r.Article, "saw": r.Saw} {
		if !printable(text) {
			return r, fmt.Errorf("%s %q has characters that cannot be seen; leave them out", name, text)
		}
	}
	return r, nil
}

// scope returns what a table field names.
func scope(table string) (events.Scope, error) {
	if table == "" {
		return events.HallScope, nil
	}
	parts := strings.Split(table, ".")
	for _, p := range parts {
		if err := events.CheckToken(p); err != nil {
			return "", fmt.Errorf("table %q: %w", table, err)
		}
	}
	switch len(parts) {
	case 1:
		return events.TournamentScope(table), nil
	case 2:
		return events.RoundScope(table), nil
	case 3:
		if n, err := strconv.ParseUint(parts[2], 10, 32); err != nil || n == 0 || strconv.FormatUint(n, 10) != parts[2] {
			return "", fmt.Errorf("table %q: a board is a number from 1 without padding", table)
		}
		return events.TableScope(table), nil
	}
	return "", fmt.Errorf("table %q: want <tournament>.<round>.<board>", table)
}

// ruling builds the payload of a request.
func ruling(r Request, by events.Ruled) (events.Ruling, error) {
	data := []byte(r.Data)
	if len(data) == 0 {
		data = []byte("{}")
	}
	switch r.Kind {
	case "abandon":
		return fill(data, r.Kind, func(x *events.Abandon) *events.Ruled { return &x.Ruled }, by)
	case "assign":
		return fill(data, r.Kind, func(x *events.Assign) *events.Ruled { return &x.Ruled }, by)
	case "audience":
		return fill(data, r.Kind, func(x *events.AudienceRuling) *events.Ruled { return &x.Ruled }, by)
	case "close":
		return fill(data, r.Kind, func(x *events.CloseSitting) *events.Ruled { return &x.Ruled }, by)
	case "confirm":
		return fill(data, r.Kind, func(x *events.Confirm) *events.Ruled { return &x.Ruled }, by)
	case "pause":
		return fill(data, r.Kind, func(x *events.Pause) *events.Ruled { return &x.Ruled }, by)
	case "result":
		return fill(data, r.Kind, func(x *events.ResultRuling) *events.Ruled { return &x.Ruled }, by)
	case "resume":
		return fill(data, r.Kind, func(x *events.Resume) *events.Ruled { return &x.Ruled }, by)
	case "roster":
		return fill(data, r.Kind, func(x *events.Roster) *events.Ruled { return &x.Ruled }, by)
	case "agree":
		return fill(data, r.Kind, func(x *events.Agree) *events.Ruled { return &x.Ruled }, by)
	case "claim":
		return fill(data, r.Kind, func(x *events.Claim) *events.Ruled { return &x.Ruled }, by)
	case "clock":
		return fill(data, r.Kind, func(x *events.ClockRuling) *events.Ruled { return &x.Ruled }, by)
	case "correction":
		return fill(data, r.Kind, func(x *events.Correction) *events.Ruled { return &x.Ruled }, by)
	case "flag":
		return fill(data, r.Kind, func(x *events.FlagRuling) *events.Ruled { return &x.Ruled }, by)
	case "illegal":
		return fill(data, r.Kind, func(x *events.Illegal) *events.Ruled { return &x.Ruled }, by)
	case "offer":
		return fill(data, r.Kind, func(x *events.Offer) *events.Ruled { return &x.Ruled }, by)
	case "resign":
		return fill(data, r.Kind, func(x *events.Resign) *events.Ruled { return &x.Ruled }, by)
	case "adjourned":
		return fill(data, r.Kind, func(x *events.AdjournedRuling) *events.Ruled { return &x.Ruled }, by)
	case "annul":
		return fill(data, r.Kind, func(x *events.Annul) *events.Ruled { return &x.Ruled }, by)
	case "displaced":
		return fill(data, r.Kind, func(x *events.Displaced) *events.Ruled { return &x.Ruled }, by)
	case "penalty":
		return fill(data, r.Kind, func(x *events.Penalty) *events.Ruled { return &x.Ruled }, by)
	case "presence":
		return fill(data, r.Kind, func(x *events.Presence) *events.Ruled { return &x.Ruled }, by)
	case "quickplay":
		return fill(data, r.Kind, func(x *events.Quickplay) *events.Ruled { return &x.Ruled }, by)
	case "reversed":
		return fill(data, r.Kind, func(x *events.Reversed) *events.Ruled { return &x.Ruled }, by)
	case "seal":
		return fill(data, r.Kind, func(x *events.Seal) *events.Ruled { return &x.Ruled }, by)
	case "castling":
		return fill(data, r.Kind, func(x *events.CastlingRuling) *events.Ruled { return &x.Ruled }, by)
	case "noseal":
		return fill(data, r.Kind, func(x *events.NoSeal) *events.Ruled { return &x.Ruled }, by)
	case "sealed":
		return fill(data, r.Kind, func(x *events.Sealed) *events.Ruled { return &x.Ruled }, by)
	case "signed":
		return fill(data, r.Kind, func(x *events.Signed) *events.Ruled { return &x.Ruled }, by)
	case "uncount":
		return fill(data, r.Kind, func(x *events.Uncount) *events.Ruled { return &x.Ruled }, by)
	case "unseal":
		return fill(data, r.Kind, func(x *events.Unseal) *events.Ruled { return &x.Ruled }, by)
	case "start":
		return fill(data, r.Kind, func(x *events.Start) *events.Ruled { return &x.Ruled }, by)
	}
	return nil, fmt.Errorf("kind %q is not known; kinds are %s", r.Kind, strings.Join(Kinds(), ", "))
}

// fill reads data into a ruling and sets who ruled; data must not say that
// itself.
func fill[T events.Ruling](data []byte, kind string, ruled func(*T) *events.Ruled, by events.Ruled) (events.Ruling, error) {
	var x T
	if err := strict(data, &x); err != nil {
		return nil, fmt.Errorf("data of %s: %w", kind, err)
	}
	if *ruled(&x) != (events.Ruled{}) {
		return nil, fmt.Errorf("data of %s: author, request, article, note and saw belong beside data, not in it", kind)
	}
	*ruled(&x) = by
	return x, nil
}
