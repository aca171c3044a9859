package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/rules"
	"boardwire/sim/demo"
)

// TestDemonstrationGoesOn: a demonstration that is stopped in mid-play goes on
// where it was.
func TestDemonstrationGoesOn(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	endEmulator(t, data)
	r := roundOf(t, demo.Round, demo.Script)
	h := startHall(t, data, nil, "--demo", "--speed", "20")
	r.atLeast(t, h, 5)
	h.stop()
	if emulated(t, data) {
		t.Error("the emulated boards outlive a hall that was stopped")
	}
	h = startHall(t, data, nil, "--demo", "--speed", "20")
	record, facts := h.log("record"), decoded(t, h.log("facts"))
	r.atLeast(t, h, played(facts)+12)
	if after := h.log("record"); !startsWith(after, record) {
		t.Error("the second start changed what the record held")
	}
	h.stop()
	s := audit(t, data, []string{"s0001"})
	facts = nil
	for _, m := range s.facts["s0001"] {
		facts = append(facts, decoded(t, []string{string(m.Data)})...)
	}
	if d := cmp.Diff([]finding(nil), raised(facts)); d != "" {
		t.Errorf("findings (-want +got):\n%s", d)
	}
	r.checkMoves(t, facts)
}

// TestDemonstrationThatCannotStart: a start that fails takes the boards with it
// that it had started, and leaves those of a hall that runs.
func TestDemonstrationThatCannotStart(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	endEmulator(t, data)
	h := startHall(t, data, nil, "--demo", "--speed", "20")
	if other, err := tryHall(t, data, nil, "--demo", "--speed", "20"); err == nil || other.running() {
		t.Fatal("two halls run on one data folder")
	}
	if !emulated(t, data) {
		t.Error("a second hall that could not start took the first one's boards away")
	}
	h.stop()
	other, err := tryHall(t, data, nil, "--demo", "--speed", "60")
	if err == nil || !strings.Contains(err.Error(), "give the same speed") {
		t.Errorf("another speed in the same sitting: %v", err)
	}
	if code := other.cmd.ProcessState.ExitCode(); code != 78 {
		t.Errorf("another speed in the same sitting: exit code %d, want 78", code)
	}
	if emulated(t, data) {
		t.Error("a hall that could not start left its boards behind")
	}
}

// emulated says whether the boards are there.
func emulated(t *testing.T, data string) bool {
	t.Helper()
	links, err := filepath.Glob(filepath.Join(data, "boards", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(links) > 0
}

// atLeast waits until the desk sees so many moves.
func (r round) atLeast(t *testing.T, h *hall, plies int) {
	t.Helper()
	within(t, 90*time.Second, fmt.Sprintf("%d moves at the desk", plies), func() bool {
		return played(decoded(t, h.log("facts"))) >= plies
	})
}

// played counts completed moves.
func played(facts []events.Event) int {
	n := 0
	for _, e := range facts {
		if _, ok := e.Data.(events.Completed); ok {
			n++
		}
	}
	return n
}

// checkMoves holds made and completed moves against those that were played: the
// same, in order, each completed once, none withdrawn.
func (r round) checkMoves(t *testing.T, facts []events.Event) {
	t.Helper()
	for _, g := range r.truth {
		scope := events.TableScope(id(g.Board))
		made, completed := 0, 0
		for _, e := range facts {
			if e.Scope != scope {
				continue
			}
			switch d := e.Data.(type) {
			case events.Made:
				if made++; d.Ply != made || made > len(g.Moves) || g.Moves[made-1].UCI() != d.UCI {
					t.Errorf("%s: move %d made is ply %d %s, which was not played", id(g.Board), made, d.Ply, d.UCI)
				}
			case events.Completed:
				if completed++; d.Ply != completed {
					t.Errorf("%s: ply %d is completed, want %d", id(g.Board), d.Ply, completed)
				}
			case events.Withdrawn:
				t.Errorf("%s: ply %d is withdrawn", id(g.Board), d.Ply)
			}
		}
	}
}

// TestDemonstration: the round of the demonstration goes to its end, is ruled
// on, and its sitting closed.
func TestDemonstration(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	endEmulator(t, data)
	r := roundOf(t, demo.Round, demo.Script)
	h := startHall(t, data, nil, "--demo", "--speed", "max")
	r.over(t, h, h.desk, 60*time.Second)
	r.checkGames(t, h, h.desk)
	r.over(t, h, h.public, 60*time.Second)
	r.checkGames(t, h, h.public)
	r.checkPGN(t, h, provisional())
	facts := decoded(t, h.log("facts"))
	if d := cmp.Diff(findings, raised(facts)); d != "" {
		t.Errorf("findings (-want +got):\n%s", d)
	}
	r.checkMoves(t, facts)

	h.ruleOnAll(t)
	final := provisional()
	final[8] = rules.Draw
	within(t, 60*time.Second, "final results on the public page", func() bool {
		for board, result := range final {
			g, err := h.game(h.public, id(board))
			if err != nil || g.Status != "final" || g.Result != string(result) {
				return false
			}
		}
		return true
	})
	r.checkPGN(t, h, final)
	for board, want := range map[int]end{
		1: {"1-0", "checkmate", "derived", []string{"5.1.1"}},
		8: {"1/2-1/2", "agreement", "ruled", nil},
	} {
		g, err := h.game(h.desk, id(board))
		if d := cmp.Diff(want, end{g.Result, g.Reason, g.Source, g.Articles}); d != "" || err != nil {
			t.Errorf("board %d: final result (-want +got): %v\n%s", board, err, d)
		}
	}

	h.closeSitting(t, "s0001")
	h.stop()
	audit(t, data, []string{"s0001", "s0002"})
}

// ruleOnAll confirms what was derived or signalled, and rules where nothing
// was seen.
func (h *hall) ruleOnAll(t *testing.T) {
	t.Helper()
	for board := 1; board <= 7; board++ {
		h.rule(t, "confirm", id(board))
	}
	h.rule(t, "result", id(8), "1/2-1/2", "--reason", "agreement")
}

// taken says that a command line's answer accepts the ruling; what follows from
// it may stand behind.
func taken(answer string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(answer), "\n")
	word, _, _ := strings.Cut(strings.ReplaceAll(first, ":", " "), " ")
	return word == events.AnswerAccepted
}

// rule states a ruling through the command line and wants it accepted.
func (h *hall) rule(t *testing.T, args ...string) {
	t.Helper()
	p := boardwire(t, nil, append([]string{"rule", "--desk", h.desk, "--data", h.data, "--author", "IA Test"}, args...)...)
	select {
	case <-p.done:
	case <-time.After(slack * 60 * time.Second):
		t.Fatalf("rule %v: no answer", args)
	}
	if out, errText := p.output(); !taken(out) {
		t.Errorf("rule %v: %s%s, want accepted", args, out, errText)
	}
}

// closeSitting closes the open sitting, and waits until it is exported and the
// boards are there in the next one.
func (h *hall) closeSitting(t *testing.T, sitting string) {
	t.Helper()
	h.rule(t, "close")
	h.sittingClosed(t, sitting)
}

func (h *hall) sittingClosed(t *testing.T, sitting string) {
	t.Helper()
	export := filepath.Join(h.data, "export", "main-"+sitting+".jsonl")
	within(t, 60*time.Second, "the export of the closed sitting", func() bool {
		_, err := os.Stat(export)
		return err == nil
	})
	b, err := os.ReadFile(export)
	if err != nil {
		t.Fatal(err)
	}
	code, stored, err := h.get(h.desk + "/desk/log/record?sitting=" + sitting)
	if err != nil || code != 200 || stored != string(b) {
		t.Errorf("the export of %s is not its record: %d and %d bytes (%d, %v)", sitting, len(b), len(stored), code, err)
	}
	defer func() {
		if t.Failed() {
			t.Logf("the record of the open sitting:\n%s", strings.Join(h.log("record"), "\n"))
		}
	}()
	within(t, 60*time.Second, "the boards in the next sitting", func() bool {
		surfaces := map[events.Scope]bool{}
		pairings := map[events.Scope]bool{}
		for _, e := range decoded(t, h.log("record")) {
			switch e.Data.(type) {
			case events.BoardSurface:
				surfaces[e.Scope] = true
			case events.Assign:
				pairings[e.Scope] = true
			}
		}
		return len(surfaces) == 8 && len(pairings) == 8
	})
}

// endEmulator ends the emulator of a demonstration with the test: it outlives
// the hall when that is killed.
func endEmulator(t *testing.T, data string) {
	t.Cleanup(func() {
		b, err := os.ReadFile(filepath.Join(data, "sim.pid"))
		if err != nil {
			return
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
		cmdline, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil && strings.Contains(string(cmdline), data) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
}

func decoded(t *testing.T, lines []string) []events.Event {
	t.Helper()
	var out []events.Event
	for _, l := range lines {
		e, err := events.Decode([]byte(l))
		if err != nil {
			t.Fatalf("%v: %s", err, l)
		}
		out = append(out, e)
	}
	return out
}

func startsWith(list, head []string) bool {
	return len(list) >= len(head) && cmp.Equal(list[:len(head)], head)
}
