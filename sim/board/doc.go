// Package board emulates an e-board with a clock on a pseudo terminal, byte by
// byte and at the speed of the line, for demonstrations and tests.
//
// It speaks the single mode of DGT boards, written from the protocol's facts
// with tables of its own: it shares no code with the driver that reads it, so
// that a mistake in one is not repeated in the other. It names itself as an
// emulator and imitates nobody's trade mark.
//
// The board knows no rules. Hands outside put men on squares and show times on
// the clock; the board says what it sees.
package board
