// Command dashboards writes dashboards/*.json from the definitions beside it:
//
//	go run ./internal/gen/dashboards dashboards
//
// They are data for Grafana's file provisioning. A change is made here: Grafana
// is told not to keep edits of its own.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// boards are all dashboards there are.
func boards() []board {
	return []board{hallBoard(), pipelineBoard(), broadcastBoard(), qualityBoard(), roundBoard()}
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: dashboards FOLDER")
		os.Exit(2)
	}
	for _, b := range boards() {
		text, err := b.encode()
		if err == nil {
			err = os.WriteFile(filepath.Join(os.Args[1], b.file()), text, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
