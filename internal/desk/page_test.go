package desk

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"boardwire/events"
	"boardwire/rules"
)

// byHand are the kinds that no page states: they seat people, close sittings and
// change delays.
var byHand = []string{"abandon", "audience", "close", "roster"}

// TestThePageSendsWhatTheDoorTakes: every ruling that the desk's page can make,
// by a button or a form, is taken by the door as it is; every kind can be made;
// and every finding has its rulings.
func TestThePageSendsWhatTheDoorTakes(t *testing.T) {
	if _, err := os.Stat("../../web/node_modules/esbuild"); err != nil {
		t.Skipf("SKIPPED: the npm packages are missing, so what the page sends was not looked at: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "run.mjs", "test/samples.mjs")
	cmd.Dir = "../../web"
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaints.Bytes())
	}
	x := newTable(t)
	made, known, sent := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var said struct {
			Kind    string          `json:"kind"`
			Data    json.RawMessage `json:"data"`
			Finding string          `json:"finding"`
		}
		if err := json.Unmarshal(lines.Bytes(), &said); err != nil {
			t.Fatal(err)
		}
		if said.Finding != "" {
			known[said.Finding] = true
			continue
		}
		made[said.Kind] = true
		if line := lines.Text(); !sent[line] {
			sent[line] = true
			x.takes(len(sent), said.Kind, said.Data)
		}
	}
	for _, kind := range Kinds() {
		if made[kind] == slices.Contains(byHand, kind) {
			t.Errorf("%s: the page makes it: %v", kind, made[kind])
		}
	}
	for _, f := range rules.Findings() {
		// These two are never acted on, in any edition.
		if f != rules.FindingNotPressed && f != rules.FindingMoved && !known[string(f)] {
			t.Errorf("the page knows no rulings for the finding %s", f)
		}
	}
	for _, f := range []string{events.FindingClockExpected, events.FindingClocksStopped} {
		if !known[f] {
			t.Errorf("the page knows no rulings for the finding %s", f)
		}
	}
}

// takes sends a ruling through the door to the fold. It may be refused for how
// the game stands, and not for a word that nobody knows.
func (x *table) takes(n int, kind string, data json.RawMessage) {
	x.t.Helper()
	body, err := json.Marshal(Request{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", n), Table: "open.1.1", Kind: kind, Data: data, Author: "x"})
	if err != nil {
		x.t.Fatal(err)
	}
	w := x.do("POST", "/desk/rulings", string(body), x.bearer("desk-token"))
	var a events.Answered
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || w.Code != http.StatusOK {
		x.t.Errorf("%s %s: %d %s", kind, data, w.Code, w.Body)
	}
	if a.Answer == events.AnswerRefused && strings.Contains(a.Text, "want ") {
		x.t.Errorf("%s %s: %s", kind, data, a.Text)
	}
}
