package rules

// Misplaced says which pieces may not castle in a rapid or blitz game because
// they stood wrong at the start, once it is too late to complain.
type Misplaced uint8

// The rules.
const (
	MisplacedNothing      Misplaced = iota // no such rule
	MisplacedKing                          // a king that stood wrong
	MisplacedKingAndQueen                  // a king that had changed places with its queen
	MisplacedKingOrRook                    // with a king or a rook that stood wrong
)

// String says it in English.
func (m Misplaced) String() string {
	return [...]string{"no rule", "a king that stood wrong", "a king that had changed places with the queen",
		"a king or a rook that stood wrong", ""}[min(m, MisplacedKingOrRook+1)]
}

type misplaced struct {
	which Misplaced
	known Certainty
}

// Misplaced returns which wrongly set up pieces may not castle in a rapid or
// blitz game whose set-up stands (2023, A.5.1). It reports false where no text
// of the edition shows it.
func (l Laws) Misplaced() (Misplaced, bool) {
	if l.row == nil || l.row.misplaced.known == Unverified {
		return MisplacedNothing, false
	}
	return l.row.misplaced.which, true
}
