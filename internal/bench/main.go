// Command bench measures a hall: the time from a board's byte to a viewer's
// screen, what a hall needs to start and to run, and how fast its parts are
// against named peers in the same run. It prints one table, saves nothing and
// leaves nothing behind.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"boardwire/internal/cli"
)

func main() {
	// An engine's process is started without the environment.
	asEngine := len(os.Args) > 2 && os.Args[1] == "warehouse" && os.Args[2] == "engine"
	if os.Getenv(asHall) != "" || asEngine {
		os.Exit(cli.Main(os.Args[1:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := options()
	if err == nil {
		err = o.run(ctx, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1)
	}
}

// asked is what the flags ask for.
type asked struct {
	parts  []string
	tempos []tempo
	runs   int
	events int
	round  string
	games  int
}

func options() (asked, error) {
	var o asked
	parts := flag.String("parts", "latency,start,codec,warehouse,peers", "what to measure")
	boards := flag.String("boards", "8@5s,200@32s", "latency: how many boards, and how long a move takes on each")
	long := flag.Duration("for", 50*time.Second, "latency: how long each run plays")
	runs := flag.Int("runs", 1, "latency: how many runs of each")
	events := flag.Int("events", 100_000, "start, codec, warehouse: how many events the long record has")
	profile := flag.String("profile", "", "latency: write the hall's processor profile into this file")
	flag.StringVar(&o.round, "round", "", "round: a PGN file of the control 90/40+30+30")
	flag.IntVar(&o.games, "games", 62, "round: how many of its games")
	flag.Parse()
	o.parts, o.runs, o.events = strings.Split(*parts, ","), max(*runs, 1), *events
	for text := range strings.SplitSeq(*boards, ",") {
		n, think, ok := strings.Cut(text, "@")
		if !ok {
			think = "32s"
		}
		t := tempo{long: *long, profile: *profile}
		var err error
		if t.boards, err = strconv.Atoi(n); err != nil || t.boards < 1 {
			return o, fmt.Errorf("-boards %q: want a number of boards and the time for a move, such as 200@32s", text)
		}
		if t.think, err = time.ParseDuration(think); err != nil || t.think < time.Second {
			return o, fmt.Errorf("-boards %q: a move takes a second or more, such as 200@32s", text)
		}
		o.tempos = append(o.tempos, t)
	}
	return o, nil
}

func (o asked) run(ctx context.Context, out io.Writer) error {
	heading(out)
	var long *recorded // made when first needed
	defer func() {
		if long != nil {
			long.remove()
		}
	}()
	for _, part := range o.parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if (part == "start" || part == "codec" || part == "warehouse") && long == nil {
			var err error
			if long, err = newRecord(ctx, o.events); err != nil {
				return fmt.Errorf("a record of %d events: %w", o.events, err)
			}
		}
		var err error
		switch part {
		case "latency":
			err = o.latency(ctx, out)
		case "start":
			err = start(ctx, out, long)
		case "codec":
			err = codec(ctx, out, long)
		case "warehouse":
			err = keep(ctx, out, long)
		case "round":
			err = round(ctx, out, o.round, o.games)
		case "peers":
			fmt.Fprintln(out, "\nAgainst others, one thread each, best of 2")
			err = peers(ctx, out, 2)
		default:
			err = fmt.Errorf("no part of that name; there are latency, start, codec, warehouse, round, peers")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
	}
	return nil
}

func (o asked) latency(ctx context.Context, out io.Writer) error {
	fmt.Fprintf(out, "\nFrom the last byte of the clock's message to the bytes of the completed move at a viewer\n%s\n", latencyHead)
	for _, t := range o.tempos {
		var runs []latencies
		for range o.runs {
			l, err := measure(ctx, t)
			if err != nil {
				return err
			}
			runs = append(runs, l)
		}
		printLatencies(out, runs)
	}
	return nil
}

func start(ctx context.Context, out io.Writer, long *recorded) error {
	const times = 3
	fmt.Fprintf(out, "\nFrom the start of the process, best of %d\n", times)
	s, err := startEmpty(ctx, times)
	if err != nil {
		return err
	}
	printStarts(out, s)
	first, later, err := startRecorded(ctx, long, times)
	if err != nil {
		return err
	}
	printStarts(out, first)
	printStarts(out, later)
	return nil
}

func codec(ctx context.Context, out io.Writer, long *recorded) error {
	const rounds = 5
	fmt.Fprintf(out, "\nOn the record of %d events and its facts, best of %d\n", len(long.record), rounds)
	all, err := codecSpeed(ctx, append(append([][]byte(nil), long.facts[max(0, len(long.facts)-sample/2):]...), long.record[max(0, len(long.record)-sample/2):]...), rounds)
	if err != nil {
		return err
	}
	fold, err := foldSpeed(ctx, long.record, rounds)
	if err != nil {
		return err
	}
	for _, s := range append(all, fold) {
		printSpeed(out, s)
	}
	return nil
}
