package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// heading says on what was measured.
func heading(out io.Writer) {
	fmt.Fprintf(out, "%s, %d processors (%s), %s, %s\n", time.Now().UTC().Format("2006-01-02 15:04 UTC"),
		runtime.NumCPU(), processor(), runtime.Version(), "load "+load())
}

// processor names the processor as the kernel does.
func processor() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(b)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
		}
	}
	return runtime.GOARCH
}

const latencyHead = "  boards  a move each  presses   p50 ms   p99 ms   max ms   hall CPU  others' CPU  hall MiB"

// print writes the best and the median of several runs, each with what else
// the machine did, and where the time went.
func printLatencies(out io.Writer, runs []latencies) {
	slices.SortFunc(runs, func(a, b latencies) int { return cmp.Compare(a.whole.p99, b.whole.p99) })
	shown := map[string]latencies{"best": runs[0], "median": runs[len(runs)/2]}
	for _, which := range []string{"best", "median"} {
		l := shown[which]
		if len(runs) == 1 {
			which = "only"
		}
		fmt.Fprintf(out, "  %6d  %11s  %7d  %7.2f  %7.2f  %7.2f  %9.2f  %11.2f  %8.0f   (%s run of %d)\n",
			l.boards, l.think, l.whole.n, ms(l.whole.p50), ms(l.whole.p99), ms(l.whole.max),
			l.used.hall, l.used.foreign, mib(l.memory), which, len(runs))
		if l.missing > 0 || l.dropped > 0 {
			fmt.Fprintf(out, "          %d presses were not seen by the viewer; its stream was opened again %d times\n", l.missing, l.dropped)
		}
		for _, s := range slices.Concat(l.stages, l.controls) {
			fmt.Fprintf(out, "          %-52s %7.2f  %7.2f  %7.2f\n", s.name, ms(s.p50), ms(s.p99), ms(s.max))
		}
		if len(runs) == 1 {
			return
		}
	}
}

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }

func printStarts(out io.Writer, s starts) {
	fmt.Fprintf(out, "  %s: screen after %.2f s, public page after %.2f s (median %.2f, %.2f of %d), %.0f MiB resident\n",
		s.what, best(s.screen).Seconds(), best(s.page).Seconds(), median(s.screen).Seconds(), median(s.page).Seconds(), len(s.screen), mib(s.memory))
}

func printSpeed(out io.Writer, s speed) {
	perSecond := float64(time.Second) / float64(max(s.own, 1))
	fmt.Fprintf(out, "  %-24s %6.2f us, %7.0f a second", s.what, float64(s.own)/float64(time.Microsecond), perSecond)
	if s.other > 0 {
		fmt.Fprintf(out, "; encoding/json %6.2f us, ratio %.1f", float64(s.other)/float64(time.Microsecond), s.ratio())
	}
	fmt.Fprintln(out)
}
