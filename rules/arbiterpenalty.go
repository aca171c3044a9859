package rules

// ArbiterPenalty is a penalty of an arbiter's own choice (1997, 13.4; since
// 2014, 12.9).
type ArbiterPenalty uint8

// The penalties.
const (
	PenaltyWarning ArbiterPenalty = iota
	PenaltyOpponentTime
	PenaltyOwnTime
	PenaltyOpponentPoints
	PenaltyOwnPoints
	PenaltyGameLost
	PenaltyFine
	PenaltyExclusion // from one or more rounds
	PenaltyExpulsion // from the event
	arbiterPenaltyCount
)

var arbiterPenaltyNames = [arbiterPenaltyCount]string{
	"warning", "more time for the opponent", "less time", "more points for the opponent", "less points",
	"game lost", "fine", "exclusion from rounds", "expulsion",
}

// String names the penalty in English.
func (p ArbiterPenalty) String() string {
	if p < arbiterPenaltyCount {
		return arbiterPenaltyNames[p]
	}
	return ""
}

// listed are the penalties that an edition names.
type listed [arbiterPenaltyCount]Certainty

// The lists that editions share.
var (
	penaltiesUnverified = listed{
		Unverified, Unverified, Unverified, Unverified, Unverified, Unverified, Unverified, Unverified, Unverified,
	}
	penalties1997 = listed{
		PenaltyWarning: Certain, PenaltyOpponentTime: Certain, PenaltyOwnTime: Certain, PenaltyGameLost: Certain, PenaltyExpulsion: Certain,
	}
	penalties2009 = listed{
		PenaltyWarning: Certain, PenaltyOpponentTime: Certain, PenaltyOwnTime: Certain, PenaltyGameLost: Certain, PenaltyExpulsion: Certain,
		PenaltyOwnPoints: Certain, PenaltyOpponentPoints: Certain,
	}
	penalties2023 = listed{Certain, Certain, Certain, Certain, Certain, Certain, Certain, Certain, Certain}
)

// Lists tells whether the edition names a penalty among those that an arbiter
// may impose. The list of 1997 is one of examples.
func (l Laws) Lists(p ArbiterPenalty) Certainty {
	if l.row == nil || p >= arbiterPenaltyCount {
		return Absent
	}
	return l.row.penalties[p]
}
