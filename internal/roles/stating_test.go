package roles

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// rule posts one ruling at the desk and returns the answer.
func (r *rig) rule(body string) string {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, "http://"+r.at("desk")+"/desk/rulings", bytes.NewReader([]byte(body)))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+r.token("projector/secrets/desk-token"))
	client := http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(b)
}

// record is the record as stored.
func (r *rig) record() string {
	_, body := r.get(r.at("desk")+"/desk/log/record", r.token("projector/secrets/desk-token"))
	return body
}

// The file's differences are ruled on SIGHUP and at a start; what an arbiter
// ruled since stands where the file did not change.
func TestAFileThatIsEditedRulesItsDifferencesAlone(t *testing.T) {
	r := newRig(t)
	text, err := os.ReadFile("testdata/tournament.toml")
	if err != nil {
		t.Fatal(err)
	}
	file := r.write("t.toml", string(text))
	edit := func(old, new string) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(b), old) {
			t.Fatalf("no %q in the file", old)
		}
		r.write("t.toml", strings.Replace(string(b), old, new, 1))
	}
	r.nats()
	begin := func() *process {
		p := r.start("projector", nil, append(r.common("projector", r.path("secrets")),
			"--data", r.path("projector"), "--file", file, "--desk-listen", r.at("desk"))...)
		r.eventually("the hall is open", 30*time.Second, func() (bool, string) {
			return strings.Contains(p.log.String(), "the hall is open"), p.log.String()
		})
		return p
	}
	count := func(of string) int { return strings.Count(r.record(), of) }

	p := begin()
	if n := count("ruling.v1.assign"); n != 2 {
		t.Fatalf("%d assignments, want the file's 2\n%s", n, r.record())
	}
	answer := r.rule(`{"id":"00000000-0000-4000-8000-000000000001","table":"two.1.1","kind":"assign","data":{"device":"dgt-99999"},"author":"IA Lopez"}`)
	if !strings.Contains(answer, "accepted") {
		t.Fatalf("answer %s", answer)
	}
	edit("dgt-31402", "dgt-31499")
	_ = p.cmd.Process.Signal(syscall.SIGHUP)
	r.eventually("the new device is assigned", 10*time.Second, func() (bool, string) {
		return count("dgt-31499") == 1, p.log.String()
	})
	// A fault changes nothing.
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r.write("t.toml", string(good)+"\n[[round.table]]\nborad = 3\n")
	_ = p.cmd.Process.Signal(syscall.SIGHUP)
	r.eventually("the fault is told", 10*time.Second, func() (bool, string) {
		return strings.Contains(p.log.String(), "did you mean board?"), p.log.String()
	})
	r.write("t.toml", string(good))
	p.kill()

	// Edited while nothing runs: again the difference alone.
	edit("dgt-31499", "dgt-31500")
	p = begin()
	if a, b, c := count("dgt-31401"), count("dgt-99999"), count("dgt-31500"); a != 1 || b != 1 || c != 1 {
		t.Errorf("rulings of dgt-31401, dgt-99999, dgt-31500: %d, %d, %d; want one each\n%s", a, b, c, r.record())
	}
	if n := count("ruling.v1.roster"); n != 1 {
		t.Errorf("%d rosters, want 1: the file never changed there", n)
	}
	before := r.record()
	p.kill()
	begin()
	if after := r.record(); after != before {
		t.Errorf("a start without any change ruled something:\n%s", strings.TrimPrefix(after, before))
	}
}
