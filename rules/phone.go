package rules

// Phone is what an edition says of a telephone or another such device.
type Phone struct {
	Offence PhoneOffence
	// Opponent is what the opponent of the player who loses scores.
	Opponent OpponentScore
	// Milder: the event may name a milder penalty (since 2014).
	Milder   bool
	Articles []Article
}

// PhoneOffence is what the player has done.
type PhoneOffence uint8

// The offences.
const (
	PhoneAllowed PhoneOffence = iota // no such rule
	PhoneSounds                      // it made a sound (2005, 12.2b; 2009, 12.3b)
	PhoneCarried                     // he has it in the venue (since 2014, 11.3)
)

// String says it in English.
func (o PhoneOffence) String() string {
	return [...]string{"no rule", "it sounds", "it is carried", ""}[min(o, PhoneCarried+1)]
}

// OpponentScore is what the opponent of a player who loses by a rule scores.
type OpponentScore uint8

// The scores.
const (
	ScoreByArbiter OpponentScore = iota // the arbiter decides it
	ScoreWinOrDraw                      // he wins, or draws when he cannot mate
	ScoreWin                            // he wins
)

// String says it in English.
func (s OpponentScore) String() string {
	return [...]string{"the arbiter decides", "wins, or draws if he cannot mate", "wins", ""}[min(s, ScoreWin+1)]
}

type phone struct {
	offence  PhoneOffence
	opponent OpponentScore
	milder   bool
}

// Phone returns the edition's rule. It reports false where there is none: up to
// 2001.
func (l Laws) Phone() (Phone, bool) {
	if l.row == nil || l.row.phone.offence == PhoneAllowed {
		return Phone{}, false
	}
	r := l.row.phone
	return Phone{Offence: r.offence, Opponent: r.opponent, Milder: r.milder, Articles: l.Cite(PhoneRule)}, true
}

// PhoneLoss returns what it means that a player has broken the rule. It reports
// false where the edition has none, where it leaves the opponent's score to the
// arbiter, and when the game has ended by itself before.
func (l Laws) PhoneLoss(line *Line, by Color) (Ending, bool) {
	rule, ok := l.Phone()
	if !ok || rule.Opponent == ScoreByArbiter || by != White && by != Black {
		return Ending{}, false
	}
	if _, over := l.Completed(line); over {
		return Ending{}, false
	}
	if rule.Opponent == ScoreWinOrDraw && line.Position().Adjudge(by.Other()) == Impossible {
		return l.ending(Draw, ReasonArbiter, PhoneRule), true
	}
	return l.ending(WinFor(by.Other()), ReasonArbiter, PhoneRule), true
}
