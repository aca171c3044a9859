package pgn

import (
	"slices"
	"strings"
	"unicode"

	"boardwire/rules"
)

// Writable returns a copy of a game that was read, in a form that Write takes:
// the Result tag says what Result does, signs that cannot be written become
// blanks, a brace in a comment becomes a parenthesis, a variation without moves
// becomes a remark, a command without its bracket becomes text. A Tail and the deviations are left out.
func (g *Game) Writable() Game {
	out := Game{Start: g.Start, Result: g.Result, Comment: writableText(g.Comment), Plies: writablePlies(g.Plies)}
	if out.Result == "" {
		out.Result = rules.Ongoing
	}
	for _, t := range g.Tags {
		if name, _ := tagName(t.Name); name != "" {
			out.Set(name, clipBytes(oneLine(t.Value), maxComment))
		}
	}
	if _, ok := out.Tag("Result"); ok {
		out.Set("Result", string(out.Result))
	}
	return out
}

func writablePlies(plies []Ply) []Ply {
	if plies == nil {
		return nil
	}
	out := slices.Clone(plies)
	for i := range out {
		p := &out[i]
		p.Comment = writableText(p.Comment)
		p.NAGs = slices.DeleteFunc(slices.Clone(p.NAGs), func(n int) bool { return n < 0 || n > 255 })
		if p.Clk != nil && *p.Clk < 0 {
			p.Clk = nil
		}
		if p.Emt != nil && *p.Emt < 0 {
			p.Emt = nil
		}
		kept := p.Variations
		p.Variations = nil
		for _, v := range kept {
			comment := writableText(v.Comment)
			if len(v.Plies) == 0 {
				// Its times are not this move's.
				p.Comment = strings.TrimSpace(p.Comment + " " + readComment(comment).text)
				continue
			}
			p.Variations = append(p.Variations, Variation{Comment: comment, Plies: writablePlies(v.Plies)})
		}
	}
	return out
}

func writableText(s string) string {
	if s == "" {
		return s
	}
	return strings.Join(strings.Fields(closeCommands(strings.ReplaceAll(oneLine(s), "}", ")"))), " ")
}

// oneLine makes blanks of what would break a line, and valid UTF-8 of the rest.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\ufeff':
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

func clipBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
