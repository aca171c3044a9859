package rules

// Restoration is whether the position before an illegal move is put back.
type Restoration struct {
	// Until: found so late, the move is still taken back.
	Until Until
	// OnClaim: only when the opponent asks.
	OnClaim bool
	// ThenAgreed: afterwards the players may still correct it between them,
	// without the arbiter.
	ThenAgreed bool
	// Unverified: no text at hand shows it.
	Unverified bool
	Articles   []Article
}

type restoration struct {
	until      Until
	onClaim    bool
	thenAgreed bool
	doubt      bool
	cites      []Clause
}

type restorations [cellCount]restoration

// Restoration returns up to when a completed illegal move is taken back. In
// standard play that is whenever it is found during the game (1997, 7.4; 2023,
// 7.5.1). What is never corrected afterwards stands, and the game is followed
// from the real position.
func (l Laws) Restoration(k Kind, r Regime) Restoration {
	if l.row == nil || k >= kindCount {
		return Restoration{}
	}
	x := l.row.restore[cellOf(k, r)]
	if x.doubt {
		return Restoration{Unverified: true}
	}
	out := Restoration{Until: x.until, OnClaim: x.onClaim, ThenAgreed: x.thenAgreed}
	out.Articles, _ = l.CiteAll(x.cites...)
	return out
}
