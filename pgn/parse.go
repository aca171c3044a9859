package pgn

import (
	"slices"
	"time"

	"boardwire/rules"
)

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
