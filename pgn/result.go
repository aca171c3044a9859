package pgn

import (
	"strings"
	"unicode/utf8"

	"boardwire/rules"
)

// dashes are the signs that people's programs put for a hyphen.
var dashes = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "‒", "-")

// resultForms are other ways to write a result, after dashes and halves are
// made plain and blanks are gone.
var resultForms = map[string]rules.Result{
	"1:0": rules.WhiteWins, "0:1": rules.BlackWins, "1.0-0.0": rules.WhiteWins, "0.0-1.0": rules.BlackWins,
	"1/2": rules.Draw, "1/2:1/2": rules.Draw, "0.5-0.5": rules.Draw, "0.5:0.5": rules.Draw, "1/2-": rules.Draw,
	"0.5-0": rules.WhiteHalf, "0-0.5": rules.BlackHalf, "0:0": rules.BothLose,
	"1-O": rules.WhiteWins, "O-1": rules.BlackWins, "l-0": rules.WhiteWins, "0-l": rules.BlackWins,
	"draw": rules.Draw, "remis": rules.Draw,
}

// forfeitForms say that a game was not played.
var forfeitForms = map[string]rules.Result{
	"+--": rules.WhiteWins, "--+": rules.BlackWins, "---": rules.BothLose,
	"+-": rules.WhiteWins, "-+": rules.BlackWins, "+/-": rules.WhiteWins, "-/+": rules.BlackWins,
	"+:-": rules.WhiteWins, "-:+": rules.BlackWins, "-:-": rules.BothLose, "-/-": rules.BothLose,
	"1-0F": rules.WhiteWins, "0-1F": rules.BlackWins, "0-0F": rules.BothLose, "1F-0F": rules.WhiteWins, "0F-1F": rules.BlackWins,
	"1-0ff": rules.WhiteWins, "0-1ff": rules.BlackWins,
}

// readResult reads a result in any form. The code is empty for the form of the
// standard.
func readResult(s string) (r rules.Result, form Code, ok bool) {
	if r, err := rules.ParseResult(s); err == nil {
		return r, "", true
	}
	if len(s) > 32 || !mayBeResult(s) {
		return "", "", false
	}
	t := strings.ReplaceAll(dashes.Replace(s), "½", "1/2")
	t = strings.TrimRight(strings.Join(strings.Fields(t), ""), ".,;")
	if strings.HasPrefix(t, "0,5") || strings.HasSuffix(t, "0,5") {
		t = strings.ReplaceAll(t, ",", ".")
	}
	if r, err := rules.ParseResult(t); err == nil {
		return r, ResultForm, true
	}
	if r, ok := forfeitForms[t]; ok {
		return r, ResultForfeit, true
	}
	if r, ok := resultForms[t]; ok {
		return r, ResultForm, true
	}
	r, ok = resultForms[strings.ToLower(t)]
	return r, ResultForm, ok
}

// mayBeResult is a cheap no for most words.
func mayBeResult(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == '-' || c == ':' || c == '/' || c >= utf8.RuneSelf {
			return true
		}
	}
	return strings.EqualFold(s, "draw") || strings.EqualFold(s, "remis")
}

// settle finds the result from what the tag and the movetext say.
func (p *parse) settle() {
	tag, has := p.g.Tag("Result")
	r, form, ok := readResult(tag)
	at := p.resultTag
	switch {
	case has && !ok:
		p.tell(ResultUnknown, at, "the Result tag "+quote(tag)+" is no result", nil)
	case has && form != "":
		p.tell(form, at, "the Result tag "+quote(tag)+" is taken as "+string(r), nil)
	}
	end := p.end
	switch {
	case p.said == "" && ok:
		p.g.Result = r
		p.tell(ResultMissing, end, "no result at the end of the moves; the tag's is taken", nil)
	case p.said == "":
		p.tell(ResultMissing, end, "no result at the end of the moves", nil)
	case !ok || r == p.said:
		p.g.Result = p.said
	default:
		p.tell(ResultDiffers, end, "the tag says "+string(r)+" and the moves end with "+string(p.said), nil)
		if p.g.Result = r; r == rules.Ongoing {
			p.g.Result = p.said
		}
	}
}
