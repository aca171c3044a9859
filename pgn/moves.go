package pgn

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"boardwire/rules"
)

// move takes a word that must be a move, and reports whether it ends the game.
func (p *parse) move(w []byte, at place) bool {
	top := &p.lines[len(p.lines)-1]
	p.numbers(top, at)
	// A promotion in parentheses.
	if n := len(w); n > 1 && (w[n-1] == '8' || w[n-1] == '1') && p.s.peek() == '(' {
		w = bytes.Clone(w)
		if b := p.s.look(3); len(b) == 3 && b[2] == ')' && strings.IndexByte("QRBNqrbn", b[1]) >= 0 {
			w = append(w, '=', b[1])
			p.tell(MoveForm, at, "a promotion in parentheses", nil)
			p.skip(3)
		}
	}
	san, nag, signs := splitGlyph(w)
	word := p.r.intern(san)
	if top.lost {
		if r, _, ok := readResult(word); ok && word != "0-0" {
			return p.ends(r)
		}
		p.behindLoss(top, word)
	} else if p.play(top, word, at) {
		return true
	}
	if nag > 0 {
		p.nag(nag, at)
	} else if signs != "" {
		p.tell(GlyphForm, at, quote(signs)+" has no number", nil)
	}
	return false
}

// numbers looks at the number before a move.
func (p *parse) numbers(top *branch, at place) {
	if p.r.Strict && !top.lost {
		white := p.position().Turn() == rules.White
		has := top.number >= 0
		switch {
		case !has && (white || top.told):
			p.tell(NumberForm, at, "a move number is missing", nil)
		case has && !white && !top.told:
			p.tell(NumberForm, at, "a move number that is not needed", nil)
		case has && (white && top.dots != 1 || !white && top.dots != 3):
			p.tell(NumberForm, at, "a move number wants one dot for White and three for Black", nil)
		}
	}
	top.number, top.dots, top.told = -1, 0, false
}

// splitGlyph parts a word into the move and the signs ! and ? behind it.
func splitGlyph(w []byte) (move []byte, nag int, rest string) {
	n := len(w)
	for n > 1 && (w[n-1] == '!' || w[n-1] == '?') {
		n--
	}
	if n == len(w) {
		return w, 0, ""
	}
	signs := string(w[n:])
	return w[:n], glyphs[signs], signs
}

// position returns where the innermost line stands. The main line's board is
// the reader's Line.
func (p *parse) position() rules.Position {
	if n := len(p.lines); n > 1 {
		return p.lines[n-1].pos
	}
	return p.r.line.Position()
}

// previous returns the position before the last ply of the innermost line.
func (p *parse) previous() rules.Position {
	if n := len(p.lines); n > 1 {
		return p.lines[n-1].before
	}
	return p.r.line.At(max(p.r.line.Len()-1, 0))
}

// play adds a move to the line; a bad one ends it. It reports whether the word
// was a result after all.
func (p *parse) play(top *branch, word string, at place) bool {
	if len(p.lines) == 1 && len(top.plies) >= maxPlies {
		top.lost = true
		p.tell(TooMany, at, "more than "+strconv.Itoa(maxPlies)+" plies", nil)
		return false
	}
	if !p.take(112) {
		return false
	}
	if p.s.peek() == 0 && p.halfCastling(word) {
		top.lost = true
		p.tell(Unfinished, at, "the text ends in what may be O-O or O-O-O", nil)
		p.behindLoss(top, word)
		return false
	}
	m, nag, err := p.push(top, word, at)
	if err != nil {
		if r, _, ok := readResult(word); ok {
			p.tell(ResultForm, at, "result "+quote(word)+" is taken as "+string(r), nil)
			return p.ends(r)
		}
		if p.bareComment(word, at, err) {
			return false
		}
		p.lose(top, word, err, at)
		return false
	}
	if p.r.Strict && p.r.Moves == nil {
		if want := p.previous().SAN(m); want != word {
			p.tell(MoveStyle, at, "move "+quote(word)+" is written "+want, nil)
		}
	}
	top.plies = append(top.plies, Ply{SAN: word, Move: m})
	if len(p.lines) == 1 {
		p.dead(at)
		if p.r.Played != nil {
			p.r.Played(p.r.line)
		}
	}
	if nag > 0 {
		p.nag(nag, at)
	}
	return false
}

// push reads a word and makes its move on the board of the innermost line.
func (p *parse) push(top *branch, word string, at place) (m rules.Move, nag int, err error) {
	main := len(p.lines) == 1
	if main && p.r.Moves == nil {
		if m, err = p.r.line.PushSAN(word); err == nil {
			return m, 0, nil
		}
	}
	if m, nag, err = p.read(word, at); err != nil {
		return m, nag, err
	}
	if main {
		return m, nag, p.r.line.Push(m)
	}
	next, err := top.pos.Play(m)
	if err == nil {
		top.before, top.pos = top.pos, next
	}
	return m, nag, err
}

// read finds the move of a word, and the glyph that was part of it.
func (p *parse) read(word string, at place) (m rules.Move, nag int, err error) {
	pos := p.position()
	if p.r.Moves == nil {
		m, err = pos.ParseSAN(word)
	} else {
		m, err = p.r.Moves(pos, word)
	}
	if err == nil || isNull(word) {
		return m, 0, err
	}
	mended, nag, ok := rules.Move{}, 0, false
	if p.r.Moves == nil {
		mended, nag, ok = mend(pos, word)
	} else {
		u, e := pos.ParseUCI(strings.ToLower(word))
		mended, ok = u, e == nil
	}
	if !ok {
		return m, 0, err
	}
	p.tell(MoveForm, at, "move "+quote(word)+" is taken as "+pos.SAN(mended), nil)
	return mended, nag, nil
}

// dead tells of a move that came when the game was over because nobody could
// win any more (Laws 2023, 5.2.2). It looks only where few pieces are left, so
// a blocked position with many pawns is not found.
func (p *parse) dead(at place) {
	if !few(p.r.line.Position().Board().Occupied()) {
		return
	}
	if was := p.previous(); was.CanWin(rules.White) == rules.Impossible && was.CanWin(rules.Black) == rules.Impossible {
		p.tell(MovesAfterDead, at, "a move in a position where nobody can win", nil)
	}
}

// few reports whether at most four pieces are left.
func few(b rules.Bitboard) bool {
	for range 4 {
		b &= b - 1
	}
	return b == 0
}

// bareComment reads text that only a closing brace tells from moves.
func (p *parse) bareComment(word string, at place, err error) bool {
	if !errors.Is(err, rules.ErrSyntax) || isNull(word) {
		return false
	}
	b := p.s.look(ahead)
	end := bytes.IndexByte(b, '}')
	if end < 0 || bytes.IndexByte(b[:end], '{') >= 0 || bytes.Contains(b[:end], []byte("\n\n")) {
		return false
	}
	p.tell(CommentForm, at, "a comment without its {", nil)
	body, _ := p.s.until('}')
	p.remark(word+p.text(body, at), at)
	return true
}

// lose ends a line at a word that is no move of it.
func (p *parse) lose(top *branch, word string, err error, at place) {
	top.lost = true
	code, text := IllegalMove, "the moves end here"
	if len(p.lines) > 1 {
		text = "the variation ends here"
	}
	var ambiguous *rules.AmbiguousMoveError
	switch {
	case isNull(word):
		code, err = NullMove, errors.New("a null move is no move of a game")
	case errors.As(err, &ambiguous):
		code = AmbiguousMove
	case errors.Is(err, rules.ErrSyntax):
		code = NotAMove
		if p.s.peek() == 0 {
			code = Unfinished
		}
	}
	p.tell(code, at, text, err)
	p.behindLoss(top, word)
}

// behindLoss keeps what follows the last good move.
func (p *parse) behindLoss(top *branch, word string) {
	if len(top.tail)+len(top.plies) < maxPlies && p.take(112+len(word)) {
		top.tail = append(top.tail, Ply{SAN: clip(word)})
	}
}

func isNull(s string) bool {
	switch strings.ToLower(s) {
	case "--", "z0", "null", "0000", "@@@@", "pass", "<>":
		return true
	}
	return false
}
