package pgn

import (
	"bytes"
	"io"
)

// Limits of one text. What is longer is cut and told.
const (
	maxToken   = 255
	maxComment = 16 << 10
)

// window is how much of the text is in memory; a look ahead is always shorter.
const (
	window = 64 << 10
	ahead  = 1 << 10
)

// The classes of bytes in a movetext.
const (
	letter = iota // part of a word
	blank
	sign // a token of its own
)

var classes = func() (c [256]uint8) {
	for i := range c {
		if i <= ' ' || i == 0x7f {
			c[i] = blank
		}
	}
	for _, b := range "{}()[]<>;$*" {
		c[b] = sign
	}
	return c
}()

// scanner gives bytes with their place. Line ends come out as one '\n' each,
// zero bytes not at all.
type scanner struct {
	r        io.Reader
	encoding Encoding
	buf      []byte
	pos, end int
	line     int
	lineAt   int // where in buf the line begins; below zero when it is gone
	margin   bool
	gap      int // line ends in the last run of blanks
	blanks   int // bytes in it
	seen     bool
	fed      bool // a '\r' came last
	err      error
	odd      func(mark bool) // told of a byte order mark, or of another invisible sign
}

// place is where in the text something stands, from 1.
type place struct{ line, column int }

func newScanner(r io.Reader) *scanner {
	return &scanner{r: r, buf: make([]byte, window), line: 1, margin: true}
}

func (s *scanner) here() place { return place{s.line, s.pos - s.lineAt + 1} }

// more reads on, keeping what is not yet taken. It reports whether there was
// anything.
func (s *scanner) more() bool {
	if s.err != nil {
		return false
	}
	if !s.seen {
		s.seen = true
		s.order()
	}
	if s.end == len(s.buf) {
		if s.pos == 0 {
			return false
		}
		copy(s.buf, s.buf[s.pos:s.end])
		s.lineAt -= s.pos
		s.end -= s.pos
		s.pos = 0
	}
	for range 100 {
		n, err := s.r.Read(s.buf[s.end:])
		s.err = err
		if n = s.clean(s.buf[s.end : s.end+n]); n > 0 {
			s.end += n
			return true
		}
		if err != nil {
			return false
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// order looks for UTF-16.
func (s *scanner) order() {
	e := s.encoding
	if e == Detect {
		head, err := s.head(4)
		if err != nil {
			s.r = failing{err}
		}
		s.r = io.MultiReader(bytes.NewReader(head), s.r)
		e, _ = utf16Order(head)
	}
	if e == UTF16LE || e == UTF16BE {
		s.r = newUTF16(s.r, e)
	}
}

// head reads the first n bytes, or fewer with the error that came.
func (s *scanner) head(n int) ([]byte, error) {
	b := make([]byte, 0, n)
	for range 100 {
		k, err := s.r.Read(b[len(b):n])
		if b = b[:len(b)+k]; len(b) == n || err != nil {
			return b, err
		}
	}
	return b, io.ErrNoProgress
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// clean makes one '\n' of each line end, drops zero bytes, and returns how many
// bytes are left.
func (s *scanner) clean(b []byte) int {
	if !s.fed && bytes.IndexByte(b, '\r') < 0 && bytes.IndexByte(b, 0) < 0 {
		return len(b)
	}
	n := 0
	for _, c := range b {
		after := s.fed
		s.fed = c == '\r'
		switch {
		case c == 0 || c == '\n' && after:
			continue
		case c == '\r':
			c = '\n'
		}
		b[n] = c
		n++
	}
	return n
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < s.end || s.more() {
		return s.buf[s.pos]
	}
	return 0
}

// next takes the next byte, 0 at the end.
func (s *scanner) next() byte {
	c := s.peek()
	if c == 0 {
		return 0
	}
	s.pos++
	s.margin = c == '\n'
	if s.margin {
		s.line++
		s.lineAt = s.pos
	}
	return c
}

// look returns up to n bytes that come next, without taking them.
func (s *scanner) look(n int) []byte {
	for s.end-s.pos < n && s.more() {
	}
	return s.buf[s.pos:min(s.end, s.pos+n)]
}

// lookLine returns what comes next up to the end of the line, or as far as the
// look ahead goes.
func (s *scanner) lookLine() []byte {
	b := s.look(ahead)
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return b[:i]
	}
	return b
}

// space skips blanks, signs that are not seen, and lines that begin with a
// percent sign (PGN standard, 6).
func (s *scanner) space() {
	s.gap, s.blanks = 0, 0
	for {
		c := s.peek()
		switch {
		case c == '\n':
			s.next()
			s.gap++
			s.blanks++
		case c != 0 && (c <= ' ' || c == 0x7f):
			s.pos++
			s.blanks++
		case c == '%' && s.pos == s.lineAt:
			s.rest()
		case c >= 0x80 && s.unseen():
		default:
			return
		}
	}
}

// invisible are signs that show nothing, or a blank.
var invisible = [...]string{
	"\xef\xbb\xbf",             // a byte order mark
	"\xc3\xaf\xc2\xbb\xc2\xbf", // one that was taken as Latin-1 and made UTF-8
	"\xc2\xa0", "\xe2\x80\xaf", // blanks that do not break
	"\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x81\xa0", // no width
}

// unseen skips one sign that shows nothing.
func (s *scanner) unseen() bool {
	b := s.look(6)
	for i, sign := range invisible {
		if bytes.HasPrefix(b, []byte(sign)) {
			if s.odd != nil {
				s.odd(i < 2)
			}
			s.pos += len(sign)
			return true
		}
	}
	// The blank of Latin-1 that does not break.
	if b[0] == 0xa0 {
		s.pos++
		return true
	}
	return false
}

// rest takes the rest of the line with its end, and returns it without.
func (s *scanner) rest() []byte {
	b, _ := s.until('\n')
	return b
}

// until takes everything before the byte stop, and stop itself. It reports
// false when the text ended first. Of what is longer than maxComment the rest
// is dropped; the answer is then maxComment+1 bytes long.
func (s *scanner) until(stop byte) ([]byte, bool) {
	var kept []byte
	for {
		i := bytes.IndexByte(s.buf[s.pos:s.end], stop)
		found := i >= 0
		if !found {
			if kept == nil && s.end-s.pos <= maxComment && s.more() {
				continue
			}
			i = s.end - s.pos
		}
		part := s.buf[s.pos : s.pos+i]
		s.count(part)
		s.pos += i
		if kept != nil || !found {
			kept = append(kept, part[:min(len(part), maxComment+1-len(kept))]...)
			part = kept
		}
		if found {
			s.next()
			return part[:min(len(part), maxComment+1)], true
		}
		if !s.more() {
			return part, false
		}
	}
}

// count keeps the line when bytes of the window are taken at once.
func (s *scanner) count(b []byte) {
	if len(b) == 0 {
		return
	}
	if n := bytes.Count(b, []byte{'\n'}); n > 0 {
		s.line += n
		s.lineAt = s.pos + bytes.LastIndexByte(b, '\n') + 1
	}
	s.margin = b[len(b)-1] == '\n'
}

// comment takes everything before a closing brace, and the brace. It reports
// false when the text ended first, or a line began with a tag: then the brace
// is missing and the next game is there. What is over maxComment is dropped,
// as by until.
func (s *scanner) comment() ([]byte, bool) {
	var kept []byte
	for {
		if s.margin && s.peek() == '[' && s.wholeTagAhead() {
			return kept, false
		}
		part := s.buf[s.pos:s.end]
		i := bytes.IndexByte(part, '}')
		found := i >= 0
		if !found && kept == nil && len(part) <= maxComment && s.more() {
			continue
		}
		if found {
			part = part[:i]
		}
		if i := tagLine(part); i >= 0 {
			part, found = part[:i], false
		}
		s.count(part)
		s.pos += len(part)
		if kept != nil || !found {
			kept = append(kept, part[:min(len(part), maxComment+1-len(kept))]...)
			part = kept
		}
		if found {
			s.next()
			return part[:min(len(part), maxComment+1)], true
		}
		if s.peek() == 0 {
			return part, false
		}
	}
}

// tagLine returns where the first line that may be a tag begins behind the
// first byte of b, or -1.
func tagLine(b []byte) int {
	for from := 0; ; {
		i := bytes.Index(b[from:], []byte("\n["))
		if i < 0 {
			return -1
		}
		from += i + 1
		if from+1 == len(b) || b[from+1] != '%' {
			return from
		}
	}
}

// word takes bytes up to a blank or a sign; they are good until the next call.
// Of what is longer than the look ahead the rest is dropped.
func (s *scanner) word() []byte {
	n := 0
	for {
		for s.pos+n < s.end && classes[s.buf[s.pos+n]] == letter {
			n++
		}
		if s.pos+n < s.end || n >= ahead || !s.more() {
			break
		}
	}
	w := s.buf[s.pos : s.pos+n]
	s.pos += n
	s.margin = false
	if n < ahead {
		return w
	}
	w = bytes.Clone(w[:ahead])
	for c := s.peek(); c != 0 && classes[c] == letter; c = s.peek() {
		s.pos++
	}
	return w
}

// number takes digits and the dots behind them, and returns their value and the
// number of dots. It takes nothing, and reports false, where the digits go on
// as another word: a result, a move.
func (s *scanner) number() (value, dots int, ok bool) {
	b := s.look(32)
	i := 0
	for i < len(b) && '0' <= b[i] && b[i] <= '9' && i < 9 {
		value = value*10 + int(b[i]-'0')
		i++
	}
	// Half a point each, as decimals.
	if i == 1 && b[0] == '0' && len(b) > 2 && (b[1] == '.' || b[1] == ',') && b[2] == '5' {
		return 0, 0, false
	}
	for i < len(b) {
		if b[i] == '.' {
			dots++
			i++
		} else if bytes.HasPrefix(b[i:], []byte("…")) {
			dots += 3
			i += len("…")
		} else {
			break
		}
	}
	if dots == 0 && i < len(b) && classes[b[i]] == letter {
		return 0, 0, false
	}
	s.pos += i
	s.margin = false
	return value, dots, true
}
