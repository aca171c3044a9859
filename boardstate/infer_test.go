package boardstate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/boardstate"
	"boardwire/rules"
)

// say writes an inference as a line: the verdict, how many plies back, the
// moves, those it may be, the result.
func say(in boardstate.Inference) string {
	s := in.Verdict.String()
	if in.Back > 0 {
		s += fmt.Sprintf(" back %d", in.Back)
	}
	for _, m := range in.Moves {
		s += " " + m.UCI()
	}
	if len(in.Among) > 0 {
		s += " among"
	}
	for _, m := range in.Among {
		s += " " + m.UCI()
	}
	if in.Result != "" {
		s += " " + string(in.Result)
	}
	return s
}

// script reads touches as DGT dumps are written down: "e2. e4=P" lifts the man
// on e2 and puts a white pawn on e4. A "|" lets a tenth of a second pass
// instead of a whole one, as within one scan.
func script(t *testing.T, h boardstate.Hand, text string) boardstate.Hand {
	t.Helper()
	at := h.At()
	step := 1000
	for _, word := range strings.Fields(text) {
		if word == "|" {
			step = 100
			continue
		}
		sq, err := rules.ParseSquare(word[:2])
		if err != nil {
			t.Fatal(err)
		}
		at = at.Add(ms(step))
		step = 1000
		touch := boardstate.Touch{At: at, Square: sq, Lifted: word[2] == '.'}
		if len(word) == 4 && h.Surface().Identity {
			touch.Piece, _ = rules.ParsePiece(word[3])
		}
		h = h.See(touch)
	}
	return h
}

func TestVerdicts(t *testing.T) {
	const mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
	const castle = "r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 0 1"
	const promote = "3n3k/2P5/8/8/8/8/8/K7 w - - 0 1"
	const passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
	const ending = "6k1/8/8/3R4/3P4/8/6K1/8 w - - 0 60"
	for _, c := range []struct {
		name string
		fen  string
		// done are moves already made; the position before the last one and
		// the one before that may be gone back to.
		done, touches string
		want, blind   string // blind is what a board without recognition tells; "" = the same
	}{
		{name: "nothing happened", want: "unchanged"},
		{name: "adjusted", touches: "e2. e2=P", want: "unchanged"},
		{name: "a man in the air", touches: "g1.", want: "moving"},
		{name: "a man of the other side in the air", touches: "g8.", want: "moving"},
		{name: "three men in the air", touches: "g1. e2. d8.", want: "moving"},
		{name: "a move", touches: "g1. f3=N", want: "settled g1f3"},
		{name: "a move, seen on both squares", touches: "f3=N", want: "moving"},
		{name: "the other knight, not the one that could", touches: "b1. f3=N", want: "no legal move"},
		{name: "a move of the wrong side", touches: "g8. f6=n", want: "no legal move"},
		{name: "a rook through a pawn", touches: "a1. a3=R", want: "no legal move"},
		{name: "on its way where it may not stop", fen: "4k3/8/8/8/q7/8/3R4/4K3 w - - 0 1", touches: "d2. d3=R", want: "settled d2d3"},
		{name: "on its way to stop a check", fen: "4k3/8/8/8/4q3/8/8/R3K3 w Q - 0 1", touches: "a1. a2=R", want: "no legal move"},
		{name: "on its way to stop a check, in line", fen: "4k3/8/8/4q3/8/8/7R/4K3 w - - 0 1", touches: "h2. g2=R", want: "moving"},

		{name: "a capture", fen: mate, touches: "h5. f7. f7=Q", want: "settled h5f7"},
		{name: "a capture, the captured man first", fen: mate, touches: "f7. h5. f7=Q", want: "settled h5f7"},
		{name: "a capture, the square never empty", fen: mate, touches: "h5. f7=Q", want: "settled h5f7"},
		{name: "which capture, without a hint", fen: mate, touches: "h5.", want: "moving", blind: "moving among h5e5 h5f7 h5h7"},
		{name: "captured man adjusted long before", fen: mate, touches: "f7. f7=p h5.", want: "moving", blind: "moving among h5e5 h5f7 h5h7"},
		{name: "capture in one scan", fen: mate, touches: "f7. f7=Q | h5.", want: "settled h5f7"},
		{name: "two captures touched", fen: mate, touches: "h5. e5. e5=p f7. f7=Q", want: "settled h5f7", blind: "ambiguous among h5e5 h5f7"},
		{name: "captured man brushes a neighbour", fen: mate, touches: "h5. f7=Q e6=p", want: "no legal move"},

		{name: "en passant", fen: passant, touches: "e5. d6=P d5.", want: "settled e5d6"},
		{name: "en passant, the captured pawn stays", fen: passant, touches: "e5. d6=P", want: "moving"},

		{name: "castling, king first", fen: castle, touches: "e1. g1=K", want: "moving"},
		{name: "castling, king first, rook in the air", fen: castle, touches: "e1. g1=K h1.", want: "moving"},
		{name: "castling", fen: castle, touches: "e1. g1=K h1. f1=R", want: "settled e1g1"},
		{name: "castling long, king first", fen: castle, touches: "e1. c1=K", want: "moving"},
		{name: "castling long, rook first", fen: castle, touches: "a1. d1=R", want: "settled a1d1"},
		{name: "castling long, rook first, king follows", fen: castle, touches: "a1. d1=R e1.", want: "moving"},
		{name: "castling long, rook first, done", fen: castle, touches: "a1. d1=R e1. c1=K", want: "settled e1c1"},
		{name: "castling after the rook move was made", fen: castle, done: "h1f1", touches: "e1. g1=K", want: "settled back 1 e1g1"},
		{name: "king too far", fen: castle, touches: "e1. h1. h1=K", want: "no legal move", blind: "moving"},

		{name: "pawn waits on the last rank", fen: promote, touches: "c7. c8=P", want: "moving", blind: "ambiguous among c7c8q c7c8r c7c8b c7c8n"},
		{name: "promotion", fen: promote, touches: "c7. c8=P c8. c8=Q", want: "settled c7c8q", blind: "ambiguous among c7c8q c7c8r c7c8b c7c8n"},
		{name: "queen before the pawn is off", fen: promote, touches: "c8=Q", want: "moving"},
		{name: "upside-down rook is a rook", fen: promote, touches: "c7. c8=R", want: "settled c7c8r", blind: "ambiguous among c7c8q c7c8r c7c8b c7c8n"},
		{name: "promotion to a king", fen: promote, touches: "c7. c8=K", want: "no legal move", blind: "ambiguous among c7c8q c7c8r c7c8b c7c8n"},
		{name: "promotion exchanged after it was made", fen: promote, done: "c7c8q", touches: "c8. c8=N", want: "settled back 1 c7c8n", blind: "unchanged"},

		{name: "slide went on after it was made", done: "d2d3", touches: "d3. d4=P", want: "settled back 1 d2d4"},
		{name: "slide going on, on two squares", done: "d2d3", touches: "d4=P", want: "moving"},
		{name: "another man after all", done: "d2d3", touches: "d3. d2=P e2. e4=P", want: "settled back 1 e2e4"},
		{name: "two moves of one side", done: "d2d3", touches: "e2. e4=P", want: "no legal move"},
		{name: "taken back", done: "d2d3", touches: "d3. d2=P", want: "taken back back 1"},
		{name: "taken back twice", done: "d2d3 e7e5", touches: "d3. d2=P e5. e7=p", want: "taken back back 2"},
		{name: "a capture being taken back", done: "e2e4 d7d5 e4d5", touches: "d5. d5=p", want: "moving", blind: "unchanged"},

		{name: "reply before the move was seen", touches: "e2. e7. e4=P e5=p", want: "settled e2e4 e7e5"},
		{name: "reply while the first hand is in the air", touches: "e2. e7. e5=p", want: "moving", blind: "no legal move"},
		{name: "recapture", fen: "4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", touches: "e4. d5. d5=P c6. d5. d5=p", want: "settled e4d5 c6d5"},
		{name: "three plies", touches: "e2. e7. g1. e4=P e5=p f3=N", want: "settled e2e4 e7e5 g1f3", blind: "no legal move"},

		{name: "White won", fen: ending, touches: "g2. g8. d5. d5=k e4=K", want: "signalled 1-0"},
		{name: "White won, other men gone before", fen: "6k1/8/8/8/3P4/8/6K1/8 w - - 0 60", touches: "d4. g8. g2. d5=k e4=K", want: "signalled 1-0"},
		{name: "Black won", touches: "e1. e8. d4=K e5=k", want: "signalled 0-1"},
		{name: "drawn", touches: "e1. e8. d4=K d5=k", want: "signalled 1/2-1/2"},
		{name: "one king in the centre, the other in the air", touches: "e1. e8. d4=K", want: "moving"},
		{name: "one king in the centre", touches: "e1. d4=K", want: "no legal move"},
		{name: "a king that stands there already", fen: "8/8/4k3/8/3PK3/8/8/8 b - - 0 1", touches: "e6. d5=k", want: "signalled 1-0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.fen == "" {
				c.fen = rules.StartFEN
			}
			p := position(t, c.fen)
			var before []rules.Position
			for _, m := range strings.Fields(c.done) {
				before = append([]rules.Position{p}, before...)
				p = played(t, p, m)
			}
			if c.blind == "" {
				c.blind = c.want
			}
			got := say(boardstate.Infer(p, before, script(t, handAt(p.Board(), true), c.touches)))
			blind := say(boardstate.Infer(p, before, script(t, handAt(p.Board(), false), c.touches)))
			if d := cmp.Diff([]string{c.want, c.blind}, []string{got, blind}); d != "" {
				t.Errorf("with and without recognition (-want +got)\n%s", d)
			}
		})
	}
}
