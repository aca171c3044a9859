package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"boardwire/notation"
	"boardwire/pgn"
	"boardwire/rules"
)

type pgnCmd struct {
	Notation string   `help:"The language of the moves: en es de fr it nl pt ru figurine." placeholder:"LANG" default:"en"`
	Encoding string   `help:"How bytes become text: detect, utf-8, latin-1, utf-16le, utf-16be." placeholder:"NAME" default:"detect" enum:"detect,utf-8,latin-1,utf-16le,utf-16be"`
	Strict   bool     `help:"Tell of layout too: blanks, move numbers, check signs."`
	Files    []string `arg:"" name:"file" help:"The games; - reads standard input."`
}

func (pgnCmd) Help() string {
	return `Reads what the world writes and writes what the PGN standard asks for. Each departure from the standard goes to standard error with its
place. The exit code is 1 when anything of a game was cut or could not be read.

  boardwire pgn --notation es torneo.pgn > tournament.pgn
  torneo.pgn:15:9: tag_form: the value has no closing quote`
}

var encodings = map[string]pgn.Encoding{
	"detect": pgn.Detect, "utf-8": pgn.UTF8, "latin-1": pgn.Latin1, "utf-16le": pgn.UTF16LE, "utf-16be": pgn.UTF16BE,
}

func (c pgnCmd) Run(std streams) error {
	language, err := notation.ParseLanguage(c.Notation)
	if err != nil {
		return usageError{err}
	}
	out := bufio.NewWriter(std.out)
	t := tally{out: out, err: std.err}
	var failed error
	for _, name := range c.Files {
		failed = errors.Join(failed, c.file(&t, name, language, std))
	}
	if failed = errors.Join(failed, out.Flush()); failed != nil {
		return failed
	}
	if t.cut > 0 {
		return fmt.Errorf("%d of %d games are cut", t.cut, t.games)
	}
	return nil
}

func (c pgnCmd) file(t *tally, name string, language notation.Language, std streams) error {
	in := std.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	r := pgn.NewReader(in)
	r.Encoding, r.Strict = encodings[c.Encoding], c.Strict
	if language != notation.English {
		r.Moves = func(pos rules.Position, token string) (rules.Move, error) {
			m, _, err := notation.Parse(pos, token, language)
			return m, err
		}
	}
	return t.copy(r, name)
}

// tally writes games and counts them.
type tally struct {
	out, err   io.Writer
	games, cut int
}

// copy writes all games of a reader, and tells what was wrong with each.
func (t *tally) copy(r *pgn.Reader, name string) error {
	before := t.games
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		for i := range g.Deviations {
			d := &g.Deviations[i]
			fmt.Fprintf(t.err, "%s:%d:%d: %s: %s\n", name, d.Line, d.Column, d.Code, d.What())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		t.games++
		if g.Cut() {
			t.cut++
		}
		if err := pgn.Write(t.out, g.Writable()); err != nil {
			return fmt.Errorf("%s: game %d: %w", name, t.games-before, err)
		}
	}
	if t.games == before {
		fmt.Fprintf(t.err, "%s: no game\n", name)
	}
	return nil
}
