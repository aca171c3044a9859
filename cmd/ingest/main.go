// Ingest reads the boards of one machine into a hall's record.
package main

import (
	"os"

	"boardwire/internal/roles"
)

func main() { os.Exit(roles.Main("ingest", os.Args[1:])) }
