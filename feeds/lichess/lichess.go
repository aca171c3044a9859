// Package lichess knows what Lichess' push interface for broadcasts takes, and
// reads what it answers. The interface: POST of PGN as text/plain to
// /api/broadcast/round/{id}/push, answered with one entry for each game.
package lichess

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardwire/feeds"
)

const (
	// MaxGames is how many games one push may hold.
	MaxGames = 100
	// MaxAnswer is more than an answer for MaxGames games takes, in bytes.
	MaxAnswer = 1 << 20
	// maxText is how many characters of a site's words are repeated.
	maxText = 200
)

// Lacks says what a game lacks that Lichess finds games by: each player needs a
// name or a FIDE number. It drops a game without, and says nothing. The text is
// empty for a game that has all.
func Lacks(v feeds.View) string {
	for _, p := range []struct {
		color  string
		player feeds.Player
	}{{"white", v.White}, {"black", v.Black}} {
		if p.player.FIDE == 0 && !isName(p.player.Shown()) {
			return p.color + " has no FIDE number and no name of two letters and more"
		}
	}
	return ""
}

// isName says whether Lichess takes a name for one.
func isName(s string) bool {
	s = strings.TrimSpace(s)
	return utf8.RuneCountInString(s) > 1 && !strings.EqualFold(s, "bye") && !strings.EqualFold(s, "unknown")
}

// Game is what was answered of one game, in the order of the push.
type Game struct {
	// White and Black are the names that the game was read with; "" where it
	// could not be read.
	White, Black string
	// Moves is how many plies were taken.
	Moves int
	// Error is why the game was refused, in the site's words; "" where it was not.
	Error string
}

// ParseAnswer reads the answer to a push that was taken. Fields that are not
// known are passed over. The site's words are as they came: see Clean.
func ParseAnswer(b []byte) ([]Game, error) {
	if len(b) > MaxAnswer {
		return nil, fmt.Errorf("answer of more than %d bytes", MaxAnswer)
	}
	var a struct {
		Games *[]struct {
			Tags  map[string]any `json:"tags"`
			Moves int            `json:"moves"`
			Error *string        `json:"error"`
		} `json:"games"`
	}
	if err := json.Unmarshal(b, &a); err != nil {
		return nil, fmt.Errorf("answer that is none of Lichess': %w", err)
	}
	if a.Games == nil {
		return nil, fmt.Errorf("answer that is none of Lichess': it has no games")
	}
	out := make([]Game, 0, len(*a.Games))
	for _, g := range *a.Games {
		white, _ := g.Tags["White"].(string)
		black, _ := g.Tags["Black"].(string)
		read := Game{White: white, Black: black, Moves: max(g.Moves, 0)}
		if g.Error != nil {
			read.Error = *g.Error
			if strings.TrimSpace(read.Error) == "" {
				read.Error = "no reason given"
			}
		}
		out = append(out, read)
	}
	return out, nil
}

// Reason reads why a push was refused as a whole, {"error": …}; the words
// themselves where the answer is something else. They are as they came: see Clean.
func Reason(b []byte) string {
	var a struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(b, &a) != nil || len(a.Error) == 0 {
		return string(b)
	}
	var text string
	if json.Unmarshal(a.Error, &text) == nil {
		return text
	}
	return string(a.Error)
}

// Clean makes a site's words fit for one line of a log: what is not printed
// becomes a space, and no more than 200 characters stay. What has to be hidden is
// hidden before: half of it may stay behind.
func Clean(s string) string {
	if len(s) > 4*maxText {
		s = s[:4*maxText]
	}
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > maxText {
		s = string([]rune(s)[:maxText-1]) + "…"
	}
	return s
}
