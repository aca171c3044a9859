package pgn

import (
	"strconv"
	"strings"
)

// comment reads one pair of braces.
func (p *parse) comment(at place) {
	p.s.next()
	body, closed := p.s.comment()
	if closed && p.lines[len(p.lines)-1].last() != nil {
		if c, ok := timesOnly(body); ok {
			p.attach(&c, at)
			p.behind()
			return
		}
	}
	// The slice is the window's own: a string of it first.
	text := p.text(body, at)
	if !closed {
		if p.s.peek() == 0 {
			p.tell(Unfinished, at, "the text ends inside a comment", nil)
			// A command that is cut short says something else than was meant.
			if i := strings.LastIndex(text, "[%"); i >= 0 && !strings.Contains(text[i:], "]") {
				text = text[:i]
			}
		} else {
			p.tell(CommentForm, at, "a comment is not closed; it ends where tags begin", nil)
		}
	}
	p.remark(text, at)
	if closed {
		p.behind()
	}
}

// behind looks at what follows a comment.
func (p *parse) behind() {
	if c := p.s.peek(); p.r.Strict && c > ' ' && c != ')' {
		p.tell(Blanks, p.s.here(), "no blank behind a comment", nil)
	}
}

// remark adds a comment.
func (p *parse) remark(body string, at place) {
	if p.full {
		return
	}
	if len(body) > maxComment {
		p.tell(TextLost, at, "a comment is too long and cut", nil)
		body = strings.ToValidUTF8(body[:maxComment], "")
	}
	c := readComment(body)
	top := &p.lines[len(p.lines)-1]
	if len(top.plies)+len(top.tail) == 0 {
		// Before the first move nobody's clock is meant: all stays text.
		c = comment{text: strings.Join(strings.Fields(body), " ")}
	}
	switch {
	case c.bad != "":
		p.tell(ClockForm, at, quote(c.bad)+" is no time; want h:mm:ss", nil)
	case c.form != "" && !p.timed:
		p.timed = true
		p.tell(ClockForm, at, "time "+quote(c.form)+" is not written h:mm:ss", nil)
	case c.unclosed:
		p.tell(ClockForm, at, "a command is not closed by ]", nil)
	}
	p.attach(&c, at)
}

// attach hangs a comment on the last ply, or on the line before its first.
func (p *parse) attach(c *comment, at place) {
	top := &p.lines[len(p.lines)-1]
	top.told = true
	into := &top.comment
	if ply := top.last(); ply != nil {
		into = &ply.Comment
		if c.hasClk && p.take(8) {
			ply.Clk = p.r.duration(c.clk)
		}
		if c.hasEmt && p.take(8) {
			ply.Emt = p.r.duration(c.emt)
		}
	}
	switch {
	case c.text == "" || !p.take(len(c.text)):
	case len(*into)+len(c.text) >= maxComment:
		p.tell(TextLost, at, "the comments on one move are too long", nil)
	case *into == "":
		*into = c.text
	default:
		*into += " " + c.text
	}
}

// last returns the ply that annotations hang on.
func (b *branch) last() *Ply {
	if n := len(b.tail); n > 0 {
		return &b.tail[n-1]
	}
	if n := len(b.plies); n > 0 {
		return &b.plies[n-1]
	}
	return nil
}

func (p *parse) nag(n int, at place) {
	ply := p.lines[len(p.lines)-1].last()
	switch {
	case ply == nil:
		p.tell(Stray, at, "a glyph before any move", nil)
	case len(ply.NAGs) >= maxNAGs:
		p.tell(TooMany, at, "more than "+strconv.Itoa(maxNAGs)+" glyphs on one move", nil)
	case p.take(8):
		ply.NAGs = append(ply.NAGs, n)
	}
}
