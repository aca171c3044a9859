package desk

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"boardwire/notation"
	"boardwire/rules"
)

// readMove is a move that someone typed, as the record names it and as people
// read it.
type readMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// Bounds of what is read as moves: text in bytes, and how many.
const (
	mostMoveText = 4 << 10
	mostMoves    = 600
)

// moves answers GET /desk/moves?fen=…&text=…&lang=…: what a text says in moves
// from a position, as on a scoresheet or as e2e4. It looks at no game and
// changes nothing; a page asks before it states a correction.
func (d *Desk) moves(w http.ResponseWriter, r *http.Request, g *group) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if g.name != Arbiters {
		fail(w, http.StatusForbidden, "only the arbiters state moves")
		return
	}
	q := r.URL.Query()
	list, err := readMoves(q.Get("fen"), q.Get("text"), q.Get("lang"))
	if err != nil {
		fail(w, http.StatusBadRequest, "%v", err)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"moves": list})
}

// moveNumber is what stands before moves on a scoresheet.
var moveNumber = regexp.MustCompile(`^\d+(\.+|…)`)

func readMoves(fen, text, lang string) ([]readMove, error) {
	if len(text) > mostMoveText {
		return nil, fmt.Errorf("the moves have %d bytes; at most %d are read", len(text), mostMoveText)
	}
	language := notation.English
	if lang != "" {
		var err error
		if language, err = notation.ParseLanguage(lang); err != nil {
			return nil, err
		}
	}
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	pos, err := setup.Position(^rules.Fault(0)) // it may follow an illegal move
	if err != nil {
		return nil, err
	}
	list := []readMove{}
	for _, word := range strings.Fields(text) {
		word = strings.TrimPrefix(moveNumber.ReplaceAllString(word, ""), "…")
		if word == "" {
			continue
		}
		if len(list) == mostMoves {
			return nil, fmt.Errorf("more than %d moves", mostMoves)
		}
		m, err := pos.ParseUCI(word)
		if err != nil {
			if m, _, err = notation.Parse(pos, word, language); err != nil {
				return nil, fmt.Errorf("move %d: %w", len(list)+1, err)
			}
		}
		next, err := pos.Play(m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", len(list)+1, err)
		}
		list = append(list, readMove{UCI: m.UCI(), SAN: pos.SAN(m)})
		pos = next
	}
	return list, nil
}
