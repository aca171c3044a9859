package e2e

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/internal/failpoint"
	"boardwire/internal/projector"
	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim/demo"
)

// kills is how often the hall is killed at a random moment of the round.
const kills = 20

// hurried is the demonstration round at blitz pace, so that a ply takes about
// as long as hands need; its cable is out for a moment only.
func hurried(t *testing.T) (games, script, tournament []byte) {
	t.Helper()
	var b bytes.Buffer
	for n, g := range pgn.Read(demo.Round) {
		g.Set("TimeControl", "480+10")
		clock := [2]time.Duration{490 * time.Second, 490 * time.Second}
		for i := range g.Plies {
			p := &g.Plies[i]
			emt := time.Duration(15+(7*i+3*n)%10) * time.Second
			clock[i%2] -= emt
			p.Emt = &emt
			if p.Clk != nil {
				clock[i%2] += 10 * time.Second
				clk := clock[i%2]
				p.Clk = &clk
			}
		}
		if err := pgn.Write(&b, g); err != nil {
			t.Fatal(err)
		}
	}
	script = bytes.ReplaceAll(demo.Script, []byte("seconds = 20"), []byte("seconds = 2"))
	for _, r := range [][2]string{{`"90/40+30+30"`, `"8+10"`}, {`"15s"`, `"2s"`}, {`"5s"`, `"1s"`}, {`"standard"`, `"blitz"`}} {
		if !bytes.Contains(demo.Tournament, []byte(r[0])) {
			t.Fatalf("the tournament file has no %s", r[0])
		}
		demoFile := demo.Tournament
		if tournament != nil {
			demoFile = tournament
		}
		tournament = bytes.ReplaceAll(demoFile, []byte(r[0]), []byte(r[1]))
	}
	return b.Bytes(), script, tournament
}

// pace is slow enough that what a hall that is killed had read and not written
// down is never more than a few moves, also where the disk is slow.
const pace = "25"

// stage is a data folder with boards that are played on, whoever reads them.
type stage struct {
	t    *testing.T
	data string
	sim  *process
	round
}

func newStage(t *testing.T, name string) *stage {
	t.Helper()
	games, script, tournament := hurried(t)
	dir := os.Getenv("BOARDWIRE_E2E_KEEP") // a folder, to look at what a failure left
	if dir == "" {
		dir = t.TempDir()
	}
	s := &stage{t: t, data: filepath.Join(dir, name), round: roundOf(t, games, script)}
	for file, b := range map[string][]byte{"round.pgn": games, "script.toml": script, "tournament.toml": tournament} {
		if err := os.MkdirAll(s.data, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.path(file), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.sim = boardwire(t, nil, "sim", "--pgn", s.path("round.pgn"), "--script", s.path("script.toml"), "--link", s.path("boards"),
		"--state", s.path("sim.state"), "--speed", pace, "--seed", "7", "--patient", "--pid-file", s.path("sim.pid"))
	within(t, 30*time.Second, "the boards", func() bool {
		_, errText := s.sim.output()
		return strings.Contains(errText, "boards connected")
	})
	return s
}

func (s *stage) path(name string) string { return filepath.Join(s.data, name) }

// launch starts a hall on the stage's boards; they are there already.
func (s *stage) launch(failpoints ...string) *hall {
	s.t.Helper()
	var env []string
	for _, f := range failpoints {
		env = append(env, failpoint.Variable+"="+f)
	}
	return launch(s.t, s.data, env, "--demo", "--speed", pace)
}

// open starts a hall and waits until it serves.
func (s *stage) open() *hall {
	s.t.Helper()
	h := s.launch()
	if err := h.await(slack * 60 * time.Second); err != nil {
		s.t.Fatal(err)
	}
	return h
}

// outcome is what a round came to, without anything that depends on the pace.
type outcome struct {
	Plies, Ends []string
	Findings    []finding
}

// comeTo folds facts into what stands at their end, game by game.
func comeTo(facts []events.Event) outcome {
	var out outcome
	plies := map[string][]string{}
	ends := map[string]string{}
	for _, e := range facts {
		game, ok := e.Scope.Table()
		if !ok {
			continue
		}
		switch d := e.Data.(type) {
		case events.Made:
			plies[game] = append(plies[game][:min(d.Ply-1, len(plies[game]))], fmt.Sprintf("%s %3d %s %s", game, d.Ply, d.UCI, d.FEN))
		case events.Withdrawn:
			plies[game] = plies[game][:d.Ply-1]
		case events.Completed:
			clk := "-"
			if d.Clocks != nil {
				clk = fmt.Sprint([]int{d.Clocks.Black, d.Clocks.White}[d.Ply%2])
			}
			plies[game][d.Ply-1] += fmt.Sprint(" completed ", d.By, " ", clk, " ", d.Articles)
		case events.Ended:
			ends[game] = fmt.Sprint(game, " ", d.Result, " ", d.Reason, " ", d.Source, " ", d.Articles)
		case events.FinalResult:
			ends[game] = fmt.Sprint(game, " final ", d.Result, " ", d.Reason, " ", d.Source, " ", d.Articles)
		}
	}
	for board := 1; board <= 8; board++ {
		out.Plies = append(out.Plies, plies[id(board)]...)
		out.Ends = append(out.Ends, ends[id(board)])
	}
	out.Findings = raised(facts)
	return out
}

func (s stored) decoded(t *testing.T, sitting string) []events.Event {
	t.Helper()
	var out []events.Event
	for _, m := range s.facts[sitting] {
		e, err := events.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// TestKill: a hall that is killed again and again, at random moments and at each
// place that is known to be delicate, comes to the same round as one that was
// left alone. Nothing that it acknowledged is missing, nothing is there twice,
// and nobody in public saw a move early or twice.
//
// What may differ is what nobody could see. A cable that was out for a moment
// while the hall was dead is not reported. A press while it was dead is read off the clock
// afterwards: the mover's time is what it was, the opponent's has gone on. Where
// the hall was dead when the clocks were started, the first moves seem to have
// taken less. And the gate counts a delay anew where it cannot prove how long it had held
// something, so the public may see things later. A press that was read and not
// yet written down when the hall was killed is known to nobody: its time is
// missing, and only its (see unsaid).
func TestKill(t *testing.T) {
	t.Parallel()
	seed := seeded(t)
	var want, got outcome
	var lost unsaid
	t.Run("round", func(t *testing.T) {
		t.Run("undisturbed", func(t *testing.T) {
			t.Parallel()
			want = undisturbed(t)
		})
		t.Run("killed", func(t *testing.T) {
			t.Parallel()
			got, lost = killed(t, rand.New(rand.NewPCG(seed, 0)))
		})
	})
	if t.Failed() {
		return
	}
	hurried := slices.DeleteFunc(slices.Clone(findings), func(f finding) bool {
		return f.Kind == events.FindingMoveCount // at blitz pace no number of moves is asked for
	})
	if d := cmp.Diff(hurried, want.Findings); d != "" {
		t.Errorf("findings of the undisturbed run (-want +got):\n%s", d)
	}
	unseen(&want, &got)
	want.Plies, got.Plies = lost.cut(want.Plies), lost.cut(got.Plies)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("what the round came to (-undisturbed +killed):\n%s", d)
	}
}

// undisturbed plays the round in a hall that is left alone.
func undisturbed(t *testing.T) outcome {
	s := newStage(t, "quiet")
	h := s.open()
	s.over(t, h, h.desk, 3*time.Minute)
	s.over(t, h, h.public, time.Minute)
	s.checkGames(t, h, h.desk)
	s.checkPGN(t, h, provisional())
	h.ruleOnAll(t)
	s.finals(t, h)
	h.closeSitting(t, "s0001")
	h.stop()
	return comeTo(audit(t, s.data, []string{"s0001", "s0002"}).decoded(t, "s0001"))
}

// killed plays the round in a hall that is killed all the time, with a viewer
// who does not give up.
func killed(t *testing.T, r *rand.Rand) (outcome, unsaid) {
	s := newStage(t, "killed")
	s.late = true
	ctx, cancel := context.WithCancel(t.Context())
	v := watch(ctx, t)
	defer func() { cancel(); <-v.done }()

	s.disturb(v, r)
	h := s.open()
	v.at(h.public)
	t.Logf("moves when the killing was over: %d", played(decoded(t, h.log("facts"))))
	s.over(t, h, h.desk, 3*time.Minute)
	s.over(t, h, h.public, time.Minute)
	s.unsaid = s.unsaidIn(t, h.log("record"))
	s.checkGames(t, h, h.desk)
	s.checkPGN(t, h, provisional())
	// What the desk has answered is there when it was killed the next moment.
	h.ruleOnAll(t)
	h.kill()
	h = s.open()
	v.at(h.public)
	s.finals(t, h)
	h.kill()
	h = s.closeAndKill()
	v.at(h.public)
	h.sittingClosed(t, "s0001")
	h.stop()
	cancel()
	<-v.done

	disk := audit(t, s.data, []string{"s0001", "s0002"})
	v.check(t, disk, s.round)
	return comeTo(disk.decoded(t, "s0001")), s.unsaid
}

// seeded returns the seed of the kills: BOARDWIRE_E2E_SEED, or a new one.
func seeded(t *testing.T) uint64 {
	seed := rand.Uint64()
	if s := os.Getenv("BOARDWIRE_E2E_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Logf("BOARDWIRE_E2E_SEED=%d", seed)
	return seed
}

// disturb kills the hall at random moments, and at each failpoint of a hall in
// play once, in a random order.
func (s *stage) disturb(v *viewer, r *rand.Rand) {
	s.t.Helper()
	plan := make([]string, kills)
	for _, name := range []string{failpoint.AfterOutboxFsync, failpoint.AfterPublishBeforeTrim, failpoint.BetweenFacts, failpoint.BetweenReleaseAndPub} {
		// Early enough that play is left for it.
		plan = slices.Insert(plan, r.IntN(kills/2), fmt.Sprint(name, ":", 1+r.IntN(6)))
	}
	for n, point := range plan {
		if point == "" {
			h := s.launch()
			s.show(v, h, 200*time.Millisecond+time.Duration(r.IntN(5800))*time.Millisecond)
			if !h.running() {
				_, errText := h.output()
				s.t.Fatalf("start %d: the hall ended by itself:\n%s", n+1, errText)
			}
			h.kill()
			continue
		}
		h := s.launch(point)
		s.show(v, h, slack*60*time.Second)
		if h.running() {
			s.t.Fatalf("start %d: the failpoint %s was not reached", n+1, point)
		}
		s.killed(h, point)
	}
}

// show lets the viewer look at a hall for so long, or until it ends.
func (s *stage) show(v *viewer, h *hall, d time.Duration) {
	over := time.Now().Add(d)
	if h.await(d) == nil {
		v.at(h.public)
	}
	select {
	case <-h.done:
	case <-time.After(time.Until(over)):
	}
}

// killed wants a process to have ended by SIGKILL.
func (s *stage) killed(h *hall, point string) {
	s.t.Helper()
	if w, ok := h.cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !w.Signaled() || w.Signal() != syscall.SIGKILL {
		_, errText := h.output()
		s.t.Fatalf("%s: the hall ended with %v:\n%s", point, h.cmd.ProcessState, errText)
	}
}

// closeAndKill closes the sitting with a hall that is killed at each of the
// three places of a closing, and returns one that lives. The ruling is repeated
// with its id until it is answered, as a client does.
func (s *stage) closeAndKill() *hall {
	s.t.Helper()
	const ruling = "6c1b6a52-4d0f-4f6e-9d3a-000000000001"
	// The places: the desk has said its last word; the next sitting is open;
	// every source has drained. A start after the first comes by it again.
	for i, point := range []string{":1", ":2", ":1"} {
		h := s.launch(failpoint.WhileClosing + point)
		if i == 0 {
			if err := h.await(slack * 60 * time.Second); err != nil {
				s.t.Fatal(err)
			}
			p := s.rule(h, "--id", ruling, "close")
			if out, _ := p.output(); out != "" && !taken(out) {
				s.t.Fatalf("close: %s", out)
			}
		}
		select {
		case <-h.done:
		case <-time.After(slack * 60 * time.Second):
			s.t.Fatalf("closing, place %d: the hall was not killed", i+1)
		}
		s.killed(h, failpoint.WhileClosing)
	}
	h := s.open()
	p := s.rule(h, "--id", ruling, "close")
	if out, errText := p.output(); !taken(out) {
		s.t.Errorf("close, repeated: %s%s", out, errText)
	}
	return h
}

func (s *stage) rule(h *hall, args ...string) *process {
	p := boardwire(s.t, nil, append([]string{"rule", "--desk", h.desk, "--data", s.data, "--author", "IA Test"}, args...)...)
	<-p.done // bounded by the command itself
	return p
}

// finals waits until the public sees the results that were ruled.
func (s *stage) finals(t *testing.T, h *hall) {
	t.Helper()
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
	s.checkPGN(t, h, final)
}

// unseen takes out of both what a dead hall cannot see: that the cable of board
// 6 was out.
func unseen(want, got *outcome) {
	cable := finding{Game: id(6), Kind: events.FindingDevice}
	for _, o := range []*outcome{want, got} {
		if i := slices.IndexFunc(o.Findings, func(f finding) bool { return cmp.Equal(f, cable) }); i >= 0 {
			o.Findings = slices.Delete(o.Findings, i, i+1)
		}
	}
}

// check holds what a viewer saw against the facts: all of it, and none early.
func (v *viewer) check(t *testing.T, disk stored, r round) {
	t.Helper()
	made := map[string]time.Time{}
	for _, m := range disk.facts["s0001"] {
		e, err := events.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		if d, ok := e.Data.(events.Made); ok {
			game, _ := e.Scope.Table()
			at, err := time.Parse(time.RFC3339Nano, m.Header[projector.HeaderInTime])
			if err != nil {
				t.Fatal(err)
			}
			made[fmt.Sprint(game, " ", d.Ply, " ", d.UCI)] = at
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, g := range r.truth {
		seen := v.moves[id(g.Board)]
		if len(seen) != len(g.Moves) {
			t.Errorf("viewer: %s has %d moves, want %d", id(g.Board), len(seen), len(g.Moves))
			continue
		}
		for i, m := range seen {
			if m.uci != g.Moves[i].UCI() {
				t.Errorf("viewer: %s, ply %d is %s, want %s", id(g.Board), i+1, m.uci, g.Moves[i].UCI())
			}
			at, ok := made[fmt.Sprint(id(g.Board), " ", i+1, " ", m.uci)]
			if early := at.Add(2 * time.Second).Sub(m.at); !ok || early > 0 {
				t.Errorf("viewer: %s, ply %d is shown %v early", id(g.Board), i+1, early)
			}
		}
	}
	if v.streams < kills/4 {
		t.Errorf("the viewer came back %d times: it was hardly there", v.streams)
	}
	t.Logf("the viewer came back %d times and was told all %d times", v.streams, v.resyncs)
}
