package rules

import "time"

// ClaimTerms are the terms of a claim under 9.2 and 9.3 in one edition.
type ClaimTerms struct {
	// LostBy is what ends the right to claim on this move.
	LostBy LostBy
	// Clocks: whether the player must, may, or he or the arbiter shall stop
	// the clocks.
	Clocks ClaimClocks
	// Fixed: the announced move cannot be changed (since 2014).
	Fixed bool
	// Offers: the claim is an offer of a draw too (since 2001).
	Offers   bool
	Articles []Article
}

// LostBy is what a player does to lose a right.
type LostBy uint8

// The ways.
const (
	LostByMoving   LostBy = iota // making a move (1997)
	LostByTouching               // touching a piece (since 2001)
)

// String says it in English.
func (b LostBy) String() string {
	if b == LostByTouching {
		return "touching a piece"
	}
	return "making a move"
}

// ClaimClocks is who stops the clocks for a claim.
type ClaimClocks uint8

// The ways; the zero value is not verified for the edition.
const (
	ClocksUnverified ClaimClocks = iota
	PlayerMustStop
	PlayerMayStop
	EitherStops // the player or the arbiter
)

// String says it in English.
func (c ClaimClocks) String() string {
	return [...]string{"unverified", "the player must stop the clocks", "the player may stop the clocks",
		"the player or the arbiter stops the clocks"}[min(c, EitherStops)]
}

type claimTerms struct {
	lostBy LostBy
	clocks ClaimClocks
	fixed  bool
}

// ClaimTerms returns the terms of a claim.
func (l Laws) ClaimTerms() ClaimTerms {
	if l.row == nil {
		return ClaimTerms{}
	}
	c := l.row.claims
	out := ClaimTerms{LostBy: c.lostBy, Clocks: c.clocks, Fixed: c.fixed, Offers: l.Says(ClaimIsOffer) != Absent}
	out.Articles, _ = l.CiteAll(ClaimMade, ClaimLost, ClaimIsOffer)
	return out
}

// OfferLostBy returns how an offer of a draw is rejected on the board: by
// making a move (1997, 9.1) or by touching a piece (since 2001).
func (l Laws) OfferLostBy() LostBy {
	if l.row == nil {
		return LostByMoving
	}
	return l.row.offer
}

// claimCost is what a wrong claim costs.
type claimCost struct {
	opponent time.Duration
	halved   bool
	most     time.Duration
	floors   bool // there are floors for a claimant with little time, not verified
	known    Certainty
	cites    []Clause
}

type claimCosts [cellCount]claimCost

// WrongClaim returns what an incorrect claim under 9.2 or 9.3 costs (9.5). The
// move that was announced with it must be played, in every edition.
func (l Laws) WrongClaim(k Kind, r Regime) Penalty {
	if l.row == nil || k >= kindCount {
		return Penalty{}
	}
	c := l.row.wrongClaim[cellOf(k, r)]
	if c.known != Certain {
		return Penalty{Sanction: sanctionUnknown, Unverified: true}
	}
	p := Penalty{Sanction: TimePenalty, Opponent: c.opponent, OwnHalved: c.halved, OwnMost: c.most, Unverified: c.floors}
	p.Articles, _ = l.CiteAll(append([]Clause{WrongClaim}, c.cites...)...)
	return p
}
