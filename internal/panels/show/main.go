// Command show asks a Prometheus what a dashboard asks, for those who have no
// Grafana at hand:
//
//	go run ./internal/panels/show dashboards/hall.json
//	go run ./internal/panels/show -html dashboards/hall.json > hall.html
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"boardwire/internal/panels"
)

func main() {
	at := flag.String("prometheus", "http://127.0.0.1:9090", "the Prometheus to ask")
	hall := flag.String("hall", "main", "the hall")
	back := flag.Duration("back", 5*time.Minute, "how far back to look")
	rate := flag.String("rate", "20s", "over how long rates are taken")
	page := flag.Bool("html", false, "write a page")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: show [flags] DASHBOARD.json")
		os.Exit(2)
	}
	if err := show(flag.Arg(0), panels.Prometheus{URL: *at}, panels.Variables{"hall": *hall, "__rate_interval": *rate}, *back, *page); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func show(file string, from panels.Prometheus, v panels.Variables, back time.Duration, page bool) error {
	d, err := panels.Load(file)
	if err != nil {
		return err
	}
	look := panels.Look{To: time.Now(), Back: back, Step: max(back/120, time.Second)}
	answers, err := d.Ask(context.Background(), from, v, look)
	if err != nil {
		return err
	}
	if left := d.Unasked(); len(left) > 0 {
		fmt.Fprintf(os.Stderr, "left out, for they ask the warehouse, as `boardwire query` does: %s\n", strings.Join(left, ", "))
	}
	if page {
		panels.Page(os.Stdout, d, answers, look)
	} else {
		panels.Text(os.Stdout, d, answers)
	}
	return nil
}
