package pgn

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

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
		if r, _, ok := readResult(w); ok && !p.asMove(w) {
			form := ResultForm
			if _, f, _ := readResult(w); f == ResultForfeit {
				form = f
			}
			p.tell(form, at, "result "+quote(text)+" is taken as "+string(r), nil)
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

// asMove tells castling from a result.
func (p *parse) asMove(w string) bool {
	return w == "0-0" && p.castles(w)
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

// dead tells of a move that came when the game was over because nobody could
// win any more (Laws 2023, 5.2.2). Its material is that of the position before
// unless it captures, and after a capture the game was not over before.
func (p *parse) dead(at place) {
	if !few(p.r.line.Position().Board().Occupied()) {
		return
	}
	if was := p.previous(); was.CanWin(rules.White) == rules.Impossible && was.CanWin(rules.Black) == rules.Impossible {
		p.tell(MovesAfterDead, at, "a move in a position where nobody can win", nil)
	}
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

// few reports whether at most four pieces are left.
func few(b rules.Bitboard) bool {
	for range 4 {
		b &= b - 1
	}
	return b == 0
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

// mend reads what is no algebraic notation but can mean one move only.
func mend(pos rules.Position, word string) (m rules.Move, nag int, ok bool) {
	if u, err := pos.ParseUCI(strings.ToLower(word)); err == nil {
		return u, 0, true
	}
	try := func(s string) bool {
		if s == "" || !utf8.ValidString(s) {
			return false
		}
		var err error
		m, err = pos.ParseSAN(s)
		return err == nil
	}
	bare, nag := cutGlyph(strings.TrimRight(word, ",.;:"))
	for _, end := range [...]string{"mate", "dblch", "ch", "+"} {
		bare = strings.TrimSuffix(bare, end)
	}
	bare = strings.ReplaceAll(strings.ReplaceAll(bare, "X", "x"), ":", "")
	bare = strings.ReplaceAll(bare, "/", "=")
	if try(bare) || try(castling(bare)) || try(upper(bare)) || try(kingWalk(pos, bare)) {
		return m, nag, true
	}
	// An x where nothing is captured.
	quiet := strings.Replace(upper(bare), "x", "", 1)
	if quiet != upper(bare) && try(quiet) {
		return m, nag, true
	}
	// Signs in the middle, a number without its dot.
	head, _, _ := strings.Cut(strings.ReplaceAll(word, "?", "!"), "!")
	return m, 0, head != word && try(head) || try(strings.TrimLeft(word, "0123456789"))
}

// halfCastling reports whether a word that is O-O may be the half of O-O-O. No
// other move is the beginning of another legal one.
func (p *parse) halfCastling(word string) bool {
	if castling(word) != "O-O" {
		return false
	}
	_, err := p.position().ParseSAN("O-O-O")
	return err == nil
}

// castling makes O-O of any mix of zeros and letters, with hyphens or without.
func castling(s string) string {
	if strings.Trim(s, "0Oo-") != "" {
		return ""
	}
	switch strings.Count(s, "0") + strings.Count(s, "O") + strings.Count(s, "o") {
	case 2:
		return "O-O"
	case 3:
		return "O-O-O"
	}
	return ""
}

// upper gives the letters of a move the case they have in notation.
func upper(s string) string {
	if s == "" {
		return s
	}
	b := []byte(s)
	rest := b
	if strings.IndexByte("kqrnKQRN", b[0]) >= 0 || b[0] == 'b' && len(b) > 2 && (b[1] < '1' || b[1] > '8') || b[0] == 'B' {
		b[0] &^= 0x20
		rest = b[1:]
	}
	for i, c := range rest {
		switch promoted := len(b) > 2 && i == len(rest)-1 && strings.IndexByte("QRBNqrbn", c) >= 0; {
		case promoted:
			rest[i] &^= 0x20
		case 'A' <= c && c <= 'H':
			rest[i] |= 0x20
		}
	}
	return string(b)
}

// kingWalk reads a king that steps two squares as castling.
func kingWalk(pos rules.Position, s string) string {
	king := pos.Board().King(pos.Turn())
	if king != rules.E1 && king != rules.E8 {
		return ""
	}
	row := king.String()[1:]
	switch s {
	case "Kg" + row, "Ke" + row + "g" + row, "Ke" + row + "-g" + row:
		return "O-O"
	case "Kc" + row, "Ke" + row + "c" + row, "Ke" + row + "-c" + row:
		return "O-O-O"
	}
	return ""
}

func clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}
