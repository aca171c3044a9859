package projector

import "testing"

func TestNamesAndMovesInWords(t *testing.T) {
	for name, plain := range map[string]bool{
		"IA Lopez": true, "José Ñuñez-O’Brien": true, "Anna": true, "Б. Иванов": true, "J. L. Bishop": true, "J. D. Bishop": false, "IA A. B. Castro": true,
		"King": true, "M. Dos Santos": true, "Matt Otto": true, "desk": true,
		"": false, "  ": false, "IA Lopez 2": false, "Nf3": false, "N f 3": false, "IA B. King": false, "Bishop Knight": false,
		"Knight to f three": false, "caballo f tres": false, "Springer f": false, "castles": false, "enroque corto": false,
		"pawn takes": false, "e five": false, "one two three four five six seven": false, "x@y": false, "Lopez\u202e": false,
		"a very long name that nobody has and that could be a whole sentence": false,
	} {
		if got := plainName(name); got != plain {
			t.Errorf("%q: plain %v, want %v", name, got, plain)
		}
	}
	for text, told := range map[string]bool{
		"threefold": false, "king_taken": false, "draw_offer": false, "dgt-31415": false, "90/40+30": false, "other": false,
		"knight-f-three": true, "bishop_b": true, "he takes": true, "rook and king": true,
	} {
		if got := tells(text); got != told {
			t.Errorf("%q: tells %v, want %v", text, got, told)
		}
	}
}
