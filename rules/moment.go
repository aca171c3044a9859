package rules

// Moment is when something takes effect: a move is made on the board first and
// completed on the clock afterwards.
type Moment uint8

// The moments.
const (
	AtMade Moment = iota
	AtCompleted
	momentUnknown // not verified for the edition
)

// String returns "made", "completed" or "unverified".
func (m Moment) String() string {
	return [...]string{"made", "completed", "unverified"}[min(m, momentUnknown)]
}

// HasTheMove tells when a player has the move: when the opponent's move was
// made or was completed (1997, 1.1; 2023, 1.3). It is what claims, adjusting
// and the binding touch wait for. It reports false where no text of the
// edition shows it.
func (l Laws) HasTheMove() (Moment, bool) {
	if l.row == nil || l.row.hasMove == momentUnknown {
		return 0, false
	}
	return l.row.hasMove, true
}

// EndsWhen tells when an ending that comes by itself takes effect. All do when
// the move is made, but for 75 moves in 2014, which must have been completed
// (9.6b).
func (l Laws) EndsWhen(why Reason) Moment {
	if l.row != nil && why == ReasonSeventyFive {
		return l.row.seventyFiveWhen
	}
	return AtMade
}

// Completion is what may complete a move.
type Completion uint8

// The ways.
const (
	ByPress   Completion = iota // the player's own press of the clock
	ByEnd                       // the end of the game
	ByOwnNext                   // the same player's next move
	ByReply                     // the opponent's next move
)

// Completes tells whether a move is completed that way. The opponent's reply
// never does it, in no edition: a player who forgot to press has not completed
// his move, and when it was the last before the time control his flag loses.
func (l Laws) Completes(by Completion) bool {
	switch {
	case l.row == nil:
		return false
	case by == ByOwnNext:
		return l.row.articles[CompletedByNextMove].known != Absent
	}
	return by == ByPress || by == ByEnd
}
