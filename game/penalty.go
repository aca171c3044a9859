package game

import (
	"fmt"
	"slices"
	"time"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// regime says which rules govern: in the last phase of a game that is played by
// the competition rules, those of a quickplay finish.
func (g *Game) regime() rules.Regime {
	r := g.laws.Regime(g.kind, g.paired.Supervised)
	if r == rules.Competition {
		if _, finish := g.lastPhase(); finish {
			return rules.Finish
		}
	}
	return r
}

// due is by how much rulings want the clock changed and readings have not shown
// it yet.
type due struct {
	white, black time.Duration
	cites        []rules.Article
	// moved says that a reading showed some change since.
	moved bool
	// judged says that a position goes back with it: then the times are set by
	// the arbiter's judgment (1997, 6.13; 2023, 7.1), and no more is asked than
	// that a player gets what he was owed.
	judged               bool
	owedWhite, owedBlack bool
}

// near is how far a clock may be off what a ruling asked for: seconds are lost
// while it is stopped and set.
const near = 5 * time.Second

func (d due) met() bool {
	if d.judged {
		return (!d.owedWhite || d.white <= near) && (!d.owedBlack || d.black <= near)
	}
	return d.white.Abs() <= near && d.black.Abs() <= near
}

// String says what is still to be done.
func (d due) String() string {
	out := ""
	if d.white != 0 && (!d.judged || d.owedWhite && d.white > 0) {
		out += " White " + signed(d.white)
	}
	if d.black != 0 && (!d.judged || d.owedBlack && d.black > 0) {
		out += " Black " + signed(d.black)
	}
	return out
}

// penalize expects what a time penalty does to the clock. Nothing is set by it.
func (g *Game) penalize(o *out, offender rules.Color, p rules.Penalty) {
	if p.Sanction != rules.TimePenalty {
		return
	}
	var own time.Duration
	if left, known := g.left(offender, o.at); p.OwnHalved && known {
		own = -min(left/2, p.OwnMost)
	}
	white, black := own, p.Opponent
	if offender == rules.Black {
		white, black = black, white
	}
	g.expectMore(o, white, black, p.Articles)
}

// expectMore expects a change of the clock beside one that is open.
func (g *Game) expectMore(o *out, white, black time.Duration, cites []rules.Article) {
	next := due{white: white, black: black, cites: cites}
	if d := g.due; d != nil {
		next.white, next.black, next.judged = white+d.white, black+d.black, d.judged
	}
	next.owedWhite, next.owedBlack = next.white > 0, next.black > 0
	g.expect(o, next)
}

// expect opens an expectation, in place of one that is open.
func (g *Game) expect(o *out, d due) {
	g.findings.clear(o, g.scope(), "clock_expected")
	g.due = nil
	if d.met() {
		return
	}
	g.due = &d
	g.findings.raise(o, g.scope(), "clock_expected", events.FindingRaised{
		Kind: events.FindingClockExpected, Ply: len(g.plies), Articles: articles(d.cites), Text: g.toBeChanged(),
	})
}

// fulfil compares a change of the clock with what rulings asked for. It says
// whether there is nothing to tell about it: it is what was asked for, or the
// clock still stands and is being set. Else it says what is still to be done,
// "" when nothing was asked for or nothing was done yet.
func (g *Game) fulfil(o *out, seen clockstate.Seen) (done bool, missing string) {
	d := g.due
	if d == nil {
		return false, ""
	}
	if seen.Change.Has(clockstate.Adjusted) {
		d.white -= seen.JumpWhite
		d.black -= seen.JumpBlack
		d.moved = true
	}
	switch {
	case !d.moved:
		return false, ""
	case d.met():
		g.due = nil
		g.findings.clear(o, g.scope(), "clock_expected")
		return true, ""
	case seen.State.Running == rules.NoColor:
		return true, ""
	}
	d.moved = false // told once for each time that it was set
	return false, "; what was ruled is not done:" + d.String()
}

// ruleClock takes what the clock is to show.
func (g *Game) ruleClock(o *out, p events.ClockRuling) events.Answered {
	if p.White < 0 || p.White > maxShown || p.Black < 0 || p.Black > maxShown {
		return refused("%d s and %d s: no clock shows that", p.White, p.Black)
	}
	a := accepted()
	if g.final != nil {
		a.Text = fmt.Sprintf("the result is %s already, no clock is expected to change", g.final.result)
		return a
	}
	if !g.clock.Known || g.clock.Absent {
		a.Text = "no clock was seen here; nothing will tell whether it was set"
		return a
	}
	now := g.control.At(g.clock, o.at, g.rate)
	g.expect(o, due{white: seconds(p.White) - now.White.Left, black: seconds(p.Black) - now.Black.Left, cites: g.laws.Cite(rules.ClockTimes)})
	if a.Text = g.toBeChanged(); a.Text == "" {
		a.Text = "the clock shows that already"
	}
	return a
}

// ruleIllegal takes that an arbiter finds an illegal move, counts it where the
// edition does, and tells what it costs and whether the position goes back.
// Nothing counts that is found too late, or that nobody asked for where only
// the opponent may ask.
func (g *Game) ruleIllegal(o *out, p events.Illegal) events.Answered {
	by, err := playerOf(p.Player)
	if err != nil {
		return refused("%v", err)
	}
	what, ok := offences[p.Offence]
	if !ok {
		return refused("offence %q: want illegal_move, unpromoted, king_taken, two_hands or press_without_move", clip(p.Offence))
	}
	n := len(g.plies)
	ply := p.Ply
	if ply == 0 {
		ply = n
		if g.line.Position().Turn() == by {
			ply = n + 1
		}
	}
	if ply < 1 || ply > n+1 {
		return refused("ply %d: %d were made", p.Ply, n)
	}
	if g.mover(ply) != by {
		return refused("ply %d is not %s's", ply, by)
	}
	a := accepted()
	if g.final != nil {
		a.Text = fmt.Sprintf("the result is %s already", g.final.result)
		return a
	}
	if p.Agreed {
		return g.restoreAgreed(o, by, ply)
	}
	nth, counts := 1, g.laws.Counts(what)
	for _, x := range g.offences {
		switch {
		case counts && g.sameMove(x, by, ply, what):
			a.Text = fmt.Sprintf("ply %d was counted already", ply)
			if x.what != what {
				a.Text += fmt.Sprintf(", for %s; two faults in one move are counted once", x.what)
			}
			return a
		case x.by == by:
			nth++
		}
	}
	penalty := g.laws.Illegal(what, g.kind, g.regime(), nth)
	back := g.laws.Restoration(g.kind, g.regime())
	discretion := func(why string) events.Answered {
		a.Answer, a.Articles, a.Text = events.AnswerDiscretion, articles(penalty.Articles), why
		return a
	}
	end, before, over := g.finished()
	lost := penalty.Sanction == rules.GameLost || penalty.Sanction == rules.WinClaimed
	// An illegal move is on record when it was answered, if only by another one.
	steps, unasked := g.unasked(what, ply)
	if unasked {
		penalty.OnClaim, penalty.Until = false, rules.UntilGameEnd
		back.OnClaim, back.Until = false, rules.UntilGameEnd
		for _, x := range steps {
			if !slices.Contains(penalty.Articles, x) {
				penalty.Articles = append(penalty.Articles, x)
			}
		}
	}
	late := ply < n || ply == n && g.plies[n-1].illegal
	switch {
	case over && !lost && !g.flagOnly():
		penalty.Articles = end.Articles
		return discretion(before + "; nothing is counted")
	case onlyUntilReply(penalty.Until) && late:
		return discretion("found after the opponent's move; it stands and is not counted")
	case penalty.OnClaim && !p.Claimed:
		return discretion("only the opponent may ask for it, and did not; it is not counted")
	case penalty.Sanction != rules.NoSanction && g.tooEarly(by, ply, what):
		return discretion(fmt.Sprintf("%s has not pressed the clock; until then it is put right without a penalty, and it is not counted", title(by)))
	}
	if what == rules.OffencePress {
		g.findings.clear(o, g.scope(), pressKey(ply))
	}
	a.Articles = articles(penalty.Articles)
	cost, position := penalty.String(), "position "+back.String()
	doubt := penalty.Unverified && penalty.Sanction != rules.Discretion
	if doubt {
		cost = "what it costs is not certain in this edition, the arbiter decides"
	}
	queen := what == rules.OffenceUnpromoted && g.laws.UnpromotedBecomesQueen() && !late
	switch {
	case queen:
		position = "the pawn is replaced by a queen"
	case back.Unverified:
		position = "nor is it whether the position goes back"
	}
	a.Text = fmt.Sprintf("%s, %s: %s", title(by), what, cost)
	// 1997 counts in a quickplay finish only; where the ladder is not certain
	// nothing is counted.
	if counts && penalty.Sanction != rules.NoSanction && !doubt {
		g.offences = append(g.offences, offence{by, ply, what, g.moveOf(ply)})
		a.Text = fmt.Sprintf("%s's offence %d, %s: %s", title(by), nth, what, cost)
	}
	if what != rules.OffenceTwoHands && what != rules.OffencePress {
		a.Text += "; " + position
	}
	if ply > n && what != rules.OffenceTwoHands && what != rules.OffencePress && !queen {
		g.void(n, 1)
	}
	if over && !lost {
		g.takeBackEnd(o)
		a.Text += "; " + undeclared + ": play goes on"
	}
	g.penalize(o, by, penalty)
	if g.due != nil && illegal(what) && !queen {
		g.due.judged = true
	}
	if penalty.Sanction == rules.GameLost || penalty.Sanction == rules.WinClaimed {
		end := rules.Ending{Result: rules.WinFor(by.Other()), Reason: rules.ReasonIllegalMove, Articles: penalty.Articles}
		unsure := ""
		if penalty.DrawnInstead {
			can := g.line.Position().Adjudge(by.Other())
			if can == rules.Impossible {
				end.Result = rules.Draw
			}
			unsure = mayMate(by.Other(), can)
		}
		if g.lacksPotential(by.Other()) == rules.Possible {
			end.Result = rules.Draw
			end.Articles = append(end.Articles, g.laws.Cite(rules.BlitzPotential)...)
			a.Articles = articles(end.Articles)
		}
		b := g.declare(o, end, true, end, "")
		b.Text = a.Text + "; " + b.Text + unsure
		if b.Answer != events.AnswerAccepted {
			return b
		}
		a.Text = b.Text
	}
	return a
}

// onlyUntilReply says that a limit is over with the opponent's reply: he cannot
// have made it without touching a man.
func onlyUntilReply(u rules.Until) bool { return u == rules.UntilReply || u == rules.UntilTouch }

// mover is who makes the move with a number.
func (g *Game) mover(ply int) rules.Color {
	c := g.line.Position().Turn() // of ply len+1
	if (len(g.plies)+1-ply)%2 != 0 {
		c = c.Other()
	}
	return c
}
