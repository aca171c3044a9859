package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/rules"
)

func laws(tb testing.TB) rules.Laws {
	tb.Helper()
	l, err := rules.Of(rules.E2023)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func TestCiteGivesItsOwnCopy(t *testing.T) {
	l := laws(t)
	l.Cite(rules.Checkmate)[0] = "spoiled"
	if got := l.Cite(rules.Checkmate)[0]; got != "5.1.1" {
		t.Errorf("checkmate cites %q after a caller wrote into the answer", got)
	}
	if (rules.Laws{}).Cite(rules.Checkmate) != nil {
		t.Error("no edition cites an article")
	}
}

func TestCompleted(t *testing.T) {
	ending := func(r rules.Result, why rules.Reason, a rules.Article) rules.Ending {
		return rules.Ending{Result: r, Reason: why, Articles: []rules.Article{a}}
	}
	const four = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 "
	for _, c := range []struct {
		name, fen, moves string
		want             rules.Ending
	}{
		{"the game goes on", rules.StartFEN, "e4", rules.Ending{}},
		{"mate", rules.StartFEN, "f3 e5 g4 Qh4#", ending(rules.BlackWins, rules.ReasonCheckmate, "5.1.1")},
		{"mate by white", "7k/5K2/8/8/8/8/8/6R1 w - -", "Rh1#", ending(rules.WhiteWins, rules.ReasonCheckmate, "5.1.1")},
		{"stalemate", "7k/5K2/8/8/8/8/8/1Q6 w - -", "Qg6", ending(rules.Draw, rules.ReasonStalemate, "5.2.1")},
		{"not mate: a pawn takes the checker in passing", "8/2R2p1p/4k1p1/6P1/5PKP/r7/8/8 b - -", "h5+", rules.Ending{}},
		{"bare kings", "8/8/8/3k4/3P4/8/8/K7 b - -", "Kxd4", ending(rules.Draw, rules.ReasonDeadPosition, "5.2.2")},
		{"knight alone", "8/8/8/3k4/3P4/8/8/KN6 b - -", "Kxd4", ending(rules.Draw, rules.ReasonDeadPosition, "5.2.2")},
		{"four times", rules.StartFEN, four, rules.Ending{}},
		{"five times", rules.StartFEN, four + "Ng8", ending(rules.Draw, rules.ReasonFivefold, "9.6.1")},
		{"75 moves", "7k/8/8/8/8/8/R7/K7 w - - 149 113", "Ra3", ending(rules.Draw, rules.ReasonSeventyFive, "9.6.2")},
		{"not yet 75 moves", "7k/8/8/8/8/8/R7/K7 w - - 148 113", "Ra3", rules.Ending{}},
		{"mate by the last of 75 moves", "7k/5K2/8/8/8/8/8/6R1 w - - 149 113", "Rh1#", ending(rules.WhiteWins, rules.ReasonCheckmate, "5.1.1")},
		{"mate at 50 moves", "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", "Rh3#", ending(rules.WhiteWins, rules.ReasonCheckmate, "5.1.1")},
		{"50 moves end nothing by themselves", "7k/8/8/8/8/8/R7/K7 w - - 99 113", "Ra3", rules.Ending{}},
		{"stalemate before 75 moves", "7k/5K2/8/8/8/8/8/1Q6 w - - 149 113", "Qg6", ending(rules.Draw, rules.ReasonStalemate, "5.2.1")},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, over := laws(t).Completed(play(t, c.fen, c.moves))
			if diff := cmp.Diff(c.want, got); diff != "" || over != (c.want.Result != "") {
				t.Errorf("over: %v (-want +got):\n%s", over, diff)
			}
		})
	}
}

func TestCompletedIsSilentOnFaults(t *testing.T) {
	for _, fen := range []string{
		"7k/6Q1/5K2/8/8/8/8/8 w - -",         // mated, but it is White's move
		"8/8/8/3kK3/8/8/8/8 w - -",           // bare kings that touch
		"7k/5K2/6Q1/8/8/8/8/P7 b - - 200 90", // stalemate with an impossible pawn
	} {
		p, err := parse(fen, tolerated)
		if err != nil || p.Faults() == 0 {
			t.Fatalf("%s: faults %v, %v", fen, p.Faults(), err)
		}
		if got, over := laws(t).Completed(rules.NewLine(p)); over {
			t.Errorf("%s: %v", fen, got)
		}
		if got := p.CanWin(rules.White); got != rules.Unknown {
			t.Errorf("%s: White can win: %v, want unknown", fen, got)
		}
	}
}

func TestFlagged(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		fell      rules.Color
		want      rules.Result
		why       rules.Reason
	}{
		{"loses", rules.StartFEN, rules.White, rules.BlackWins, rules.ReasonFlag},
		{"loses also with the better position", "4k3/7p/8/8/8/8/QQQ5/4K3 w - -", rules.White, rules.BlackWins, rules.ReasonFlag},
		{"the opponent has a bare king", "4k3/8/8/8/8/8/QQQ5/4K3 b - -", rules.White, rules.Draw, rules.ReasonFlagNoMate},
		{"his own bare king does not help", "4k3/8/8/8/8/8/Q7/4K3 b - -", rules.Black, rules.WhiteWins, rules.ReasonFlag},
		{"nobody's flag", rules.StartFEN, rules.NoColor, "", ""},
		{"the game was over", "6Rk/6pp/7N/8/8/8/8/K7 b - -", rules.White, "", ""},
		{"the game was drawn", "7k/5K2/6Q1/8/8/8/8/8 b - -", rules.Black, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := laws(t).Flagged(rules.NewLine(position(t, c.fen)), c.fell)
			if got.Result != c.want || got.Reason != c.why || ok != (c.want != "") {
				t.Errorf("%v, %v; want %s by %s", got, ok, c.want, c.why)
			}
			if ok && !cmp.Equal(got.Articles, []rules.Article{"6.9"}) {
				t.Errorf("articles %v", got.Articles)
			}
		})
	}
}

func TestCanWinByMaterial(t *testing.T) {
	const impossible, unknown = rules.Impossible, rules.Unknown
	for _, c := range []struct {
		fen          string
		white, black rules.Possibility
	}{
		{"8/8/8/3k4/8/8/8/K7 w - -", impossible, impossible},
		{"8/8/8/3k4/8/8/8/KN6 w - -", impossible, impossible},
		{"8/8/8/3k4/8/8/8/KB6 w - -", impossible, impossible},
		{"8/8/8/3k4/8/8/8/KNN5 w - -", unknown, impossible},
		{"8/8/8/3k4/8/8/8/KBN5 w - -", unknown, impossible},
		{"8/8/8/3k4/8/8/8/KBB5 w - -", unknown, impossible},
		{"8/8/8/3k4/8/8/P7/K7 w - -", unknown, impossible},
		{"8/8/8/3k4/8/8/8/KR6 w - -", rules.Possible, impossible},
		{"8/8/8/3k4/8/8/8/KR6 b - -", unknown, impossible},
		{"8/8/8/3k4/8/q7/8/1K6 b - -", impossible, rules.Possible},
		{"8/8/8/3k4/8/8/8/KQR5 w - -", unknown, impossible},
		{"8/8/8/3k4/8/8/8/KQ5n w - -", unknown, impossible},
		{"5K2/8/8/1B6/8/k7/6b1/8 w - -", impossible, impossible},
		{"8/8/8/4k3/5b2/3K4/8/2B5 w - -", impossible, impossible},
		{"8/6k1/8/8/4B3/3B4/8/1K6 w - -", impossible, impossible},
		{"2b5/4kB2/8/8/8/8/5K2/8 b - -", impossible, impossible},
		{"7k/8/7K/2Bb4/8/8/8/8 b - -", unknown, unknown},
		{"1n6/8/8/2k1K3/8/8/8/5B2 w - -", unknown, unknown},
		{"8/8/8/3k4/8/8/8/KN3n2 w - -", unknown, unknown},
		{"8/8/8/3k4/8/8/8/KN3q2 w - -", impossible, unknown},
		{"8/8/8/3k4/8/8/8/KN3r2 w - -", unknown, unknown},
		{"8/8/8/3k4/8/8/8/KB3r2 w - -", impossible, unknown},
		{"8/8/8/3k4/8/8/5p2/KB6 w - -", unknown, unknown},
		{rules.StartFEN, unknown, unknown},
	} {
		p := position(t, c.fen)
		if w, b := p.CanWin(rules.White), p.CanWin(rules.Black); w != c.white || b != c.black {
			t.Errorf("%s: White %v, Black %v; want %v, %v", c.fen, w, b, c.white, c.black)
		}
	}
	if got := rules.Start().CanWin(rules.NoColor); got != unknown {
		t.Errorf("nobody can win: %v", got)
	}
}

func BenchmarkCompleted(b *testing.B) {
	for _, c := range []struct{ name, fen string }{
		{"start", rules.StartFEN},
		{"crowded", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"},
		{"rook ending", "8/2R2p1p/4k1p1/6P1/5PKP/r7/8/8 b - -"},
	} {
		b.Run(c.name, func(b *testing.B) {
			line, l := rules.NewLine(position(b, c.fen)), laws(b)
			for b.Loop() {
				if _, over := l.Completed(line); over {
					b.Fatal("over")
				}
			}
		})
	}
}

func BenchmarkCanWin(b *testing.B) {
	p := position(b, "8/2R2p1p/4k1p1/6P1/5PKP/r7/8/8 b - -")
	for b.Loop() {
		if p.CanWin(rules.White) != rules.Unknown {
			b.Fatal("known")
		}
	}
}
