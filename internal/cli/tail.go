package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"boardwire/events"
)

type tailCmd struct {
	Desk    string `default:"http://127.0.0.1:8081" env:"BOARDWIRE_DESK" help:"Where the desk listens."`
	Data    string `default:"data/demo" env:"BOARDWIRE_DATA" help:"The hall's data folder, for its desk token."`
	Log     string `arg:"" default:"facts" enum:"facts,record" help:"facts or record."`
	Sitting string `help:"The sitting, such as s0001; the open one if not given."`
	From    uint64 `help:"The first sequence."`
	Last    uint64 `short:"n" default:"10" help:"Begin with the last so many; 0 is all."`
	Follow  bool   `short:"f" help:"Go on as more come."`
	JSON    bool   `name:"json" help:"As stored, one event a line."`
}

func (tailCmd) Help() string {
	return `Without --json each event is one short line.

  boardwire tail facts -f
  boardwire tail record --json --last 0 > record.jsonl`
}

func (c tailCmd) Run(std streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	q := url.Values{}
	if c.Sitting != "" {
		q.Set("sitting", c.Sitting)
	}
	switch {
	case c.From > 0:
		q.Set("from", strconv.FormatUint(c.From, 10))
	case c.Last > 0:
		q.Set("last", strconv.FormatUint(c.Last, 10))
	}
	if c.Follow {
		q.Set("follow", "1")
	}
	token, err := os.ReadFile(filepath.Join(c.Data, "secrets", "desk-token"))
	if err != nil {
		return fmt.Errorf("the desk token: %w; --data names the hall's data folder", err)
	}
	at, err := deskURL(c.Desk, "/desk/log/"+c.Log+"?"+q.Encode())
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return usageError{err}
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("no desk at %s: %w; is the hall running?", c.Desk, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 4096))
		return notTheDesk(c.Desk, resp, strings.TrimSpace(string(text)))
	}
	s := bufio.NewScanner(resp.Body)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if c.JSON {
			fmt.Fprintln(std.out, s.Text())
			continue
		}
		e, err := events.Decode(s.Bytes())
		if err != nil {
			fmt.Fprintf(std.err, "boardwire: an event cannot be read: %v\n", err)
			continue
		}
		fmt.Fprintln(std.out, short(e))
	}
	if ctx.Err() != nil {
		return nil
	}
	return s.Err()
}

// short is an event on one line for a reader.
func short(e events.Event) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %-28s %-20s", e.Observed.Format("15:04:05.000"), e.Scope, strings.ReplaceAll(string(e.Type), ".v1.", " "))
	switch p := e.Data.(type) {
	case events.Made:
		fmt.Fprintf(&b, "%s %s (%s)", numbered(p.Ply), p.SAN, p.UCI)
	case events.Completed:
		fmt.Fprintf(&b, "%s by %s", numbered(p.Ply), p.By)
	case events.Withdrawn:
		fmt.Fprintf(&b, "%s and what follows", numbered(p.Ply))
	case events.ClockChanged:
		fmt.Fprintf(&b, "%s: %d / %d", strings.Join(p.Changes, ", "), p.White, p.Black)
	case events.Ended:
		fmt.Fprintf(&b, "%s %s, %s", p.Result, p.Reason, p.Source)
	case events.FinalResult:
		fmt.Fprintf(&b, "%s %s, %s", p.Result, p.Reason, p.Source)
		if p.Points != nil {
			fmt.Fprintf(&b, ", half points %d and %d", p.Points.White, p.Points.Black)
		}
	case events.AdjournedFact:
		b.WriteString(strings.ReplaceAll(p.State, "_", " "))
		if p.Sealer != "" {
			fmt.Fprintf(&b, " by %s", p.Sealer)
		}
	case events.FindingRaised:
		fmt.Fprintf(&b, "%s: %s", p.Kind, p.Text)
	case events.FindingCleared:
		b.WriteString(p.Kind)
	case events.Answered:
		fmt.Fprintf(&b, "%s %s", p.Answer, p.Text)
	case events.Unexplained:
		b.WriteString(p.Placement)
	case events.Lifted:
		fmt.Fprintf(&b, "%s %s", p.Piece, p.Square)
	case events.BoardSquare:
		fmt.Fprintf(&b, "%s %s", p.Square, p.Piece)
	case events.BoardSurface:
		b.WriteString(p.Placement)
	case events.ClockReading:
		fmt.Fprintf(&b, "%d / %d lever %s", p.Left, p.Right, p.Lever)
	case events.DeviceQuiet:
		fmt.Fprintf(&b, "%d ms", p.MS)
	case events.DeviceSeen:
		b.WriteString(p.Port)
	case events.DeviceLost:
		fmt.Fprintf(&b, "%s: %s", p.Port, p.Reason)
	case events.Ruling:
		fmt.Fprintf(&b, "by %s", p.By().Author)
	}
	if a := cites(e.Data); len(a) > 0 {
		fmt.Fprintf(&b, " [%s]", strings.Join(a, ", "))
	}
	return strings.TrimRight(b.String(), " ")
}

// numbered is the number of a move as a scoresheet has it, of a game that begins
// with White's first move.
func numbered(ply int) string {
	if ply%2 == 0 {
		return strconv.Itoa(ply/2) + "…"
	}
	return strconv.Itoa(ply/2+1) + "."
}

// cites returns the articles that a fact names.
func cites(p events.Payload) []string {
	switch p := p.(type) {
	case events.Made:
		return p.Articles
	case events.Completed:
		return p.Articles
	case events.Ended:
		return p.Articles
	case events.FinalResult:
		return p.Articles
	case events.FindingRaised:
		return p.Articles
	case events.Answered:
		return p.Articles
	case events.AdjournedFact:
		return p.Articles
	}
	return nil
}
