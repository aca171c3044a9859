// Package rules knows the Laws of Chess: positions, legal moves, notation, the
// editions of the Laws with their article numbers, and how games end.
//
// A Setup is any arrangement of pieces: what a FEN says, what a sensor sees. A
// Position is playable, or tolerated with named faults after an illegal move
// that stands. A Position is a value; nothing in this package changes one
// behind the caller's back. A Line is a game so far: a start and its moves.
//
// Chess960 is part of everything: a castling move names the king's square and
// the rook's square, and castling rights are the squares of the rooks.
//
// The package is pure: it reads no clock, starts no goroutine and gives the
// same answer for the same arguments.
package rules
