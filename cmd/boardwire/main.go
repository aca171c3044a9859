// Boardwire is a hall in one process, and the tools around it.
package main

import (
	"os"

	"boardwire/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
