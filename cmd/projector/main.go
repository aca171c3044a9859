// Projector folds a hall's record into facts and serves the arbiters' desk.
package main

import (
	"os"

	"boardwire/internal/roles"
)

func main() { os.Exit(roles.Main("projector", os.Args[1:])) }
