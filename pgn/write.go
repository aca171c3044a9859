package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"boardwire/rules"
)

// width is how long a line of movetext may be: less than 80 (PGN standard,
// 8.2.1).
const width = 79

// roster is the order of the seven tags that every game has (PGN standard,
// 8.1.1), with what stands for an unknown value.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", ""},
}

// Write writes one game and the empty line behind it. The seven tags come
// first, all others sorted by name; moves are written from their squares, in
// the shortest notation; clk and emt stand in one comment with the text behind
// them, and variations behind that; no line of moves is longer than 79 columns
// unless a single word is, and a command is never broken. A Tail is left out.
// A start position that only Chess960 has gets a Variant tag if there is none.
//
// It refuses, and writes nothing, when a move is not legal, a variation has
// none, a tag is named twice or has a name or value that cannot be written, the
// Result tag differs from the result, a time is below zero, or a comment holds
// a closing brace or a command without its bracket. Game.Writable makes what was read fit.
func Write(w io.Writer, g Game) error {
	b, err := Append(nil, g)
	if err != nil {
		return err
	}
	if _, err = w.Write(b); err != nil {
		return fmt.Errorf("write game: %w", err)
	}
	return nil
}

// Append is Write to the end of b. It returns b unchanged with an error.
func Append(b []byte, g Game) ([]byte, error) {
	pos, err := g.Position()
	if err != nil {
		return b, fmt.Errorf("write game: start position: %w", err)
	}
	if g.Result == "" {
		g.Result = rules.Ongoing
	}
	if _, err := rules.ParseResult(string(g.Result)); err != nil {
		return b, fmt.Errorf("write game: %w", err)
	}
	out := slices.Clone(b)
	if out, err = appendTags(out, g); err != nil {
		return b, fmt.Errorf("write game: %w", err)
	}
	out = append(out, '\n')
	l := lines{b: out, start: len(out)}
	if err = l.moves(g, pos); err != nil {
		return b, fmt.Errorf("write game: %w", err)
	}
	return append(l.b, '\n', '\n'), nil
}

// appendTags writes the head.
func appendTags(b []byte, g Game) ([]byte, error) {
	all := map[string]string{}
	for _, t := range g.Tags {
		if t.Name == "" || len(t.Name) > maxToken || strings.ContainsFunc(t.Name, func(r rune) bool { return r > 127 || !tagByte(byte(r)) }) {
			return nil, fmt.Errorf("tag name %q: want letters, digits and _", clip(t.Name))
		}
		if name, plain := tagName(t.Name); !plain {
			return nil, fmt.Errorf("tag name %q would be read as %s; write it so", t.Name, name)
		}
		if _, twice := all[t.Name]; twice {
			return nil, fmt.Errorf("tag %s is there twice", t.Name)
		}
		if !utf8.ValidString(t.Value) || strings.ContainsFunc(t.Value, unwritable) {
			return nil, fmt.Errorf("tag %s: value %q cannot be written in one line of UTF-8", t.Name, clip(t.Value))
		}
		if len(t.Value) > maxComment {
			return nil, fmt.Errorf("tag %s: value of %d bytes, want at most %d", t.Name, len(t.Value), maxComment)
		}
		all[t.Name] = t.Value
	}
	if r, ok := all["Result"]; ok && r != string(g.Result) {
		return nil, fmt.Errorf("the Result tag says %q and the result is %q; make them the same", clip(r), g.Result)
	}
	all["Result"] = string(g.Result)
	delete(all, "FEN")
	delete(all, "SetUp")
	if g.Start != (rules.Setup{}) && g.Start != rules.Start().Setup() {
		all["FEN"], all["SetUp"] = g.Start.FEN(), "1"
		if _, ok := all["Variant"]; !ok && shuffled(g.Start) {
			all["Variant"] = "Chess960"
		}
	}
	for _, t := range roster {
		value, ok := all[t.Name]
		if !ok || value == "" {
			value = t.Value
		}
		b = appendTag(b, t.Name, value)
		delete(all, t.Name)
	}
	others := make([]Tag, 0, len(all))
	for name, value := range all {
		others = append(others, Tag{name, value})
	}
	slices.SortFunc(others, func(x, y Tag) int { return cmp.Compare(x.Name, y.Name) })
	for _, t := range others {
		b = appendTag(b, t.Name, t.Value)
	}
	return b, nil
}

// unwritable tells the runes that readers drop or take as something else.
func unwritable(r rune) bool { return unicode.IsControl(r) || r == '\ufeff' }

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func appendTag(b []byte, name, value string) []byte {
	return append(b, "["+name+" \""+escape.Replace(value)+"\"]\n"...)
}

// shuffled reports whether somebody may castle from squares that are not those
// of classical chess.
func shuffled(s rules.Setup) bool {
	for _, c := range [...]rules.Color{rules.White, rules.Black} {
		king := s.Board.King(c)
		if king == rules.NoSquare {
			continue
		}
		for file := range rules.Square(8) {
			if s.Castling.Has(king&56|file) && (king&7 != 4 || file != 0 && file != 7) {
				return true
			}
		}
	}
	return false
}

// lines fills lines of movetext with words. The last word is held back until
// it is known whether a parenthesis closes behind it.
type lines struct {
	b     []byte
	start int    // where the movetext begins
	col   int    // columns of the line so far
	held  string // the last word
	open  string // parentheses that open before the next word
}

// word adds a word that is never broken.
func (l *lines) word(w string) {
	l.flush()
	l.held, l.open = l.open+w, ""
}

func (l *lines) flush() {
	if l.held == "" {
		return
	}
	n := utf8.RuneCountInString(l.held)
	switch {
	case len(l.b) == l.start:
	case l.col+1+n > width:
		l.b = append(l.b, '\n')
		l.col = 0
	default:
		l.b = append(l.b, ' ')
		l.col++
	}
	l.b = append(l.b, l.held...)
	l.col += n
	l.held = ""
}

func (l *lines) moves(g Game, pos rules.Position) error {
	if err := l.line(g.Comment, g.Plies, pos, 0); err != nil {
		return err
	}
	l.word(string(g.Result))
	l.flush()
	return nil
}

// line writes moves from pos.
func (l *lines) line(comment string, plies []Ply, pos rules.Position, depth int) error {
	if comment != "" {
		if err := l.comment(nil, comment); err != nil {
			return fmt.Errorf("comment before the first move: %w", err)
		}
	}
	number := true
	for i := range plies {
		p := &plies[i]
		m := p.Move
		if m.IsZero() {
			var err error
			if m, err = pos.ParseSAN(p.SAN); err != nil {
				return fmt.Errorf("ply %d: %w", i+1, err)
			}
		}
		next, err := pos.Play(m)
		if err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		switch {
		case pos.Turn() == rules.White:
			l.word(strconv.Itoa(pos.Fullmoves()) + ".")
		case number:
			l.word(strconv.Itoa(pos.Fullmoves()) + "...")
		}
		l.word(pos.SAN(m))
		if number, err = l.extras(p); err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		for j := range p.Variations {
			number = true
			if err := l.variation(&p.Variations[j], pos, depth+1); err != nil {
				return fmt.Errorf("ply %d, variation %d: %w", i+1, j+1, err)
			}
		}
		pos = next
	}
	return nil
}

// variation writes a line in parentheses.
func (l *lines) variation(v *Variation, pos rules.Position, depth int) error {
	if len(v.Plies) == 0 {
		return errors.New("no move")
	}
	if depth > maxDepth {
		return fmt.Errorf("nested deeper than %d", maxDepth)
	}
	l.open += "("
	if err := l.line(v.Comment, v.Plies, pos, depth); err != nil {
		return err
	}
	l.held += ")"
	return nil
}

// extras writes what stands behind a move, and reports whether the next one
// needs its number again.
func (l *lines) extras(p *Ply) (bool, error) {
	for _, n := range p.NAGs {
		if n < 0 || n > 255 {
			return false, fmt.Errorf("annotation $%d: want 0 to 255", n)
		}
		l.word("$" + strconv.Itoa(n))
	}
	var commands []string
	for _, c := range [...]struct {
		name string
		d    *time.Duration
	}{{"clk", p.Clk}, {"emt", p.Emt}} {
		if c.d == nil {
			continue
		}
		if *c.d < 0 {
			return false, fmt.Errorf("%s %v is below zero", c.name, *c.d)
		}
		commands = append(commands, "[%"+c.name+" "+clockText(*c.d)+"]")
	}
	if len(commands) == 0 && strings.TrimSpace(p.Comment) == "" {
		return len(p.NAGs) > 0, nil
	}
	return true, l.comment(commands, p.Comment)
}

// comment writes commands and text in one pair of braces.
func (l *lines) comment(commands []string, body string) error {
	if strings.Contains(body, "}") {
		return fmt.Errorf("comment %q holds a closing brace, which PGN cannot write", clip(body))
	}
	if closeCommands(body) != body {
		return fmt.Errorf("comment %q holds a command without its bracket, which would be read as text", clip(body))
	}
	words := commands
	for _, w := range commentWords(body) {
		if !utf8.ValidString(w) || strings.ContainsFunc(w, unwritable) {
			return fmt.Errorf("comment word %q is not plain UTF-8", clip(w))
		}
		// A line that begins with a percent sign is no part of a game, and one
		// that begins with a bracket may look like the next one.
		if n := len(words); n > 0 && (w[0] == '%' || w[0] == '[' && !strings.HasPrefix(w, "[%")) {
			words[n-1] += " " + w
			continue
		}
		words = append(words, w)
	}
	if len(words) == 0 {
		return nil
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	for _, w := range words {
		l.word(w)
	}
	return nil
}

// commentWords parts a text at blanks, but never inside a command.
func commentWords(s string) []string {
	var words []string
	for {
		before, rest, found := strings.Cut(s, "[%")
		words = append(words, strings.Fields(before)...)
		if !found {
			return words
		}
		body, after, closed := strings.Cut(rest, "]")
		if !closed {
			return append(words, strings.Fields("[%"+body)...)
		}
		words = append(words, "[%"+strings.Join(strings.Fields(body), " ")+"]")
		s = after
	}
}
