package main

import (
	"math/rand/v2"
	"time"

	"boardwire/adapters/serial"
	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/internal/ingest"
	"boardwire/rules"
	"boardwire/sim/hand"
)

// source of the observations that are made up; no host writes under its name.
const source = "ingest-main-bench-0000"

// observations writes what so many boards would have said in about n events:
// games of legal moves by chance, at a real tempo, through the recorder that
// decides what is worth recording.
func observations(boards, n int) ([]events.Event, [][]byte, error) {
	w := &writing{rec: ingest.NewRecorder(), chain: events.Chain{Source: source}}
	begin := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	var sitters []*sitter
	for b := 1; b <= boards; b++ {
		sitters = append(sitters, newSitter(w, b, begin.Add(time.Duration(b)*100*time.Millisecond)))
	}
	for len(w.stored) < n && w.err == nil {
		for _, s := range sitters {
			s.move()
		}
	}
	return w.events, w.stored, w.err
}

// writing numbers, chains and encodes events as the outbox's writer does.
type writing struct {
	rec    *ingest.Recorder
	chain  events.Chain
	events []events.Event
	stored [][]byte
	err    error
}

func (w *writing) add(obs []ingest.Observation) {
	for _, o := range obs {
		e := events.Event{Scope: events.DeviceScope(o.Device), Observed: o.Observed, Recorded: o.Observed, Data: o.Data}
		w.chain.Next(&e)
		b, err := events.Encode(e)
		if err != nil {
			w.err = err
			return
		}
		w.chain.Stored(b)
		w.events, w.stored = append(w.events, e), append(w.stored, b)
	}
}

// sitter is one board whose game is made up.
type sitter struct {
	*writing
	device serial.Device
	rand   *rand.Rand
	at     time.Time
	pos    rules.Position
	clock  clockstate.Reading
}

func newSitter(w *writing, board int, at time.Time) *sitter {
	s := &sitter{
		writing: w, rand: rand.New(rand.NewPCG(2, uint64(board))), at: at, pos: rules.Start(),
		device: serial.Device{Name: device(board), Family: "dgt", Port: "/dev/ttyUSB0", Info: serial.Info{BatteryPercent: -1}},
		clock: clockstate.Reading{
			Left: clockstate.Face{Time: startSeconds * time.Second}, Right: clockstate.Face{Time: startSeconds * time.Second},
			Lever: clockstate.Left, Running: true,
		},
	}
	s.add(w.rec.Seen(nil, s.device, at))
	surface := boardstate.SurfaceOf(s.pos.Board())
	s.sight(serial.Sight{Surface: &surface, Raw: make([]byte, 67)})
	s.tell()
	return s
}

func (s *sitter) sight(v serial.Sight) {
	v.At = s.at
	s.add(s.rec.Sight(nil, s.device, v))
}

// tell says what the clock shows.
func (s *sitter) tell() {
	r := s.clock
	s.sight(serial.Sight{Clock: &r, Raw: make([]byte, 10)})
}

// running is the display that counts.
func (s *sitter) running() *clockstate.Face {
	if s.clock.Lever == clockstate.Left {
		return &s.clock.Left
	}
	return &s.clock.Right
}

// move lets 16 to 47 s pass and plays one move. A game without a legal move is
// over.
func (s *sitter) move() {
	if !s.pos.HasLegal() {
		return
	}
	for range 16 + s.rand.IntN(32) {
		s.at = s.at.Add(time.Second)
		s.running().Time -= time.Second
		s.tell()
		s.add(s.rec.Idle(nil, s.device, s.at))
	}
	legal := s.pos.AppendLegal(nil)
	m := legal[s.rand.IntN(len(legal))]
	for _, t := range hand.Move(s.pos, m, hand.Plain(), s.rand) {
		s.at = s.at.Add(t.After)
		s.sight(serial.Sight{Touch: &boardstate.Touch{At: s.at, Square: t.Square, Piece: t.Piece, Lifted: t.Piece == rules.NoPiece}})
	}
	s.at = s.at.Add(300 * time.Millisecond)
	s.running().Time += bonus * time.Second
	s.clock.Lever = s.clock.Lever.Other()
	s.tell()
	var err error
	if s.pos, err = s.pos.Play(m); err != nil {
		s.err = err
	}
}
