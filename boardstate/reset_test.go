package boardstate_test

import (
	"slices"
	"testing"

	"boardwire/boardstate"
	"boardwire/rules"
)

// After a game the men are set up again, in any order and either seating.
func TestSettingUpAgain(t *testing.T) {
	r := dice(t)
	goals := []rules.Board{rules.Start().Board(), rules.Start().Board().Rotate()}
	early := 0
	const games = 200
	for range games {
		at := point{pos: rules.Start()}
		for range 40 + r.IntN(40) {
			moves := at.pos.AppendLegal(nil)
			if len(moves) == 0 {
				break
			}
			at = point{pos: after(t, at.pos, moves[r.IntN(len(moves))]), prev: []rules.Position{at.pos}}
		}
		h := handAt(at.pos.Board(), true)
		list := rearranged(r, at.pos.Board(), goals[r.IntN(2)], true)
		var in boardstate.Inference
		seen := false
		for _, touch := range list {
			h = h.See(touch)
			in = boardstate.Infer(at.pos, at.prev, h)
			if !truthful(t, at, h, in) {
				t.Fatalf("%s: %s", at.pos.FEN(), say(in))
			}
			seen = seen || in.Verdict == boardstate.Resetting
			if seen && in.Verdict == boardstate.Settled {
				t.Fatalf("%s: being set up, yet %s", at.pos.FEN(), say(in))
			}
		}
		if in.Verdict != boardstate.Resetting {
			t.Fatalf("%s: set up again, yet %s", at.pos.FEN(), say(in))
		}
		h = handAt(at.pos.Board(), true)
		for _, touch := range list[:len(list)*9/10] {
			h = h.See(touch)
		}
		if boardstate.Infer(at.pos, at.prev, h).Verdict == boardstate.Resetting {
			early++
		}
	}
	if early < games*9/10 {
		t.Errorf("nine tenths done, only %d of %d games tell", early, games)
	}
}

func TestResettingTable(t *testing.T) {
	middle := position(t, "r4rk1/pp1b1ppp/2n1pn2/q7/3P4/2PBBN2/P1Q2PPP/R3R1K1 w - - 0 15")
	empty := rules.Board{}
	for _, c := range []struct {
		name string
		show boardstate.Surface
		want boardstate.Verdict
	}{
		{"all off", boardstate.SurfaceOf(empty), boardstate.Resetting},
		{"all off, without recognition", boardstate.Surface{}, boardstate.Resetting},
		{"start", boardstate.SurfaceOf(rules.Start().Board()), boardstate.Resetting},
		{"start turned", boardstate.SurfaceOf(rules.Start().Board().Rotate()), boardstate.Resetting},
		{"start without recognition", boardstate.Surface{Occupied: rules.Start().Board().Occupied()}, boardstate.Resetting},
	} {
		if got := boardstate.Infer(middle, nil, boardstate.NewHand(c.show, epoch)).Verdict; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOrient(t *testing.T) {
	board := func(placement string) rules.Board {
		b, err := rules.ParsePlacement(placement)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		placement string
		lie       boardstate.Lie
		ok        bool
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", boardstate.Straight, true},
		{"RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr", boardstate.Turned, true},
		{"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR", boardstate.Straight, true},
		{"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", boardstate.Straight, true}, // king and queen mixed up
		// A quarter: White along the a-file, a rook on his left on a8; along the
		// h-file; with each queen on her own color; with kings and queens mixed up
		// on one side alone; a start of Chess960.
		{"RP4pr/NP4pn/BP4pb/QP4pq/KP4pk/BP4pb/NP4pn/RP4pr", boardstate.OnFileA, true},
		{"rp4PR/np4PN/bp4PB/kp4PK/qp4PQ/bp4PB/np4PN/rp4PR", boardstate.OnFileH, true},
		{"RP4pr/NP4pn/BP4pb/KP4pk/QP4pq/BP4pb/NP4pn/RP4pr", boardstate.MirroredA, true},
		{"rp4PR/np4PN/bp4PB/qp4PQ/kp4PK/bp4PB/np4PN/rp4PR", boardstate.MirroredH, true},
		{"RP4pr/NP4pn/BP4pb/QP4pk/KP4pq/BP4pb/NP4pn/RP4pr", boardstate.OnFileA, true},
		{"BP4pb/BP4pb/QP4pq/NP4pn/NP4pn/RP4pr/KP4pk/RP4pr", boardstate.OnFileA, true},
		{"RP4pr/NP4pn/BP4pb/QP4pq/KP3p1k/BP4pb/NP4pn/RP4pr", boardstate.Straight, false},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", boardstate.Straight, false},
		{"rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", boardstate.Straight, false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/KRBQNBNR", boardstate.Straight, false},
		{"rrbqkbnn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", boardstate.Straight, false},
		{"8/8/8/8/8/8/8/8", boardstate.Straight, false},
	} {
		lie, ok := boardstate.Orient(boardstate.SurfaceOf(board(c.placement)))
		if lie != c.lie || ok != c.ok {
			t.Errorf("%s: lie %d, ok %v; want %d, %v", c.placement, lie, ok, c.lie, c.ok)
		}
	}
	if _, ok := boardstate.Orient(boardstate.Surface{Occupied: rules.Start().Board().Occupied()}); ok {
		t.Error("a board without recognition told its seating")
	}
}

func TestRotateTwiceIsNothing(t *testing.T) {
	r := dice(t)
	for range 100 {
		b := wander(t, r).pos.Board()
		s := boardstate.SurfaceOf(b)
		if got := s.Rotate(); got.Occupied != b.Rotate().Occupied() || got.Board != b.Rotate() || got.Rotate() != s {
			t.Fatalf("%s rotated is %s", b, got.Board)
		}
	}
	touch := boardstate.Touch{Square: rules.E4, Piece: rules.WhitePawn}
	if got := touch.Rotate(); got.Square != rules.D5 || got.Piece != rules.WhitePawn || got.Rotate() != touch {
		t.Errorf("e4 rotated is %+v", got)
	}
}

// A position with faults proposes nothing of its own, but can be left.
func TestFaultyPosition(t *testing.T) {
	sound := position(t, "4k3/8/8/8/4q3/8/8/R3K3 w Q - 0 1")
	s, err := rules.ParseFEN("4k3/8/8/8/4q3/8/R7/4K3 b - - 1 1") // Ra2 left the king in check
	if err != nil {
		t.Fatal(err)
	}
	faulty, err := s.Position(rules.OpponentInCheck)
	if err != nil {
		t.Fatal(err)
	}
	if faulty.Faults() == 0 {
		t.Fatal("the position has no faults: it tests nothing")
	}
	for _, c := range []struct{ touches, want string }{
		{"", "unchanged"},
		{"e4.", "moving"},
		{"e4. a4=q", "no legal move"},
		{"a2. a1=R", "taken back back 1"},
		{"a2. a1=R e1. d2=K", "settled back 1 e1d2"},
		{"e1. e8. e4. e4=K d5=k", "signalled 1-0"},
	} {
		h := script(t, handAt(faulty.Board(), true), c.touches)
		if got := say(boardstate.Infer(faulty, []rules.Position{sound}, h)); got != c.want {
			t.Errorf("%q: %s, want %s", c.touches, got, c.want)
		}
	}
}

// Touches that were lost do not keep a short sequence from being found.
func TestSequenceFromDump(t *testing.T) {
	p := rules.Start()
	for _, c := range []struct {
		moves []string
		want  string
	}{
		{[]string{"e2e4", "e7e5"}, "settled e2e4 e7e5"},
		{[]string{"e2e4", "d7d5", "e4d5"}, "settled e2e4 d7d5 e4d5"},
		{[]string{"e2e4", "e7e5", "g1f3"}, "ambiguous among g1f3 e2e4"},
		{[]string{"e2e4", "e7e5", "g1f3", "b8c6"}, "no legal move"},
		{[]string{"g1f3", "e7e5", "f3g1"}, "no legal move"}, // Black moved out of turn, as far as one sees
	} {
		h := handAt(p.Board(), true).Reset(boardstate.SurfaceOf(played(t, p, c.moves...).Board()), epoch.Add(ms(1)))
		if got := say(boardstate.Infer(p, nil, h)); got != c.want {
			t.Errorf("%v: %s, want %s", c.moves, got, c.want)
		}
	}
	if got := boardstate.Infer(p, nil, handAt(played(t, p, "e2e4", "e7e5").Board(), true)); slices.Contains([]boardstate.Verdict{boardstate.Settled, boardstate.Ambiguous}, got.Verdict) {
		t.Errorf("a surface that no touch led to is %s", say(got))
	}
}
