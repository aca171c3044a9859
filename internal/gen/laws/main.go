// Command laws writes docs/laws.md from the rows of the editions. Run it from
// the module's root after a row has changed; a test compares what it would
// write with what is committed.
package main

import (
	"fmt"
	"os"
)

const path = "docs/laws.md"

func main() {
	text, err := Generate()
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "laws:", err)
		os.Exit(1)
	}
}
