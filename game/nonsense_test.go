package game_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwire/events"
)

// What makes no sense as data is refused before anything behind the fold could
// stumble over it: ids are keys of tables and stand in subjects and addresses.
func TestRulingsThatMakeNoSense(t *testing.T) {
	hostile := []string{"<img src=x onerror=alert(1)>", "a b", "a.b", "*", ">", "\x00", "\u202eno", "\xff", "Ada", strings.Repeat("a", 33), "../x"}
	minute := time.Minute.Milliseconds()
	type ruling struct {
		scope events.Scope
		data  func(events.Ruled) events.Ruling
		want  string // answer and, where refused, a part of the text
	}
	cup, table := events.TournamentScope("cup"), events.TableScope("cup.1.1")
	audience := func(scope events.Scope, name, kind string, delay int64, want string) ruling {
		return ruling{scope, func(by events.Ruled) events.Ruling {
			return events.AudienceRuling{Ruled: by, Audience: name, Kind: kind, DelayMS: delay}
		}, want}
	}
	roster := func(white string) func(events.Ruled) events.Ruling {
		return func(by events.Ruled) events.Ruling {
			return events.Roster{Ruled: by, Edition: "2023", Kind: "standard", Control: "90",
				Tables: []events.Pairing{{Board: 1, White: white, Black: "bob"}}}
		}
	}
	script := []ruling{
		{events.RoundScope("cup.1"), roster("ann"), events.AnswerAccepted},
		{events.RoundScope("cup.2"), roster(""), events.AnswerAccepted}, // nobody yet
		audience(cup, "public", "public", 15*minute, events.AnswerAccepted),
		audience(cup, "public", "public", 20*minute, events.AnswerAccepted),
		audience(cup, "public", "public", 10*minute, "accepted a delay becomes shorter than 20 min when a second person"),
		audience(cup, "public", "arbiter", 30*minute, "refused audience public is of kind public"),
		audience(cup, "public", "", 30*minute, "refused audience public: kind"),
		audience(cup, "public", "everybody", 30*minute, "refused audience public: kind"),
		audience(cup, "public", "public", -1, "refused audience public: a delay has"),
		audience(cup, "public", "public", 25*60*minute, "refused audience public: a delay has"),
		audience(cup, "public", "public", 1<<62, "refused audience public: a delay has"),
		audience(events.HallScope, "public", "public", 0, "refused audience belongs to a tournament"),
		audience(table, "public", "public", 0, "refused audience belongs to a tournament"),
		{events.HallScope, func(by events.Ruled) events.Ruling { return events.Abandon{Ruled: by, Silent: "desk-main"} }, "refused desk-main writes the rulings"},
		{events.HallScope, func(by events.Ruled) events.Ruling { return events.Abandon{Ruled: by, Silent: "nobody"} }, "refused there is no source"},
	}
	for _, name := range hostile {
		script = append(script,
			ruling{events.RoundScope("cup.1"), roster(name), "refused board 1: player"},
			audience(cup, name, "public", minute, "refused audience"),
			ruling{table, func(by events.Ruled) events.Ruling { return events.Assign{Ruled: by, Device: name} }, "refused device"},
		)
	}
	r := newRecord(t)
	for i, c := range script {
		facts := r.rule(c.scope, c.data(r.ruled()))
		var got string
		for _, f := range facts {
			if a, ok := f.Event.Data.(events.Answered); ok {
				got = fmt.Sprintf("%s %s", a.Answer, a.Text)
			}
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("ruling %d on %s: got %q, want %q", i+1, c.scope, got, c.want)
		}
		if strings.HasPrefix(c.want, events.AnswerRefused) && len(facts) != 1 {
			t.Errorf("ruling %d is refused and yet has %d facts", i+1, len(facts))
		}
	}
}
