package game_test

import (
	"strings"
	"testing"

	"boardwire/events"
)

// Every ruling at every scope: where it makes no sense it is refused, nothing
// follows, and the answer says what to write instead. A close that names a table
// does not end the sitting of the whole hall.
func TestRulingsByWhatTheyBelongTo(t *testing.T) {
	type where struct{ table, round, tournament, hall bool }
	everywhere := where{true, true, true, true}
	belongs := map[events.Type]where{
		events.TypeRulingStart: everywhere, events.TypeRulingPause: everywhere, events.TypeRulingResume: everywhere,
		events.TypeRulingRoster: {round: true}, events.TypeRulingAudience: {tournament: true},
		events.TypeRulingClose: {hall: true}, events.TypeRulingAbandon: {hall: true},
	}
	scopes := []struct {
		scope events.Scope
		ok    func(where) bool
	}{
		{events.TableScope("open.1.1"), func(w where) bool { return w.table }},
		{events.RoundScope("open.1"), func(w where) bool { return w.round }},
		{events.TournamentScope("open"), func(w where) bool { return w.tournament }},
		{events.HallScope, func(w where) bool { return w.hall }},
		{events.DeviceScope("dgt-1"), func(where) bool { return false }},
	}
	tried := 0
	for _, kind := range events.Types() {
		p, _ := events.New(kind)
		if _, ok := p.(events.Ruling); !ok {
			continue
		}
		w, special := belongs[kind]
		if !special {
			w = where{table: true} // what happened at a board
		}
		for _, s := range scopes {
			tried++
			r := newRecord(t)
			r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
			roster := r.event
			roster.Ruled, roster.Tables = r.ruled(), []events.Pairing{{Board: 1, White: "ann", Black: "bob"}}
			r.rule(events.RoundScope("open.1"), roster)
			facts := r.rule(s.scope, p.(events.Ruling))
			a, _ := facts[len(facts)-1].Event.Data.(events.Answered)
			wrong := strings.HasPrefix(a.Text, kind.Kind()+" belongs to ") && strings.Contains(a.Text, "not to "+string(s.scope)+": ")
			if wrong == s.ok(w) {
				t.Errorf("%s at %s: answered %s, %q", kind, s.scope, a.Answer, a.Text)
			}
			if wrong && (a.Answer != events.AnswerRefused || len(facts) != 1) {
				t.Errorf("%s at %s: answered %s with %d facts; want a refusal alone", kind, s.scope, a.Answer, len(facts))
			}
			if closing := r.fold.Hall().Closing(); closing != (kind == events.TypeRulingClose && s.ok(w)) {
				t.Errorf("%s at %s: the sitting closes: %v", kind, s.scope, closing)
			}
		}
	}
	if tried < 30*len(scopes) {
		t.Errorf("%d tried; want every kind of ruling", tried)
	}
}
