// Command perftlong counts what make test leaves out: published counts of
// Chess960 above a million nodes, and random positions set against stockfish
// more deeply. It fails on the first wrong count or difference.
//
//	go run ./internal/bench/perftlong -records FILE [-above N] [-upto N] [-seed N] [-positions N] [-budget N]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"time"

	"boardwire/internal/bench/perft"
)

type options struct {
	records     string
	above, upTo uint64
	seed        uint64
	positions   int
	budget      uint64
}

func main() {
	var o options
	flag.StringVar(&o.records, "records", "", "a perft file; none: no records are counted")
	flag.Uint64Var(&o.above, "above", 1_000_000, "leave out counts up to this, which make test does")
	flag.Uint64Var(&o.upTo, "upto", 1<<63, "leave out counts above this")
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "of the random positions")
	flag.IntVar(&o.positions, "positions", 2000, "how many random positions")
	flag.Uint64Var(&o.budget, "budget", 20_000_000, "nodes a random position, about")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "perftlong:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, o options) error {
	if o.records != "" {
		if err := count(ctx, out, o); err != nil {
			return err
		}
	}
	if o.positions == 0 {
		return nil
	}
	fmt.Fprintf(out, "random positions, seed %d\n", o.seed)
	got, err := perft.Agree(ctx, perft.Draw(o.seed, o.positions), o.budget)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, got)
	for _, d := range got.Differences {
		fmt.Fprintln(out, d)
	}
	if n := len(got.Differences); n > 0 {
		return fmt.Errorf("seed %d: %d differences", o.seed, n)
	}
	return nil
}

// count checks the records on as many threads as there are.
func count(ctx context.Context, out io.Writer, o options) error {
	f, err := os.Open(o.records)
	if err != nil {
		return err
	}
	defer f.Close()
	records, err := perft.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", o.records, err)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	work := make(chan perft.Record)
	var (
		all    sync.WaitGroup
		mu     sync.Mutex
		counts int
		nodes  uint64
		done   int
	)
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for r := range work {
				c, n, err := r.Check(o.above, o.upTo)
				if err != nil {
					stop(err)
					continue
				}
				mu.Lock()
				counts, nodes, done = counts+c, nodes+n, done+1
				if done%40 == 0 {
					fmt.Fprintf(out, "%d of %d records, %d counts, %d nodes\n", done, len(records), counts, nodes)
				}
				mu.Unlock()
			}
		})
	}
feed:
	for _, r := range records {
		select {
		case work <- r:
		case <-ctx.Done():
			break feed
		}
	}
	close(work)
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d records, %d counts of more than %d nodes, %d nodes, all right\n", len(records), counts, o.above, nodes)
	return nil
}
