package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"boardwire/adapters/serial"
	"boardwire/internal/verify"
	"boardwire/pgn"
	"boardwire/sim"
)

// verify plays a file through halls and prints a line for each game.
func (c simCmd) verify(std streams) error {
	text, err := os.ReadFile(c.Verify)
	if err != nil {
		return err
	}
	if c.Boards < 1 || c.Boards > verify.MostBoards {
		return usagef("--boards %d: want 1 to %d", c.Boards, verify.MostBoards)
	}
	games, numbers, err := c.chosen(pgn.Read(text))
	if err != nil {
		return err
	}
	if err := serial.ReserveDescriptors(serial.DefaultPorts); err != nil {
		fmt.Fprintln(std.err, "boardwire:", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	began := time.Now()
	verdicts, err := verify.Run(ctx, verify.Config{
		Games: games, Boards: c.Boards, Speed: c.speed(sim.SpeedMax), Seed: c.Seed, Dir: c.Keep,
		Told: func(v verify.Verdict) { fmt.Fprintln(std.out, verdictLine(numbers[v.Number-1], v)) },
	})
	var sum verify.Sum
	for _, v := range verdicts {
		sum.Add(v)
	}
	fmt.Fprintf(std.out, "%s; %.0f s\n", sum, time.Since(began).Seconds())
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("stopped after %d of %d games", len(verdicts), len(games))
	case err != nil:
		return err
	case sum.Equal != sum.Games:
		return codeError(exitFailed)
	}
	return nil
}

// chosen returns the games that are asked for, with their numbers in the file.
func (c simCmd) chosen(all []pgn.Game) (games []pgn.Game, numbers []int, err error) {
	if len(all) == 0 {
		return nil, nil, configError{fmt.Errorf("%s: no game in it", c.Verify)}
	}
	only, err := parseNumbers(c.Only)
	if err != nil {
		return nil, nil, usageError{err}
	}
	for i, g := range all {
		n := i + 1
		if c.Games > 0 && len(games) == c.Games {
			break
		}
		if c.Only != "" && !slices.ContainsFunc(only, func(r [2]int) bool { return r[0] <= n && n <= r[1] }) {
			continue
		}
		games, numbers = append(games, g), append(numbers, n)
	}
	if len(games) == 0 {
		return nil, nil, usagef("--only %s: the file has games 1 to %d", c.Only, len(all))
	}
	return games, numbers, nil
}

// parseNumbers reads "3,17-20".
func parseNumbers(s string) (ranges [][2]int, err error) {
	if s == "" {
		return nil, nil
	}
	for _, part := range strings.Split(s, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			to = from
		}
		a, errA := strconv.Atoi(from)
		b, errB := strconv.Atoi(to)
		if errA != nil || errB != nil || a < 1 || b < a {
			return nil, fmt.Errorf("--only %s: %q is no number or range; want something like 3,17-20", s, part)
		}
		ranges = append(ranges, [2]int{a, b})
	}
	return ranges, nil
}

// verdictLine is the line of one game.
func verdictLine(number int, v verify.Verdict) string {
	var b strings.Builder
	word := "equal  "
	if !v.Equal {
		word = "DIFFERS"
	}
	fmt.Fprintf(&b, "%4d %s %3d plies  %s – %s", number, word, v.Plies, name(v.White), name(v.Black))
	if v.Equal && v.Result != "" {
		fmt.Fprintf(&b, "  %s %s", v.Result, v.Source)
	}
	if v.Dropped > 0 {
		fmt.Fprintf(&b, " (%d plies of the file were the kings' sign, not moves)", v.Dropped)
	}
	switch {
	case v.Equal:
	case v.Ply > 0:
		fmt.Fprintf(&b, "\n     ply %d: %s", v.Ply, v.Why)
	default:
		fmt.Fprintf(&b, "\n     %s", v.Why)
	}
	for _, s := range v.Saw {
		fmt.Fprintf(&b, "\n     told: %s", s)
	}
	if v.Kept != "" {
		fmt.Fprintf(&b, "\n     data: %s", v.Kept)
	}
	return b.String()
}

func name(s string) string {
	if s == "" {
		return "?"
	}
	return s
}
