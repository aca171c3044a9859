package projector

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/events"
	"boardwire/game"
)

// tables shows what the facts of the sittings in hand say of boards and
// findings. A sitting that is folded anew is counted anew, so that a restart
// tells the same.
type tables struct {
	board, playing, unexplained, findings, faults *prometheus.Desc

	mu       sync.Mutex
	sittings map[string]*told
}

// told is what one sitting's facts have told.
type told struct {
	device      map[events.Scope]string // that serves a table
	stage       map[events.Scope]stage
	unexplained map[events.Scope]bool
	open        map[events.ID]string // kinds of findings
	faults      int
}

// stage is how far the game at a table is.
type stage struct{ begun, over bool }

// kinds of findings that always show, at 0 where none is open: what a board or
// a record does to a round. The others show once there was one.
var alwaysShown = []string{events.FindingDevice, events.FindingRecord, events.FindingIllegalMove}

func newTables() *tables {
	return &tables{
		board: prometheus.NewDesc("boardwire_projector_board_info",
			"Which table of a tournament's round a board serves; the value is 1.", []string{"board", "tournament", "table"}, nil),
		playing: prometheus.NewDesc("boardwire_projector_board_in_play",
			"1 while the game at the board's table has begun and is not over: the board has to answer.", []string{"board"}, nil),
		unexplained: prometheus.NewDesc("boardwire_projector_board_unexplained",
			"1 while no legal move explains what lies on the board, until the game is over.", []string{"board"}, nil),
		findings: prometheus.NewDesc("boardwire_projector_findings_open",
			"Findings that wait for a human or for their cause to go, by kind.", []string{"kind"}, nil),
		faults: prometheus.NewDesc("boardwire_projector_record_faults",
			"Places at which a source's events are missing, changed or unreadable in the sittings in hand.", nil, nil),
		sittings: map[string]*told{},
	}
}

// begin forgets what a sitting told: its fold begins.
func (t *tables) begin(sitting string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sittings[sitting] = &told{
		device: map[events.Scope]string{}, stage: map[events.Scope]stage{}, unexplained: map[events.Scope]bool{}, open: map[events.ID]string{},
	}
}

// end forgets a sitting that is sealed.
func (t *tables) end(sitting string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.sittings, sitting)
}

func (t *tables) fact(sitting string, e events.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.sittings[sitting]
	if s == nil {
		return
	}
	switch p := e.Data.(type) {
	case events.Paired:
		s.device[e.Scope] = p.Device
		if p.Gone || p.Device == "" {
			delete(s.device, e.Scope)
		}
	case events.Unexplained:
		s.unexplained[e.Scope] = !p.Explained
	case events.FindingRaised:
		s.open[e.ID] = p.Kind
		if p.Kind == events.FindingRecord {
			s.faults++
		}
	case events.FindingCleared:
		delete(s.open, p.Finding)
	}
}

// stages takes from the fold how far the games are that a fact is about: that of
// its table or, as a ruling may start many, all of them.
func (t *tables) stages(sitting string, hall *game.Hall, e events.Event) {
	ids := []string{}
	if id, ok := e.Scope.Table(); ok {
		ids = append(ids, id)
	} else if e.Type == events.TypeAnswered {
		ids = hall.Games()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.sittings[sitting]
	if s == nil {
		return
	}
	for _, id := range ids {
		begun, over := hall.Stage(id)
		s.stage[events.TableScope(id)] = stage{begun, over}
	}
}

// Describe is prometheus.Collector.
func (t *tables) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{t.board, t.playing, t.unexplained, t.findings, t.faults} {
		to <- d
	}
}

// Collect is prometheus.Collector.
func (t *tables) Collect(to chan<- prometheus.Metric) {
	t.mu.Lock()
	defer t.mu.Unlock()
	type table struct {
		tournament, number string
		plays, bad         bool
	}
	serves := map[string]table{}
	kinds := map[string]int{}
	for _, k := range alwaysShown {
		kinds[k] = 0
	}
	faults, newest := 0, ""
	for name, s := range t.sittings {
		if newest == "" || events.CompareSittings(name, newest) > 0 {
			newest = name
		}
		faults += s.faults
		for _, kind := range s.open {
			kinds[kind]++
		}
	}
	// A board plays in the open sitting; those that close have none left.
	if s := t.sittings[newest]; s != nil {
		for scope, device := range s.device {
			if tournament, number, ok := seat(scope); ok {
				at := s.stage[scope]
				serves[device] = table{tournament, number, at.begun && !at.over, s.unexplained[scope] && !at.over}
			}
		}
	}
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	for device, at := range serves {
		gauge(t.board, 1, device, at.tournament, at.number)
		gauge(t.playing, flag(at.plays), device)
		gauge(t.unexplained, flag(at.bad), device)
	}
	for kind, n := range kinds {
		gauge(t.findings, float64(n), kind)
	}
	gauge(t.faults, float64(faults))
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// seat returns the tournament and the number of a table.
func seat(s events.Scope) (tournament, number string, ok bool) {
	_, ok = s.Table()
	tournament, _, number = s.Tokens()
	return tournament, number, ok
}
