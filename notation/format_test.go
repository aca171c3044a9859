package notation_test

import (
	"strings"
	"testing"

	"boardwire/notation"
	"boardwire/rules"
)

func TestFormat(t *testing.T) {
	var (
		short = notation.Style{}
		sheet = notation.Scoresheet()
		long  = notation.Style{Long: true}
		bare  = notation.Style{NoCapture: true}
	)
	for _, c := range []struct {
		fen, uci string
		l        notation.Language
		s        notation.Style
		want     string
	}{
		{rules.StartFEN, "g1f3", notation.English, short, "Nf3"},
		{rules.StartFEN, "g1f3", notation.Spanish, sheet, "Cf3"},
		{rules.StartFEN, "g1f3", notation.German, long, "Sg1-f3"},
		{rules.StartFEN, "e2e4", notation.French, long, "e2-e4"},
		{rules.StartFEN, "g1f3", notation.Russian, short, "Кf3"},
		{rules.StartFEN, "g1f3", notation.Dutch, short, "Pf3"},
		{rules.StartFEN, "g1f3", notation.Figurine, short, "♘f3"},
		{"4k3/8/8/8/8/8/8/4K2n b - -", "h1f2", notation.Figurine, short, "♞f2"},
		{castle, "e1g1", notation.English, short, "O-O"},
		{castle, "e1c1", notation.Spanish, sheet, "0-0-0"},
		{castle, "e1f1", notation.Russian, short, "Крf1"},
		{castle, "a1a8", notation.Spanish, sheet, "Txa8+"},
		{castle, "a1a8", notation.German, long, "Ta1xa8+"},
		{castle, "a1a8", notation.English, bare, "Ra8+"},
		{promote, "e7d8q", notation.Spanish, sheet, "exd8D"},
		{promote, "e7d8q", notation.Spanish, short, "exd8=D"},
		{promote, "e7d8n", notation.Italian, bare, "ed8=C"},
		{promote, "e7e8b", notation.Portuguese, long, "e7-e8=B"},
		{passing, "e5d6", notation.Spanish, sheet, "exd6a.p."},
		{passing, "e5d6", notation.English, sheet, "exd6e.p."},
		{passing, "e5d6", notation.English, short, "exd6"},
		{"7k/5K2/8/8/8/8/8/6R1 w - -", "g1h1", notation.Spanish, sheet, "Th1++"},
		{"7k/5K2/8/8/8/8/8/6R1 w - -", "g1h1", notation.Spanish, short, "Th1#"},
		{pinned, "g1e2", notation.German, short, "Se2"},
		{three, "e2c3", notation.Spanish, short, "Ce2c3"},
		{three, "a2c3", notation.Spanish, short, "Cac3"},
		{"4k3/8/8/6N1/8/8/8/4K1N1 w - -", "g5f3", notation.Spanish, short, "C5f3"},
		{rules.StartFEN, "e2e4", 99, short, "e4"}, // no language is English
	} {
		pos := position(t, c.fen)
		m, err := pos.ParseUCI(c.uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := notation.Format(pos, m, c.l, c.s); got != c.want {
			t.Errorf("%s %s in %v: %q, want %q", c.fen, c.uci, c.l, got, c.want)
		}
	}
	if got := notation.Format(rules.Start(), rules.Move{From: rules.E2, To: rules.E5}, notation.English, short); got != "" {
		t.Errorf("an illegal move is written %q", got)
	}
}

func TestLanguagesByName(t *testing.T) {
	for _, l := range notation.Languages() {
		for _, s := range []string{l.String(), l.Name(), strings.ToUpper(l.String())} {
			if got, err := notation.ParseLanguage(s); err != nil || got != l {
				t.Errorf("%q is %v, %v; want %v", s, got, err, l)
			}
		}
		seen := map[string]bool{}
		for p := rules.WhiteKnight; p <= rules.WhiteKing; p++ {
			letter := l.Letter(p)
			if letter == "" || seen[letter] {
				t.Errorf("%v: %v is written %q", l, p, letter)
			}
			seen[letter] = true
		}
		if l.Letter(rules.WhitePawn) != "" || l.Letter(rules.NoPiece) != "" {
			t.Errorf("%v: a pawn has a letter", l)
		}
	}
	if _, err := notation.ParseLanguage("xx"); err == nil || !strings.Contains(err.Error(), "en es de fr it nl pt ru figurine") {
		t.Errorf("xx: %v, want the list of languages", err)
	}
}

// TestASpanishScoresheet plays a whole game as a Spanish scoresheet has it.
func TestASpanishScoresheet(t *testing.T) {
	pos := rules.Start()
	moves := strings.Fields(`e4 e5 Cf3 d6 d4 Ag4 de5 Axf3 Dxf3 de5 Ac4 Cf6 Db3 De7 Cc3 c6 Ag5 b5
		Cxb5 cb5 Axb5+ Cbd7 0-0-0 Td8 Txd7 Txd7 Td1 De6 Axd7+ Cxd7 Db8+ Cxb8 Td8++`)
	for _, text := range moves {
		m, _, err := notation.Parse(pos, text, notation.Spanish)
		if err != nil {
			t.Fatal(err)
		}
		if pos, err = pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if pos.HasLegal() || !pos.InCheck() {
		t.Errorf("the game ends at %s, want mate", pos.FEN())
	}
}
