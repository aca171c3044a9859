package warehouse

import (
	"reflect"
	"testing"
	"time"

	"boardwire/events"
)

// Whoever asks by player, by result or by what a ruling says finds rulings of
// every type that has it: a new type cannot be left out unseen.
func TestRulingsTellWhoAndWhat(t *testing.T) {
	detail := []string{"Reason", "Ground", "Offence", "From", "Audience", "Silent", "Device", "State", "Decision", "Why", "Penalty", "Step", "Found"}
	asked := 0
	for _, name := range events.Types() {
		zero, _ := events.New(name)
		if _, ok := zero.(events.Ruling); !ok {
			continue
		}
		p := reflect.New(reflect.TypeOf(zero)).Elem()
		set := func(field string) bool {
			f := p.FieldByName(field)
			if !f.IsValid() || f.Kind() != reflect.String {
				return false
			}
			f.SetString("the " + field)
			return true
		}
		var want ruling
		for _, field := range []string{"Player", "Sealer"} {
			if set(field) {
				want.Player = "the " + field
			}
		}
		if set("Result") {
			want.Result = "the Result"
		}
		for _, field := range detail {
			if set(field) {
				want.Detail = "the " + field
			}
		}
		r := p.Interface().(events.Ruling)
		e := events.Event{ID: "desk-main.1", Type: name, Scope: events.TableScope("open.1.1"), Data: r}
		got := rulingRow(from{}, e, r, time.Time{}, "")
		if got.Player != want.Player || got.Result != want.Result || got.Detail != want.Detail {
			t.Errorf("%s: player %q, result %q, detail %q; want %q, %q, %q", name, got.Player, got.Result, got.Detail, want.Player, want.Result, want.Detail)
		}
		if want.Player != "" || want.Result != "" || want.Detail != "" {
			asked++
		}
	}
	if asked < 20 {
		t.Errorf("%d types of rulings have something to tell, fewer than there are", asked)
	}
}
