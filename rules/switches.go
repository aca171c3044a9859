package rules

import (
	"fmt"
	"strconv"
	"time"
)

// Switch is one switch or number of an edition's row, in words.
type Switch struct{ Name, Value string }

// Switches returns what an edition's row says beside its articles, in a fixed
// order, for people to read and compare.
func (l Laws) Switches() []Switch {
	r := l.row
	if r == nil {
		return nil
	}
	has := "unverified"
	if m, ok := l.HasTheMove(); ok {
		has = "when the opponent's move is " + m.String()
	}
	return []Switch{
		{"in force from", r.from.String()},
		{"has the move", has},
		{"own next move completes", yes(l.Completes(ByOwnNext))},
		{"reply completes", yes(l.Completes(ByReply))},
		{"fivefold repetition draws", fivefoldWords(r)},
		{"moves that draw by themselves", count(r.seventyFive, r.seventyFiveWhen.String())},
		{"resignation can draw", yes(r.resignationDraw)},
		{"agreement needs a move by each", yes(r.bothMoved)},
		{"claim lost by", r.claims.lostBy.String()},
		{"claim and the clocks", r.claims.clocks.String()},
		{"announced move is fixed", yes(r.claims.fixed)},
		{"claim is an offer", yes(l.Says(ClaimIsOffer) != Absent)},
		{"offer rejected by", r.offer.String()},
		{"default time", defaultWords(r.defaultTime)},
		{"blitz needs mating potential", yes(r.potential)},
		{"reversed colors restart", count(r.reversed, "as long as fewer moves were made by each")},
		{"rapid set-up stands after", count(r.complaints, "moves by each")},
		{"unpromoted pawn becomes a queen", yes(r.queens)},
		{"two hands count as illegal", yes(l.Counts(OffenceTwoHands))},
		{"two hands count when the move is", handsWords(l)},
		{"press without a move counts as illegal", yes(l.Counts(OffencePress))},
		{"wrongly set up, rapid: may not castle", misplacedWords(r.misplaced)},
		{"displaced pieces are answered by a press", r.displacedPress.word()},
		{"last two minutes", r.quickplay.form.String()},
		{"last two minutes, the claimant has the move", r.quickplay.hasMove.word()},
		{"last two minutes, the arbiter may reject", r.quickplay.reject.word()},
		{"last two minutes, a bonus may be asked for", bonusWords(r.quickplay.extra)},
		{"late to a resumption", lateWords(r.adjourned)},
		{"the event may announce other points", r.otherPoints.word()},
		{"telephone", phoneWords(r.phone)},
		{"supervised games by the competition rules", yes(r.supervision)},
		{"blitz", border(r.kinds.blitz, r.kinds.blitzUpTo)},
		{"rapid", border(r.kinds.rapid, r.kinds.rapidUpTo)},
		{"bonus counts for so many moves", strconv.Itoa(r.kinds.moves)},
		{"both flags, standard", bothWords(r.bothFlags[Standard])},
		{"both flags, rapid", bothWords(r.bothFlags[Rapid])},
		{"both flags, blitz", bothWords(r.bothFlags[Blitz])},
	}
}

// word says yes, no or unverified.
func (c Certainty) word() string {
	if c == Unverified {
		return c.String()
	}
	return yes(c == Certain)
}

func handsWords(l Laws) string {
	if !l.Counts(OffenceTwoHands) {
		return "not counted"
	}
	return l.CountsWhen(OffenceTwoHands).String()
}

func misplacedWords(m misplaced) string {
	if m.known == Unverified {
		return m.known.String()
	}
	return m.which.String()
}

func phoneWords(p phone) string {
	if p.offence == PhoneAllowed {
		return p.offence.String()
	}
	return p.offence.String() + ": lost, the opponent: " + p.opponent.String()
}

func bonusWords(d time.Duration) string {
	if d == 0 {
		return "no"
	}
	return fmt.Sprintf("%d s a move", int(d/time.Second))
}

func lateWords(a adjourned) string {
	switch {
	case a.late != Certain:
		return a.late.String()
	case a.allowed == 0:
		return "the event's default time"
	}
	return minutes(a.allowed)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func count(n int, what string) string {
	switch n {
	case 0:
		return "no"
	case unknownCount:
		return "unverified"
	}
	return fmt.Sprintf("%d, %s", n, what)
}

func fivefoldWords(r *edition) string {
	switch {
	case r.fivefold == 0:
		return "no"
	case r.consecutive:
		return "on consecutive alternate moves"
	}
	return "any five appearances"
}

func defaultWords(x lateness) string {
	switch {
	case x.known != Certain:
		return "unverified"
	case x.d == 0:
		return "none"
	}
	return minutes(x.d)
}

func minutes(d time.Duration) string { return fmt.Sprintf("%d min", int(d/time.Minute)) }

func border(d time.Duration, upTo bool) string {
	if upTo {
		return "up to " + minutes(d)
	}
	return "less than " + minutes(d)
}

func bothWords(b bothFlags) string {
	switch {
	case b.known == Unverified:
		return "unverified"
	case b.known == Absent:
		return "no rule"
	case b.announced:
		return "drawn in the last period, where announced"
	}
	return "drawn in the last period"
}
