package rules_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"boardwire/rules"
)

func TestFENRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range rounds(3000) {
		s := scatter(r)
		s.Halfmoves, s.Fullmoves = r.IntN(200), 1+r.IntN(200)
		back, err := rules.ParseFEN(s.FEN())
		if err != nil || back != s {
			t.Fatalf("%s is read as %s, %v", s.FEN(), back.FEN(), err)
		}
	}
}

func TestParseFENTolerates(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"8/8/8/8/8/8/8/K6k w", "8/8/8/8/8/8/8/K6k w - - 0 1"},
		{"8/8/8/8/8/8/8/K6k  b  -  -", "8/8/8/8/8/8/8/K6k b - - 0 1"},
		{"8/8/8/8/8/8/8/K6k w - - 5", "8/8/8/8/8/8/8/K6k w - - 5 1"},
		{"8/8/8/8/8/8/8/K6k w - - 0 0", "8/8/8/8/8/8/8/K6k w - - 0 1"},
		{"8/8/8/8/8/8/8/11111K1k w - - 0 1", "8/8/8/8/8/8/8/5K1k w - - 0 1"},
		// Shredder letters become X-FEN where that says the same.
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		// K is the outermost rook; the inner one needs its file.
		{"4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"},
		{"4k3/8/8/8/8/8/8/4KR1R w H - 0 1", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"},
		{"4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"},
		{"4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1"},
		// A right nobody can have is kept, for Position to judge.
		{"4k3/8/8/8/4K3/8/8/8 w Kq - 0 1", "4k3/8/8/8/4K3/8/8/8 w Ha - 0 1"},
	} {
		s, err := rules.ParseFEN(c.in)
		if err != nil || s.FEN() != c.want {
			t.Errorf("%s is read as %s, %v; want %s", c.in, s.FEN(), err, c.want)
		}
	}
}

func TestParseFENSaysWhatIsWrong(t *testing.T) {
	const board = "8/8/8/8/8/8/8/K6k"
	for _, c := range []struct{ in, want string }{
		{"", `fen "": 0 fields`},
		{board, "1 fields"},
		{board + " w - - 0 1 x", "7 fields"},
		{"8/8/8/8/8/8/8 w", "7 ranks, want 8"},
		{"8/8/8/8/8/8/8/K6 w", `rank 1 "K6": want exactly 8 squares`},
		{"8/8/8/8/8/8/9/K6k w", `rank 2 "9": '9' is not a piece letter`},
		{"8/8/8/ppppppppp/8/8/8/K6k w", `rank 5 "ppppppppp": want exactly 8 squares`},
		{"8/8/8/8/8/8/8/K6x w", `'x' is not a piece letter`},
		{board + " x", `side to move "x": want w or b`},
		{board + " w KX", `castling "KX": 'X' is none of`},
		{board + " w - e9", `en passant "e9"`},
		{board + " w - - -1", `halfmoves "-1"`},
		{board + " w - - 0 99999999999", `move number "99999999999"`},
	} {
		_, err := rules.ParseFEN(c.in)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParseFEN(%q): %v, want %q in it", c.in, err, c.want)
		}
	}
}

func TestPositionFENWritesOnlyLegalEnPassant(t *testing.T) {
	for _, c := range []struct{ fen, move, want string }{
		{rules.StartFEN, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		// The capturer is pinned to its king.
		{"3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"},
		// Two pawns would leave the rank of the king at once.
		{"4K3/8/8/8/R2p3k/8/4P3/8 w - - 0 1", "e2e4", "4K3/8/8/8/R2pP2k/8/8/8 b - - 0 1"},
	} {
		p := position(t, c.fen)
		m, err := p.ParseUCI(c.move)
		if err != nil {
			t.Fatal(err)
		}
		next, err := p.Play(m)
		if err != nil || next.FEN() != c.want {
			t.Errorf("%s %s: %s, %v; want %s", c.fen, c.move, next.FEN(), err, c.want)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want rules.Fault
	}{
		{rules.StartFEN, 0},
		{"8/8/8/8/8/8/8/8 w", rules.MissingKing},
		{"4k3/8/8/8/8/8/8/8 w", rules.MissingKing},
		{"4k3/8/8/8/8/8/8/K3K3 w", rules.TooManyKings},
		{"4k3/8/8/8/8/8/8/K3R3 w", rules.OpponentInCheck},
		{"4k3/8/8/8/8/8/8/K3R3 b", 0},
		{"8/8/8/3kK3/8/8/8/8 w", rules.KingsAdjoining},
		{"P3k3/8/8/8/8/8/8/4K3 w", rules.PawnOnLastRank},
		{"4k3/8/8/8/8/8/8/p3K3 w", rules.PawnOnLastRank},
		{"4k3/8/8/8/8/8/8/4K2R w Q", rules.BadCastling},
		{"4k3/8/8/8/8/8/4K3/7R w K", rules.BadCastling},
		{"4k3/8/8/8/8/8/8/4KR1R w FH", rules.BadCastling},
		{"4k3/8/8/8/8/8/8/4K3 w - e6", rules.BadEnPassant},
		{"4k3/4p3/8/4p3/8/8/8/4K3 w - e6", rules.BadEnPassant},
		{"4k3/8/8/4p3/8/8/8/4K3 w - e3", rules.BadEnPassant},
		{"4k3/8/8/4p3/8/8/8/4K3 w - e6", 0},
		{"8/8/8/3kK3/8/8/8/8 w KQ e3", rules.KingsAdjoining | rules.BadCastling | rules.BadEnPassant},
	} {
		s, err := rules.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Position(0)
		var got rules.Fault
		if e, ok := err.(*rules.SetupError); ok {
			got = e.Faults
		} else if err != nil {
			t.Errorf("%s: %T", c.fen, err)
		}
		if got != c.want {
			t.Errorf("%s: faults %v, want %v", c.fen, got, c.want)
		}
		// What is asked for is tolerated, two kings of a side never.
		if _, err := s.Position(c.want); (err == nil) == c.want.Has(rules.TooManyKings) && c.want != 0 {
			t.Errorf("%s: with %v allowed: %v", c.fen, c.want, err)
		}
	}
	want := "not a position of a game: opponent in check (4k3/8/8/8/8/8/8/K3R3 w - - 0 1)"
	if _, err := parse("4k3/8/8/8/8/8/8/K3R3 w", 0); err == nil || err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

func TestToleratedPositionHealsByLegalPlay(t *testing.T) {
	p, err := parse("4k3/8/8/8/8/8/8/K3R3 w", rules.OpponentInCheck)
	if err != nil {
		t.Fatal(err)
	}
	if p.Faults() != rules.OpponentInCheck {
		t.Errorf("faults %v", p.Faults())
	}
	for m := range p.Legal() {
		if m.To == rules.E8 {
			t.Errorf("%v captures the king", m)
		}
	}
	m, err := p.ParseUCI("a1b1")
	if err != nil {
		t.Fatal(err)
	}
	next, err := p.Play(m)
	if err != nil || next.Faults() != 0 || !next.InCheck() {
		t.Errorf("after a king's step: faults %v, in check %v, %v", next.Faults(), next.InCheck(), err)
	}
}

func TestSetupWithoutTurnIsRefused(t *testing.T) {
	s := rules.Start().Setup()
	s.Turn = rules.NoColor
	if _, err := s.Position(^rules.Fault(0)); err == nil {
		t.Error("nobody has the move, and it is a position")
	}
	s.Turn, s.Halfmoves = rules.White, -1
	if _, err := s.Position(0); err == nil {
		t.Error("a negative counter is a position")
	}
	if p, err := s.Position(rules.BadCounters); err != nil || p.Halfmoves() != 0 {
		t.Errorf("halfmoves %d, %v; want 0", p.Halfmoves(), err)
	}
}

func FuzzFEN(f *testing.F) {
	for _, s := range []string{rules.StartFEN, "8/8/8/8/8/8/8/K6k w", "4k3/8/8/8/8/8/8/4KR1R w F e3 7 9", "rkr5/8/8/8/8/8/8/RKR5 w CAca -"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		setup, err := rules.ParseFEN(s)
		if err != nil {
			return
		}
		back, err := rules.ParseFEN(setup.FEN())
		if err != nil || back != setup {
			t.Fatalf("%q is written %s and read as %s, %v", s, setup.FEN(), back.FEN(), err)
		}
		p, err := setup.Position(tolerated)
		if err != nil {
			return
		}
		again, err := parse(p.FEN(), tolerated)
		if err != nil || again.Key() != p.Key() {
			t.Fatalf("%q is %s, set up again %s, %v", s, p.FEN(), again.FEN(), err)
		}
		for m := range p.Legal() {
			if _, err := p.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestShredderFEN names every castling right by its rook's file, and reads back
// as the same setup.
func TestShredderFEN(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{rules.StartFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
		{"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1"},
		{"4k3/8/8/8/8/8/8/4KR1R w F - 3 9", "4k3/8/8/8/8/8/8/4KR1R w F - 3 9"},
		{"4k3/8/8/8/8/8/8/R1R1K3 b Q - 0 1", "4k3/8/8/8/8/8/8/R1R1K3 b A - 0 1"},
		{"8/8/8/8/8/8/8/K6k w - - 0 1", "8/8/8/8/8/8/8/K6k w - - 0 1"},
	} {
		s, err := rules.ParseFEN(c.in)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.ShredderFEN(); got != c.want {
			t.Errorf("%s is %s, want %s", c.in, got, c.want)
		}
		if back, err := rules.ParseFEN(s.ShredderFEN()); err != nil || back != s {
			t.Errorf("%s is read back as %s, %v", c.want, back.FEN(), err)
		}
	}
}
