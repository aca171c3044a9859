package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"boardwire/adapters/serial"
	"boardwire/events"
	"boardwire/game"
	"boardwire/internal/ingest"
	"boardwire/rules"
)

type replayCmd struct {
	Laws    string   `default:"2023" help:"The edition of the Laws."`
	Driver  string   `help:"The board family of a recording (${drivers}); without it the files are PGN."`
	Base64  bool     `name:"base64" help:"Each file has one chunk of bytes a line, in base64."`
	JSON    bool     `name:"json" xor:"form" help:"One object a game."`
	Facts   bool     `xor:"form" help:"One fact a line."`
	Control string   `default:"?" help:"The time control, such as 90/40+30+30, where it is known."`
	Files   []string `arg:"" name:"file" help:"Recordings of boards, or PGN files; - reads standard input."`
}

func (replayCmd) Help() string {
	return `A recording has no times of its own: a second passes with each second that its clock counts. PGN is read game by game: moves, clocks and
result are set against the Laws and against each other, and what a human should look at is told.

  boardwire replay --json round1.pgn
  boardwire replay --driver dgt --base64 --json game.inbytes
  {"game":"game","white":null,"black":null,"plies":57,"uci":["e2e4", …],"result":"*","result_source":"none", …}`
}

// replayed is one game as `replay --json` prints it.
type replayed struct {
	Game         string          `json:"game"`
	White        orNull          `json:"white"`
	Black        orNull          `json:"black"`
	Plies        int             `json:"plies"`
	UCI          []string        `json:"uci"`
	Moves        []replayedMove  `json:"moves"`
	Result       string          `json:"result"`
	ResultSource string          `json:"result_source"`
	Reason       *string         `json:"reason"`
	Articles     []string        `json:"articles"`
	FinalFEN     string          `json:"final_fen"`
	Findings     []replayFinding `json:"findings"`
}

// orNull is a text that is null in JSON where there is none.
type orNull string

// MarshalJSON writes null for the empty text.
func (s orNull) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(s))
}

type replayedMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	// Completed is press, end, next, or null.
	Completed *string `json:"completed"`
	// Clk is the mover's clock after his press, in seconds, or null.
	Clk *int `json:"clk"`
	// Derived says that clk was not in the file and follows from the reading
	// before and the think time.
	Derived bool `json:"clk_derived,omitempty"`
}

type replayFinding struct {
	Ply      int      `json:"ply"`
	Kind     string   `json:"kind"`
	Articles []string `json:"articles"`
	Text     string   `json:"text"`
}

func (c replayCmd) Run(std streams) error {
	if _, err := rules.ParseEdition(c.Laws); err != nil {
		return usageError{err}
	}
	w := bufio.NewWriter(std.out)
	defer w.Flush()
	for _, path := range c.Files {
		if c.Driver == "" {
			if err := c.games(w, path, std); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			continue
		}
		facts, err := c.fold(path, std)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if c.Facts {
			for _, f := range facts {
				w.Write(f.Bytes)
				w.WriteByte('\n')
			}
			continue
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		if path == "-" {
			name = "stdin"
		}
		if err := c.print(w, summary(name, facts)); err != nil {
			return err
		}
	}
	return nil
}

// print writes a game as it was asked for.
func (c replayCmd) print(w *bufio.Writer, g replayed) error {
	if !c.JSON {
		printGame(w, g)
		return nil
	}
	b, err := json.Marshal(g)
	if err != nil {
		return err
	}
	w.Write(b)
	return w.WriteByte('\n')
}

// The names of the one table that a recording is replayed at.
const (
	replayHall   = "replay"
	replayRound  = "replay.1"
	replayTable  = "replay.1.1"
	replayDevice = "board"
)

// fold runs one recording through the same fold as a hall's record.
func (c replayCmd) fold(path string, std streams) ([]game.Fact, error) {
	protocol, err := driver(c.Driver)
	if err != nil {
		return nil, err
	}
	r := newReplay()
	ruled := func(n string) events.Ruled { return events.Ruled{Request: "replay-" + n, Author: "replay"} }
	r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: replayHall, Sitting: "s0001", Rate: 1})
	r.put(&r.desk, events.RoundScope(replayRound), events.Roster{
		Ruled: ruled("roster"), Edition: c.Laws, Kind: "standard", Control: c.Control,
		Tables: []events.Pairing{{Board: 1, White: "white", Black: "black"}},
	})
	r.put(&r.desk, events.TableScope(replayTable), events.Assign{Ruled: ruled("assign"), Device: replayDevice})
	for _, f := range r.facts {
		if a, ok := f.Event.Data.(events.Answered); ok && a.Answer == events.AnswerRefused {
			return nil, usagef("%s", a.Text)
		}
	}
	noise, err := feed(protocol, path, c.Base64, std.in, r.see)
	if err == nil {
		r.end()
		err = r.err
	}
	if noise > 0 {
		fmt.Fprintf(std.err, "boardwire: %s: noise on the line %d times: bytes were passed over to find the next frame\n", path, noise)
	}
	return r.facts, err
}

// replay makes a record of a recording and folds it. Time passes with the
// clock: each further reading is a second later, and a board that was not
// touched between two readings was still for that second.
type replay struct {
	fold    *game.Fold
	desk    events.Chain
	board   events.Chain
	seq     uint64
	now     time.Time
	touched bool
	facts   []game.Fact
	err     error
}

func newReplay() *replay {
	return &replay{
		fold:  game.NewFold(replayHall),
		desk:  events.Chain{Source: "desk-" + replayHall},
		board: events.Chain{Source: "ingest-replay-file-0000"},
		now:   time.Unix(0, 0).UTC(),
	}
}

func (r *replay) put(chain *events.Chain, scope events.Scope, p events.Payload) {
	e := events.Event{Type: p.EventType(), Scope: scope, Observed: r.now, Recorded: r.now, Data: p}
	chain.Next(&e)
	b, err := events.Encode(e)
	if err == nil {
		chain.Stored(b)
		r.seq++
		var facts []game.Fact
		facts, err = r.fold.Take(r.seq, b)
		r.facts = append(r.facts, facts...)
	}
	r.err = errors.Join(r.err, err)
}

func (r *replay) observe(p events.Payload) { r.put(&r.board, events.DeviceScope(replayDevice), p) }

func (r *replay) see(s serial.Sight) {
	p := ingest.Observe(s)
	switch p.(type) {
	case nil:
		return
	case events.ClockReading:
		if !r.touched {
			r.quiet(900)
		}
		r.now = r.now.Add(time.Second)
		r.touched = false
	case events.BoardSquare:
		r.touched = true
	}
	r.observe(p)
}

func (r *replay) quiet(ms int64) {
	r.observe(events.DeviceQuiet{Since: r.now, MS: ms})
}

// end lets the board lie as the recording left it.
func (r *replay) end() {
	r.now = r.now.Add(10 * time.Second)
	r.quiet(10000)
}

// summary folds facts into what replay prints.
func summary(name string, facts []game.Fact) replayed {
	g := replayed{
		Game: name, Result: "*", ResultSource: events.SourceNone,
		UCI: []string{}, Moves: []replayedMove{}, Articles: []string{}, Findings: []replayFinding{},
		FinalFEN: rules.Start().FEN(),
	}
	fens := []string{g.FinalFEN}
	result := func(r, reason, source string, articles []string) {
		g.Result, g.ResultSource, g.Reason, g.Articles = r, source, nil, []string{}
		if r != "*" {
			g.Reason = &reason
			g.Articles = append(g.Articles, articles...)
		}
	}
	for _, f := range facts {
		switch p := f.Event.Data.(type) {
		case events.Made:
			g.Moves = append(g.Moves, replayedMove{UCI: p.UCI, SAN: p.SAN})
			fens = append(fens, p.FEN)
		case events.Withdrawn:
			g.Moves = g.Moves[:p.Ply-1]
			fens = fens[:p.Ply]
		case events.Completed:
			m := &g.Moves[p.Ply-1]
			m.Completed = &p.By
			if p.Clocks != nil {
				clk := p.Clocks.White
				if p.Ply%2 == 0 {
					clk = p.Clocks.Black
				}
				m.Clk = &clk
			}
		case events.Ended:
			result(p.Result, p.Reason, p.Source, p.Articles)
		case events.FinalResult:
			result(p.Result, p.Reason, p.Source, p.Articles)
		case events.FindingRaised:
			g.Findings = append(g.Findings, replayFinding{Ply: p.Ply, Kind: p.Kind, Articles: append([]string{}, p.Articles...), Text: p.Text})
		}
	}
	for _, m := range g.Moves {
		g.UCI = append(g.UCI, m.UCI)
	}
	g.Plies = len(g.Moves)
	g.FinalFEN = fens[len(fens)-1]
	return g
}

// printGame writes a game for a reader.
func printGame(w *bufio.Writer, g replayed) {
	fmt.Fprint(w, g.Game)
	if g.White != "" || g.Black != "" {
		fmt.Fprintf(w, " %s - %s", g.White, g.Black)
	}
	fmt.Fprintf(w, ": %d plies, %s", g.Plies, g.Result)
	if g.Reason != nil {
		fmt.Fprintf(w, " (%s, %s)", *g.Reason, g.ResultSource)
	}
	fmt.Fprintln(w)
	for i, m := range g.Moves {
		if i%2 == 0 {
			fmt.Fprintf(w, "%3d.", i/2+1)
		}
		fmt.Fprintf(w, " %-8s", m.SAN)
		if m.Clk != nil {
			fmt.Fprintf(w, "%2d:%02d:%02d", *m.Clk/3600, *m.Clk/60%60, *m.Clk%60)
		} else {
			fmt.Fprintf(w, "%8s", "")
		}
		if i%2 == 1 || i == len(g.Moves)-1 {
			fmt.Fprintln(w)
		}
	}
	for _, f := range g.Findings {
		fmt.Fprintf(w, "ply %d: %s: %s", f.Ply, f.Kind, f.Text)
		if len(f.Articles) > 0 {
			fmt.Fprintf(w, " (%s)", strings.Join(f.Articles, ", "))
		}
		fmt.Fprintln(w)
	}
}
