package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"boardwire/pgn"
	"boardwire/rules"
)

var both = [...]rules.Color{rules.White, rules.Black}

// slow is the time within which a quick proof counts.
const slow = 3 * time.Millisecond

// tally is what was measured. Times are of the processor, for the machine may
// be busy; that of one quick answer is the best of three.
type tally struct {
	out          io.Writer // false answers and what stays unknown, one a line
	falseAnswers int

	lost, proved, inTime int // queries that cannot be won; proved quickly; within slow
	worst                time.Duration

	positions int
	settled   int // queries of game positions that quick answers
	gaming    time.Duration

	queries, unknown, mates int
	nodes                   int64
	fullTime                time.Duration
}

func (t *tally) quick(all []labelled) {
	for _, l := range all {
		for i, c := range both {
			got, took := timed(&l.pos, c)
			t.check(&l.pos, c, got, l.can[i])
			t.worst = max(t.worst, took)
			if !l.can[i] {
				t.lost++
			}
			if got == rules.Impossible {
				t.proved++
				if took <= slow {
					t.inTime++
				}
			}
		}
	}
}

func timed(p *rules.Position, c rules.Color) (got rules.Possibility, best time.Duration) {
	for i := range 3 {
		began := time.Now()
		got = p.CanWin(c)
		if took := time.Since(began); i == 0 || took < best {
			best = took
		}
	}
	return got, best
}

// check prints what is false.
func (t *tally) check(p *rules.Position, c rules.Color, got rules.Possibility, can bool) {
	if got == rules.Impossible && can || got == rules.Possible && !can {
		t.falseAnswers++
		fmt.Fprintf(t.out, "FALSE: %s: %v can mate: %v, but is called %v\n", p.FEN(), c, can, got)
	}
}

// game asks for both sides in every position of a file.
func (t *tally) game(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("games: %w", err)
	}
	defer in.Close()
	var all []rules.Position
	r := pgn.NewReader(in)
	r.Played = func(line *rules.Line) { all = append(all, line.Position()) }
	for {
		if _, err := r.Next(); err == io.EOF {
			break
		} else if err != nil {
			return fmt.Errorf("games: %s: %w", file, err)
		}
	}
	began := used()
	for i := range all {
		for _, c := range both {
			if all[i].CanWin(c) != rules.Unknown {
				t.settled++
			}
		}
	}
	t.gaming += used() - began
	t.positions += len(all)
	return nil
}

func (t *tally) full(all []labelled, budget int) {
	began := used()
	for _, l := range all {
		for i, c := range both {
			h := l.pos.Helpmate(c, budget)
			t.check(&l.pos, c, h.Answer, l.can[i])
			t.queries++
			t.nodes += int64(h.Nodes)
			switch h.Answer {
			case rules.Unknown:
				t.unknown++
				fmt.Fprintf(t.out, "unknown: %s: %v, after %d positions\n", l.pos.FEN(), c, h.Nodes)
			case rules.Possible:
				t.mates++
				t.play(l.pos, c, h.Line)
			}
		}
	}
	t.fullTime = used() - began
}

// play checks a mate by playing it.
func (t *tally) play(p rules.Position, c rules.Color, line []rules.Move) {
	end := p
	for _, m := range line {
		next, err := end.Play(m)
		if err != nil {
			t.falseAnswers++
			fmt.Fprintf(t.out, "FALSE: %s: %v: %v\n", p.FEN(), line, err)
			return
		}
		end = next
	}
	if end.HasLegal() || !end.InCheck() || end.Turn() == c {
		t.falseAnswers++
		fmt.Fprintf(t.out, "FALSE: %s: %v is no mate\n", p.FEN(), line)
	}
}

func (t *tally) table(budget int) string {
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-34s %s\n", name, fmt.Sprintf(format, args...))
	}
	percent := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	row("false answers", "%d", t.falseAnswers)
	row("quick: proved impossible", "%d of %d (%.1f %%), %d within %v, worst %v", t.proved, t.lost, percent(t.proved, t.lost), t.inTime, slow, t.worst.Round(time.Microsecond))
	row("quick: games", "%d positions, mean %v for both sides, %d of %d answered", t.positions, t.gaming/time.Duration(max(t.positions, 1)), t.settled, 2*t.positions)
	row(fmt.Sprintf("full, %d positions", budget), "%d of %d unknown (%.2f %%), %d mates played", t.unknown, t.queries, percent(t.unknown, t.queries), t.mates)
	row("full: mean", "%d positions, %v", t.nodes/int64(max(t.queries, 1)), (t.fullTime / time.Duration(max(t.queries, 1))).Round(time.Microsecond))
	return b.String()
}

// used is the processor's time that this process has had.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
