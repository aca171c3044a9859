package boardstate_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"boardwire/boardstate"
	"boardwire/internal/testshared"
	"boardwire/rules"
)

// message is one thing the recorded board said: all squares from a8 to h1, one
// square, or the clock.
type message struct {
	Board     []string
	Field     string
	Piece     string
	RightHigh *bool `json:"right_high"`
}

// A real game on a real board: at each press of the clock the surface has
// settled on the move that was played.
func TestRecordedGame(t *testing.T) {
	want := recordedMoves(t)
	f, err := os.Open(testshared.Path(t, "data/dgt-recordings/1.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()

	p := rules.Start()
	var before []rules.Position
	var h boardstate.Hand
	var got []string
	lever := false
	clock := epoch
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var m message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		clock = clock.Add(ms(200))
		switch {
		case m.Board != nil:
			var b rules.Board
			for i, letter := range m.Board {
				piece, _ := rules.ParsePiece(letter[0])
				b.Put(rules.SquareAt(i%8, 7-i/8), piece)
			}
			h = boardstate.NewHand(boardstate.SurfaceOf(b), clock).Settle()
		case m.Field != "":
			sq, err := rules.ParseSquare(m.Field)
			if err != nil {
				t.Fatal(err)
			}
			piece, _ := rules.ParsePiece(m.Piece[0])
			h = h.See(boardstate.Touch{At: clock, Square: sq, Piece: piece, Lifted: piece == rules.NoPiece})
		case m.RightHigh != nil && *m.RightHigh != lever:
			lever = *m.RightHigh
			in := boardstate.Infer(p, before, h)
			if in.Verdict != boardstate.Settled || in.Back != 0 || len(in.Moves) != 1 {
				t.Fatalf("press %d after %v: %s", len(got)+1, words(h.Touches()), say(in))
			}
			got = append(got, in.Moves[0].UCI())
			before = []rules.Position{p}
			p = after(t, p, in.Moves[0])
			h = h.Settle()
		}
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// recordedMoves reads the moves of the game, numbers and result left out.
func recordedMoves(t *testing.T) (moves []string) {
	text, err := os.ReadFile(testshared.Path(t, "data/dgt-recordings/1.uci"))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(string(text)) {
		if !strings.HasSuffix(word, ".") && word != "*" {
			moves = append(moves, word)
		}
	}
	return moves
}
