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

// parse is the work on one game.
type parse struct {
	r    *Reader
	s    *scanner
	g    Game
	room int  // bytes that may still be kept
	full bool // the rest is skipped

	lines     []branch // the main line and the variations that are open
	said      rules.Result
	end       place // where the moves ended
	resultTag place
	numbered  bool // a wrong move number was told
	latin     bool // an encoding was told
	timed     bool // another form of time was told
	begun     bool // the movetext
}

// branch is one line in the making.
type branch struct {
	plies   []Ply
	tail    []Ply
	comment string
	pos     rules.Position // of a variation; the main line's board is Reader.line
	before  rules.Position // the position before the last ply
	lost    bool           // the moves ended; what comes goes to the tail
	number  int            // the last move number, -1 when it was used
	dots    int
	told    bool // whether the next ply needs its number, by the standard
	result  rules.Result
	open    place
}

// tell adds a deviation. When there are too many, one that cuts takes the place
// of the last that does not.
func (p *parse) tell(c Code, at place, text string, err error) {
	if c.Layout() && !p.r.Strict {
		return
	}
	ply := 0
	if len(p.lines) > 0 {
		ply = len(p.lines[0].plies)
	}
	d := Deviation{Code: c, Line: at.line, Column: at.column, Ply: ply, Text: text, Err: err}
	if len(p.g.Deviations) < maxDeviations {
		p.g.Deviations = append(p.g.Deviations, d)
		return
	}
	if !c.Cuts() {
		return
	}
	for i := len(p.g.Deviations) - 1; i >= 0; i-- {
		if !p.g.Deviations[i].Code.Cuts() {
			p.g.Deviations = append(slices.Delete(p.g.Deviations, i, i+1), d)
			return
		}
	}
}

// take makes room for n bytes, and reports whether the game may still grow.
func (p *parse) take(n int) bool {
	if p.full {
		return false
	}
	if p.room -= n; p.room < 0 {
		p.full = true
		p.tell(TooLarge, p.s.here(), "the game is too large; the rest of it is skipped", nil)
	}
	return !p.full
}

func (p *parse) unseen(mark bool) {
	if mark {
		p.tell(ByteOrderMark, p.s.here(), "a byte order mark", nil)
	}
}

// text makes a string of bytes of the text.
func (p *parse) text(b []byte, at place) string {
	s, departed := p.r.Encoding.text(b)
	if departed && !p.latin {
		p.latin = true
		p.tell(EncodingForm, at, "bytes that are no UTF-8", nil)
	}
	return s
}

// intern makes a string of a word that is likely to come again.
func (r *Reader) intern(b []byte) string {
	if s, ok := r.words[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(r.words) < 4096 && len(s) < 32 {
		r.words[s] = s
	}
	return s
}

// duration returns a place for d that nobody else has.
func (r *Reader) duration(d time.Duration) *time.Duration {
	if len(r.times) == cap(r.times) {
		r.times = make([]time.Duration, 0, 64)
	}
	r.times = append(r.times, d)
	return &r.times[len(r.times)-1]
}

// open skips what stands before the game and looks at the empty lines there.
func (p *parse) open() {
	p.s.space()
	switch {
	case p.r.games == 0 && p.s.gap > 0:
		p.tell(Blanks, p.s.here(), "empty lines before the first game", nil)
	case p.r.games > 0 && p.s.gap != 2 && p.s.gap != 0 && p.s.peek() != 0:
		p.tell(Blanks, p.s.here(), "want one empty line between games", nil)
	}
}

// empty reports whether there was no game.
func (p *parse) empty() bool {
	if len(p.g.Tags) > 0 || len(p.g.Plies) > 0 || len(p.g.Tail) > 0 || p.said != "" {
		return false
	}
	return !p.g.Cut()
}

// keep moves what was gathered into the game.
func (p *parse) keep() {
	if len(p.lines) == 0 {
		return
	}
	main := &p.lines[0]
	if len(main.plies) > 0 {
		p.g.Plies = slices.Clone(main.plies)
	}
	p.g.Tail = main.tail
	p.g.Comment = main.comment
	clear(main.plies)
	p.r.plies = main.plies[:0]
}

// close looks at what only a strict reader wants of a whole game.
func (p *parse) close() {
	if !p.r.Strict {
		return
	}
	for _, t := range roster {
		if _, ok := p.g.Tag(t.Name); !ok {
			p.tell(Roster, place{max(p.resultTag.line, 1), 1}, "no "+t.Name+" tag", nil)
		}
	}
}
