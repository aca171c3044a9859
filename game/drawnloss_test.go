package game_test

import (
	"os"
	"strings"
	"testing"

	"boardwire/events"
	"boardwire/internal/testshared"
	"boardwire/rules"
)

// A game that is lost by an illegal move is drawn where the opponent cannot mate,
// and that is looked into as far as for a flag: further than for every move.
func TestALossThatIsDrawnIsLookedIntoAsFarAsAFlag(t *testing.T) {
	text, err := os.ReadFile(testshared.Path(t, "data/rules/unwinnable-labelled.txt"))
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for line := range strings.Lines(string(text)) {
		_, fen, _ := strings.Cut(strings.TrimSpace(line), " ")
		s, err := rules.ParseFEN(fen)
		if err != nil {
			continue
		}
		pos, err := s.Position(0)
		if err != nil || pos.CanWin(pos.Turn().Other()) != rules.Unknown || pos.Adjudge(pos.Turn().Other()) != rules.Impossible {
			continue
		}
		r := newRecord(t)
		r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
		r.event.Edition, r.event.Kind, r.event.Control, r.event.FEN = "2014", "rapid", "25", fen
		roster := r.event
		roster.Ruled, roster.Tables = r.ruled(), []events.Pairing{{Board: 1, White: "ann", Black: "bob"}}
		r.rule(events.RoundScope("open.1"), roster)
		if r.fold.Hall().Game("open.1.1") == nil {
			continue // the game would be over before it begins
		}
		facts := r.rule(events.TableScope("open.1.1"), events.Illegal{Ruled: r.ruled(), Player: pos.Turn().String(), Offence: events.OffenceIllegalMove})
		if got := r.fold.Hall().Game("open.1.1").Result(); got != rules.Draw {
			t.Errorf("%s: %s, want a draw: %s", fen, got, facts[len(facts)-1].Bytes)
		}
		if tried++; tried == 5 {
			return
		}
	}
	if tried == 0 {
		t.Error("no such position was found")
	}
}
