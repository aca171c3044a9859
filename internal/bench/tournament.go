package main

import (
	"fmt"
	"os"
	"strings"
)

// tournament returns a file for so many boards. Its public waits for nothing
// and is what is measured; commentators, if there are any, wait, so that the
// gate holds something.
func tournament(boards int, commentators bool) string {
	var b strings.Builder
	b.WriteString(`[tournament]
id = "bench"
name = "Bench"
edition = "2023"
kind = "standard"
supervised = true
control = "90+30"
default_time = "30m"

[[audience]]
name = "public"
kind = "public"
delay = "0s"

[[audience]]
name = "arbiter"
kind = "arbiter"
delay = "0s"
`)
	if commentators {
		b.WriteString("\n[[audience]]\nname = \"commentary\"\nkind = \"commentary\"\ndelay = \"15s\"\n")
	}
	for n := 1; n <= 2*boards; n++ {
		fmt.Fprintf(&b, "\n[[player]]\nid = \"p%d\"\nname = \"Player, %d\"\n", n, n)
	}
	b.WriteString("\n[[round]]\nid = \"1\"\n")
	for n := 1; n <= boards; n++ {
		fmt.Fprintf(&b, "\n[[round.table]]\nboard = %d\nwhite = \"p%d\"\nblack = \"p%d\"\ndevice = %q\n", n, 2*n-1, 2*n, device(n))
	}
	return b.String()
}

// gameID names the game at a board.
func gameID(board int) string { return fmt.Sprintf("bench.1.%d", board) }

// device names a board by its serial number.
func device(board int) string { return fmt.Sprintf("dgt-%05d", serialOf(board)) }

func serialOf(board int) int { return 20000 + board }

func writeTournament(path string, boards int, commentators bool) error {
	return os.WriteFile(path, []byte(tournament(boards, commentators)), 0o600)
}
