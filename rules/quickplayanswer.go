package rules

import "time"

// QuickplayAnswer is what an arbiter may answer to a claim in the last two
// minutes, or to a player who asks for a bonus then.
type QuickplayAnswer struct {
	Decision QuickplayDecision
	// Opponent is what the opponent's clock gains; with Optional the arbiter
	// may give it, else he shall.
	Opponent time.Duration
	Optional bool
	// Extra is what both gain with each move from now on.
	Extra time.Duration
	// AfterFlag: he may still declare a draw later, also after a flag has
	// fallen.
	AfterFlag bool
	// Final: nobody appeals (up to 2009).
	Final Certainty
	// Unverified: no text at hand shows that the edition has this answer.
	Unverified bool
	Articles   []Article
}

// QuickplayDecision is an answer.
type QuickplayDecision uint8

// The decisions. The last two answer a player who asks for a bonus: his asking
// is an offer of a draw, and is answered when the opponent has refused that.
const (
	QuickplayDraw QuickplayDecision = iota
	QuickplayPostpone
	QuickplayReject
	QuickplayGrant
	QuickplayNothing
	quickplayDecisionCount
)

var quickplayDecisions = [quickplayDecisionCount]string{"drawn", "postponed", "rejected", "granted", "nothing"}

// String names the decision in English.
func (d QuickplayDecision) String() string {
	if d < quickplayDecisionCount {
		return quickplayDecisions[d]
	}
	return ""
}

// QuickplayAnswers returns what the arbiter may answer to a claim: the game is
// drawn when he agrees that the opponent makes no effort to win by normal means
// or cannot win by them; else he puts his decision off or, in the editions
// after 1997, rejects the claim. All of it is his judgment. Nil where the
// edition has no such claim.
func (l Laws) QuickplayAnswers() []QuickplayAnswer {
	if l.row == nil {
		return nil
	}
	out := []QuickplayAnswer{
		l.quickplayAnswer(QuickplayAnswer{Decision: QuickplayDraw}, QuickplayDrawn),
		l.quickplayAnswer(QuickplayAnswer{Decision: QuickplayPostpone, Opponent: twoMinutes, Optional: true, AfterFlag: true},
			QuickplayPostponed, QuickplayAfterFlag),
	}
	if may := l.row.quickplay.reject; may != Absent {
		out = append(out, l.quickplayAnswer(QuickplayAnswer{Decision: QuickplayReject, Opponent: twoMinutes, Unverified: may == Unverified},
			QuickplayRejected))
	}
	return out
}

// QuickplayExtraAnswers returns what the arbiter may answer to a player who
// asks for a bonus in his last two minutes, once the opponent has refused the
// draw (2014, G.4; since 2017, III.4): five seconds with each move for both, and
// two minutes for the opponent; or nothing, and the player may claim. Nil where
// nobody may ask.
func (l Laws) QuickplayExtraAnswers() []QuickplayAnswer {
	if l.row == nil || l.row.quickplay.extra == 0 {
		return nil
	}
	return []QuickplayAnswer{
		l.quickplayAnswer(QuickplayAnswer{Decision: QuickplayGrant, Opponent: twoMinutes, Extra: l.row.quickplay.extra}, QuickplayExtraTime),
		l.quickplayAnswer(QuickplayAnswer{Decision: QuickplayNothing}, QuickplayExtraTime, QuickplayClaim),
	}
}

func (l Laws) quickplayAnswer(a QuickplayAnswer, clauses ...Clause) QuickplayAnswer {
	a.Final = l.Says(QuickplayFinal)
	if a.Final == Certain && a.Decision < QuickplayGrant {
		clauses = append(clauses, QuickplayFinal)
	}
	a.Articles, _ = l.CiteAll(clauses...)
	return a
}

// QuickplayGround is why a player claims in his last two minutes.
type QuickplayGround uint8

// The grounds, the same in every edition.
const (
	CannotWinNormally QuickplayGround = iota // the opponent cannot win by normal means
	NoEffortToWin                            // ... or makes no effort to
)

// String says it in English.
func (g QuickplayGround) String() string {
	return [...]string{"cannot win by normal means", "makes no effort to win", ""}[min(g, NoEffortToWin+1)]
}

// WithoutArbiter is what a claim in the last two minutes is where no arbiter
// supervises (1997, D; 2014, G; 2023, III.6).
type WithoutArbiter struct {
	// EndsGame: the claim ends the game; an arbiter elsewhere decides it.
	EndsGame bool
	// Position: the claimant writes the final position, the opponent verifies
	// it.
	Position bool
	// Scoresheet: ... and a scoresheet that is up to date.
	Scoresheet bool
	Articles   []Article
}

// QuickplayWithoutArbiter returns what a claim on a ground asks for where no
// arbiter is present: the position, and for lack of effort the scoresheet too.
func (l Laws) QuickplayWithoutArbiter(g QuickplayGround) WithoutArbiter {
	if l.row == nil || l.Says(QuickplayNoArbiter) == Absent {
		return WithoutArbiter{}
	}
	return WithoutArbiter{EndsGame: true, Position: true, Scoresheet: g == NoEffortToWin, Articles: l.Cite(QuickplayNoArbiter)}
}
