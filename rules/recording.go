package rules

import "time"

// RecordingUnder is what a player must have less than, in every edition, that
// 8.4 lets him off writing; and the bonus with each move is smaller than
// exemptBonus.
const (
	RecordingUnder = 5 * time.Minute
	exemptBonus    = 30 * time.Second
)

// RecordingDuty is whether a player must write the moves down.
type RecordingDuty struct {
	// Required: he must. A player who is let off by his clock (8.4) is so for
	// the rest of the period.
	Required bool
	// Unverified: no text at hand shows it for this kind of game.
	Unverified bool
	Articles   []Article
}

// Recording tells whether a player must write the moves down in a game of a
// kind, with so much time left in the period and such a bonus with each move.
// He need not with less than five minutes, unless each move adds 30 seconds or
// more (8.4), nor in any rapid or blitz game (1997, B3; 2023, A.2).
func (l Laws) Recording(k Kind, left, bonus time.Duration) RecordingDuty {
	switch {
	case l.row == nil || k >= kindCount:
		return RecordingDuty{}
	case k != Standard:
		return l.recording(false, RapidNoRecording)
	case left < RecordingUnder && bonus < exemptBonus:
		return l.recording(false, RecordingExempt)
	}
	return l.recording(true, Recording)
}

func (l Laws) recording(required bool, c Clause) RecordingDuty {
	return RecordingDuty{Required: required, Unverified: l.Says(c) == Unverified, Articles: l.Cite(c)}
}

// Update is how the scoresheets are completed once a flag has fallen (8.5).
type Update struct {
	// White and Black: this player completes his scoresheet.
	White, Black bool
	// Stopped: the arbiter stops the clocks first. Else the player completes
	// it before he moves, with the opponent's sheet when it is his turn.
	Stopped bool
	// Unverified: no text at hand shows the number of the article.
	Unverified bool
	Articles   []Article
}

// AfterFlag returns how the scoresheets are completed after a flag, from who
// had stopped writing under 8.4 in the period (1997, 8.5; 2023, 8.5.1 and
// 8.5.2). Whether a sheet is complete is not its business; where none is, the
// game is reconstructed on a second board (Reconstruction).
func (l Laws) AfterFlag(white, black bool) Update {
	out := Update{White: white, Black: black}
	switch {
	case l.row == nil || !white && !black:
		return Update{}
	case white && black:
		out.Stopped = true
		out.Articles, out.Unverified = l.CiteAll(UpdatedByBoth)
	default:
		out.Articles, out.Unverified = l.CiteAll(UpdatedByOne)
	}
	return out
}
