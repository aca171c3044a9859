package rules

import "time"

// EnvelopeItem is what stands on the envelope of an adjourned game. The sealed
// move is none of it: nobody but the player who sealed knows that.
type EnvelopeItem uint8

// The items, in the order of every edition.
const (
	EnvelopeNames      EnvelopeItem = iota // the players
	EnvelopePosition                       // the position before the sealed move
	EnvelopeTimes                          // the time used by each
	EnvelopeSealer                         // who sealed
	EnvelopeNumber                         // the number of the sealed move
	EnvelopeOffer                          // an offer of a draw that stands
	EnvelopeResumption                     // day, hour and place of the resumption
	envelopeCount
)

var envelopeItems = [envelopeCount]string{
	"the players", "the position before the sealed move", "the time used by each", "who sealed",
	"the number of the sealed move", "a draw offer that stands", "day, hour and place of the resumption",
}

// String names the item in English.
func (i EnvelopeItem) String() string {
	if i < envelopeCount {
		return envelopeItems[i]
	}
	return ""
}

// EnvelopeItems returns all of them in their order.
func EnvelopeItems() []EnvelopeItem {
	out := make([]EnvelopeItem, envelopeCount)
	for i := range out {
		out[i] = EnvelopeItem(i)
	}
	return out
}

// adjourned is an edition's row about adjourned games. What is the same in all
// of them is not here.
type adjourned struct {
	late      Certainty     // whether a text shows what coming too late means
	allowed   time.Duration // how late; 0 for the event's default time
	onlySeals bool          // only an absent player who sealed is saved by his move
	orFlag    bool          // ... or by the opponent's loss on time
}

// Adjournment is what an edition says of adjourned games (1997, A; 2014, E;
// since 2017, Guidelines I). In all of them the player who has the move seals
// it: he writes it down, puts both scoresheets into an envelope and stops his
// clock; until then he may change it. A move that he makes on the board after
// he was told to seal is his sealed move.
type Adjournment struct {
	// Envelope is what is written on it, in order (1997, A2; 2023, I.2).
	Envelope []EnvelopeItem
	// Late is how late a player may come to the resumption, with LateKnown; 0
	// is what the event says, or DefaultTime (2023, I.10).
	Late      time.Duration
	LateKnown Certainty
	// Unverified: the edition has such rules, and no text at hand numbers them.
	Unverified bool
	// Articles say how a move is sealed.
	Articles []Article
}

// Adjournment returns what the edition says of adjourned games. Each of its
// rules has a clause to cite: SealedMove, Envelope, EnvelopeOpened and so on.
func (l Laws) Adjournment() Adjournment {
	if l.row == nil {
		return Adjournment{}
	}
	a := l.row.adjourned
	out := Adjournment{Envelope: EnvelopeItems(), Late: a.allowed, LateKnown: a.late}
	out.Articles, out.Unverified = l.CiteAll(SealedMove)
	return out
}

// Sealing is what was found in the envelope.
type Sealing uint8

// The findings.
const (
	SealedLegal     Sealing = iota
	SealedAmbiguous         // two moves can be meant
	SealedUnclear           // no meaning can be established
	SealedIllegal
)

// String says it in English.
func (s Sealing) String() string {
	return [...]string{"legal", "ambiguous", "meaning not established", "illegal", ""}[min(s, SealedIllegal+1)]
}

// Sealed tells what an opened sealed move means for the player who sealed and
// has the move in line: he loses when it is ambiguous, has no meaning that can
// be established, or is illegal (1997, A8; 2023, I.8). The Laws except the
// cases of a flag and of a dead position: a draw, when the opponent cannot mate
// by any legal moves. It reports false for a legal move, which is played, and
// when the game has ended by itself before.
func (l Laws) Sealed(line *Line, found Sealing) (Ending, bool) {
	if l.row == nil || found == SealedLegal || found > SealedIllegal {
		return Ending{}, false
	}
	if _, over := l.Completed(line); over {
		return Ending{}, false
	}
	why := ReasonArbiter
	if found == SealedIllegal {
		why = ReasonIllegalMove
	}
	opponent := line.Position().Turn().Other()
	if line.Position().Adjudge(opponent) == Impossible {
		e := l.ending(Draw, why, SealedMoveWrong)
		e.Articles, _ = l.CiteAll(SealedMoveWrong, FlagDraw)
		return e, true
	}
	return l.ending(WinFor(opponent), why, SealedMoveWrong), true
}
