package pgn

import (
	"bytes"
	"strconv"
)

// openVariation begins a line in place of the last ply.
func (p *parse) openVariation(at place) {
	// An offer of a draw, as scoresheets have it.
	if bytes.HasPrefix(p.s.look(3), []byte("(=)")) {
		p.skip(3)
		p.remark("(=)", at)
		return
	}
	p.s.next()
	top := &p.lines[len(p.lines)-1]
	switch {
	case len(p.lines) > maxDepth:
		p.tell(TooMany, at, "variations are nested too deep", nil)
	case len(top.plies)+len(top.tail) == 0 || len(top.tail) > 0:
		p.tell(VariationLost, at, "a variation where no move is", nil)
	case len(top.plies[len(top.plies)-1].Variations) >= maxVariations:
		p.tell(TooMany, at, "more than "+strconv.Itoa(maxVariations)+" variations on one move", nil)
	default:
		before := p.previous()
		p.lines = append(p.lines, branch{pos: before, before: before, number: -1, told: true, open: at})
		return
	}
	p.skipVariation()
}

// skipVariation passes over a variation, those in it too.
func (p *parse) skipVariation() {
	for depth := 1; depth > 0; {
		p.s.space()
		switch p.s.peek() {
		case 0:
			return
		case '[':
			if p.s.margin && p.s.tagLineAhead() {
				return
			}
			p.s.next()
		case '{':
			p.s.next()
			p.s.comment()
		case ';':
			p.s.rest()
		case '(':
			p.s.next()
			depth++
		case ')':
			p.s.next()
			depth--
		default:
			if len(p.s.word()) == 0 {
				p.s.next()
			}
		}
	}
}

// closeVariation hangs the innermost line on the move it stands for.
func (p *parse) closeVariation() {
	n := len(p.lines) - 1
	b := p.lines[n]
	p.lines[n] = branch{}
	p.lines = p.lines[:n]
	top := &p.lines[n-1]
	top.told = true
	if len(b.plies)+len(b.tail) == 0 && b.comment == "" || len(top.plies) == 0 {
		return
	}
	ply := &top.plies[len(top.plies)-1]
	if p.take(64) {
		ply.Variations = append(ply.Variations, Variation{Comment: b.comment, Plies: b.plies, Tail: b.tail})
	}
}
