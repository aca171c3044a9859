package rules

import "strings"

// String says the penalty in English, without its articles.
func (p Penalty) String() string {
	if p.Sanction == sanctionUnknown {
		return "unverified"
	}
	var parts []string
	switch p.Sanction {
	case NoSanction:
		parts = append(parts, "no penalty")
	case GameLost:
		parts = append(parts, "game lost")
	case WinClaimed:
		parts = append(parts, "the opponent may claim the game")
	case Discretion:
		parts = append(parts, "arbiter's discretion")
	}
	if p.OwnHalved {
		parts = append(parts, "half of his own time, at most "+minutes(p.OwnMost))
	}
	if p.Opponent > 0 {
		parts = append(parts, "opponent +"+minutes(p.Opponent))
	}
	if p.DrawnInstead {
		parts = append(parts, "drawn if the opponent cannot mate")
	}
	if p.OnClaim && p.Sanction != WinClaimed {
		parts = append(parts, "only when the opponent asks")
	}
	if p.Until != UntilOpen && p.Until != UntilGameEnd {
		parts = append(parts, p.Until.String())
	}
	if p.Unverified && p.OwnHalved {
		parts = append(parts, "floors for little time left unverified")
	}
	return strings.Join(parts, ", ")
}

// String says it in English, without its articles.
func (r Restoration) String() string {
	if r.Unverified {
		return "unverified"
	}
	out := "restored " + r.Until.String()
	if r.OnClaim {
		out += ", only when the opponent asks"
	}
	if r.ThenAgreed {
		out += ", then by agreement of the players"
	}
	return out
}

// String says the duty in English, without its articles.
func (d Duty) String() string {
	out := d.Act.String()
	if d.Until != UntilOpen {
		out += " " + d.Until.String()
	}
	return out
}
