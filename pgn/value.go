package pgn

import (
	"bytes"
)

// quoted reads a value behind its first quote, up to the last.
func (p *parse) quoted() string {
	at := p.s.here()
	var b []byte
	inner := 0
	for {
		c := p.s.peek()
		if c == 0 || c == '\n' {
			if c == '\n' && p.valueGoesOn() {
				p.tell(TagForm, at, "the value is broken over lines", nil)
				p.s.next()
				b = append(b, ' ')
				continue
			}
			return p.unquoted(b, at, c == 0)
		}
		if len(b) >= maxComment {
			p.tell(TextLost, at, "the value is too long and cut", nil)
			p.restOfLine()
			return p.text(b, at)
		}
		p.s.next()
		switch c {
		case '\\':
			b = append(b, p.escaped())
		case '"':
			rest := p.s.lookLine()
			if inner < maxInner && !bracketNext(rest) && innerQuote(rest) {
				if inner++; inner == 1 {
					p.tell(TagForm, at, "a quote inside the value wants a backslash", nil)
				}
				b = append(b, c)
				continue
			}
			return p.text(b, at)
		default:
			b = append(b, c)
		}
	}
}

// maxInner is how many quotes without a backslash a value may hold.
const maxInner = 32

// escaped takes what a backslash stands before. A path may end in one: then the
// quote behind it is the last.
func (p *parse) escaped() byte {
	switch p.s.peek() {
	case '\\':
		return p.s.next()
	case '"':
		if line := p.s.lookLine(); !closes(line) || bytes.Count(line, []byte{'"'}) > 1 {
			return p.s.next()
		}
	}
	return '\\'
}

// restOfLine skips up to the end of the line.
func (p *parse) restOfLine() {
	for c := p.s.peek(); c != 0 && c != '\n'; c = p.s.peek() {
		p.s.next()
	}
}

// closes reports whether a line goes on with a quote and a bracket.
func closes(line []byte) bool {
	return len(line) > 0 && line[0] == '"' && bracketNext(line[1:])
}

func bracketNext(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) > 0 && line[0] == ']'
}

// innerQuote reports whether a later quote of the line closes the value.
func innerQuote(rest []byte) bool {
	for i := bytes.IndexByte(rest, '"'); i >= 0; {
		if closes(rest[i:]) {
			// A bracket between them would have closed the pair before.
			return !bytes.ContainsAny(rest[:i], "[]")
		}
		next := bytes.IndexByte(rest[i+1:], '"')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return false
}

// valueGoesOn reports whether the next line is the rest of a value.
func (p *parse) valueGoesOn() bool {
	b := p.s.look(ahead)[1:]
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		b = b[:i]
	}
	b = bytes.TrimSpace(b)
	return len(b) > 2 && b[0] != '[' && bytes.HasSuffix(b, []byte(`"]`)) && bytes.Count(b, []byte{'"'}) == 1
}

// unquoted ends a value whose last quote is missing.
func (p *parse) unquoted(b []byte, at place, ended bool) string {
	if ended {
		p.tell(Unfinished, at, "the text ends inside a tag", nil)
	} else {
		p.tell(TagForm, at, "the value has no closing quote", nil)
	}
	b = bytes.TrimRight(b, " \t")
	b = bytes.TrimSuffix(b, []byte("]"))
	return p.text(bytes.TrimSuffix(b, []byte(`"`)), at)
}
