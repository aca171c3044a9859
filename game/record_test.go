package game_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/game"
	"boardwire/rules"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// record writes a record message by message, as a desk and a board host would,
// and folds each at once.
type record struct {
	t        failer
	fold     *game.Fold
	now      time.Time
	desk     events.Chain
	host     events.Chain
	ticker   events.Chain
	requests int
	stored   [][]byte
	facts    []game.Fact
	boards   map[string]*sensor
	// event is what rosters say; named that a script says it, and shows duties.
	event events.Roster
	named bool
}

// sensor is what lies on a board, in its own frame.
type sensor struct {
	board rules.Board
	lie   boardstate.Lie
	blind bool                 // it cannot tell men apart
	clock *events.ClockReading // the last one, nil where there is no clock
}

// failer is a test, plain or with drawn values.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func newRecord(t failer) *record {
	return &record{
		t: t, fold: game.NewFold("main"), now: noon,
		desk:   events.Chain{Source: "desk-main"},
		host:   events.Chain{Source: "ingest-main-venue-00aa"},
		ticker: events.Chain{Source: "fold-main"},
		boards: map[string]*sensor{},
		event:  events.Roster{Edition: "2023", Kind: "standard", Control: "90+30"},
	}
}

// take folds stored bytes and returns what follows from them.
func (r *record) take(b []byte) []game.Fact {
	r.t.Helper()
	r.stored = append(r.stored, b)
	facts, err := r.fold.Take(uint64(len(r.stored)), b)
	if err != nil {
		r.t.Fatalf("message %d: %v", len(r.stored), err)
	}
	r.facts = append(r.facts, facts...)
	return facts
}

// put writes the next event of a source.
func (r *record) put(c *events.Chain, scope events.Scope, p events.Payload) []game.Fact {
	r.t.Helper()
	e := events.Event{Scope: scope, Observed: r.now, Recorded: r.now, Data: p}
	c.Next(&e)
	b, err := events.Encode(e)
	if err != nil {
		r.t.Fatal(err)
	}
	c.Stored(b)
	return r.take(b)
}

func (r *record) see(device string, p events.Payload) []game.Fact {
	r.t.Helper()
	return r.put(&r.host, events.DeviceScope(device), p)
}

func (r *record) rule(scope events.Scope, p events.Ruling) []game.Fact {
	r.t.Helper()
	return r.put(&r.desk, scope, p)
}

// ruled names each ruling anew.
func (r *record) ruled() events.Ruled {
	r.requests++
	return events.Ruled{Request: fmt.Sprintf("request-%d", r.requests), Author: "anna"}
}

func (r *record) wait(d time.Duration) { r.now = r.now.Add(d) }

func (r *record) sensor(device string) *sensor {
	if r.boards[device] == nil {
		r.boards[device] = &sensor{}
	}
	return r.boards[device]
}

// square changes one square of a board, in its own frame.
func (r *record) square(device string, sq rules.Square, p rules.Piece) []game.Fact {
	r.t.Helper()
	r.sensor(device).board.Put(sq, p)
	letter := ""
	switch {
	case p == rules.NoPiece:
	case r.sensor(device).blind:
		letter = "?"
	default:
		letter = string(rune(p.Letter()))
	}
	return r.see(device, events.BoardSquare{Square: sq.String(), Piece: letter})
}

func (r *record) dump(device string) []game.Fact {
	r.t.Helper()
	s := r.sensor(device)
	if s.blind {
		return r.see(device, events.BoardSurface{Occupied: fmt.Sprintf("%016x", uint64(s.board.Occupied()))})
	}
	return r.see(device, events.BoardSurface{Placement: s.board.Placement()})
}

// hand lets a hand do what the text says, as the players see the board: "e2-"
// lifts, "e4=P" puts.
func (r *record) hand(device, act string) []game.Fact {
	r.t.Helper()
	sq, err := rules.ParseSquare(act[:2])
	if err != nil {
		r.t.Fatal(err)
	}
	piece := rules.NoPiece
	if act[2] == '=' {
		var ok bool
		if piece, ok = rules.ParsePiece(act[3]); !ok {
			r.t.Fatalf("%q names no man", act)
		}
	}
	return r.square(device, r.sensor(device).lie.Frame(sq), piece)
}

// carry returns the acts of a hand that carries out a move without haste.
func (r *record) carry(device, uci string) []string {
	r.t.Helper()
	s := r.sensor(device)
	board := s.lie.Surface(boardstate.SurfaceOf(s.board)).Board
	from, err1 := rules.ParseSquare(uci[:2])
	to, err2 := rules.ParseSquare(uci[2:4])
	if err1 != nil || err2 != nil {
		r.t.Fatalf("%q is no move", uci)
	}
	man := board.At(from)
	put := func(sq rules.Square, p rules.Piece) string { return sq.String() + "=" + string(rune(p.Letter())) }
	acts := []string{from.String() + "-"}
	taken := rules.NoSquare
	switch {
	case board.At(to) != rules.NoPiece:
		taken = to
	case man.Role() == rules.Pawn && from.File() != to.File():
		taken = rules.SquareAt(to.File(), from.Rank())
	}
	if taken != rules.NoSquare {
		acts = append([]string{taken.String() + "-"}, acts...)
	}
	landed := man
	if len(uci) == 5 {
		landed, _ = rules.ParsePiece(uci[4])
		landed = rules.PieceOf(man.Color(), landed.Role())
	}
	acts = append(acts, put(to, landed))
	if d := to.File() - from.File(); man.Role() == rules.King && (d == 2 || d == -2) {
		corner, beside := rules.SquareAt(7, from.Rank()), rules.SquareAt(5, from.Rank())
		if d < 0 {
			corner, beside = rules.SquareAt(0, from.Rank()), rules.SquareAt(3, from.Rank())
		}
		acts = append(acts, corner.String()+"-", put(beside, board.At(corner)))
	}
	return acts
}

// play carries moves out one after the other: the hand, a still board, and the
// press where the board has a clock that runs.
func (r *record) play(device string, moves ...string) {
	r.t.Helper()
	s := r.sensor(device)
	for _, uci := range moves {
		for _, act := range r.carry(device, uci) {
			r.wait(200 * time.Millisecond)
			r.hand(device, act)
		}
		r.wait(600 * time.Millisecond)
		r.quiet(device, 600)
		if c := s.clock; c != nil && c.Running {
			r.wait(400 * time.Millisecond)
			r.press(device)
		}
	}
}

// press is that of the player whose time runs: it took him two seconds.
func (r *record) press(device string) []game.Fact {
	r.t.Helper()
	c := *r.sensor(device).clock
	if c.Lever == "left" {
		c.Left, c.Lever = c.Left-2, "right"
	} else {
		c.Right, c.Lever = c.Right-2, "left"
	}
	return r.read(device, c)
}

// read tells a reading of the clock.
func (r *record) read(device string, c events.ClockReading) []game.Fact {
	r.t.Helper()
	r.sensor(device).clock = nil
	if !c.Absent {
		r.sensor(device).clock = &c
	}
	return r.see(device, c)
}

// quiet tells that the board has been still for ms milliseconds.
func (r *record) quiet(device string, ms int64) []game.Fact {
	r.t.Helper()
	return r.see(device, events.DeviceQuiet{Since: r.now.Add(-time.Duration(ms) * time.Millisecond), MS: ms})
}

// tell writes a fact in one line.
func tell(f game.Fact, names map[events.ID]string) string {
	var b strings.Builder
	e := f.Event
	if table, ok := e.Scope.Table(); ok {
		b.WriteString(table)
	} else {
		b.WriteString(string(e.Scope))
	}
	say := func(format string, args ...any) { fmt.Fprintf(&b, " "+format, args...) }
	clocks := func(c *events.Clocks) {
		if c == nil {
			say("no-clock")
			return
		}
		say("%d/%d", c.White, c.Black)
		if c.Running != "" {
			say("%s-runs", c.Running)
		}
	}
	cites := func(list []string) {
		if len(list) > 0 {
			say("[%s]", strings.Join(list, " "))
		}
	}
	takes := func(id events.ID) {
		if id != "" {
			say("takes-back %s", names[id])
		}
	}
	name := ""
	switch p := e.Data.(type) {
	case events.Paired:
		say("paired %s-%s %s %s", p.White, p.Black, p.Edition, p.Control)
		if p.Device != "" {
			say("on %s", p.Device)
		}
		if p.FEN != rules.StartFEN {
			say("from %s", p.FEN)
		}
		if p.Gone {
			say("gone")
		}
	case events.Lifted:
		say("lifted %s%s", p.Piece, p.Square)
	case events.Made:
		say("made %d %s", p.Ply, p.SAN)
		if p.Illegal {
			say("(illegal)")
		}
		if p.Origin != "" {
			say("(%s)", p.Origin)
		}
		clocks(p.Clocks)
		cites(p.Articles)
		name = fmt.Sprintf("%d %s", p.Ply, p.SAN)
	case events.Completed:
		say("completed %s by %s", names[p.Move], p.By)
		clocks(p.Clocks)
		cites(p.Articles)
	case events.Withdrawn:
		say("withdrawn %s", names[p.Move])
		if p.Corrected {
			say("by correction")
		}
		if p.Restored {
			say("the position before is back")
		}
		if p.Annulled {
			say("annulled")
		}
		if p.Reassigned {
			say("the board serves another table")
		}
	case events.ClockChanged:
		say("clock %s", strings.Join(p.Changes, ","))
		clocks(&p.Clocks)
		if p.By != "" {
			say("by %s", p.By)
		}
		if p.WhiteFlag {
			say("white-flag")
		}
		if p.BlackFlag {
			say("black-flag")
		}
	case events.Unexplained:
		if p.Explained {
			say("explained after %d", p.After)
		} else {
			say("unexplained after %d: %s", p.After, p.Placement)
		}
	case events.Ended:
		say("ended %s", p.Result)
		if p.Reason != "" {
			say("%s", p.Reason)
		}
		say("%s", p.Source)
		cites(p.Articles)
		takes(p.Withdraws)
		name = "ended " + p.Result
	case events.FinalResult:
		say("final %s %s %s", p.Result, p.Reason, p.Source)
		if p.Points != nil {
			say("points %d-%d", p.Points.White, p.Points.Black)
		}
		cites(p.Articles)
		if p.Unlisted != "" {
			say("unlisted %q", p.Unlisted)
		}
		takes(p.Withdraws)
		name = "final " + p.Result
	case events.CastlingBarred:
		say("no castling for %s", p.Player)
		if p.Wing != "" {
			say("%s", p.Wing)
		}
		say("after %d", p.After)
		cites(p.Articles)
	case events.AdjournedFact:
		say("adjourned %s", p.State)
		if p.Sealer != "" {
			say("by %s", p.Sealer)
		}
		if p.Clocks != nil {
			clocks(p.Clocks)
		}
		cites(p.Articles)
	case events.Answered:
		say("answered %s", p.Answer)
		if p.Verdict != "" {
			say("%s", p.Verdict)
		}
		cites(p.Articles)
		if p.Text != "" {
			say("%s", p.Text)
		}
	case events.FindingRaised:
		say("finding %s ply %d", p.Kind, p.Ply)
		cites(p.Articles)
		say("%s", p.Text)
		if d := p.Duty; d != nil {
			say("{%s}", strings.TrimSpace(d.Act+" "+d.Until))
			cites(d.Articles)
		}
		name = p.Kind
	case events.FindingCleared:
		say("cleared %s", names[p.Finding])
	default:
		say("%s", e.Type)
	}
	names[e.ID] = name
	return b.String()
}

// payloads returns the facts of one table without lifts, in a form that ids and
// times do not enter.
func payloads(facts []game.Fact, table string) []string {
	names := map[events.ID]string{}
	var out []string
	for _, f := range facts {
		line := tell(f, names)
		if t, ok := f.Event.Scope.Table(); ok && t == table {
			out = append(out, line)
		}
	}
	return slices.Clip(out)
}
