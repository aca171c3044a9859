package notation_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/notation"
	"boardwire/rules"
)

func position(tb testing.TB, fen string) rules.Position {
	tb.Helper()
	p, err := parse(fen, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func parse(fen string, allow rules.Fault) (rules.Position, error) {
	s, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, err
	}
	return s.Position(allow)
}

const (
	castle  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
	promote = "3r4/4P2k/8/8/8/8/8/K7 w - -"
	passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6"
	pinned  = "rn2k2r/pppq1ppp/5p2/3p4/1b1P4/2NQP3/PPP2PPP/R3K1NR w KQkq -"
	three   = "8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - -"
)

func TestParse(t *testing.T) {
	type marks = notation.Marks
	for _, c := range []struct {
		l               notation.Language
		fen, text, want string
		marks           marks
	}{
		{notation.Spanish, rules.StartFEN, "Cf3", "g1f3", marks{}},
		{notation.Spanish, rules.StartFEN, "e4", "e2e4", marks{}},
		{notation.Spanish, rules.StartFEN, "e2-e4 (=)", "e2e4", marks{Offer: true}},
		{notation.Spanish, rules.StartFEN, "Pe4", "e2e4", marks{}},
		{notation.Spanish, rules.StartFEN, "Cg1–f3!?", "g1f3", marks{Comment: "!?"}},
		{notation.Spanish, castle, "0-0", "e1g1", marks{}},
		{notation.Spanish, castle, "0-0-0+", "e1c1", marks{Sign: notation.Check}},
		{notation.Spanish, castle, "O—O—O", "e1c1", marks{}},
		{notation.Spanish, castle, "OO", "e1g1", marks{}},
		{notation.Spanish, castle, "Txa8+(=)", "a1a8", marks{Sign: notation.Check, Capture: true, Offer: true}},
		{notation.Spanish, castle, "Rf2", "e1f2", marks{}},
		{notation.Spanish, promote, "e8=D", "e7e8q", marks{}},
		{notation.Spanish, promote, "e8C", "e7e8n", marks{}},
		{notation.Spanish, promote, "exd8(T)", "e7d8r", marks{Capture: true}},
		{notation.Spanish, promote, "ed8=A", "e7d8b", marks{}},
		{notation.Spanish, passing, "exd6a.p.", "e5d6", marks{Capture: true, Passant: true}},
		{notation.Spanish, passing, "ed6 a. p.", "e5d6", marks{Passant: true}},
		{notation.Spanish, passing, "exd6 e.p.!", "e5d6", marks{Capture: true, Passant: true, Comment: "!"}},
		{notation.Spanish, "7k/5K2/8/8/8/8/8/6R1 w - -", "Th1++", "g1h1", marks{Sign: notation.Mate}},
		{notation.Spanish, "7k/5K2/8/8/8/8/8/6R1 w - -", "Th1#!!", "g1h1", marks{Sign: notation.Mate, Comment: "!!"}},
		{notation.German, rules.StartFEN, "Sf3", "g1f3", marks{}},
		{notation.German, castle, "Ta1:a8+", "a1a8", marks{Sign: notation.Check, Capture: true}},
		{notation.German, passing, "ed6:", "e5d6", marks{Capture: true}},
		{notation.German, "4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4:d5", "e4d5", marks{Capture: true}},
		{notation.German, promote, "e8/L", "e7e8b", marks{}},
		{notation.German, "4k3/8/2p5/1P6/8/4B3/8/4K3 w - -", "bxc6", "b5c6", marks{Capture: true}},
		{notation.French, promote, "e8=F", "e7e8b", marks{}},
		{notation.French, rules.StartFEN, "Cc3", "b1c3", marks{}},
		{notation.Italian, promote, "e8=A", "e7e8b", marks{}},
		{notation.Dutch, rules.StartFEN, "Pf3", "g1f3", marks{}}, // a knight
		{notation.Dutch, promote, "e8P", "e7e8n", marks{}},
		{notation.Portuguese, promote, "e8B", "e7e8b", marks{}},
		{notation.Portuguese, castle, "Rd2", "e1d2", marks{}},
		{notation.Russian, rules.StartFEN, "Кf3", "g1f3", marks{}},
		{notation.Russian, castle, "Крf1", "e1f1", marks{}},
		{notation.Russian, castle, "О-О", "e1g1", marks{}},
		{notation.Russian, castle, "Лa1хa8", "a1a8", marks{Capture: true}},
		{notation.Russian, rules.StartFEN, "е4", "e2e4", marks{}}, // a Cyrillic е
		{notation.Russian, promote, "e8=Ф", "e7e8q", marks{}},
		{notation.Figurine, rules.StartFEN, "♘f3", "g1f3", marks{}},
		{notation.Figurine, rules.StartFEN, "♞f3", "g1f3", marks{}}, // whatever the ink
		{notation.Figurine, rules.StartFEN, "♘\ufe0ef3", "g1f3", marks{}},
		{notation.Figurine, promote, "exd8=♕", "e7d8q", marks{Capture: true}},
		{notation.English, rules.StartFEN, "Ng1f3", "g1f3", marks{}},
		{notation.English, rules.StartFEN, "N1f3", "g1f3", marks{}},
		{notation.English, pinned, "Ne2", "g1e2", marks{}},
		{notation.English, pinned, "Nge2", "g1e2", marks{}},
		{notation.English, three, "Ne2c3", "e2c3", marks{}},
		{notation.English, rules.StartFEN, "e4?!??", "e2e4", marks{Comment: "?!??"}},
		{notation.English, "4k3/8/8/8/8/8/8/RK5R w HA -", "0-0", "b1h1", marks{}},
	} {
		m, got, err := notation.Parse(position(t, c.fen), c.text, c.l)
		if err != nil || m.UCI() != c.want {
			t.Errorf("%s %v: %q is %v, %v; want %s", c.fen, c.l, c.text, m, err, c.want)
			continue
		}
		if diff := cmp.Diff(c.marks, got); diff != "" {
			t.Errorf("%v: marks of %q (-want +got):\n%s", c.l, c.text, diff)
		}
	}
}

func TestParseRefusesWhatIsNoMove(t *testing.T) {
	for _, c := range []struct {
		l    notation.Language
		text string
	}{
		{notation.English, ""}, {notation.English, "--"}, {notation.English, "Z0"}, {notation.English, "e9"},
		{notation.English, "Nf3=Q"}, {notation.English, "Nf3 e5"}, {notation.English, "0-0-0-0"}, {notation.English, "0-0e.p."},
		{notation.English, "1-0"}, {notation.English, "(=)"}, {notation.English, "e8=Q)"}, {notation.English, "nf3"},
		{notation.English, "Cf3"}, {notation.Spanish, "Nf3"}, {notation.German, "Nf3"}, {notation.Russian, "Nf3"},
		{notation.Figurine, "Nf3"}, {notation.Dutch, "Cf3"}, {notation.English, "Nf3e.p."}, {notation.English, "\xff\xfe"},
		{notation.English, "e4 is the best move by far for White, I should say, is it not so, my dear friend"},
	} {
		m, marks, err := notation.Parse(rules.Start(), c.text, c.l)
		var syntax *notation.SyntaxError
		if !errors.As(err, &syntax) || !errors.Is(err, rules.ErrSyntax) || !m.IsZero() || marks != (notation.Marks{}) {
			t.Errorf("%v: %q is %v, %v; want no move", c.l, c.text, m, err)
		}
	}
}

// TestLettersMeanWhatTheLanguageSays: the same text, another piece.
func TestLettersMeanWhatTheLanguageSays(t *testing.T) {
	const fen = "4k3/8/8/8/3R4/8/4K3/8 w - -"
	for _, c := range []struct {
		l    notation.Language
		want string
	}{
		{notation.English, "d4d3"}, {notation.Spanish, "e2d3"}, {notation.French, "e2d3"},
		{notation.Italian, "e2d3"}, {notation.Portuguese, "e2d3"},
	} {
		if m, _, err := notation.Parse(position(t, fen), "Rd3", c.l); err != nil || m.UCI() != c.want {
			t.Errorf("Rd3 in %v is %v, %v; want %s", c.l, m, err, c.want)
		}
	}
	const bishops = "4k3/8/8/8/8/8/1P1P4/2B1K3 w - -"
	if m, _, err := notation.Parse(position(t, bishops), "Bb3", notation.German); err != nil || m.UCI() != "b2b3" {
		t.Errorf("Bb3 in German is %v, %v; want the pawn", m, err)
	}
	if m, _, err := notation.Parse(position(t, bishops), "Bb3", notation.Portuguese); err == nil {
		t.Errorf("Bb3 in Portuguese is %v; want it refused, for it is the bishop", m)
	}
}

func TestParseRefusesTheAmbiguous(t *testing.T) {
	for _, c := range []struct {
		l          notation.Language
		fen, text  string
		candidates []string
		message    string
	}{
		{notation.English, three, "Nec3", []string{"e2c3", "e4c3"}, "cannot play Nec3 for White at move 1: it may be e2c3 or e4c3; say which"},
		{notation.Spanish, three, "Cc3", []string{"a2c3", "e2c3", "e4c3"}, "cannot play Cc3 for White at move 1: it may be a2c3 or e2c3 or e4c3; say which"},
		{notation.German, "4k3/8/8/8/8/8/8/R3K2R w - -", "Tf1", nil, ""},
		{notation.German, "1k6/8/8/8/8/7K/8/R6R w - -", "Tf1", []string{"a1f1", "h1f1"}, "cannot play Tf1 for White at move 1: it may be a1f1 or h1f1; say which"},
	} {
		_, _, err := notation.Parse(position(t, c.fen), c.text, c.l)
		var ambiguous *rules.AmbiguousMoveError
		if !errors.As(err, &ambiguous) {
			if c.candidates != nil || err != nil {
				t.Errorf("%s: %v, want it ambiguous: %v", c.text, err, c.candidates)
			}
			continue
		}
		var got []string
		for _, m := range ambiguous.Among {
			got = append(got, m.UCI())
		}
		if diff := cmp.Diff(c.candidates, got); diff != "" || err.Error() != c.message {
			t.Errorf("%s: %q (-want +got):\n%s", c.text, err, diff)
		}
	}
}
