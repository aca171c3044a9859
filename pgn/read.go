package pgn

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"time"

	"boardwire/rules"
)

// Limits of one game. What goes beyond is dropped and told.
const (
	maxTags       = 256
	maxPlies      = 10_000
	maxNAGs       = 16
	maxVariations = 64 // beside one move
	maxDepth      = 16 // of variations in variations
	maxDeviations = 64

	defaultLimit = 4 << 20
)

// Read reads all games of a text. It never fails: each game carries what was
// wrong with it. A text without a game gives none.
func Read(b []byte) []Game {
	r := NewReader(bytes.NewReader(b))
	var games []Game
	for {
		g, err := r.Next()
		if err != nil {
			return games
		}
		games = append(games, g)
	}
}

// Reader reads games one after another and holds no more than one of them. Set
// its fields before the first Next.
type Reader struct {
	// Encoding is how the bytes are taken; the zero value finds out.
	Encoding Encoding
	// Moves reads the moves; nil is rules.Position.ParseSAN, with mending of
	// what programs and people write instead.
	Moves func(rules.Position, string) (rules.Move, error)
	// Played is called after each ply of a main line that is played, with the
	// line so far. The line is the reader's own; see Line.
	Played func(*rules.Line)
	// Strict also tells deviations that are layout alone.
	Strict bool
	// Limit is how many bytes of one game are kept, about; 0 is 4 MiB. The
	// rest of a larger game is skipped.
	Limit int

	s     *scanner
	line  *rules.Line
	words map[string]string
	times []time.Duration
	plies []Ply // room for the main line
	games int
}

// NewReader returns a Reader of r.
func NewReader(r io.Reader) *Reader {
	return &Reader{s: newScanner(r), words: map[string]string{}, line: rules.NewLine(start)}
}

// Line returns the moves of the game that Next returned last, with the
// positions they led to. It is the reader's own: the next Next changes it, and
// Clone keeps it.
func (r *Reader) Line() *rules.Line { return r.line }

// Next returns the next game, with what was wrong with it. After the last one
// the error is io.EOF; any other error is the underlying reader's, and comes
// with what was read of the game until then. Comments without a game are none.
func (r *Reader) Next() (Game, error) {
	r.s.encoding = r.Encoding
	p := parse{r: r, s: r.s, g: Game{Result: rules.Ongoing}, room: r.Limit}
	if p.room <= 0 {
		p.room = defaultLimit
	}
	r.s.odd = p.unseen
	p.open()
	if p.head() {
		p.start()
		p.moves()
	} else {
		p.start()
		p.end = p.s.here()
	}
	p.keep()
	if err := r.s.err; err != nil && err != io.EOF {
		return p.g, err
	}
	if p.empty() {
		return Game{}, io.EOF
	}
	p.settle()
	p.close()
	slices.SortStableFunc(p.g.Deviations, func(a, b Deviation) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	r.games++
	return p.g, nil
}
