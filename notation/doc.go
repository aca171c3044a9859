// Package notation writes and reads moves as people do: in their own language,
// in print and on scoresheets (Laws of Chess, appendix on algebraic notation:
// E in 1997, C since 2009).
//
// One language is read at a time, and the caller names it, for the letters
// clash: R is a rook in English and a king in Spanish, P a pawn in most and a
// knight in Dutch, C a knight or a bishop by alphabet. Nothing is guessed. Within a
// language the longest letter is tried first (Кр before К); a capital is a
// piece and a small a to h is a file, so bxc6 is always a pawn.
//
// rules.Position.ParseSAN is the fast way for English alone. What it accepts,
// Parse accepts in English, with the same move.
//
// The package is pure, as package rules is.
package notation
