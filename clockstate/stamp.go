package clockstate

import "time"

// Stamp is what a file says of the time of one ply: clk and emt of a broadcast.
type Stamp struct {
	// Clk is what the mover's clock showed after the move, Emt how long he
	// thought; each is meaningless without its Has.
	Clk, Emt       time.Duration
	HasClk, HasEmt bool
}

// Cause names why a reading is not the one before, less the time thought, plus
// what the move earns.
type Cause uint8

// The causes.
const (
	_ Cause = iota
	// ByPeriod: the main time of a next period came in.
	ByPeriod
	// ByFlag: a next period's time came in because the time ran out before the
	// moves were made: the display hides a fallen flag.
	ByFlag
	// ByHand: the clock was set, as by an arbiter.
	ByHand
	// ByMissing: a reading or a think time close by is missing, and the think
	// time that is given does not fit.
	ByMissing
	// ByBoundary: one player's think time is too short by what the other's is
	// too long: the press was seen late.
	ByBoundary
	// ByThought: the think time is not what the clock counted; the readings
	// alone are what play can give.
	ByThought
	// ByStop: the last move of the game was not pressed, so it earned nothing.
	ByStop
	// ByExchange: the readings of this ply and of the next are each other's.
	ByExchange
)

var causeNames = [...]string{
	"", "period", "hidden flag", "set by hand", "missing reading", "late press", "think time", "stopped", "exchanged",
}

// String names the cause in English.
func (c Cause) String() string {
	if int(c) < len(causeNames) {
		return causeNames[c]
	}
	return ""
}
