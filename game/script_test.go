package game_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

var update = flag.Bool("update", false, "write the facts of testdata/*.txtar anew")

// A script is a record, one event a line, and the facts that follow from it:
//
//	open [RATE]                       the sitting is opened
//	event EDITION KIND [supervised] [CONTROL]
//	                                  what rosters say from here on, else 2023 standard 90+30;
//	                                  findings are shown with their duty, moves with their origin
//	announce RULE ...                 what rosters say beside the Laws from here on: default=SECONDS,
//	                                  no-draw=MOVE, quickplay, odds=COLOR, points=WIN-DRAW-LOSS (half points),
//	                                  start=TIME, chess960=NUMBER
//	from FEN                          where rosters say that games begin
//	roster ROUND CONTROL B:W-B ...    a round
//	begin [clockless]                 one table, ann-bob on dgt-1, the clock was started;
//	                                  its facts are left out
//	assign TABLE [DEVICE]
//	rule SCOPE KIND [ARGS] [art=ARTICLE]  by an article ("_" for a space): pause, resume, result R [REASON] [points=W-B], confirm [R], close,
//	                                  claim GROUND [ANNOUNCED] [white|black] [touched], offer P [rejected],
//	                                  agree, resign P, flag P, clock W B, correction FROM AFTER UCI ...,
//	                                  illegal P OFFENCE [PLY] [claimed] [agreed], signed R, uncount P [PLY],
//	                                  penalty P WHAT [SECONDSs] [HALFPOINTSh], presence P STATE,
//	                                  reversed [DECISION], displaced [P], annul WHY, quickplay P STEP [GROUND],
//	                                  castling P WHY [WING] [AFTER],
//	                                  seal [P], noseal, sealed W B, unseal FOUND [UCI], adjourned W B P|- UCI ...
//	dump DEVICE [LIE|PLACEMENT]       a lie has the men of the start on it: start, turned, and by a quarter
//	                                  file-a, file-h, mirrored-a, mirrored-h (White sits along that file)
//	relaid DEVICE LIE                 the men are put on a board that lies so, and it does not tell
//	blind DEVICE                      it cannot tell men apart
//	show DEVICE TEXT                  a dump with any text for its placement
//	sq DEVICE SQUARE [PIECE]          in the board's own frame
//	play DEVICE ACT ...               by a hand, 0.2 s an act: "e2-" lifts, "e4=P" puts
//	moves DEVICE UCI ...              carried out, still for 600 ms, pressed if a clock runs
//	unseen DEVICE ACT ...             as play, and the board does not tell
//	quiet DEVICE MS
//	press DEVICE                      by the player whose time runs
//	clk DEVICE LEFT RIGHT SIDE [stop] [flag-left] [flag-right]; clk DEVICE absent
//	lost DEVICE REASON, seen DEVICE
//	tick                              time has passed, and nobody says anything
//	again                             the last message comes once more
//	skip                              the host loses an event before it is stored
//	raw TEXT                          a message of these bytes
//
// A line may begin with the time to wait before it, as "+0.6s". Facts stand
// under the line that they follow from; lines without facts are left out.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, rest, ok1 := strings.Cut(string(text), "-- log --\n")
			log, want, ok2 := strings.Cut(rest, "-- facts --\n")
			if !ok1 || !ok2 {
				t.Fatalf("%s: want sections log and facts", file)
			}
			got := run(t, log)
			if *update {
				out := head + "-- log --\n" + log + "-- facts --\n" + got
				if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("facts (-want +got; -update writes them anew):\n%s", diff)
			}
		})
	}
}

var liesOf = map[string]boardstate.Lie{
	"start": boardstate.Straight, "turned": boardstate.Turned, "file-a": boardstate.OnFileA, "file-h": boardstate.OnFileH,
	"mirrored-a": boardstate.MirroredA, "mirrored-h": boardstate.MirroredH,
}

// run folds a script and returns its facts as text.
func run(t *testing.T, log string) string {
	r := newRecord(t)
	names := map[events.ID]string{}
	var out bytes.Buffer
	for line := range strings.Lines(log) {
		line = strings.TrimSpace(line)
		text, _, _ := strings.Cut(line, "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		from := len(r.facts)
		if strings.HasPrefix(words[0], "+") {
			d, err := time.ParseDuration(words[0][1:])
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			r.wait(d)
			words = words[1:]
		}
		if len(words) > 0 {
			step(t, r, words)
		}
		for i, f := range r.facts[from:] {
			fact := tell(f, names)
			if !r.named {
				fact, _, _ = strings.Cut(fact, " {")
				fact = strings.Replace(fact, " (supposed)", "", 1)
			}
			if words[0] == "begin" {
				continue
			}
			if i == 0 {
				out.WriteString(strings.TrimSpace(text) + "\n")
			}
			out.WriteString("\t" + fact + "\n")
		}
	}
	if _, err := audit(r.facts); err != nil {
		t.Error(err)
	}
	return out.String()
}

// step does what one line says.
func step(t *testing.T, r *record, words []string) {
	t.Helper()
	arg := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	device := arg(1)
	switch words[0] {
	case "open":
		rate, demo := 1, len(words) > 1
		if demo {
			rate = number(t, arg(1))
		}
		r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: rate, Demo: demo})
	case "roster":
		p := r.event
		p.Ruled, p.Control = r.ruled(), arg(2)
		for _, text := range words[3:] {
			board, names, _ := strings.Cut(text, ":")
			white, black, _ := strings.Cut(names, "-")
			n, _ := strconv.Atoi(board)
			p.Tables = append(p.Tables, events.Pairing{Board: n, White: white, Black: black})
		}
		r.rule(events.RoundScope(arg(1)), p)
	case "event":
		r.named = true
		r.event.Edition, r.event.Kind = arg(1), arg(2)
		for _, w := range words[3:] {
			if w == "supervised" {
				r.event.Supervised = true
			} else {
				r.event.Control = w
			}
		}
	case "announce":
		r.named = true
		announce(t, &r.event, words[1:])
	case "from":
		r.event.FEN = strings.Join(words[1:], " ")
	case "assign":
		r.rule(events.TableScope(arg(1)), events.Assign{Ruled: r.ruled(), Device: arg(2)})
	case "rule":
		by := r.ruled()
		words := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
			text, ok := strings.CutPrefix(w, "art=")
			if ok {
				by.Article = strings.ReplaceAll(text, "_", " ")
			}
			return ok
		})
		r.rule(scopeOf(arg(1)), rulingOf(t, by, words[2:]))
	case "dump":
		s := r.sensor(device)
		start := begins(t, r.event).Board()
		switch arg(2) {
		case "":
		case "start", "turned", "file-a", "file-h", "mirrored-a", "mirrored-h":
			s.lie = liesOf[arg(2)]
			s.board = s.lie.Raw(boardstate.SurfaceOf(start)).Board
		default:
			b, err := rules.ParsePlacement(arg(2))
			if err != nil {
				t.Fatal(err)
			}
			s.board = b
		}
		r.dump(device)
	case "relaid":
		s := r.sensor(device)
		seen := s.lie.Surface(boardstate.SurfaceOf(s.board))
		s.lie = liesOf[arg(2)]
		s.board = s.lie.Raw(seen).Board
	case "blind":
		r.sensor(device).blind = true
	case "show":
		r.see(device, events.BoardSurface{Placement: arg(2)})
	case "sq":
		sq, err := rules.ParseSquare(arg(2))
		if err != nil {
			t.Fatal(err)
		}
		piece := rules.NoPiece
		if arg(3) != "" {
			piece, _ = rules.ParsePiece(arg(3)[0])
		}
		r.square(device, sq, piece)
	case "play":
		for _, act := range words[2:] {
			r.wait(200 * time.Millisecond)
			r.hand(device, act)
		}
	case "moves":
		r.play(device, words[2:]...)
	case "begin":
		control, err := clockstate.ParseControl(r.event.Control)
		if err != nil {
			t.Fatal(err)
		}
		clk := fmt.Sprintf("clk dgt-1 %[1]d %[1]d left", control.Periods[0].Main/time.Second)
		for _, line := range []string{
			"open", "roster open.1 " + r.event.Control + " 1:ann-bob", "assign open.1.1 dgt-1", "dump dgt-1 start",
			clk + " stop", clk,
		} {
			if w := strings.Fields(line); w[0] != "clk" || arg(1) != "clockless" {
				step(t, r, w)
			}
			r.wait(time.Second)
		}
	case "unseen": // the men are moved and the board does not tell
		s := r.sensor(device)
		for _, act := range words[2:] {
			sq, _ := rules.ParseSquare(act[:2])
			piece := rules.NoPiece
			if act[2] == '=' {
				piece, _ = rules.ParsePiece(act[3])
			}
			s.board.Put(sq, piece)
		}
	case "quiet":
		r.quiet(device, int64(number(t, arg(2))))
	case "clk":
		r.read(device, readingOf(t, words[2:]))
	case "press":
		r.press(device)
	case "lost":
		r.see(device, events.DeviceLost{Port: "/dev/ttyUSB0", Reason: arg(2)})
	case "seen":
		r.see(device, events.DeviceSeen{Driver: "dgt", Port: "/dev/ttyUSB0"})
	case "tick":
		r.put(&r.ticker, events.HallScope, events.Tick{At: r.now})
	case "again":
		r.take(r.stored[len(r.stored)-1])
	case "skip":
		r.host.Stored([]byte("lost"))
	case "raw":
		r.take([]byte(strings.Join(words[1:], " ")))
	default:
		t.Fatalf("%q: no such line", words)
	}
}

// announce takes what an event says beside the Laws.
func announce(t *testing.T, p *events.Roster, words []string) {
	t.Helper()
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "default":
			n := number(t, value)
			p.DefaultTime = &n
		case "no-draw":
			p.NoDrawBefore = number(t, value)
		case "quickplay":
			p.Quickplay = true
		case "odds":
			p.DrawOdds = value
		case "points":
			var s events.PointSystem
			if _, err := fmt.Sscanf(value, "%d-%d-%d", &s.Win, &s.Draw, &s.Loss); err != nil {
				t.Fatalf("%q: %v", w, err)
			}
			p.Points = &s
		case "start":
			p.Start = value
		case "chess960":
			pos, err := rules.Chess960(number(t, value))
			if err != nil {
				t.Fatal(err)
			}
			p.FEN = pos.FEN()
		default:
			t.Fatalf("%q: no such rule", w)
		}
	}
}

// begins returns where a roster says that games begin.
func begins(t *testing.T, p events.Roster) rules.Position {
	t.Helper()
	if p.FEN == "" {
		return rules.Start()
	}
	s, err := rules.ParseFEN(p.FEN)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := s.Position(0)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func scopeOf(s string) events.Scope {
	switch strings.Count(s, ".") {
	case 2:
		return events.TableScope(s)
	case 1:
		return events.RoundScope(s)
	}
	if s == "hall" {
		return events.HallScope
	}
	return events.TournamentScope(s)
}

func rulingOf(t *testing.T, by events.Ruled, words []string) events.Ruling {
	t.Helper()
	arg := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	switch words[0] {
	case "pause":
		return events.Pause{Ruled: by}
	case "resume":
		return events.Resume{Ruled: by}
	case "start":
		return events.Start{Ruled: by}
	case "result":
		p := events.ResultRuling{Ruled: by, Result: arg(1)}
		for _, w := range words[2:] {
			if text, ok := strings.CutPrefix(w, "points="); ok {
				white, black, _ := strings.Cut(text, "-")
				p.Points = &events.Points{White: number(t, white), Black: number(t, black)}
			} else {
				p.Reason = w
			}
		}
		return p
	case "signed":
		return events.Signed{Ruled: by, Result: arg(1)}
	case "uncount":
		p := events.Uncount{Ruled: by, Player: arg(1)}
		if arg(2) != "" {
			p.Ply = number(t, arg(2))
		}
		return p
	case "penalty":
		p := events.Penalty{Ruled: by, Player: arg(1), Penalty: arg(2)}
		for _, w := range words[3:] {
			if text, ok := strings.CutSuffix(w, "s"); ok {
				p.Seconds = number(t, text)
			} else {
				p.HalfPoints = number(t, strings.TrimSuffix(w, "h"))
			}
		}
		return p
	case "presence":
		return events.Presence{Ruled: by, Player: arg(1), State: arg(2)}
	case "reversed":
		return events.Reversed{Ruled: by, Decision: arg(1)}
	case "displaced":
		return events.Displaced{Ruled: by, Player: arg(1)}
	case "annul":
		return events.Annul{Ruled: by, Why: arg(1)}
	case "quickplay":
		return events.Quickplay{Ruled: by, Player: arg(1), Step: arg(2), Ground: arg(3)}
	case "seal":
		return events.Seal{Ruled: by, Player: arg(1)}
	case "castling":
		p := events.CastlingRuling{Ruled: by, Player: arg(1), Why: arg(2)}
		for _, w := range words[3:] {
			if n, err := strconv.Atoi(w); err == nil {
				p.After = n
			} else {
				p.Wing = w
			}
		}
		return p
	case "noseal":
		return events.NoSeal{Ruled: by}
	case "sealed":
		return events.Sealed{Ruled: by, White: number(t, arg(1)), Black: number(t, arg(2))}
	case "unseal":
		return events.Unseal{Ruled: by, Found: arg(1), Move: arg(2)}
	case "adjourned":
		return events.AdjournedRuling{Ruled: by, White: number(t, arg(1)), Black: number(t, arg(2)), Sealer: strings.Trim(arg(3), "-"), Moves: append([]string{}, words[4:]...)}
	case "confirm":
		return events.Confirm{Ruled: by, Result: arg(1)}
	case "close":
		return events.CloseSitting{Ruled: by}
	case "claim":
		p := events.Claim{Ruled: by, Ground: arg(1)}
		for _, w := range words[2:] {
			switch w {
			case "white", "black":
				p.Player = w
			case "touched":
				p.Touched = true
			default:
				p.Announced = w
			}
		}
		return p
	case "offer":
		return events.Offer{Ruled: by, Player: arg(1), Rejected: arg(2) == "rejected"}
	case "agree":
		return events.Agree{Ruled: by}
	case "resign":
		return events.Resign{Ruled: by, Player: arg(1)}
	case "flag":
		return events.FlagRuling{Ruled: by, Player: arg(1)}
	case "illegal":
		p := events.Illegal{Ruled: by, Player: arg(1), Offence: arg(2)}
		for _, w := range words[3:] {
			switch w {
			case "claimed":
				p.Claimed = true
			case "agreed":
				p.Agreed = true
			default:
				p.Ply = number(t, w)
			}
		}
		return p
	case "clock":
		return events.ClockRuling{Ruled: by, White: number(t, arg(1)), Black: number(t, arg(2))}
	case "correction":
		return events.Correction{Ruled: by, From: arg(1), After: number(t, arg(2)), Moves: words[3:]}
	}
	t.Fatalf("%q: no such ruling", words)
	return nil
}

func readingOf(t *testing.T, words []string) events.ClockReading {
	t.Helper()
	if words[0] == "absent" {
		return events.ClockReading{Absent: true}
	}
	left, err1 := strconv.Atoi(words[0])
	right, err2 := strconv.Atoi(words[1])
	if err1 != nil || err2 != nil {
		t.Fatalf("%q: want two times in seconds", words)
	}
	p := events.ClockReading{Left: left, Right: right, Lever: words[2], Running: true}
	for _, w := range words[3:] {
		switch w {
		case "stop":
			p.Running = false
		case "flag-left":
			p.LeftFlag = true
		case "flag-right":
			p.RightFlag = true
		default:
			t.Fatalf("%q: no such word", w)
		}
	}
	return p
}
