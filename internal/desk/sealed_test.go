package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardwire/events"
	"boardwire/rules"
)

// rule posts a ruling on the table with an id of its own and returns the answer.
func (x *table) rule(n *int, body string) (answer events.Answered, code int, text string) {
	x.t.Helper()
	*n++
	id := fmt.Sprintf("00000000-0000-4000-8000-%012d", *n)
	w := x.do("POST", "/desk/rulings", `{"id":"`+id+`",`+body+`}`, x.bearer("desk-token"))
	if w.Code == http.StatusOK {
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			x.t.Fatal(err)
		}
	}
	return answer, w.Code, w.Body.String()
}

// stored is every byte that the hall keeps: record, facts and tables.
func (x *table) stored() []byte {
	x.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var all bytes.Buffer
	for _, name := range []string{"IN-main-s0001", "FACT-main-s0001-g1"} {
		log, err := x.store.Open(ctx, name)
		if err != nil {
			x.t.Fatal(err)
		}
		last, err := log.Last(ctx)
		if err != nil {
			x.t.Fatal(err)
		}
		for seq := uint64(1); seq <= last; seq++ {
			m, err := log.Get(ctx, seq)
			if err != nil {
				x.t.Fatal(err)
			}
			all.Write(m.Data)
			all.WriteByte('\n')
		}
	}
	entries, err := x.people.All(ctx)
	if err != nil {
		x.t.Fatal(err)
	}
	for _, e := range entries {
		all.WriteString(e.Key)
		all.Write(e.Value)
		all.WriteByte('\n')
	}
	all.Write(x.logged.bytes())
	return all.Bytes()
}

// An envelope that is closed when a sitting ends is closed in the next one, also
// before the game has entered it.
func TestASealedMoveStaysSealedInTheNextSitting(t *testing.T) {
	x := newTable(t)
	n := 0
	rule := func(want, body string) {
		t.Helper()
		if a, code, text := x.rule(&n, body); code != http.StatusOK || a.Answer != want {
			t.Fatalf("%s: %d %s; want %s", body, code, text, want)
		}
	}
	moves := `"table":"open.1.1","kind":"correction","data":{"after":0,"moves":["e2e4","e7e5"],"from":"players"}`
	rule("accepted", moves)
	rule("accepted", `"table":"open.1.1","kind":"seal"`)
	rule("refused", `"kind":"close"`) // the envelope is not in
	rule("accepted", `"table":"open.1.1","kind":"sealed","data":{"white":1800,"black":1700}`)
	rule("accepted", `"kind":"close"`)
	roster := `"table":"open.1","kind":"roster","data":{"edition":"2023","kind":"standard","control":"90+30","tables":[{"board":1,"white":"p1","black":"p2"}]}`
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if streams, err := x.store.Streams(context.Background()); err != nil || strings.Contains(fmt.Sprint(streams), "IN-main-s0002") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no second sitting was opened")
		}
	}
	rule("accepted", roster)
	rule("refused", moves)
	rule("refused", `"table":"open.1.1","kind":"pause","note":"Ng1-f3 is in it"`)
	rule("refused", `"table":"open.1.1","kind":"unseal","data":{"found":"move","move":"g1f3"}`)
	enter := `"table":"open.1.1","kind":"adjourned","data":{"moves":["e2e4","e7e5"],"white":1800,"black":1700,"sealer":"white"}`
	rule("refused", enter+`,"note":"g1f3"`)
	rule("accepted", enter)
	rule("refused", enter)
	rule("refused", moves)
	rule("accepted", `"table":"open.1.1","kind":"unseal","data":{"found":"move","move":"g1f3"}`)
	rule("accepted", `"table":"open.1.1","kind":"pause","note":"Ng1-f3 was in it"`)
}

// typed are the places of a request in which a person may type a word, W.
var typed = []string{
	`"table":"open.1.1","kind":"pause","note":"he sealed W"`,
	`"table":"open.1","kind":"pause","note":"W"`,
	`"kind":"resume","note":"W on board 1"`,
	`"table":"open.1.1","kind":"offer","data":{"player":"white"},"author":"W"`,
	`"table":"open.1.1","kind":"offer","data":{"player":"white"},"author":"IA W Lopez"`,
	`"table":"open.1.1","kind":"offer","data":{"player":"white"},"article":"W"`,
	`"table":"open.1.1","kind":"offer","data":{"player":"white"},"author":"W W"`,
	`"table":"open.1.1","kind":"offer","data":{"player":"white"},"article":"Art. W"`,
	`"table":"open.1","kind":"pause","author":"W"`,
	`"kind":"pause","article":"W"`,
	`"table":"open.1.1","kind":"noseal","article":"W","note":"W"`,
	`"table":"open.1.1","kind":"castling","data":{"player":"white","why":"W"}`,
	`"table":"open.1.1","kind":"castling","data":{"player":"white","why":"moved","wing":"W"}`,
	`"table":"open.1.1","kind":"offer","data":{"player":"white"},"saw":"W"`,
	`"table":"open.1.1","kind":"claim","data":{"ground":"threefold","announced":"W"}`,
	`"table":"open.1.1","kind":"claim","data":{"ground":"W"}`,
	`"table":"open.1.1","kind":"correction","data":{"after":0,"moves":["W"],"from":"scoresheet"}`,
	`"table":"open.1.1","kind":"correction","data":{"after":0,"moves":[],"from":"W"}`,
	`"table":"open.1.1","kind":"adjourned","data":{"moves":["W"],"white":1,"black":1}`,
	`"table":"open.1.1","kind":"unseal","data":{"found":"illegal","move":"W"}`,
	`"table":"open.1.1","kind":"unseal","data":{"found":"W"}`,
	`"table":"open.1.1","kind":"assign","data":{"device":"W"}`,
	`"table":"open.1.1","kind":"result","data":{"result":"1-0","reason":"W"}`,
	`"table":"open.1.1","kind":"result","data":{"result":"W"}`,
	`"table":"open.1.1","kind":"annul","data":{"why":"W"}`,
	`"table":"open.1.1","kind":"penalty","data":{"player":"white","penalty":"W"}`,
	`"table":"open.1","kind":"roster","data":{"edition":"2023","kind":"standard","control":"W","tables":[]}`,
	`"table":"open.1","kind":"roster","data":{"edition":"2023","kind":"standard","control":"90","fen":"W","tables":[]}`,
	`"table":"open","kind":"audience","data":{"audience":"W","kind":"public","delay_ms":0}`,
	`"kind":"abandon","data":{"silent":"W"}`,
	`"table":"open.1.1","kind":"W"`,
	`"table":"open.1.1","kind":"pause","W":"1"`,
}

// spoken tells a move as people say it: "knight to f three".
func spoken(p rules.Position, m rules.Move) []string {
	roles := map[rules.Role][]string{
		rules.Pawn: {"pawn", "peón", "Bauer"}, rules.Knight: {"knight", "caballo", "Springer"}, rules.Bishop: {"bishop", "alfil", "Läufer"},
		rules.Rook: {"rook", "torre", "Turm"}, rules.Queen: {"queen", "dama", "Dame"}, rules.King: {"king", "rey", "König"},
	}[p.Board().At(m.From).Role()]
	ranks := [][]string{strings.Fields("one two three four five six seven eight"), strings.Fields("uno dos tres cuatro cinco seis siete ocho"),
		strings.Fields("eins zwei drei vier fünf sechs sieben acht")}
	file := string(rune('a' + m.To.File()))
	var out []string
	for i, role := range roles {
		out = append(out, role+" "+file+" "+ranks[i][m.To.Rank()], role+"-"+file+"-"+ranks[i][m.To.Rank()])
	}
	return append(out, roles[0]+" to "+file)
}

// While an envelope is closed no word that reads as a move gets into any stored
// byte, wherever in a request it is typed; once it was opened the move does.
func TestASealedMoveIsInNoStoredByte(t *testing.T) {
	x := newTable(t)
	n := 0
	ok := func(body string) {
		t.Helper()
		if a, code, text := x.rule(&n, body); code != http.StatusOK || a.Answer != events.AnswerAccepted {
			t.Fatalf("%s: %d %s", body, code, text)
		}
	}
	ok(`"table":"open.1.1","kind":"correction","data":{"after":0,"moves":["e2e4","e7e5"],"from":"players"},"author":"A. Bishop-Rook 2"`)
	ok(`"table":"open.1.1","kind":"seal"`)
	pos := rules.Start()
	for _, m := range []string{"e2e4", "e7e5"} {
		move, err := pos.ParseUCI(m)
		if err != nil {
			t.Fatal(err)
		}
		if pos, err = pos.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	var moves []rules.Move
	for m := range pos.Legal() {
		moves = append(moves, m)
	}
	sealed := false
	rapid.Check(t, func(rt *rapid.T) {
		if !sealed && rapid.Bool().Draw(rt, "envelope in") {
			sealed = true
			ok(`"table":"open.1.1","kind":"sealed","data":{"white":1800,"black":1700}`)
		}
		m := rapid.SampledFrom(moves).Draw(rt, "move")
		words := append([]string{m.UCI(), pos.SAN(m), strings.ToUpper(m.UCI()), m.UCI()[:2] + "-" + m.UCI()[2:]}, spoken(pos, m)...)
		word := rapid.SampledFrom(words).Draw(rt, "word")
		body := strings.ReplaceAll(rapid.SampledFrom(typed).Draw(rt, "where"), "W", word)
		before := x.stored()
		if _, _, text := x.rule(&n, body); bytes.Count(x.stored(), []byte(word)) != bytes.Count(before, []byte(word)) {
			rt.Fatalf("%s was stored from %s, answered %s", word, body, text)
		}
	})
	if !sealed {
		ok(`"table":"open.1.1","kind":"sealed","data":{"white":1800,"black":1700}`)
	}
	ok(`"table":"open.1.1","kind":"offer","data":{"player":"black"},"author":"IA Lopez","article":"9.1"`)
	ok(`"table":"open.1.1","kind":"offer","data":{"player":"black"},"author":"A. Bishop-Rook 2","article":"Art. A4."`)
	ok(`"table":"open.1.1","kind":"unseal","data":{"found":"move","move":"g1f3"},"note":"opened by both, Ng1-f3 in it"`)
	if !bytes.Contains(x.stored(), []byte("g1f3")) {
		t.Error("the move of an opened envelope is not in the record")
	}
	ok(`"table":"open.1.1","kind":"pause","note":"after Ng1-f3"`)
}
