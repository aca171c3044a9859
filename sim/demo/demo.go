// Package demo holds the demonstration round: the games that the emulator
// plays, what its hands do beside the moves, and the tournament file that is
// all the hall gets of it. README says where the games come from.
package demo

import _ "embed"

// Round is the games, in PGN.
//
//go:embed round.pgn
var Round []byte

// Script is what the hands do.
//
//go:embed script.toml
var Script []byte

// Tournament is the tournament file.
//
//go:embed tournament.toml
var Tournament []byte
