package rules

// Remedy is what is done about a wrong start.
type Remedy struct {
	Act RemedyAct
	// Unless: the arbiter may decide otherwise.
	Unless bool
	// Unverified: no text at hand shows it for the edition, or the number of
	// an article.
	Unverified bool
	Articles   []Article
}

// RemedyAct is what is done.
type RemedyAct uint8

// The acts. The zero value knows of none.
const (
	_           RemedyAct = iota
	NewGame               // the game does not count, a new one is played
	Transferred           // the position is moved to a board that lies right
	GoesOn                // play goes on as it is
	remedyCount
)

var remedyActs = [remedyCount]string{"", "a new game", "moved to a board that lies right", "play goes on"}

// String says it in English.
func (a RemedyAct) String() string {
	if a < remedyCount {
		return remedyActs[a]
	}
	return ""
}

// Remedy tells what is done when a wrong set-up, a wrong board or reversed
// colors are found after so many moves by each player. A wrong set-up makes a
// new game (1997, 7.1a; 2023, 7.2.1), whenever it is found; a wrong board
// changes the board alone (7.1b; 7.2.2). Reversed colors go on, since 2017 only
// after ten moves (2023, 7.3). By the appendix, a rapid or blitz game goes on
// after three moves by each (up to 2009, B4) or ten (2023, A.5.1). Another
// finding has no remedy: its Act is 0.
func (l Laws) Remedy(f Finding, k Kind, r Regime, moves int) Remedy {
	if l.row == nil || k >= kindCount {
		return Remedy{}
	}
	cell := cellOf(k, r)
	lenient := cell == rapidCell || cell == blitzCell
	switch {
	case f == FindingColorsReversed:
		return l.reversedRemedy(moves)
	case f != FindingWrongSetup && f != FindingWrongBoard:
		return Remedy{}
	case lenient && l.row.complaints == unknownCount:
		return Remedy{Unverified: true}
	case lenient && moves >= l.row.complaints:
		return l.remedy(GoesOn, false, RapidTooLate)
	case f == FindingWrongSetup:
		return l.remedy(NewGame, false, WrongSetup)
	}
	return l.remedy(Transferred, false, WrongBoard)
}

func (l Laws) reversedRemedy(moves int) Remedy {
	if moves < l.row.reversed {
		return l.remedy(NewGame, false, ColorsReversed)
	}
	return l.remedy(GoesOn, l.row.reversed == 0, ColorsReversed)
}

func (l Laws) remedy(a RemedyAct, unless bool, c Clause) Remedy {
	return Remedy{Act: a, Unless: unless, Unverified: l.Says(c) == Unverified, Articles: l.Cite(c)}
}

// DisplacedPress tells whether a player may start the opponent's clock without
// a move, so that pieces the opponent knocked over are put back on the
// opponent's time (1997, 7.3). Then a press without a move is nobody's fault.
// Since 2009 the clocks are stopped and the arbiter is called.
func (l Laws) DisplacedPress() Certainty {
	if l.row == nil {
		return Absent
	}
	return l.row.displacedPress
}
