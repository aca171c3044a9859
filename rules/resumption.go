package rules

// Resumption is how an adjourned game stands at the hour at which it is to be
// resumed. The replier is the player who answers the sealed move.
type Resumption struct {
	Sealer, Replier bool // who is present
	// Missing: the envelope is lost.
	Missing bool
	// Lost: the position cannot be established.
	Lost bool
}

// ResumptionStep is what is done then.
type ResumptionStep struct {
	// Annulled: the game does not count, a new one is played.
	Annulled bool
	// Open: the envelope is opened, the sealed move made on the board.
	Open bool
	// Stated: the player who sealed makes the move that he states.
	Stated bool
	// Runs: the replier's clock is started.
	Runs bool
	// MaySeal: the replier may seal his reply in a fresh envelope, stop his
	// clock and start the absent player's.
	MaySeal bool
	// Unverified: no text at hand shows the number of the article.
	Unverified bool
	Articles   []Article
}

// Resume returns what is done at the hour of the resumption. The envelope is
// opened only when the replier is there (1997, A7 and A9; 2023, I.7 and I.9);
// when he is not, his clock is started and the envelope stays closed until he
// comes. A lost envelope leaves the position and the times as they were, and
// the player who sealed makes the move that he states; a lost position makes a
// new game (1997, A11; 2023, I.12).
func (l Laws) Resume(r Resumption) ResumptionStep {
	var out ResumptionStep
	cite := func(c ...Clause) ResumptionStep {
		out.Articles, out.Unverified = l.CiteAll(c...)
		return out
	}
	switch {
	case l.row == nil:
		return out
	case r.Lost:
		out.Annulled = true
		return cite(PositionLost)
	case !r.Replier:
		out.Runs = true
		if !r.Sealer && l.Says(NobodyOnResumption) != Absent {
			return cite(ReplierAbsent, EnvelopeOpened, NobodyOnResumption)
		}
		return cite(ReplierAbsent, EnvelopeOpened)
	case r.Missing:
		out.Stated = r.Sealer
		return cite(EnvelopeMissing)
	case !r.Sealer:
		out.Open, out.Runs, out.MaySeal = true, true, true
		return cite(ReplierPresent, SealerAbsent)
	}
	out.Open, out.Runs = true, true
	return cite(ReplierPresent)
}

// Absence is a player who has not come to the resumption in time.
type Absence struct {
	Late   Color
	Sealed bool // he had sealed the move
	// Flagged: the player who is there has lost on time meanwhile.
	Flagged bool
}

// LateOnResumption returns what it means that a player came too late to the
// resumption, or not at all: he loses (1997, A10; 2023, I.10). line is the game
// with the sealed move, or without it while the envelope is closed. A game that
// the sealed move ended stays ended so: in 1997 when the late player had sealed
// it, in 2023 whoever was late. In 1997 an absent player who had sealed wins
// when the other has lost on time by 6.9.
//
// It reports false for no player, and where no text at hand shows the edition's
// rule: the arbiter decides then.
func (l Laws) LateOnResumption(line *Line, a Absence) (Ending, bool) {
	if l.row == nil || a.Late != White && a.Late != Black || l.row.adjourned.late != Certain {
		return Ending{}, false
	}
	rule := l.row.adjourned
	saved := a.Sealed || !rule.onlySeals
	if e, over := l.Completed(line); over && saved {
		e.Articles = append(l.Cite(LateOnResumption), e.Articles...)
		return e, true
	}
	if rule.orFlag && a.Sealed && a.Flagged {
		e, ok := l.Flagged(line, a.Late.Other())
		e.Articles = append(l.Cite(LateOnResumption), e.Articles...)
		return e, ok
	}
	return l.ending(WinFor(a.Late.Other()), ReasonForfeit, LateOnResumption), true
}
