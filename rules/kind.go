package rules

import (
	"fmt"
	"time"
)

// Kind is the kind of a game by the time it is given.
type Kind uint8

// The kinds. The zero value is Standard.
const (
	Standard Kind = iota
	Rapid
	Blitz
	kindCount
)

var kindNames = [kindCount]string{"standard", "rapid", "blitz"}

// String returns "standard", "rapid" or "blitz".
func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return ""
}

// Kinds returns the three kinds.
func Kinds() []Kind { return []Kind{Standard, Rapid, Blitz} }

// ParseKind reads a kind by its name.
func ParseKind(s string) (Kind, error) {
	for i, n := range kindNames {
		if s == n {
			return Kind(i), nil
		}
	}
	return 0, fmt.Errorf("kind of game %q: want one of %v", clip(s), kindNames)
}

// Regime says which rules govern irregularities in a game.
type Regime uint8

// The regimes.
const (
	// Competition: the competition rules, as in standard play.
	Competition Regime = iota
	// Appendix: what the appendices for rapid and blitz games say instead.
	Appendix
	// Finish: the competition rules in a quickplay finish, which the edition
	// of 1997 treats apart (10.3).
	Finish
	regimeCount
)

// String returns "competition rules", "appendix" or "quickplay finish".
func (r Regime) String() string {
	return [...]string{"competition rules", "appendix", "quickplay finish", ""}[min(r, regimeCount)]
}

// limits are an edition's borders between the kinds. What is neither blitz nor
// rapid is standard.
type limits struct {
	blitz     time.Duration // less is blitz
	blitzUpTo bool          // ... and so is exactly that much
	rapid     time.Duration // less is rapid, when it is no blitz
	rapidUpTo bool          // ... and so is exactly that much
	moves     int           // how many times the bonus counts
}

// KindOf returns the kind of a game in which each player has a main time and a
// bonus with each move, by the edition's own limits: since 2005 sixty times the
// bonus counts with the main time (2023, A.1 and B.1). A control of more
// periods than one is standard, for not all moves are to be made in one time.
func (l Laws) KindOf(main, bonus time.Duration, periods int) Kind {
	if l.row == nil || periods > 1 {
		return Standard
	}
	k := l.row.kinds
	total := main + time.Duration(k.moves)*bonus
	switch {
	case total < k.blitz, total == k.blitz && k.blitzUpTo:
		return Blitz
	case total < k.rapid, total == k.rapid && k.rapidUpTo:
		return Rapid
	}
	return Standard
}

// Regime returns which rules govern a game of a kind. Standard play is always
// governed by the competition rules. In a rapid or blitz game they hold under
// adequate supervision, in the editions that ask for it (since 2009; 2023, A.4
// and B.2); the earlier ones know the appendix alone. A quickplay finish is a
// phase, not a kind: whoever sees it says Finish.
func (l Laws) Regime(k Kind, supervised bool) Regime {
	if k == Standard || supervised && l.row != nil && l.row.supervision {
		return Competition
	}
	return Appendix
}

// KindDoubt compares the kind that an event states with what the edition makes
// of its time control (KindOf), and says by which articles. It reports false
// where they agree. The event's word stands: an arbiter decides what is played.
func (l Laws) KindDoubt(stated Kind, main, bonus time.Duration, periods int) (Kind, []Article, bool) {
	kind := l.KindOf(main, bonus, periods)
	if l.row == nil || stated >= kindCount || kind == stated {
		return stated, nil, false
	}
	limit := kind
	if kind == Standard { // what has a limit is what it is not
		limit = stated
	}
	if limit == Blitz {
		return kind, l.Cite(BlitzDefined), true
	}
	return kind, l.Cite(RapidDefined), true
}
