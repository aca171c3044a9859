package main

import (
	"strings"

	"boardwire/rules"
)

// about says in a few words what each finding is.
var about = map[rules.Finding]string{
	rules.FindingIllegalMove:     "a completed illegal move, the opponent has not moved yet",
	rules.FindingIllegalStands:   "an illegal move that the opponent has answered",
	rules.FindingUnpromoted:      "the clock pressed with a pawn on the last rank",
	rules.FindingBothKings:       "both kings in check, or a pawn left on the last rank",
	rules.FindingPress:           "the clock pressed without a move",
	rules.FindingTwoHands:        "two hands for one move (no board sees it: declared)",
	rules.FindingTouched:         "a piece was lifted and another one moved (a lift is no touch: evidence only)",
	rules.FindingRookFirst:       "castling with the rook lifted first",
	rules.FindingFlag:            "the clock shows a fallen flag",
	rules.FindingBothFlags:       "the clock shows both flags",
	rules.FindingHiddenFlag:      "a flag fell and the clock went on to the next period",
	rules.FindingNotPressed:      "a player has moved and not pressed",
	rules.FindingMoved:           "the opponent has moved",
	rules.FindingMoveCount:       "how many moves were made",
	rules.FindingThreefold:       "a position for the third time",
	rules.FindingFifty:           "50 moves by each without capture or pawn move",
	rules.FindingFivefold:        "a position for the fifth time",
	rules.FindingSeventyFive:     "75 moves by each without capture or pawn move",
	rules.FindingDeadPosition:    "nobody can mate any more",
	rules.FindingWrongClaim:      "a claim is incorrect",
	rules.FindingTwoMinutes:      "less than two minutes left in a quickplay finish",
	rules.FindingRecordingExempt: "less than five minutes and no bonus of 30 seconds: a player need not write the moves down",
	rules.FindingBothScoresheets: "a flag fell before the last period, neither player had to write",
	rules.FindingOneScoresheet:   "a flag fell before the last period, one player had not to write",
	rules.FindingNoFirstMove:     "no move by the default time (a board sees moves, not arrivals: look there)",
	rules.FindingWrongSetup:      "the initial position was wrong",
	rules.FindingWrongBoard:      "the board lies the wrong way",
	rules.FindingColorsReversed:  "the players have each other's color (declared)",
	rules.FindingDisplaced:       "pieces off their squares",
	rules.FindingControlMismatch: "the clock is set otherwise than announced",
	rules.FindingClockAdjusted:   "the clock was changed by hand",
	rules.FindingBonusUndeclared: "the clock adds time that was not announced",
	rules.FindingResultConflict:  "two sources tell two results",
	rules.FindingGesture:         "the kings were put in the centre",
	rules.FindingNoOrOneMove:     "a game of no move or one",
	rules.FindingClkMissing:      "clock times are missing",
	rules.FindingTruncated:       "a game breaks off",
	rules.FindingClocksStopped:   "both clocks stand in a game that is not over",
	rules.FindingDevice:          "a device is lost, unknown or shared",
	rules.FindingRecord:          "the record has a fault",
}

// game is a kind of game, supervised or not.
type game struct {
	name       string
	kind       rules.Kind
	supervised bool
}

// games are the games an edition tells apart.
func games(l rules.Laws) []game {
	out := []game{{"standard", rules.Standard, false}, {"rapid", rules.Rapid, false}, {"blitz", rules.Blitz, false}}
	if l.Regime(rules.Rapid, true) == rules.Competition {
		out[0].name = "standard and supervised"
	}
	return out
}

// duties writes, finding by finding, what it asks of the arbiter. Kinds and
// editions of the same duty by the same articles share a line.
func (p *page) duties(all []rules.Laws) {
	p.f("## Duties\n")
	p.f("What a finding asks of the arbiter. *Must act*: of himself, when he learns of it. *May act until*: when he sees it, but not later. *Only on a claim*:")
	p.f("he says nothing before a player asks. *Must not intervene or signal*: nobody at the board may learn it from him. *Information only*: the Laws ask")
	p.f("nothing, or leave it to him. Since 2009 a supervised rapid or blitz game has the duties of standard play.\n")
	var rows [][]string
	for _, f := range rules.Findings() {
		first := true
		for _, l := range lines(all, f) {
			name, what := "", ""
			if first {
				name, what, first = "`"+string(f)+"`", about[f], false
			}
			rows = append(rows, []string{name, what, l.editions, l.games, l.duty, l.cites})
		}
	}
	p.table([]string{"finding", "", "edition", "game", "duty", "articles"}, rows)
}

type dutyLine struct{ editions, games, duty, cites string }

func lines(all []rules.Laws, f rules.Finding) []dutyLine {
	var out []dutyLine
	for _, l := range all {
		var own []dutyLine // of this edition
		for _, g := range games(l) {
			d := l.Duty(f, g.kind, g.supervised)
			x := dutyLine{l.Edition().String(), g.name, d.String(), cited(d.Articles, d.Unverified)}
			if i := find(own, func(o dutyLine) bool { return o.duty == x.duty && o.cites == x.cites }); i >= 0 {
				own[i].games += ", " + x.games
				continue
			}
			own = append(own, x)
		}
		if len(own) == 1 {
			own[0].games = "all"
		}
		for _, x := range own {
			if i := find(out, func(o dutyLine) bool { return o.games == x.games && o.duty == x.duty && o.cites == x.cites }); i >= 0 {
				out[i].editions += ", " + x.editions
				continue
			}
			out = append(out, x)
		}
	}
	for i := range out {
		if strings.Count(out[i].editions, ",") == len(all)-1 {
			out[i].editions = "all"
		}
	}
	return out
}

func find(lines []dutyLine, same func(dutyLine) bool) int {
	for i, l := range lines {
		if same(l) {
			return i
		}
	}
	return -1
}
