package rules

import "time"

// Offence is an irregularity that the Laws punish.
type Offence uint8

// The offences. All but the last two are illegal moves in every edition.
const (
	OffenceIllegalMove Offence = iota // a completed move against Article 3
	OffenceUnpromoted                 // pressed with a pawn on the last rank
	OffenceKingTaken                  // captured the king
	OffenceTwoHands                   // two hands for one move
	OffencePress                      // pressed the clock without a move
	offenceCount
)

var offenceNames = [offenceCount]string{
	"illegal move", "pawn not promoted", "king captured", "two hands", "pressed without a move",
}

// String names the offence in English.
func (o Offence) String() string {
	if o < offenceCount {
		return offenceNames[o]
	}
	return ""
}

// Offences returns all offences.
func Offences() []Offence {
	return []Offence{OffenceIllegalMove, OffenceUnpromoted, OffenceKingTaken, OffenceTwoHands, OffencePress}
}

// Sanction is what a penalty does to the game.
type Sanction uint8

// The sanctions.
const (
	// NoSanction: play goes on, nothing is taken or given.
	NoSanction Sanction = iota
	// TimePenalty: the opponent gets time, or the offender loses some.
	TimePenalty
	// GameLost: the arbiter declares the game lost.
	GameLost
	// WinClaimed: the opponent may claim the game, and he alone.
	WinClaimed
	// Discretion: not counted; the arbiter may choose among his penalties.
	Discretion
	sanctionUnknown
)

// String names the sanction in English.
func (s Sanction) String() string {
	return [...]string{"none", "time", "game lost", "win on a claim", "arbiter's discretion", "unverified"}[min(s, sanctionUnknown)]
}

// Penalty is what an offence costs.
type Penalty struct {
	Sanction Sanction
	// Opponent is what the opponent's clock gains.
	Opponent time.Duration
	// OwnHalved: the offender loses half of what he has left, OwnMost at most.
	OwnHalved bool
	OwnMost   time.Duration
	// DrawnInstead: a loss becomes a draw when the opponent cannot mate by any
	// series of legal moves.
	DrawnInstead bool
	// OnClaim: only when the opponent claims; the arbiter does not act of
	// himself.
	OnClaim bool
	// Until is up to when it can be imposed or claimed.
	Until Until
	// Unverified: no text at hand shows what it costs, or (with a sanction)
	// not all of it.
	Unverified bool
	Articles   []Article
}

// step is one rung of a ladder.
type step struct {
	sanction Sanction
	opponent time.Duration
}

// ladder is what the first, second ... illegal move costs; the last rung stays.
type ladder struct {
	steps   []step
	drawn   bool
	onClaim bool
	until   Until
	cites   []Clause
}

// cell names a place in a table by kind and regime.
type cell uint8

const (
	standardCell cell = iota
	finishCell
	rapidCell // the appendix
	blitzCell
	rapidSupervisedCell // the competition rules
	blitzSupervisedCell
	cellCount
)

func cellOf(k Kind, r Regime) cell {
	switch {
	case k == Rapid && r == Appendix:
		return rapidCell
	case k == Blitz && r == Appendix:
		return blitzCell
	case k == Rapid:
		return rapidSupervisedCell
	case k == Blitz:
		return blitzSupervisedCell
	case r == Finish:
		return finishCell
	}
	return standardCell
}

type ladders [cellCount]ladder

// offenceRules say which offences are counted as illegal moves, and by which
// clause; an offence without a clause is left to the arbiter.
type offenceRules [offenceCount]struct {
	counted bool
	cites   []Clause
}

// Minutes for the rows.
const (
	oneMinute    = time.Minute
	twoMinutes   = 2 * time.Minute
	threeMinutes = 3 * time.Minute
)

// Illegal returns what an offence costs the player: nth counts from 1 over all
// of his moves with an offence that the edition counts (Counts); two faults in
// one move are one (2017, 7.8). An edition that does not
// count the offence leaves it to the arbiter (13.4; 12.9 since 2014).
//
// The ladder of an edition is for a kind and a regime; whether the move is
// taken back is Restoration's business.
func (l Laws) Illegal(o Offence, k Kind, r Regime, nth int) Penalty {
	if l.row == nil || o >= offenceCount || k >= kindCount || nth < 1 {
		return Penalty{}
	}
	rule := l.row.offences[o]
	if !rule.counted {
		p := Penalty{Sanction: Discretion, Until: UntilGameEnd}
		p.Articles, p.Unverified = l.CiteAll(append(append([]Clause{}, rule.cites...), ArbiterPenalties)...)
		return p
	}
	lad := l.row.illegal[cellOf(k, r)]
	s := lad.steps[min(nth, len(lad.steps))-1]
	if s.sanction == sanctionUnknown {
		return Penalty{Sanction: sanctionUnknown, Unverified: true}
	}
	p := Penalty{Sanction: s.sanction, Opponent: s.opponent, OnClaim: lad.onClaim, Until: lad.until}
	p.DrawnInstead = lad.drawn && (s.sanction == GameLost || s.sanction == WinClaimed)
	p.Articles, _ = l.CiteAll(append(append([]Clause{}, rule.cites...), lad.cites...)...)
	return p
}

// Counts tells whether the edition counts the offence as an illegal move. All
// that it counts go into one count a player (2017, 7.8; 2018 on, 7.5.5).
func (l Laws) Counts(o Offence) bool {
	return l.row != nil && o < offenceCount && l.row.offences[o].counted
}

// CountsWhen tells when an offence that the edition counts is complete: with
// the press of the clock, before which an illegal move is put right without a
// penalty (2014, 7.5a; 2023, 7.5.1). Two hands counted with the move itself in
// 2017 (7.7), and with the press since 2018 (7.5.4).
func (l Laws) CountsWhen(o Offence) Moment {
	if l.row != nil && o == OffenceTwoHands && l.Counts(o) {
		return l.row.handsWhen
	}
	return AtCompleted
}

// UnpromotedBecomesQueen tells whether a pawn left on the last rank is replaced
// by a queen (2014, 7.5a; 2023, 7.5.2). Before, the position is restored like
// after any illegal move.
func (l Laws) UnpromotedBecomesQueen() bool { return l.row != nil && l.row.queens }
