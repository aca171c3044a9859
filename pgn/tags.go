package pgn

import (
	"bytes"
	"strconv"
	"strings"
)

// head reads the tags. It reports false where the next game begins without
// moves of this one.
func (p *parse) head() bool {
	for n := 0; ; n++ {
		p.s.space()
		gap := p.s.gap
		c := p.s.peek()
		switch {
		case c == '[' && (p.s.tagAhead() || p.s.tagLineAhead() || !bytes.HasPrefix(p.s.look(2), []byte("[%"))):
			if p.nextBegins(gap) {
				return false
			}
			if n > 0 && gap != 1 {
				p.tell(Blanks, p.s.here(), "tags want a line each, without empty lines", nil)
			}
			p.tag()
		case c != 0 && c != '[' && p.bareTag():
		case c != 0 && n > 0 && gap == 0 && p.junkAhead():
			at := p.s.here()
			p.tell(TextLost, at, "text behind a tag: "+quote(p.text(p.s.rest(), at)), nil)
		default:
			if n > 0 && gap != 2 && c != 0 {
				p.tell(Blanks, p.s.here(), "want one empty line between tags and moves", nil)
			}
			return true
		}
	}
}

// nextBegins reports whether the tag that comes next is the first of another
// game: one of its name was there, and an empty line or a whole head is between.
func (p *parse) nextBegins(gap int) bool {
	name := p.s.tagName()
	if _, twice := p.g.Tag(name); !twice {
		return false
	}
	return gap > 1 || name == p.g.Tags[0].Name && len(p.g.Tags) >= len(roster)
}

// bareTag reads a tag that lost its opening bracket.
func (p *parse) bareTag() bool {
	if !p.s.margin && p.s.pos != p.s.lineAt {
		return false
	}
	b := p.s.lookLine()
	n := 0
	for n < len(b) && tagByte(b[n]) {
		n++
	}
	rest := bytes.TrimSpace(b[n:])
	if n == 0 || len(rest) < 3 || rest[0] != '"' || !bytes.HasSuffix(rest, []byte(`"]`)) {
		return false
	}
	p.tell(TagForm, p.s.here(), "a tag without its [", nil)
	p.pair()
	return true
}

// junkAhead reports whether the rest of this line is followed by another tag.
func (p *parse) junkAhead() bool {
	b := p.s.look(ahead)
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return false
	}
	b = bytes.TrimLeft(b[i:], "\n \t")
	return len(b) > 1 && b[0] == '[' && tagByte(b[1])
}

// tag reads one pair in brackets.
func (p *parse) tag() {
	p.s.next()
	p.pair()
}

// pair reads a name and a value and the closing bracket.
func (p *parse) pair() {
	at := p.s.here()
	if p.skipBlanks() > 0 {
		p.tell(Blanks, at, "a blank behind [", nil)
	}
	line := p.s.lookLine()
	stop := bytes.IndexAny(line, `"]`)
	if stop < 0 {
		stop = len(line)
	}
	raw := p.text(line[:stop], at)
	quoted := stop < len(line) && line[stop] == '"'
	tight := quoted && stop > 0 && tagByte(line[stop-1])
	var name, value string
	switch words := strings.Fields(raw); {
	case quoted && (len(words) < 2 || tagAfter(line[stop:])):
		p.skip(stop + 1)
		name = raw
		value = p.quoted()
		p.bracket(name)
	case len(words) >= 2:
		// A value without its first quote.
		name = words[0]
		p.skip(stop)
		value = strings.Join(words[1:], " ")
		if quoted {
			p.s.next()
		}
		value = strings.Trim(value, `"“”„«»`)
		p.tell(TagForm, at, "the value of tag "+name+" wants quotes", nil)
		p.bracket(name)
	default:
		p.tell(TagLost, at, `tag without a name and a value in quotes; want [Name "value"]: `+quote(raw), nil)
		p.s.rest()
		return
	}
	clean, plain := tagName(name)
	if clean == "" {
		p.tell(TagLost, at, "a tag without a name: "+quote(value), nil)
		return
	}
	if !plain {
		p.tell(TagForm, at, "tag name "+quote(strings.TrimSpace(name))+" is taken as "+clean, nil)
	}
	if tight {
		p.tell(Blanks, at, "no blank between name and value of tag "+clean, nil)
	}
	p.add(Tag{clean, value}, at)
}

// tagAfter reports whether what follows a name closes as a value.
func tagAfter(b []byte) bool {
	i := bytes.LastIndexByte(b, '"')
	return i > 0
}

// tagName makes a name of letters, digits and _ (PGN standard, 8.1).
func tagName(s string) (name string, plain bool) {
	s = strings.Trim(s, " \t")
	var b strings.Builder
	for i := range len(s) {
		switch {
		case tagByte(s[i]):
			b.WriteByte(s[i])
		case s[i] == '-':
			b.WriteByte('_')
		}
	}
	name = b.String()
	if len(name) > maxToken {
		name = name[:maxToken]
	}
	// Names that the reader itself looks for, in the case that it looks for.
	for _, known := range [...]string{"FEN", "SetUp", "Result", "Variant"} {
		if strings.EqualFold(name, known) {
			name = known
		}
	}
	return name, name == s
}

func (p *parse) skipBlanks() int {
	n := 0
	for c := p.s.peek(); c == ' ' || c == '\t'; c = p.s.peek() {
		p.s.next()
		n++
	}
	return n
}

// skip takes n bytes that were looked at, none of them a line end.
func (p *parse) skip(n int) {
	p.s.pos += n
	p.s.margin = false
}

// bracket takes the closing bracket and what stands before it.
func (p *parse) bracket(name string) {
	at := p.s.here()
	n := p.skipBlanks()
	if p.s.peek() == ']' {
		if n > 0 {
			p.tell(Blanks, at, "a blank before ]", nil)
		}
		p.s.next()
		return
	}
	if last := p.g.Deviations; len(last) == 0 || last[len(last)-1].Line != p.s.line {
		p.tell(TagForm, at, "tag "+strings.TrimSpace(name)+" is not closed by ]", nil)
	}
	if p.s.tagAhead() {
		return
	}
	line := p.s.lookLine()
	i := bytes.IndexByte(line, ']')
	if i < 0 {
		i = len(line) - 1
	}
	if i > 0 && len(bytes.TrimSpace(line[:i+1])) > 1 {
		p.tell(TextLost, at, "text behind the value of tag "+strings.TrimSpace(name)+": "+quote(p.text(line[:i+1], at)), nil)
	}
	p.skip(i + 1)
}

// add keeps a tag. Of two with one name the first that says something stays.
func (p *parse) add(t Tag, at place) {
	if t.Name == "Result" {
		p.resultTag = at
	}
	for i := range p.g.Tags {
		old := &p.g.Tags[i]
		if old.Name != t.Name {
			continue
		}
		lost := t.Value
		if old.Value == "" || old.Value == "?" || old.Value == "*" {
			lost, old.Value = old.Value, t.Value
		}
		p.tell(TagTwice, at, "tag "+t.Name+" is there twice; "+quote(lost)+" is dropped", nil)
		return
	}
	if len(p.g.Tags) == maxTags {
		p.tell(TooMany, at, "more than "+strconv.Itoa(maxTags)+" tags", nil)
		return
	}
	if p.take(64 + len(t.Name) + len(t.Value)) {
		p.g.Tags = append(p.g.Tags, t)
	}
}
