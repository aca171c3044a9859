package pgn

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"boardwire/rules"
)

// Limits of one game. What goes beyond is dropped and told.
const (
	maxTags   = 256
	maxPlies  = 10_000
	maxNAGs   = 16
	maxErrors = 16
)

// Read reads all games of a text. It never fails: each game carries its faults.
func Read(b []byte) []Game {
	r := NewReader(bytes.NewReader(b))
	var games []Game
	for {
		g, err := r.Next()
		if err != nil {
			return games
		}
		games = append(games, g)
	}
}

// Reader reads games one after another and holds no more than one of them.
type Reader struct {
	s *scanner
}

// NewReader returns a Reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{s: newScanner(r)} }

// Next returns the next game, with its faults in it. After the last one the
// error is io.EOF; any other error is the underlying reader's.
func (r *Reader) Next() (Game, error) {
	p := parse{s: r.s, g: Game{Result: rules.Ongoing}}
	r.s.space()
	for r.s.peek() == '[' {
		p.tag()
		r.s.space()
	}
	p.start()
	p.moves()
	if r.s.err != nil {
		return p.g, r.s.err
	}
	if p.empty() {
		return Game{}, io.EOF
	}
	p.result()
	return p.g, nil
}

// parse is the work on one game.
type parse struct {
	s    *scanner
	g    Game
	pos  rules.Position
	lost bool         // a bad move came: the rest is skipped
	said rules.Result // how the movetext ended, "" if it just ended
}

func (p *parse) fault(what string, err error) {
	if len(p.g.Errors) < maxErrors {
		p.g.Errors = append(p.g.Errors, &Error{Line: p.s.line, Ply: len(p.g.Plies), What: what, Err: err})
	}
}

func (p *parse) empty() bool {
	return len(p.g.Tags) == 0 && len(p.g.Plies) == 0 && len(p.g.Errors) == 0 && p.said == "" && p.g.Comment == ""
}

// tag reads one pair in brackets.
func (p *parse) tag() {
	p.s.next()
	var name strings.Builder
	for c := p.s.peek(); tagByte(c) || c == ' ' && name.Len() == 0; c = p.s.peek() {
		if p.s.next(); c != ' ' && name.Len() < maxToken {
			name.WriteByte(c)
		}
	}
	for c := p.s.peek(); c == ' ' || c == '\t'; c = p.s.peek() {
		p.s.next()
	}
	if name.Len() == 0 || p.s.peek() != '"' {
		p.fault(`tag without a name and a value in quotes; want [Name "value"]`, nil)
		p.s.rest()
		return
	}
	p.s.next()
	value, ok := p.quoted()
	if !ok {
		p.fault("value of tag "+name.String()+" is not closed", nil)
	} else {
		for c := p.s.peek(); c == ' ' || c == '\t'; c = p.s.peek() {
			p.s.next()
		}
		if p.s.peek() == ']' {
			p.s.next()
		} else {
			p.fault("tag "+name.String()+" is not closed by ]", nil)
			p.s.rest()
		}
	}
	if len(p.g.Tags) == maxTags {
		p.fault("more than "+strconv.Itoa(maxTags)+" tags", nil)
		return
	}
	p.g.Tags = append(p.g.Tags, Tag{name.String(), value})
}

func tagByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// quoted reads a value up to its closing quote; it may not cross lines.
func (p *parse) quoted() (string, bool) {
	var b strings.Builder
	for {
		c := p.s.peek()
		if c == 0 || c == '\n' {
			return text(b.String()), false
		}
		p.s.next()
		if c == '"' {
			return text(b.String()), true
		}
		if n := p.s.peek(); c == '\\' && (n == '"' || n == '\\') {
			c = p.s.next()
		}
		if b.Len() < maxComment {
			b.WriteByte(c)
		}
	}
}

// start finds where play begins.
func (p *parse) start() {
	p.pos = rules.Start()
	fen, ok := p.g.Tag("FEN")
	if !ok {
		return
	}
	setup, err := rules.ParseFEN(fen)
	if err == nil {
		p.g.Start = setup
		p.pos, err = setup.Position(0)
	}
	if err != nil {
		p.fault("FEN tag", err)
		p.lost = true
	}
}

// moves reads the movetext up to a result, the tags of the next game or the end.
func (p *parse) moves() {
	depth, first := 0, true
	for {
		fresh := p.s.newline
		p.s.space()
		fresh = fresh || p.s.newline
		switch c := p.s.peek(); c {
		case 0:
			if depth > 0 {
				p.fault("variation is not closed", nil)
			}
			return
		case '[':
			// A bracket that begins a line is the next game, even in a
			// variation that someone forgot to close.
			if fresh && !first || depth == 0 && len(p.g.Plies)+len(p.g.Errors) == 0 && len(p.g.Tags) > 0 {
				if depth > 0 {
					p.fault("variation is not closed", nil)
				}
				return
			}
			p.fault("stray [", nil)
			p.s.next()
		case '{':
			p.s.next()
			body, ok := p.s.until('}')
			if !ok {
				p.fault("comment is not closed", nil)
			}
			if depth == 0 {
				p.remark(body)
			}
		case ';':
			p.s.next()
			if body := p.s.rest(); depth == 0 {
				p.remark(body)
			}
		case '(':
			p.s.next()
			depth++
		case ')':
			p.s.next()
			if depth == 0 {
				p.fault("stray )", nil)
			} else {
				depth--
			}
		case '$':
			p.s.next()
			if n, err := strconv.ParseUint(p.s.symbol(), 10, 8); err == nil && depth == 0 {
				p.nag(int(n))
			}
		case ']', '}', '<', '>':
			p.fault("stray "+string(rune(c)), nil)
			p.s.next()
		default:
			if w := p.s.symbol(); depth == 0 && p.word(w) {
				return
			}
		}
		first = false
	}
}

// remark adds a comment to the last ply, or to the game before the first.
func (p *parse) remark(body string) {
	if p.lost {
		return
	}
	c := readComment(body)
	if c.bad != "" {
		p.fault(strconv.Quote(clip(c.bad))+" is no time; want h:mm:ss", nil)
	}
	into := &p.g.Comment
	if n := len(p.g.Plies); n > 0 {
		ply := &p.g.Plies[n-1]
		into = &ply.Comment
		if c.clk != nil {
			ply.Clk = c.clk
		}
		if c.emt != nil {
			ply.Emt = c.emt
		}
	}
	if room := maxComment - len(*into); c.text != "" && len(c.text) < room {
		*into = strings.TrimPrefix(*into+" "+c.text, " ")
	}
}

func (p *parse) nag(n int) {
	if k := len(p.g.Plies); k > 0 && !p.lost && len(p.g.Plies[k-1].NAGs) < maxNAGs {
		p.g.Plies[k-1].NAGs = append(p.g.Plies[k-1].NAGs, n)
	}
}

// suffixes are the signs behind a move that have a number of their own.
var suffixes = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// word takes one word of the main line and reports whether it ends the game.
func (p *parse) word(w string) bool {
	if r, ok := readResult(w); ok && !(r == rules.BothLose && p.castles(w)) {
		p.said = r
		return true
	}
	move := strings.TrimRight(w, "!?")
	if p.lost || move == "e.p." || strings.Trim(move, "0123456789.") == "" && w == move {
		return false
	}
	if move != "" {
		if !p.play(move) {
			return false
		}
	}
	for n, s := range suffixes {
		if n > 0 && w[len(move):] == s {
			p.nag(n)
		}
	}
	return false
}

// play adds a move; a bad one ends the line.
func (p *parse) play(san string) bool {
	if len(p.g.Plies) == maxPlies {
		p.lost = true
		p.fault("more than "+strconv.Itoa(maxPlies)+" plies", nil)
		return false
	}
	m, err := p.pos.ParseSAN(san)
	if errors.Is(err, rules.ErrSyntax) {
		if u, e := p.pos.ParseUCI(san); e == nil {
			m, err = u, nil
		}
	}
	if err == nil {
		p.pos, err = p.pos.Play(m)
	}
	if err != nil {
		p.lost = true
		p.fault("the moves end here", err)
		return false
	}
	p.g.Plies = append(p.g.Plies, Ply{SAN: san, Move: m})
	return true
}

// castles tells "0-0" as a move from "0-0" as a result, which some feeds write
// when both lose.
func (p *parse) castles(w string) bool {
	if p.lost {
		return false
	}
	if tag, _ := p.g.Tag("Result"); tag == string(rules.BothLose) {
		p.s.space()
		if c := p.s.peek(); c == 0 || c == '[' {
			return false
		}
	}
	_, err := p.pos.ParseSAN(w)
	return err == nil
}

// result settles what the tag and the movetext say.
func (p *parse) result() {
	tag, has := p.g.Tag("Result")
	r, ok := readResult(tag)
	if has && !ok {
		p.fault("result tag "+strconv.Quote(clip(tag))+" is no result", nil)
	}
	switch {
	case p.said == "" && ok:
		p.g.Result = r
		p.fault("no result at the end of the moves; the tag's is taken", nil)
	case p.said == "":
		p.fault("no result at the end of the moves", nil)
	case !ok || r == p.said:
		p.g.Result = p.said
	default:
		p.fault("the tag says "+string(r)+" and the moves end with "+string(p.said), nil)
		if p.g.Result = r; r == rules.Ongoing {
			p.g.Result = p.said
		}
	}
}

var resultForms = strings.NewReplacer("–", "-", "—", "-", "−", "-", "½", "1/2")

func readResult(s string) (rules.Result, bool) {
	r, err := rules.ParseResult(resultForms.Replace(s))
	return r, err == nil
}

func clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}
