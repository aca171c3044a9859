//go:build linux

package sim

import (
	"testing"

	"boardwire/rules"
	"boardwire/sim/demo"
)

// The demonstration round, as fast as it goes, is seen as it is written, and
// ends as its script says.
func TestDemonstration(t *testing.T) {
	games, script, err := Load(demo.Round, demo.Script)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Games: games, Script: script, Dir: t.TempDir(), Speed: SpeedMax, Seed: 1, ExitWhenOver: true, Patient: true}
	lookers, wait := lookOn(t, c)
	wait()
	truth, err := Truth(c)
	if err != nil {
		t.Fatal(err)
	}
	centre := map[rules.Result][2]rules.Square{
		rules.WhiteWins: {rules.E4, rules.D5}, rules.BlackWins: {rules.D4, rules.E5}, rules.Draw: {rules.E4, rules.E5},
	}
	for i, g := range truth {
		o := lookers[i]
		if script.of(g.Board).Turned {
			o.turn()
		}
		o.compare(t, g)
		if o.last.Running {
			t.Errorf("board %d: the clock still runs at the end", g.Board)
		}
		if fell := o.last.Left.Flag || o.last.Right.Flag; fell != (g.End == EndFlag) {
			t.Errorf("board %d: a flag fell: %t, want %t", g.Board, fell, !fell)
		}
		kings := centre[g.Result]
		if shown := o.men.King(rules.White) == kings[0] && o.men.King(rules.Black) == kings[1]; shown != (g.End == EndKings) {
			t.Errorf("board %d: kings in the centre for %s: %t, want %t", g.Board, g.Result, shown, !shown)
		}
		if g.End != EndKings && o.men != g.Last.Board() {
			t.Errorf("board %d: men %s, want %s", g.Board, o.men, g.Last.Board())
		}
	}
}
