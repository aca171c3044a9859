package desk

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// Every kind of ruling on a table goes through the door and is answered by the
// fold: with what it makes of it, not with that it does not know it.
func TestEveryKindIsAnsweredByTheFold(t *testing.T) {
	x := newTable(t)
	n := 0
	asked := map[string]bool{}
	for _, c := range []struct{ data, answer, says string }{
		{`"kind":"start"`, "accepted", ""},
		{`"kind":"presence","data":{"player":"both","state":"absent"}`, "accepted", "default time"},
		{`"kind":"presence","data":{"player":"white","state":"arrived"}`, "accepted", "White came"},
		{`"kind":"correction","data":{"after":0,"moves":["e2e4","e7e5"],"from":"players"}`, "accepted", "stated 2"},
		{`"kind":"offer","data":{"player":"white"}`, "accepted", "the offer stands"},
		{`"kind":"offer","data":{"player":"black","rejected":true}`, "accepted", "is rejected"},
		{`"kind":"claim","data":{"ground":"threefold","touched":true}`, "accepted", "touched a man"},
		{`"kind":"illegal","data":{"player":"white","offence":"two_hands","ply":1}`, "accepted", "offence 1"},
		{`"kind":"uncount","data":{"player":"white"}`, "accepted", "does not count any more"},
		{`"kind":"penalty","data":{"player":"white","penalty":"less_points","half_points":1}`, "accepted", "less points, 1/2"},
		{`"kind":"clock","data":{"white":100,"black":100}`, "accepted", "no clock was seen"},
		{`"kind":"quickplay","data":{"player":"white","step":"claimed"}`, "by_discretion", "nobody may claim"},
		{`"kind":"displaced","data":{"player":"white"}`, "accepted", "on his own time"},
		{`"kind":"pause"`, "accepted", ""},
		{`"kind":"resume"`, "accepted", ""},
		{`"kind":"reversed","data":{"decision":"continue"}`, "by_discretion", "has White now"},
		{`"kind":"signed","data":{"result":"1-0"}`, "accepted", ""},
		{`"kind":"confirm"`, "accepted", ""},
		{`"kind":"result","data":{"result":"*"}`, "accepted", ""},
		{`"kind":"flag","data":{"player":"white"}`, "accepted", ""},
		{`"kind":"result","data":{"result":"*"}`, "accepted", ""},
		{`"kind":"resign","data":{"player":"white"}`, "accepted", ""},
		{`"kind":"result","data":{"result":"*"}`, "accepted", ""},
		{`"kind":"agree"`, "accepted", "no offer is on record"},
		{`"kind":"annul","data":{"why":"wrong_setup"}`, "accepted", "a new game begins"},
		{`"kind":"adjourned","data":{"moves":["d2d4"],"white":100,"black":90,"sealer":"black"}`, "accepted", "in the envelope"},
		{`"kind":"resume"`, "accepted", "open the envelope"},
		{`"kind":"unseal","data":{"found":"move","move":"d7d5"}`, "accepted", "clock is started"},
		{`"kind":"castling","data":{"player":"white","why":"moved","wing":"queenside","after":1}`, "accepted", "may not castle queenside"},
		{`"kind":"seal"`, "accepted", "seals move 2"},
		{`"kind":"noseal"`, "accepted", "seals nothing"},
		{`"kind":"noseal"`, "refused", "nothing to withdraw"},
		{`"kind":"seal"`, "accepted", "seals move 2"},
		{`"kind":"sealed","data":{"white":50,"black":40}`, "accepted", "on the envelope"},
		{`"kind":"result","data":{"result":"1-0","reason":"arbiter","points":{"white":1,"black":0}}`, "accepted", ""},
		{`"kind":"assign","data":{"device":"dgt-1"}`, "accepted", ""},
	} {
		kind, _, _ := strings.Cut(strings.TrimPrefix(c.data, `"kind":"`), `"`)
		asked[kind] = true
		a, code, text := x.rule(&n, `"table":"open.1.1",`+c.data)
		if code != http.StatusOK || a.Answer != c.answer || !strings.Contains(a.Text, c.says) {
			t.Fatalf("%s: %d %s; want %s and %q", c.data, code, text, c.answer, c.says)
		}
	}
	for _, kind := range Kinds() {
		if !asked[kind] && !slices.Contains([]string{"abandon", "audience", "close", "roster"}, kind) { // not a table's
			t.Errorf("%s was not asked", kind)
		}
	}
}
