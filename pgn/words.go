package pgn

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"boardwire/rules"
)

// plainWord makes ASCII of what stands for it in moves and results: dashes,
// halves, figurines, signs that show nothing.
var plainWord = strings.NewReplacer(
	"–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "‒", "-", "½", "1/2", "×", "x", "…", "...",
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "",
	"\ufeff", "", "\u200b", "", "\u200c", "", "\u200d", "", "\u200e", "", "\u200f", "", "\u2060", "", "\ufe0e", "", "\ufe0f", "",
	"\u00a0", " ", "\u202f", " ", "†", "+", "‡", "#",
)

// word takes one word and reports whether it ends the game.
func (p *parse) word(raw []byte, at place) bool {
	if ascii(raw) {
		return p.plain(raw, at)
	}
	text := p.text(raw, at)
	if nag, ok := glyphs[text]; ok {
		p.nag(nag, at)
		return false
	}
	mended := plainWord.Replace(text)
	if p.r.Moves != nil && strings.ContainsAny(text, "♔♕♖♗♘♚♛♜♝♞") {
		mended = dashes.Replace(text)
	}
	for _, w := range strings.Fields(mended) {
		if r, form, ok := readResult(w); ok && !p.asMove(w) {
			p.tell(cmp.Or(form, ResultForm), at, "result "+quote(text)+" is taken as "+string(r), nil)
			p.otherHalf(w)
			if p.ends(r) {
				return true
			}
			continue
		}
		if p.plain([]byte(w), at) {
			return true
		}
	}
	return false
}

// plain takes a word of ASCII letters and reports whether it ends the game.
func (p *parse) plain(w []byte, at place) bool {
	if len(w) == 0 {
		return false
	}
	top := &p.lines[len(p.lines)-1]
	switch w[0] {
	case 'N', 'D', '!', '?', '=', '+', '-':
		nag, ok := glyphs[string(w)]
		switch {
		case ok && top.last() != nil && (w[0] != 'N' || p.s.peek() != 0):
			p.nag(nag, at)
			return false
		case w[0] == '!' || w[0] == '?':
			p.tell(GlyphForm, at, quote(string(w))+" has no number", nil)
			return false
		case string(w) == "-":
			p.tell(Stray, at, "a stray -", nil)
			return false
		}
	}
	switch w[0] {
	case '0', '1', '+', '-':
		s := string(w)
		if r, form, ok := readResult(s); ok && !p.asMove(s) {
			if form != "" {
				p.tell(form, at, "result "+quote(s)+" is taken as "+string(r), nil)
				p.otherHalf(s)
			}
			return p.ends(r)
		}
		w = []byte(s) // looking ahead moves the window
	}
	switch string(w) {
	case "e.p.", "ep", "e.p", "a.p.":
		return false
	case "+", "#", "++":
		// A check sign that came off its move.
		if ply := top.last(); ply != nil {
			p.tell(MoveForm, at, "a check sign apart from its move", nil)
			return false
		}
	case ".", "..", "...", "....":
		top.dots += len(w)
		return false
	}
	for len(w) > 1 && w[0] == '.' {
		w = w[1:]
		top.dots++
	}
	return p.move(w, at)
}

// number keeps a move number until its move comes. It reports whether it was
// the first half of a result.
func (p *parse) number(n, dots int, at place) bool {
	top := &p.lines[len(p.lines)-1]
	if dots == 0 && n < 2 {
		if r, ok := p.spacedResult(n, at); ok {
			return p.ends(r)
		}
	}
	if p.r.Strict && top.number >= 0 {
		p.tell(NumberForm, at, "a number without a move", nil)
	}
	top.number, top.dots = n, dots
	if !p.numbered && !top.lost {
		if pos := p.position(); n != pos.Fullmoves() {
			p.numbered = true
			p.tell(MoveNumber, at, "move number "+strconv.Itoa(n)+" where "+strconv.Itoa(pos.Fullmoves())+" comes", nil)
		}
	}
	return false
}

// otherHalf takes the second half of a draw that was written with blanks.
func (p *parse) otherHalf(first string) {
	line := p.s.lookLine()
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " "), []byte("-"))
	if first != "1/2" || !ok {
		return
	}
	rest = bytes.TrimLeft(rest, " ")
	for _, half := range [...]string{"1/2", "½"} {
		if after, ok := bytes.CutPrefix(rest, []byte(half)); ok {
			p.skip(len(line) - len(after))
		}
	}
}

// spacedResult reads "1 - 0", of which the 1 looks like a move number.
func (p *parse) spacedResult(n int, at place) (rules.Result, bool) {
	line := p.s.lookLine()
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " "), []byte("-"))
	if !ok {
		return "", false
	}
	rest = bytes.TrimLeft(rest, " ")
	if len(rest) == 0 || len(rest) > 1 && classes[rest[1]] == letter {
		return "", false
	}
	r, err := rules.ParseResult(strconv.Itoa(n) + "-" + string(rest[:1]))
	if err != nil {
		return "", false
	}
	p.skip(len(line) - len(rest) + 1)
	p.tell(ResultForm, at, "a result with blanks is taken as "+string(r), nil)
	return r, true
}

// asMove tells castling from a result.
func (p *parse) asMove(w string) bool {
	return w == "0-0" && p.castles(w)
}

// castles tells "0-0" as a move from "0-0" as a result, which some feeds write
// when both lose.
func (p *parse) castles(w string) bool {
	top := &p.lines[len(p.lines)-1]
	rest := bytes.TrimSpace(p.s.look(ahead))
	last := len(rest) == 0 || rest[0] == '['
	if tag, _ := p.g.Tag("Result"); last && tag == string(rules.BothLose) {
		return false
	}
	if top.lost {
		return !last
	}
	_, err := p.position().ParseSAN(w)
	return err == nil
}
