package pgn

import (
	"bytes"
	"strconv"

	"boardwire/rules"
)

// moves reads the movetext up to a result, the tags of the next game or the end.
func (p *parse) moves() {
	for {
		p.s.space()
		p.spacing()
		at := p.s.here()
		switch c := p.s.peek(); c {
		case 0:
			p.closeAll(at)
			return
		case '[':
			switch p.bracketAhead() {
			case nextGame:
				p.closeAll(at)
				return
			case ownTags:
				p.tell(BeforeTags, at, "text before the tags of the game", nil)
				comment := p.lines[0].comment
				if !p.head() {
					p.closeAll(at)
					return
				}
				p.start()
				p.lines[0].comment = comment
			case lateTag:
				p.tell(TagLate, at, "a tag behind moves", nil)
				p.tag()
			case command:
				p.tell(CommentForm, at, "a command outside braces", nil)
				body, _ := p.s.until(']')
				p.remark(string(body)+"]", at)
			default:
				p.stray(c, at)
			}
		case '{':
			p.comment(at)
		case ';':
			p.s.next()
			p.remark(p.text(p.s.rest(), at), at)
		case '(':
			p.openVariation(at)
		case ')':
			p.s.next()
			if len(p.lines) == 1 {
				p.tell(VariationForm, at, "a ) without its (", nil)
			} else {
				p.closeVariation()
			}
		case '$':
			p.s.next()
			w := p.s.word()
			if n, err := strconv.ParseUint(string(w), 10, 8); err != nil {
				p.tell(GlyphForm, at, "$"+clip(string(w))+" is no glyph; want $0 to $255", nil)
			} else {
				p.lines[len(p.lines)-1].told = true
				p.nag(int(n), at)
			}
		case '*':
			p.s.next()
			if p.ends(rules.Ongoing) {
				return
			}
		case '<':
			p.tell(TextLost, at, "text in < > is reserved", nil)
			if line := p.s.lookLine(); bytes.IndexByte(line, '>') >= 0 {
				p.s.until('>')
			} else {
				p.s.next()
			}
		case ']', '}', '>':
			p.stray(c, at)
		default:
			if '0' <= c && c <= '9' {
				if n, dots, ok := p.s.number(); ok {
					if p.number(n, dots, at) {
						return
					}
					continue
				}
			}
			if p.word(p.s.word(), at) {
				return
			}
		}
	}
}

func (p *parse) stray(c byte, at place) {
	code := Stray
	if c == '}' {
		code = CommentForm
	}
	p.tell(code, at, "a stray "+string(rune(c)), nil)
	p.s.next()
}

// spacing looks at the blanks before a token.
func (p *parse) spacing() {
	if !p.r.Strict || p.s.peek() == 0 {
		return
	}
	first := !p.begun
	p.begun = true
	switch {
	case first:
	case p.s.gap > 1:
		p.tell(Blanks, p.s.here(), "an empty line in the moves", nil)
	case p.s.blanks > 1:
		p.tell(Blanks, p.s.here(), "more than one blank", nil)
	}
}

// What a bracket in the movetext can be.
const (
	nothing = iota
	nextGame
	ownTags
	lateTag
	command
)

func (p *parse) bracketAhead() int {
	if bytes.HasPrefix(p.s.look(2), []byte("[%")) && bytes.IndexByte(p.s.lookLine(), ']') > 0 {
		return command
	}
	tag := p.s.tagAhead()
	if !tag && !(p.s.margin && p.s.tagLineAhead()) {
		return nothing
	}
	main := &p.lines[0]
	fresh := len(p.lines) == 1 && len(main.plies) == 0 && len(main.tail) == 0
	if fresh && len(p.g.Tags) == 0 {
		return ownTags
	}
	// A clock tag on the line of the moves is the game's own.
	if name := p.s.tagName(); !p.s.margin && len(p.lines) == 1 && name != "Event" {
		if _, twice := p.g.Tag(name); !twice {
			return lateTag
		}
	}
	return nextGame
}

// closeAll ends the movetext where no result does.
func (p *parse) closeAll(at place) {
	p.end = at
	if n := len(p.lines); n > 1 {
		top := &p.lines[n-1]
		p.tell(VariationForm, top.open, "a variation is not closed", nil)
		if top.result != "" {
			p.said = top.result
		}
		for len(p.lines) > 1 {
			p.closeVariation()
		}
	}
}

// ends takes a result and reports whether the game ends with it.
func (p *parse) ends(r rules.Result) bool {
	top := &p.lines[len(p.lines)-1]
	if len(p.lines) > 1 {
		// Authors quote games in variations; their result is a remark.
		top.result = r
		if r != rules.Ongoing {
			p.attach(&comment{text: string(r)}, p.s.here())
		}
		return false
	}
	p.said = r
	p.end = p.s.here()
	p.after()
	return true
}

// maxAfter is how many things behind a result are looked at.
const maxAfter = 32

// after takes what stands behind the result on its line.
func (p *parse) after() {
	for n := 0; ; n++ {
		line := p.s.lookLine()
		trimmed := bytes.TrimLeft(line, " \t")
		at := p.s.here()
		if len(trimmed) == 0 {
			if p.r.Strict {
				p.lastLine(line)
			}
			return
		}
		if n == maxAfter {
			p.tell(TextLost, at, "too much text behind the result", nil)
			p.restOfLine()
			return
		}
		switch trimmed[0] {
		case '{', ';', ')', '$', '*', ']', '}':
			p.skip(len(line) - len(trimmed))
		default:
			w := trimmed
			if i := bytes.IndexAny(w, " \t"); i >= 0 {
				w = w[:i]
			}
			r, _, ok := readResult(string(w))
			if !ok || r != p.said {
				return
			}
			p.skip(len(line) - len(trimmed) + len(w))
		}
		p.tell(AfterResult, at, "text behind the result", nil)
		switch p.s.peek() {
		case '{':
			p.comment(p.s.here())
		case ';':
			p.s.next()
			p.remark(p.text(p.s.rest(), at), at)
			return
		case ')', '$', '*', ']', '}':
			p.s.next()
			p.s.word()
		}
	}
}

// lastLine looks for the empty line behind a game.
func (p *parse) lastLine(line []byte) {
	b := p.s.look(len(line) + 3)[len(line):]
	switch {
	case len(line) > 0:
		p.tell(Blanks, p.s.here(), "a blank behind the result", nil)
	case string(b) == "\n\n" || len(b) == 3 && b[1] == '\n' && b[2] != '\n':
	default:
		p.tell(Blanks, p.s.here(), "want one empty line behind the game", nil)
	}
}
