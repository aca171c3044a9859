package rules_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"boardwire/rules"
)

func TestParseSANAccepts(t *testing.T) {
	const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
	for _, c := range []struct{ fen, san, want string }{
		{rules.StartFEN, "e4", "e2e4"},
		{rules.StartFEN, "e2e4", "e2e4"},
		{rules.StartFEN, "e2-e4", "e2e4"},
		{rules.StartFEN, " Nf3 ", "g1f3"},
		{rules.StartFEN, "Ngf3", "g1f3"},
		{rules.StartFEN, "N1f3", "g1f3"},
		{rules.StartFEN, "Ng1f3", "g1f3"},
		{rules.StartFEN, "Ng1-f3!?", "g1f3"},
		{castle, "O-O", "e1g1"},
		{castle, "0-0-0+", "e1c1"},
		{"8/4P2k/8/8/8/8/8/K7 w - -", "e8=Q", "e7e8q"},
		{"8/4P2k/8/8/8/8/8/K7 w - -", "e8N", "e7e8n"},
		{"8/4P2k/8/8/8/8/8/K7 w - -", "e8(R)", "e7e8r"},
		{"8/4P2k/8/8/8/8/8/K7 w - -", "e7-e8=B", "e7e8b"},
		{"3r4/4P2k/8/8/8/8/8/K7 w - -", "ed8Q", "e7d8q"},
		{"3r4/4P2k/8/8/8/8/8/K7 w - -", "exd8=Q+", "e7d8q"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", "e5d6"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6e.p.", "e5d6"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "ed6 e.p.", "e5d6"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - -", "ed5", "e4d5"},
		{"4k3/8/8/3p4/8/4N3/8/4K3 w - -", "Nd5", "e3d5"},
		{"rnbqkbnr/ppppp2p/5p2/6p1/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq -", "Qh5++", "d1h5"},
		// The knight on c3 is pinned, so e2 is for the other one.
		{"rn2k2r/pppq1ppp/5p2/3p4/1b1P4/2NQP3/PPP2PPP/R3K1NR w KQkq -", "Ne2", "g1e2"},
		// A pawn, not a bishop.
		{"4k3/8/2p5/1P6/8/4B3/8/4K3 w - -", "bxc6", "b5c6"},
	} {
		p := position(t, c.fen)
		m, err := p.ParseSAN(c.san)
		if err != nil || m.UCI() != c.want {
			t.Errorf("%s: ParseSAN(%q) = %v, %v; want %s", c.fen, c.san, m, err, c.want)
		}
	}
}

func TestParseSANRefuses(t *testing.T) {
	const illegal, ambiguous, syntax = "illegal", "ambiguous", "syntax"
	for _, c := range []struct{ fen, san, want string }{
		{rules.StartFEN, "", syntax},
		{rules.StartFEN, "--", syntax},
		{rules.StartFEN, "Z0", syntax},
		{rules.StartFEN, "e9", syntax},
		{rules.StartFEN, "Nf3=Q", syntax},
		{rules.StartFEN, "Nf3 e5", syntax},
		{rules.StartFEN, "O-O-O-O", syntax},
		{rules.StartFEN, "Nxf3", illegal}, // nothing there
		{rules.StartFEN, "e5", illegal},
		{rules.StartFEN, "e4=Q", illegal},
		{rules.StartFEN, "O-O", illegal},
		{"8/4P2k/8/8/8/8/8/K7 w - -", "e8", illegal},
		{"8/4P2k/8/8/8/8/8/K7 w - -", "e8=K", illegal},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - -", "d5", illegal}, // the file of the pawn is missing
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - -", "exd5e.p.", illegal},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "Kg1", illegal},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "Kh1", illegal},
		{"rn2k2r/pppq1ppp/5p2/3p4/1b1P4/2NQP3/PPP2PPP/R3K1NR w KQkq -", "Nce2", illegal},
		{"8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - -", "Nec3", ambiguous},
		{"8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - -", "Nc3", ambiguous},
		{"8/8/8/r2Pp2K/8/8/4k3/8 w - e6", "dxe6", illegal},
		{"1b6/8/8/3Pp3/8/8/4k2K/8 w - e6", "dxe6", illegal},
		// The rook on g8 stands in the way.
		{"4k1rr/1b1p3p/nn1p4/P3Np2/3P1bp1/6PP/P5R1/1B1K2N1 b k -", "O-O", illegal},
	} {
		p := position(t, c.fen)
		m, err := p.ParseSAN(c.san)
		got := "nothing"
		var i *rules.IllegalMoveError
		var a *rules.AmbiguousMoveError
		switch {
		case errors.As(err, &i):
			got = illegal
		case errors.As(err, &a):
			got = ambiguous
		case errors.Is(err, rules.ErrSyntax):
			got = syntax
		}
		if got != c.want || !m.IsZero() {
			t.Errorf("%s: ParseSAN(%q) = %v, %v; want it refused as %s", c.fen, c.san, m, err, c.want)
		}
	}
}

func TestMoveErrorsAreForPeople(t *testing.T) {
	for _, c := range []struct{ fen, san, want string }{
		{rules.StartFEN, "Nf7", "cannot play Nf7: no such legal move for White at move 1"},
		{"8/4P2k/8/8/8/8/8/K7 w - - 0 60", "e8", "cannot play e8: the promotion piece is missing for White at move 60"},
		{"8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 0 1", "Nec3", "cannot play Nec3 for White at move 1: it may be e2c3 or e4c3; say which"},
		{rules.StartFEN, "hello", `"hello" is not a move in algebraic notation, want something like Nf3, exd5, e8=Q or O-O`},
	} {
		p := position(t, c.fen)
		if _, err := p.ParseSAN(c.san); err == nil || err.Error() != c.want {
			t.Errorf("ParseSAN(%q): %q, want %q", c.san, err, c.want)
		}
	}
}

// TestSANIsUniqueAndMinimal holds the notation against its definition: no other
// legal move reads the same, and any letter less of the origin would.
func TestSANIsUniqueAndMinimal(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range rounds(1000) {
		p := wander(r)
		if i%2 == 0 {
			var err error
			if p, err = scatter(r).Position(tolerated); err != nil {
				t.Fatal(err)
			}
		}
		legal, seen := sorted(p), map[string]rules.Move{}
		for _, m := range legal {
			san := p.SAN(m)
			if twin, ok := seen[san]; ok {
				t.Fatalf("%s: %v and %v are both %s", p.FEN(), m, twin, san)
			}
			seen[san] = m
			if back, err := p.ParseSAN(san); err != nil || back != m {
				t.Fatalf("%s: %v is written %s and read as %v, %v", p.FEN(), m, san, back, err)
			}
			role := p.Board().At(m.From).Role()
			if m.Castle || role == rules.Pawn {
				continue
			}
			var others []rules.Move
			for _, o := range legal {
				if o != m && !o.Castle && o.To == m.To && p.Board().At(o.From).Role() == role {
					others = append(others, o)
				}
			}
			want := origin(m, others)
			got := strings.Replace(strings.TrimRight(san[1:], "+#"), "x", "", 1)
			if got != want+m.To.String() {
				t.Fatalf("%s: %v is written %s, want origin %q", p.FEN(), m, san, want)
			}
			next, _ := p.Play(m)
			want = ""
			if next.InCheck() {
				want = "+"
				if len(next.AppendLegal(nil)) == 0 {
					want = "#"
				}
			}
			if got := strings.TrimLeft(san, "abcdefghNBRQKx12345678"); got != want {
				t.Fatalf("%s: %v is written %s, want %q at the end", p.FEN(), m, san, want)
			}
		}
	}
}

func origin(m rules.Move, others []rules.Move) string {
	file, rank := true, true
	for _, o := range others {
		file = file && o.From.File() != m.From.File()
		rank = rank && o.From.Rank() != m.From.Rank()
	}
	switch from := m.From.String(); {
	case len(others) == 0:
		return ""
	case file:
		return from[:1]
	case rank:
		return from[1:]
	default:
		return from
	}
}

func TestSANOfIllegalMoveIsEmpty(t *testing.T) {
	if got := rules.Start().SAN(rules.Move{From: rules.E2, To: rules.E5}); got != "" {
		t.Errorf("SAN = %q, want nothing", got)
	}
}

func TestUCIRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range rounds(1000) {
		p := wander(r)
		for m := range p.Legal() {
			for _, s := range []string{m.UCI(), m.UCI960()} {
				if back, err := p.ParseUCI(s); err != nil || back != m {
					t.Fatalf("%s: %+v is written %s and read as %+v, %v", p.FEN(), m, s, back, err)
				}
			}
		}
	}
}

func TestUCICastling(t *testing.T) {
	for _, c := range []struct{ fen, text, uci, uci960 string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", "e1g1", "e1h1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1a1", "e1c1", "e1a1"},
		{"r3k2r/8/8/8/8/8/8/4K3 b kq -", "e8c8", "e8c8", "e8a8"},
		{"4k3/8/8/8/8/8/8/1R2K1R1 w GB -", "e1g1", "e1g1", "e1g1"},
		{"4k3/8/8/8/8/8/8/1R2K1R1 w GB -", "e1b1", "e1b1", "e1b1"},
		{"4k3/8/8/8/8/8/8/RK5R w HA -", "b1h1", "b1h1", "b1h1"},
	} {
		p := position(t, c.fen)
		m, err := p.ParseUCI(c.text)
		if err != nil || !m.Castle || m.UCI() != c.uci || m.UCI960() != c.uci960 {
			t.Errorf("%s: %s is %+v (%s, %s), %v; want castling %s, %s", c.fen, c.text, m, m.UCI(), m.UCI960(), err, c.uci, c.uci960)
		}
	}
	// One step beside the rook is a king's move.
	p := position(t, "4k3/8/8/8/8/8/8/5K1R w H -")
	if m, err := p.ParseUCI("f1g1"); err != nil || m.Castle {
		t.Errorf("f1g1 is %+v, %v; want a step", m, err)
	}
	for _, bad := range []string{"", "0000", "e2", "e2e9", "e1g1q", "e7e8k", "e7e8Q", "e2e4 ", "e2e5"} {
		if m, err := rules.Start().ParseUCI(bad); err == nil {
			t.Errorf("ParseUCI(%q) = %v, want it refused", bad, m)
		}
	}
}

func FuzzSAN(f *testing.F) {
	for _, s := range []string{"e4", "O-O", "Nbd7", "exd8=Q+", "R1a3", "bxc6 e.p.", "e8(N)!?", "Qh4e1#"} {
		f.Add("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", s)
	}
	f.Fuzz(func(t *testing.T, fen, s string) {
		p, err := parse(fen, tolerated)
		if err != nil {
			return
		}
		if m, err := p.ParseSAN(s); err == nil {
			if !p.IsLegal(m) {
				t.Fatalf("%s: %q reads as %v, which is not legal", p.FEN(), s, m)
			}
			if back, err := p.ParseSAN(p.SAN(m)); err != nil || back != m {
				t.Fatalf("%s: %q is %v, written %s, read as %v, %v", p.FEN(), s, m, p.SAN(m), back, err)
			}
		}
		if m, err := p.ParseUCI(s); err == nil && !p.IsLegal(m) {
			t.Fatalf("%s: %q reads as %v, which is not legal", p.FEN(), s, m)
		}
	})
}
