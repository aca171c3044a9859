package game_test

import (
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

// What was played comes out, whatever the fingers did: every move, in its
// order, completed by its press with what the clock showed then, and no other.
// Nor does it matter which way the board lies, right or turned by a quarter.
func TestWhatIsPlayedComesOut(t *testing.T) {
	laws, err := rules.Of(rules.E2023)
	if err != nil {
		t.Fatal(err)
	}
	whatIsPlayed(t, laws, func(*rapid.T) rules.Position { return rules.Start() })
}

// The same in Chess960, from every start: castling from wherever king and rook
// stand, also where one of them stays.
func TestWhatIsPlayedComesOutInChess960(t *testing.T) {
	whatIsPlayed(t, laws2023(t), func(t *rapid.T) rules.Position {
		n := rapid.IntRange(0, rules.Chess960Positions-1).Draw(t, "start")
		pos, err := rules.Chess960(n)
		if err != nil {
			t.Fatal(err)
		}
		return pos
	})
}

func whatIsPlayed(t *testing.T, laws rules.Laws, start func(*rapid.T) rules.Position) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		r := newRecord(t)
		p := seatAt(t, r, "dgt-1", rapid.Bool().Draw(t, "turned"), start(t))
		quarter := rapid.IntRange(0, 3).Draw(t, "quarter") == 0
		if quarter {
			list := []boardstate.Lie{boardstate.OnFileA, boardstate.OnFileH, boardstate.MirroredA, boardstate.MirroredH}
			if p.shuffled {
				list = list[:2]
			}
			p.lie, p.right = rapid.SampledFrom(list).Draw(t, "lie"), rapid.Bool().Draw(t, "right")
		}
		p.begin()
		for range rapid.IntRange(1, 80).Draw(t, "plies") {
			if !p.move(laws) {
				break
			}
		}
		p.wait(6 * time.Second)
		tables, err := audit(r.facts)
		if err != nil {
			t.Fatal(err)
		}
		got := tables["table/open.1.1"]
		for i := range got.moves {
			got.moves[i].id = ""
		}
		if diff := cmp.Diff(p.want, got.moves, cmp.AllowUnexported(toldMove{})); diff != "" {
			t.Fatalf("moves (-played +told):\n%s", diff)
		}
		maps.DeleteFunc(got.findings, func(_ events.ID, kind string) bool {
			return kind == events.FindingTouched || kind == events.FindingRookFirst || // men were set right slowly
				quarter && kind == events.FindingWrongBoard
		})
		if len(got.findings) > 0 {
			t.Fatalf("findings of a faultless game: %v", got.findings)
		}
		if end, over := laws.Completed(p.line); over {
			if res := r.fold.Hall().Game("open.1.1").Result(); res != end.Result {
				t.Fatalf("result %s, want %s", res, end.Result)
			}
		}
	})
}

// seatPlayers opens a round at which two players sit down.
func seatPlayers(t *rapid.T, r *record, device string, turned bool) *players {
	return seatFrom(t, r, device, turned, rules.Start())
}

// seatFrom is seatPlayers for games that begin from a position.
func seatFrom(t *rapid.T, r *record, device string, turned bool, start rules.Position) *players {
	p := seatAt(t, r, device, turned, start)
	p.begin()
	return p
}

// seatAt is seatFrom before the men are set up.
func seatAt(t *rapid.T, r *record, device string, turned bool, start rules.Position) *players {
	r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
	r.rule(events.RoundScope("open.1"), events.Roster{
		Ruled: r.ruled(), Edition: "2023", Kind: "standard", Control: "90+30", FEN: start.FEN(),
		Tables: []events.Pairing{{Board: 1, White: "ann", Black: "bob"}},
	})
	r.rule(events.TableScope("open.1.1"), events.Assign{Ruled: r.ruled(), Device: device})
	p := newPlayers(t, device, turned, func(at time.Time, p events.Payload) {
		r.now = at
		r.see(device, p)
	})
	p.line, p.shuffled = rules.NewLine(start), start != rules.Start()
	return p
}

func newPlayers(t *rapid.T, device string, turned bool, do func(time.Time, events.Payload)) *players {
	lie := boardstate.Straight
	if turned {
		lie = boardstate.Turned
	}
	return &players{
		t: t, device: device, do: do, now: noon, line: rules.NewLine(rules.Start()),
		left: [3]int{rules.White: 5400, rules.Black: 5400}, lie: lie, right: turned,
	}
}

// begin sets the men up and starts White's clock.
func (p *players) begin() {
	board := p.lie.Raw(boardstate.SurfaceOf(p.line.Position().Board())).Board
	p.touched, p.told = p.now, 0
	p.do(p.now, events.BoardSurface{Placement: board.Placement()})
	p.clock(rules.White, false)
	p.wait(time.Second)
	p.clock(rules.White, true)
}
