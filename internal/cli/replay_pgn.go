package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/feedcheck"
	"boardwire/pgn"
	"boardwire/rules"
)

// games reads a PGN file and prints what each of its games comes to. What was
// cut of a game's text goes to standard error with its place.
func (c replayCmd) games(w *bufio.Writer, path string, std streams) error {
	switch {
	case c.Facts:
		return usagef("--facts is for recordings of boards: a PGN file says what was played, not what was seen; name the board with --driver, or leave --facts away")
	case c.Base64:
		return usagef("--base64 is for recordings of boards: name the board with --driver")
	}
	edition, err := rules.ParseEdition(c.Laws)
	if err != nil {
		return usageError{err}
	}
	laws, err := rules.Of(edition)
	if err != nil {
		return usageError{err}
	}
	var control *clockstate.Control
	if c.Control != "?" {
		parsed, err := clockstate.ParseControl(c.Control)
		if err != nil {
			return usageError{err}
		}
		control = &parsed
	}
	in, name := std.in, "stdin"
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		in, name = f, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	r := pgn.NewReader(in)
	var open []string
	over := 0
	for n := 1; ; n++ {
		g, err := r.Next()
		if err == io.EOF {
			if n == 1 {
				fmt.Fprintf(std.err, "boardwire: %s: no game\n", path)
			}
			if over > 0 && len(open) > 0 {
				fmt.Fprintf(std.err, "boardwire: %s: without a result, to be closed from the list of results: %s\n", path, strings.Join(open, ", "))
			}
			return nil
		}
		for i := range g.Deviations {
			if d := &g.Deviations[i]; d.Code.Cuts() {
				fmt.Fprintf(std.err, "boardwire: %s:%d:%d: %s: %s\n", path, d.Line, d.Column, d.Code, d.What())
			}
		}
		if err != nil {
			return err
		}
		out := checked(fmt.Sprintf("%s#%d", name, n), &g, feedcheck.Check(&g, laws, control))
		if _, _, live := g.Reference(); out.Result != string(rules.Ongoing) {
			over++
		} else if !live && out.Plies > 0 {
			open = append(open, out.Game)
		}
		if err := c.print(w, out); err != nil {
			return err
		}
	}
}

// checked is a report in the form that replay prints.
func checked(name string, g *pgn.Game, r feedcheck.Report) replayed {
	out := replayed{
		Game: name, Plies: r.Line.Len(), Result: string(r.Result), ResultSource: r.Source,
		UCI: []string{}, Moves: []replayedMove{}, Articles: bareArticles(r.Articles), Findings: []replayFinding{},
		FinalFEN: r.Line.Position().FEN(),
	}
	white, _ := g.Tag("White")
	black, _ := g.Tag("Black")
	out.White, out.Black = orNull(white), orNull(black)
	if r.Reason != "" {
		reason := string(r.Reason)
		out.Reason = &reason
	}
	for i := range r.Line.Len() {
		before, m := r.Line.At(i), r.Line.Move(i)
		out.UCI = append(out.UCI, m.UCI())
		move := replayedMove{UCI: m.UCI(), SAN: before.SAN(m), Completed: completedBy(r, i)}
		if s := r.Course.Clocks[i]; s.HasClk {
			clk := int(s.Clk / time.Second)
			move.Clk, move.Derived = &clk, r.Course.Derived[i]
		}
		out.Moves = append(out.Moves, move)
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, replayFinding{Ply: f.Ply, Kind: f.Kind, Articles: bareArticles(f.Articles), Text: f.Text})
	}
	return out
}

// completedBy says what completed a ply: the press that its reading shows, the
// end of the game, the same player's next move, or nothing that is known.
func completedBy(r feedcheck.Report, i int) *string {
	var by string
	last := i == r.Line.Len()-1
	switch s := r.Course.Clocks[i]; {
	case last && r.Source == events.SourceDerived:
		by = events.ByEnd
	case s.HasClk && !r.Course.Derived[i] && (!last || r.Course.Pressed):
		by = events.ByPress
	case i+2 < r.Line.Len():
		by = events.ByNext
	default:
		return nil
	}
	return &by
}

// bareArticles are articles as they are printed.
func bareArticles(articles []rules.Article) []string {
	out := []string{}
	for _, a := range articles {
		out = append(out, string(a))
	}
	return out
}
