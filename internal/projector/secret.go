package projector

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"boardwire/events"
	"boardwire/game"
)

// found are the words for what an envelope held.
var found = []string{
	events.EnvelopeMove, events.EnvelopeDraw, events.EnvelopeAmbiguous, events.EnvelopeIllegal, events.EnvelopeResigned, events.EnvelopeLost,
}

// mayTell says why a ruling must not even be recorded while a move of its scope
// lies sealed: some word of it may be that move, which no record, note or log
// may hold before the envelope is opened. It is "" where the ruling may be
// recorded. The text repeats nothing of the ruling.
func mayTell(x *game.Secrets, s events.Scope, r events.Ruling) string {
	if !x.Within(s) {
		return ""
	}
	const until = " until the envelope is opened"
	switch p := r.(type) {
	case events.AdjournedRuling:
		if id, _ := s.Table(); x.Elsewhere(id) && p.Note == "" && !wordsOf(events.Start{Ruled: p.Ruled}) {
			return signed(x, p.Ruled) // the game enters, with the moves before the sealed one
		}
		return "a move is sealed here: no moves are stated" + until
	case events.Correction:
		return "a move is sealed here: no moves are stated" + until
	case events.Claim:
		if p.Announced != "" {
			return "a move is sealed here: no move is announced" + until
		}
	case events.Unseal:
		id, _ := s.Table()
		switch {
		case !x.In(id):
			return "the envelope is not in: say sealed first, or adjourned where the game comes from another sitting"
		case p.Move != "" && p.Found != events.EnvelopeMove && p.Found != events.EnvelopeDraw:
			return "a move is named with move and with draw_offer, and with nothing else"
		case !slices.Contains(found, p.Found):
			return "found is move, ambiguous, illegal, resigned, draw_offer or lost"
		}
		return ""
	}
	if why := signed(x, r.By()); why != "" {
		return why
	}
	if r.By().Note != "" {
		return "a move is sealed here: no notes are taken" + until
	}
	if wordsOf(r) {
		return "a move is sealed here, and something in this ruling reads as a move: say it without" + until
	}
	return ""
}

// moveWord finds words that may be moves: squares with what may stand around
// them in any notation, and castling.
var moveWord = regexp.MustCompile(`(?i)(^|[^a-z0-9])([a-z]{0,2}[a-h]?[1-8]?[x:-]?[a-h][1-8]([-x:]?[a-h][1-8])?=?[a-z]?|[o0]-?[o0](-?[o0])?)([^a-z0-9]|$)`)

// wordsOf says whether a text of a ruling reads as a move, or tells one in words.
// What is one of a closed list, or names the request and a fact, is none; players'
// ids in the tournament file may be any words.
func wordsOf(r events.Ruling) bool {
	b, err := json.Marshal(r)
	if err != nil {
		return true
	}
	var all any
	if json.Unmarshal(b, &all) != nil {
		return true
	}
	spoken := tells
	if harmless("author", r.By().Author) {
		spoken = func(string) bool { return false }
	}
	return readsAsMove("", all, spoken)
}

func readsAsMove(key string, v any, spoken func(string) bool) bool {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if readsAsMove(k, x, spoken) {
				return true
			}
		}
	case []any:
		for _, x := range v {
			if readsAsMove(key, x, spoken) {
				return true
			}
		}
	case string:
		return !harmless(key, v) && (moveWord.MatchString(v) || key != "author" && spoken(v))
	}
	return false
}

// requestID is what names a ruling: a UUID, or what a file states.
var requestID = regexp.MustCompile(`^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|file:[0-9a-f:]+)$`)

// harmless says that a text is of a form that no move has.
func harmless(key, v string) bool {
	switch key {
	case "request":
		return requestID.MatchString(v)
	case "saw":
		return len(v) == 32 && strings.Trim(v, "0123456789abcdef") == ""
	case "author":
		return strings.HasPrefix(v, "file:") && requestID.MatchString(v)
	}
	return game.Formal(key, v)
}
