package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/rules"
)

func TestClaims(t *testing.T) {
	board := func(g rules.Ground, a rules.Article) rules.Claim {
		return rules.Claim{Ground: g, Articles: []rules.Article{a}}
	}
	announced := func(g rules.Ground, a rules.Article) rules.Claim {
		return rules.Claim{Ground: g, Announced: true, Articles: []rules.Article{a}}
	}
	const (
		threefold, fifty = rules.GroundThreefold, rules.GroundFifty
		twice            = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 "
		rook             = "7k/8/8/8/8/8/R6p/K7 w - - "
	)
	for _, c := range []struct {
		name, fen, moves, intended string
		want                       []rules.Claim
	}{
		{"nothing", rules.StartFEN, "", "", nil},
		{"twice is not enough", rules.StartFEN, "Nf3 Nf6 Ng1 Ng8", "Nf3", nil},
		{"the third time on the board", rules.StartFEN, twice + "Ng8", "", []rules.Claim{board(threefold, "9.2")}},
		{"on the board whatever is announced", rules.StartFEN, twice + "Ng8", "e4", []rules.Claim{board(threefold, "9.2")}},
		{"about to appear", rules.StartFEN, twice, "Ng8", []rules.Claim{announced(threefold, "9.2")}},
		{"about to appear, but not announced", rules.StartFEN, twice, "", nil},
		{"another move is announced", rules.StartFEN, twice, "Nd5", nil},
		{"an impossible move is announced", rules.StartFEN, twice, "!a1a8", nil},
		{"the position has gone again", rules.StartFEN, twice + "Ng8 e4", "", nil},
		{"a capture in passing was possible the first time", "4k3/8/8/8/3p4/8/4P3/R3K3 w - -", "e4 Kd7 Kd1 Ke8 Ke1 Kd7 Kd1 Ke8", "Ke1", nil},
		{"castling was possible the first time", "4k3/8/8/8/8/8/8/R3K3 w Q -", "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8", "Ke1", nil},
		{"forty-nine and a half, nothing announced", rook + "99 80", "", "", nil},
		{"fifty with the announced move", rook + "99 80", "", "Rb2", []rules.Claim{announced(fifty, "9.3")}},
		{"an announced capture", rook + "99 80", "", "Rxh2+", nil},
		{"an announced pawn move", "7k/8/8/8/8/8/P7/K7 w - - 99 80", "", "a3", nil},
		{"fifty on the board", rook + "100 80", "", "", []rules.Claim{board(fifty, "9.3")}},
		{"fifty on the board, a capture announced", rook + "100 80", "", "Rxh2+", []rules.Claim{board(fifty, "9.3")}},
		{"more than fifty", rook + "148 80", "", "", []rules.Claim{board(fifty, "9.3")}},
		{"one too few", rook + "98 80", "", "Rb2", nil},
		{"an announced mate", "7k/5K2/8/8/8/8/8/6R1 w - - 99 80", "", "Rh1", []rules.Claim{announced(fifty, "9.3")}},
		{"both at once", "7k/8/8/8/8/8/R6p/K7 w - - 96 80", "Rb2 Kg8 Ra2 Kh8 Rb2 Kg8 Ra2 Kh8", "",
			[]rules.Claim{board(threefold, "9.2"), board(fifty, "9.3")}},
		{"one on the board, one announced", "7k/8/8/8/8/8/R6p/K7 w - - 91 80", "Rb2 Kg8 Ra2 Kh8 Rb2 Kg8 Ra2 Kh8", "Rb2",
			[]rules.Claim{board(threefold, "9.2"), announced(fifty, "9.3")}},
		{"mate ends the game first", "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", "Rh3#", "", nil},
		{"75 moves ended it", rook + "149 80", "Rb2", "", nil},
		{"a dead position ended it", "8/8/8/3k4/8/8/8/K7 w - - 120 113", "", "", nil},
		{"a faulty position", "7k/8/8/8/8/8/R7/K6R w - - 120 113", "", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			start, err := parse(c.fen, tolerated)
			if err != nil {
				t.Fatal(err)
			}
			line := rules.NewLine(start)
			if c.moves != "" {
				line = play(t, c.fen, c.moves)
			}
			var intended rules.Move
			switch {
			case c.intended == "!a1a8":
				intended = rules.Move{From: rules.A1, To: rules.A8}
			case c.intended != "":
				if intended, err = line.Position().ParseSAN(c.intended); err != nil {
					t.Fatal(err)
				}
			}
			before := line.Len()
			if diff := cmp.Diff(c.want, laws(t).Claims(line, intended)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if line.Len() != before {
				t.Error("asking played a move")
			}
		})
	}
	if got := (rules.Laws{}).Claims(play(t, rules.StartFEN, twice+"Ng8"), rules.Move{}); got != nil {
		t.Errorf("no edition grants %v", got)
	}
}
