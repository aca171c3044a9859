package rules_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"boardwire/rules"
)

// play pushes moves written in SAN.
func play(tb testing.TB, fen, sans string) *rules.Line {
	tb.Helper()
	l := rules.NewLine(position(tb, fen))
	for _, san := range strings.Fields(sans) {
		m, err := l.Position().ParseSAN(san)
		if err == nil {
			err = l.Push(m)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	return l
}

// TestOccurrences has the cases that programs get wrong.
func TestOccurrences(t *testing.T) {
	for _, c := range []struct {
		name, fen, moves string
		want             int
	}{
		{"the start counts", rules.StartFEN, "", 1},
		{"the start comes back", rules.StartFEN, "Nf3 Nf6 Ng1 Ng8", 2},
		{"third time", rules.StartFEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 3},
		{"a start set up counts too", "4k3/8/8/8/8/4P3/8/4K3 w - -", "Kd2 Kd7 Ke1 Ke8 Kf2 Kf7 Ke1 Ke8", 3},
		{"no pawn could capture in passing", rules.StartFEN, "f4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1", 3},
		{"a pawn could capture in passing the first time", "4k3/8/8/8/3p4/8/4P3/R3K3 w - -", "e4 Kd7 Kd1 Ke8 Ke1", 1},
		{"it could, but is pinned along the file", "3k4/8/8/8/3p4/8/4P3/3RK3 w - -", "e4 Ke8 Kf1 Kd8 Ke1", 2},
		{"it could, but its king is then seen along the rank", "8/8/8/8/4p3/8/R2P3k/K7 w - -", "d4+ Kh3 Ra3+ Kh2 Ra2+ Kh1 Ra3 Kh2 Ra2+", 3},
		{"the right to castle is gone", rules.StartFEN, "e4 e5 Nf3 Nf6 Ng1 Ng8 Ke2 Ke7 Ke1 Ke8 Na3 Na6 Nb1 Nb8", 2},
		{"other side to move", "4k3/8/8/8/8/8/8/R3K3 w - -", "Ra2 Kd8 Ra3 Ke8 Ra1 Kd8 Ra2 Ke8", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := play(t, c.fen, c.moves).Occurrences(); got != c.want {
				t.Errorf("%s %s: %d times, want %d", c.fen, c.moves, got, c.want)
			}
		})
	}
}

// TestOccurrencesAgreeWithPossibleMoves counts by the words of the Laws, in
// lines that turn in circles: same pieces, same side to move, same possible
// moves, same castling rights.
func TestOccurrencesAgreeWithPossibleMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	repeated := 0
	for range rounds(200) {
		l := rules.NewLine(position(t, []string{
			"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "4k3/3p4/8/4P3/8/8/8/4K3 b - -", "3k4/3p4/8/2P1P3/8/8/8/3RK3 b - -",
		}[r.IntN(3)]))
		for range 40 {
			moves := l.Position().AppendLegal(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			// Mostly undo what one did before.
			if n := l.Len(); n >= 2 && r.IntN(3) != 0 {
				if back := (rules.Move{From: l.Move(n - 2).To, To: l.Move(n - 2).From}); slices.Contains(moves, back) {
					m = back
				}
			}
			if err := l.Push(m); err != nil {
				t.Fatal(err)
			}
			want := 0
			now := l.Position()
			for i := range l.Len() + 1 {
				p := l.At(i)
				if p.Board() == now.Board() && p.Turn() == now.Turn() && p.Setup().Castling == now.Setup().Castling &&
					slices.Equal(sorted(p), sorted(now)) {
					want++
				}
			}
			if got := l.Occurrences(); got != want {
				t.Fatalf("%s after %d moves from %s: %d times, want %d", now.FEN(), l.Len(), l.At(0).FEN(), got, want)
			}
			if want > 1 {
				repeated++
			}
		}
	}
	if repeated == 0 {
		t.Error("nothing was repeated")
	}
}

// TestEqualKeysMeanEqualMoves draws the same pieces twice with other rights,
// counters and en passant squares.
func TestEqualKeysMeanEqualMoves(t *testing.T) {
	equal, other := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 20 {
			a := scatter(r)
			b := a
			b.Halfmoves = r.IntN(100)
			if r.IntN(2) == 0 {
				b.EnPassant = rules.NoSquare
			}
			if r.IntN(2) == 0 {
				b.Castling &= rules.Bitboard(r.Uint64())
			}
			p, err := a.Position(tolerated)
			if err != nil {
				t.Fatal(err)
			}
			q, err := b.Position(tolerated)
			if err != nil {
				t.Fatal(err)
			}
			rights := p.Setup().Castling == q.Setup().Castling
			moves := slices.Equal(sorted(p), sorted(q))
			if got, want := p.Key() == q.Key(), rights && moves; got != want {
				t.Fatalf("%s and %s: keys equal: %v; rights equal: %v, moves equal: %v", a.FEN(), b.FEN(), got, rights, moves)
			} else if got {
				equal++
			} else {
				other++
			}
		}
	})
	if equal == 0 || other == 0 {
		t.Errorf("%d equal, %d other: want some of both", equal, other)
	}
}

// TestTakeBackUndoesPush drives a line and a plain list of positions by the
// same random steps.
func TestTakeBackUndoesPush(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := rules.NewLine(rules.Start())
		type moment struct {
			pos   rules.Position
			times int
		}
		past := []moment{{l.Position(), 1}}
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				moves := sorted(l.Position())
				if len(moves) == 0 {
					t.Skip("the game is over")
				}
				if err := l.Push(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
					t.Fatal(err)
				}
				past = append(past, moment{l.Position(), l.Occurrences()})
			},
			"take back": func(t *rapid.T) {
				n := rapid.IntRange(0, l.Len()).Draw(t, "n")
				if err := l.TakeBack(n); err != nil {
					t.Fatal(err)
				}
				past = past[:len(past)-n]
			},
			"clone": func(t *rapid.T) {
				c := l.Clone()
				for m := range c.Position().Legal() {
					if err := c.Push(m); err != nil {
						t.Fatal(err)
					}
					break
				}
			},
			"refuse": func(t *rapid.T) {
				if err := l.Push(rules.Move{From: rules.A1, To: rules.H8, Promotion: rules.Queen}); err == nil {
					t.Fatal("an impossible move was played")
				}
				if l.TakeBack(l.Len()+1) == nil || l.TakeBack(-1) == nil {
					t.Fatal("moves were taken back that were not there")
				}
			},
			"": func(t *rapid.T) {
				if l.Len() != len(past)-1 || l.Occurrences() != past[len(past)-1].times {
					t.Fatalf("%d moves, %d times; want %d, %d", l.Len(), l.Occurrences(), len(past)-1, past[len(past)-1].times)
				}
				for i, m := range past {
					if l.At(i) != m.pos {
						t.Fatalf("after %d moves: %s, want %s", i, l.At(i).FEN(), m.pos.FEN())
					}
				}
			},
		})
	})
}

// TestPushSANIsParseAndPush, also when it refuses; and a line that is reset is
// as good as new.
func TestPushSANIsParseAndPush(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	used := rules.NewLine(rules.Start())
	for range rounds(100) {
		start := wander(r)
		used.Reset(start)
		other := rules.NewLine(start)
		for range 30 {
			moves := used.Position().AppendLegal(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			if got, err := used.PushSAN(used.Position().SAN(m)); err != nil || got != m {
				t.Fatalf("%v is read as %v, %v", m, got, err)
			}
			if err := other.Push(m); err != nil {
				t.Fatal(err)
			}
			if got, err := used.PushSAN("Kxk9"); err == nil || !got.IsZero() {
				t.Fatalf("Kxk9 is %v", got)
			}
			if used.Len() != other.Len() || used.Position() != other.Position() || used.Occurrences() != other.Occurrences() {
				t.Fatalf("%s (%d times), want %s (%d times)", used.Position().FEN(), used.Occurrences(), other.Position().FEN(), other.Occurrences())
			}
		}
	}
}

func TestCastlingRightsAreLost(t *testing.T) {
	for _, c := range []struct{ fen, moves, want string }{
		{"rnbqk1nr/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBNR w KQkq -", "Rxh8", "Qq"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "Rxa8+", "Kk"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "Ke2", "kq"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "O-O O-O-O", "-"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "Rh2 Ra7", "Qk"},
		// The other rook came and went.
		{"4k2r/8/8/6R1/6r1/2K5/8/8 b k -", "Rg2 Rg8+ Rgxg8 Kd3 Rg5 Ke3", "k"},
		{"4k2r/8/8/6R1/6r1/2K5/8/8 b k -", "Rg2 Rg8+ Rgxg8 Kd3 Rg5 Ke3 O-O", "-"},
	} {
		got := strings.Fields(play(t, c.fen, c.moves).Position().FEN())[2]
		if got != c.want {
			t.Errorf("%s %s: rights %s, want %s", c.fen, c.moves, got, c.want)
		}
	}
}

func TestCounters(t *testing.T) {
	for _, c := range []struct {
		fen, moves  string
		half, whole int
	}{
		{rules.StartFEN, "", 0, 1},
		{rules.StartFEN, "Nf3", 1, 1},
		{rules.StartFEN, "Nf3 Nf6 Rg1", 3, 2},
		{rules.StartFEN, "Nf3 d5", 0, 2},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 9 40", "O-O", 10, 40},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 9 40", "Rxa8+ Ke7", 1, 41},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7", "exd6", 0, 7},
		{"7k/P7/8/8/8/8/8/K7 w - - 9 7", "a8=Q+ Kg7", 1, 8},
	} {
		p := play(t, c.fen, c.moves).Position()
		if p.Halfmoves() != c.half || p.Fullmoves() != c.whole {
			t.Errorf("%s %s: %d halfmoves, move %d; want %d, %d", c.fen, c.moves, p.Halfmoves(), p.Fullmoves(), c.half, c.whole)
		}
	}
}

// BenchmarkReplay reads a game written in SAN, plays it on a line and asks after
// each move whether it has ended: what a relay does with a PGN.
func BenchmarkReplay(b *testing.B) {
	game := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 " +
		"Ng3 g6 b3 Bg7 d5 Nb6 Be3 Rc8 Qe2 Nfd7 Nd2 f5 exf5 Nxd5 Bg5 Nf4 Qg4 Bf6 Bxf6 Qxf6")
	l := laws(b)
	line := rules.NewLine(rules.Start())
	for b.Loop() {
		line.Reset(rules.Start())
		for _, san := range game {
			if _, err := line.PushSAN(san); err != nil {
				b.Fatal(err)
			}
			if _, over := l.Completed(line); over {
				b.Fatal("over")
			}
		}
	}
	b.ReportMetric(float64(b.N*len(game))/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}

func BenchmarkPush(b *testing.B) {
	p := position(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")
	m, err := p.ParseSAN("Nd3")
	if err != nil {
		b.Fatal(err)
	}
	l := rules.NewLine(p)
	for b.Loop() {
		if err := l.Push(m); err != nil {
			b.Fatal(err)
		}
		if err := l.TakeBack(1); err != nil {
			b.Fatal(err)
		}
	}
}
