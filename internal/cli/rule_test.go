package cli

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardwire/internal/desk"
)

// deskAt is a desk that takes whatever comes and keeps the last request.
func deskAt(t *testing.T) (flags []string, last *desk.Request) {
	t.Helper()
	last = &desk.Request{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*last = desk.Request{}
		if err := json.NewDecoder(r.Body).Decode(last); err != nil {
			t.Error(err)
		}
		_, _ = w.Write([]byte(`{"answer":"accepted"}`))
	}))
	t.Cleanup(s.Close)
	data := t.TempDir()
	if err := os.MkdirAll(filepath.Join(data, "secrets"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "secrets", "desk-token"), []byte(strings.Repeat("a", 64)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"--desk", s.URL, "--data", data}, last
}

// What a command line states is what the desk's door takes: kind and data.
func TestRulingsOfTheCommandLine(t *testing.T) {
	flags, last := deskAt(t)
	for line, want := range map[string]string{
		"result d.1.8 1-0 --reason arbiter --white-points 1/2 --black-points 0": `result {"points":{"black":0,"white":1},"reason":"arbiter","result":"1-0"}`,
		"result d.1.8 1-0 --white-points 1.5 --black-points 0":                  `result {"points":{"black":0,"white":3},"result":"1-0"}`,
		"claim d.1.8 threefold g8f6 --touched":                                  `claim {"announced":"g8f6","ground":"threefold","touched":true}`,
		"offer d.1.8 black --rejected":                                          `offer {"player":"black","rejected":true}`,
		"illegal d.1.8 white --ply 3 --agreed":                                  `illegal {"agreed":true,"offence":"illegal_move","player":"white","ply":3}`,
		"presence d.1.8 both absent":                                            `presence {"player":"both","state":"absent"}`,
		"reversed d.1.8":                                                        `reversed {}`,
		"reversed d.1.8 restart":                                                `reversed {"decision":"restart"}`,
		"displaced d.1.8":                                                       `displaced {}`,
		"annul d.1.8 wrong_setup":                                               `annul {"why":"wrong_setup"}`,
		"penalty d.1.8 white less_time --time 2m":                               `penalty {"penalty":"less_time","player":"white","seconds":120}`,
		"penalty d.1.8 white less_points --points 1/2":                          `penalty {"half_points":1,"penalty":"less_points","player":"white"}`,
		"uncount d.1.8 white --ply 7":                                           `uncount {"player":"white","ply":7}`,
		"signed d.1.8 0-0":                                                      `signed {"result":"0-0"}`,
		"quickplay d.1.8 black postponed":                                       `quickplay {"player":"black","step":"postponed"}`,
		"quickplay d.1.8 black submitted --ground cannot_win":                   `quickplay {"ground":"cannot_win","player":"black","step":"submitted"}`,
		"seal d.1.8":                                             `seal {}`,
		"clock d.1.8 1:05:00 59:00":                              `clock {"black":3540,"white":3900}`,
		"clock d.1.8 3600 0":                                     `clock {"black":0,"white":3600}`,
		"sealed d.1.8 29:00 1:34:25":                             `sealed {"black":5665,"white":1740}`,
		"sealed d.1.8 1740 2065":                                 `sealed {"black":2065,"white":1740}`,
		"castling d.1.8 white misplaced":                         `castling {"player":"white","why":"misplaced"}`,
		"castling d.1.8 black moved --wing queenside --after 24": `castling {"after":24,"player":"black","why":"moved","wing":"queenside"}`,
		"noseal d.1.8":                                           `noseal `,
		"unseal d.1.8 move g1f3":                                 `unseal {"found":"move","move":"g1f3"}`,
		"adjourned d.1.8 1740 2065 e2e4 e7e5 --sealer white":     `adjourned {"black":2065,"moves":["e2e4","e7e5"],"sealer":"white","white":1740}`,
	} {
		args := append(append([]string{"rule"}, strings.Fields(line)...), flags...)
		if code, out, errText := boardwire(args...); code != 0 || out != "accepted\n" {
			t.Errorf("%s: code %d, out %q, err %q", line, code, out, errText)
			continue
		}
		if got := last.Kind + " " + string(last.Data); got != want || last.Table != "d.1.8" {
			t.Errorf("%s: %s for %s\nwant %s", line, got, last.Table, want)
		}
	}
}

func TestRulingsThatTheCommandLineRefuses(t *testing.T) {
	flags, last := deskAt(t)
	for line, says := range map[string]string{
		"result d.1.8 1-0 --white-points 1":                             "go together",
		"result d.1.8 1-0 --white-points three --black-points 0":        "is no score",
		"penalty d.1.8 white less_time --time 1500ms":                   "whole seconds",
		"penalty d.1.8 white scolding":                                  "warning",
		"unseal d.1.8 eaten":                                            "ambiguous",
		"quickplay d.1.8 white maybe":                                   "postponed",
		"presence d.1 white absent":                                     "is no game",
		"adjourned d.1.8 1740 2065":                                     "moves",
		"confirm d.1.01":                                                "without padding",
		"confirm d.1.0":                                                 "without padding",
		"confirm d.1.x":                                                 "without padding",
		"confirm D.1.1":                                                 "is no game",
		"clock d.1.8 1:5:00 59:00":                                      "is no time of a clock",
		"clock d.1.8 1:65:00 59:00":                                     "is no time of a clock",
		"clock d.1.8 1:00:00:00 59:00":                                  "is no time of a clock",
		"clock d.1.8 360001 59:00":                                      "is no time of a clock",
		"result d.1.8 1-0 --white-points 9999999999 --black-points 0.5": "is no score",
	} {
		*last = desk.Request{}
		args := append(append([]string{"rule"}, strings.Fields(line)...), flags...)
		code, _, errText := boardwire(args...)
		if code != exitUsage || !strings.Contains(errText, says) || last.Kind != "" {
			t.Errorf("%s: code %d, err %q, want %d and %q; the desk got %q", line, code, errText, exitUsage, says, last.Kind)
		}
	}
}

// A ruling is sent again, under the same id, only where nobody knows whether it
// arrived.
func TestRulingsThatAreWorthRepeating(t *testing.T) {
	answers := func(status int) []string {
		flags, _ := deskAt(t)
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(`{"error":"the desk's words"}`))
		}))
		t.Cleanup(s.Close)
		flags[1] = s.URL
		return flags
	}
	away, _ := deskAt(t)
	away[1] = "http://127.0.0.1:1"
	noToken, _ := deskAt(t)
	noToken[3] = t.TempDir()
	noAddress, _ := deskAt(t)
	noAddress[1] = "127.0.0.1:8081"
	for what, c := range map[string]struct {
		flags  []string
		repeat bool
	}{
		"nobody listens":          {away, true},
		"not answered in time":    {answers(http.StatusServiceUnavailable), true},
		"it cannot be understood": {answers(http.StatusBadRequest), false},
		"no token":                {noToken, false},
		"no address":              {noAddress, false},
	} {
		code, _, errText := boardwire(append([]string{"rule", "agree", "d.1.8"}, c.flags...)...)
		if code == 0 || strings.Contains(errText, "repeat it with --id") != c.repeat {
			t.Errorf("%s: code %d, err %q, want a word about repeating: %v", what, code, errText, c.repeat)
		}
	}
}
