package rules

import "testing"

// Known positions of the numbering, and that all 960 are different and sound.
func TestChess960Numbering(t *testing.T) {
	for n, want := range map[int]string{
		0:   "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		518: StartFEN,
		959: "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1",
	} {
		p, err := Chess960(n)
		if err != nil || p.FEN() != want {
			t.Errorf("%d is %s, %v; want %s", n, p.FEN(), err, want)
		}
	}
	seen := map[string]int{}
	for n := range Chess960Positions {
		p, err := Chess960(n)
		if err != nil {
			t.Fatalf("%d: %v", n, err)
		}
		if first, twice := seen[p.FEN()]; twice {
			t.Fatalf("%d and %d are both %s", first, n, p.FEN())
		}
		seen[p.FEN()] = n
		king := p.Board().King(White)
		rooks := p.Board().Pieces(White, Rook)
		if left := rooks & (king.bit() - 1); left == 0 || left == rooks {
			t.Errorf("%d: the king is not between the rooks: %s", n, p.FEN())
		}
		var files [2]int
		i := 0
		for sq := range p.Board().Pieces(White, Bishop).Squares() {
			files[i], i = sq.File(), i+1
		}
		if files[0]%2 == files[1]%2 {
			t.Errorf("%d: both bishops on one color: %s", n, p.FEN())
		}
	}
	for _, n := range []int{-1, 960} {
		if _, err := Chess960(n); err == nil {
			t.Errorf("%d is taken", n)
		}
	}
}
