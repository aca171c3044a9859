package pgn

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"
)

// Limits of one text. What is longer is cut and told.
const (
	maxToken   = 255
	maxComment = 16 << 10
)

// scanner gives bytes with their line and one byte of foresight. A byte order
// mark and carriage returns never come out.
type scanner struct {
	r       *bufio.Reader
	line    int
	newline bool // the next byte begins a line
	err     error
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: bufio.NewReaderSize(r, 4096), line: 1, newline: true}
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	for {
		b, err := s.r.Peek(1)
		if err != nil {
			if err != io.EOF {
				s.err = err
			}
			return 0
		}
		switch b[0] {
		case '\r', 0:
			s.r.Discard(1)
			continue
		case 0xef:
			if m, _ := s.r.Peek(3); len(m) == 3 && m[1] == 0xbb && m[2] == 0xbf {
				s.r.Discard(3)
				continue
			}
		}
		return b[0]
	}
}

// next takes the next byte, 0 at the end.
func (s *scanner) next() byte {
	b := s.peek()
	if b == 0 {
		return 0
	}
	s.r.Discard(1)
	s.newline = b == '\n'
	if s.newline {
		s.line++
	}
	return b
}

// space skips blanks and lines that begin with a percent sign.
func (s *scanner) space() {
	for {
		switch b := s.peek(); {
		case 0 < b && b <= ' ':
			s.next()
		case b == '%' && s.newline:
			s.rest()
		default:
			return
		}
	}
}

// rest takes the rest of the line, without its end.
func (s *scanner) rest() string {
	t, _ := s.until('\n')
	return t
}

// until takes everything before the byte stop, and stop itself. It reports
// false when the text ended first. What is over maxComment bytes is dropped.
func (s *scanner) until(stop byte) (string, bool) {
	var b strings.Builder
	for {
		c := s.next()
		switch {
		case c == 0:
			return text(b.String()), false
		case c == stop:
			return text(b.String()), true
		case b.Len() < maxComment:
			b.WriteByte(c)
		}
	}
}

// symbol takes a word of the movetext: a move, a number, a result. A number
// ends at its dot, and takes the dots with it.
func (s *scanner) symbol() string {
	var b strings.Builder
	digits := true
	for {
		c := s.peek()
		switch {
		case c == 0 || c <= ' ' || strings.IndexByte("{}()[]<>;$", c) >= 0:
			return text(b.String())
		case c == '.' && digits:
			for s.peek() == '.' {
				s.next()
			}
			return b.String()
		}
		digits = digits && '0' <= c && c <= '9'
		s.next()
		if b.Len() < maxToken {
			b.WriteByte(c)
		}
	}
}

// text makes valid UTF-8 of bytes; what is none is taken as Latin-1.
func text(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}
