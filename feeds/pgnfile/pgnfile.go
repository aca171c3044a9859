// Package pgnfile writes views as PGN: what an audience has seen of a round, in
// the form that every chess program reads.
//
// It takes nothing but the view, so that a file can hold nothing that was not
// released: no end before its release, no count, no time of the file itself.
package pgnfile

import (
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"boardwire/clockstate"
	"boardwire/feeds"
	"boardwire/pgn"
	"boardwire/rules"
)

// Event is what the tags say of the tournament. Empty fields become "?".
type Event struct {
	Name, Site string
}

// Write writes the games in the order given.
func Write(w io.Writer, event Event, games []feeds.View) error {
	for _, v := range games {
		if err := pgn.Write(w, Game(event, v)); err != nil {
			return err
		}
	}
	return nil
}

// Game returns the view as a game for the strict writer. Moves from the first
// one on that cannot be played by the rules are left out, because readers take
// no such move; a comment says so. Times are those of moves that were pressed.
func Game(event Event, v feeds.View) pgn.Game {
	g := pgn.Game{Result: rules.Ongoing}
	if r, err := rules.ParseResult(v.Result); err == nil {
		g.Result = r
	}
	pos := start(&g, v.FENStart)
	for _, m := range v.Moves {
		move, err := pos.ParseUCI(m.UCI)
		if err != nil {
			stop(&g)
			break
		}
		next, err := pos.Play(move)
		if err != nil {
			stop(&g)
			break
		}
		pos = next
		g.Plies = append(g.Plies, pgn.Ply{SAN: m.SAN, Move: move, Clk: duration(m.Clk), Emt: duration(m.Emt)})
	}
	tags(&g, event, v)
	return g
}

func start(g *pgn.Game, fen string) rules.Position {
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Start()
	}
	pos, err := setup.Position(0)
	if err != nil {
		return rules.Start()
	}
	if setup != rules.Start().Setup() {
		g.Start = setup
	}
	return pos
}

// stop marks a game whose further moves cannot be written.
func stop(g *pgn.Game) {
	const text = "The game went on with a move that the rules do not allow."
	if n := len(g.Plies); n > 0 {
		g.Plies[n-1].Comment = text
		return
	}
	g.Comment = text
}

// tags sets the tags in a fixed order; the writer sorts them.
func tags(g *pgn.Game, event Event, v feeds.View) {
	set := func(name, value string) {
		if value = line(value); value != "" && value != "0" {
			g.Set(name, value)
		}
	}
	roundID, board, _ := feeds.SplitGame(v.ID)
	_, slug, _ := strings.Cut(roundID, ".")
	set("Event", event.Name)
	set("Site", event.Site)
	if begun := v.Begun(); !begun.IsZero() {
		set("Date", begun.UTC().Format("2006.01.02"))
	}
	set("Round", slug+"."+strconv.Itoa(board))
	player := func(color string, p feeds.Player) {
		set(color, p.Shown())
		set(color+"Title", p.Title)
		set(color+"Elo", strconv.Itoa(p.Rating))
		set(color+"FideId", strconv.Itoa(p.FIDE))
	}
	player("White", v.White)
	player("Black", v.Black)
	set("Result", string(g.Result))
	set("Board", strconv.Itoa(board))
	set("GameId", v.ID)
	set("TimeControl", control(v.Control))
	set("Termination", termination(v))
}

// control returns the tag's form; a control that cannot be read is not written.
func control(text string) string {
	c, err := clockstate.ParseControl(text)
	if err != nil {
		return ""
	}
	return c.PGN()
}

// termination returns the standard's words (PGN standard, 9.8.1), nothing where
// the reason is the arbiter's or was not recorded.
func termination(v feeds.View) string {
	if v.Status == feeds.StatusPlaying || v.Status == feeds.StatusAdjourned {
		return ""
	}
	switch v.Reason {
	case "flag", "flag_no_mate":
		return "time forfeit"
	case "", feeds.ReasonArbiter, feeds.ReasonNotRecorded, "illegal_move", "forfeit":
		return ""
	}
	return "normal"
}

// line drops what a tag cannot hold.
func line(s string) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\ufeff' {
			return ' '
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

func duration(seconds *int) *time.Duration {
	if seconds == nil {
		return nil
	}
	d := time.Duration(max(*seconds, 0)) * time.Second
	return &d
}
