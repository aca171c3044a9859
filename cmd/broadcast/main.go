// Broadcast releases facts to audiences and shows what was released.
package main

import (
	"os"

	"boardwire/internal/roles"
)

func main() { os.Exit(roles.Main("broadcast", os.Args[1:])) }
