package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardwire/feeds"
	"boardwire/rules"
)

// queue is what the desk shows above all: the tables that need a human, and
// apart from them what must not be signalled.
type queue struct {
	Loud   []needy
	Silent []queueRow
}

// needy is a table with findings; Game is empty for the hall.
type needy struct {
	Game, Players string
	Board         int
	Named         bool // a head says which table it is
	Urgency       string
	Rows          []queueRow
}

type queueRow struct {
	feeds.Finding
	Game  string
	Board int
}

// urgencies are the names of how much a finding presses, by urgency.
var urgencies = [...]string{"now", "while", "claim", "inform", "silent"}

// urgency returns how much a finding presses: 0 must be acted on now, the last
// one must not be acted on. web/src/duty.ts says the same.
func (r queueRow) urgency() int {
	if r.Duty == nil {
		if r.FindingKind == "clock_expected" {
			return 0 // what was ruled about a clock is still to be done
		}
		return 3
	}
	switch r.Duty.Act {
	case rules.ActNow.String():
		return 0
	case rules.ActWhile.String():
		return 1
	case rules.ActOnClaim.String():
		return 2
	case rules.ActNever.String():
		return 4
	}
	return 3
}

// Urgency returns the name of how much the finding presses.
func (r queueRow) Urgency() string { return urgencies[r.urgency()] }

// DutyText says in plain words what the finding asks of an arbiter.
func (r queueRow) DutyText() string {
	until := ""
	if r.Duty != nil {
		until = r.Duty.Until
	}
	switch u := r.urgency(); {
	case u == 0 && r.Duty == nil:
		return "To be done, as ruled"
	case u == 0 && strings.HasPrefix(until, "once "):
		return "Must act " + until + ", not before"
	case u == 0 && until != "":
		return "Must act now; can be done " + until
	case u == 0:
		return "Must act now"
	case u == 1 && until != "":
		return "May act " + until
	case u == 1:
		return "May act"
	case u == 2 && until != "":
		return "Only on a claim, " + until
	case u == 2:
		return "Only on a claim"
	case u == 3:
		return "For your information"
	}
	return "Do not intervene, do not signal"
}

// Sentence is the finding's text with a capital.
func (r queueRow) Sentence() string {
	first, n := utf8.DecodeRuneInString(r.Text)
	return string(unicode.ToUpper(first)) + r.Text[n:]
}

// Cited are the articles of the finding and of its duty, each once.
func (r queueRow) Cited() []string {
	list := slices.Clone(r.Articles)
	if r.Duty != nil {
		for _, a := range r.Duty.Articles {
			if !slices.Contains(list, a) {
				list = append(list, a)
			}
		}
	}
	return list
}

// add takes a game's findings.
func (q *queue) add(v feeds.View, named bool) {
	list := v.Findings
	covered := func(f feeds.Finding) bool {
		return f.FindingKind == "illegal_move" || f.FindingKind == "unpromoted" || f.FindingKind == "both_kings"
	}
	if v.Unexplained != nil && !slices.ContainsFunc(list, covered) {
		list = append(slices.Clip(list), feeds.Finding{ID: "unexplained-" + v.ID, FindingKind: "unexplained",
			Ply: v.Unexplained.After + 1, Text: "no legal move explains what lies on the board"})
	}
	t := needy{Game: v.ID, Board: v.Board, Named: named, Players: fmt.Sprintf("%s – %s", v.White.Shown(), v.Black.Shown())}
	q.take(t, list)
}

func (q *queue) take(t needy, list []feeds.Finding) {
	most := len(urgencies)
	for _, f := range list {
		row := queueRow{Finding: f, Game: t.Game, Board: t.Board}
		u := row.urgency()
		if urgencies[u] == "silent" {
			q.Silent = append(q.Silent, row)
			continue
		}
		t.Rows = append(t.Rows, row)
		most = min(most, u)
	}
	if len(t.Rows) == 0 {
		return
	}
	slices.SortStableFunc(t.Rows, func(a, b queueRow) int { return cmp.Compare(a.urgency(), b.urgency()) })
	t.Urgency = urgencies[most]
	q.Loud = append(q.Loud, t)
}

// queue returns what needs a human in some rounds: the tables that press most
// first, else in the order of their boards, and the hall before them.
func (s *Site) queue(rounds []roundView) queue {
	var q queue
	s.mu.RLock()
	loose := slices.Clone(s.seen.Loose())
	s.mu.RUnlock()
	q.take(needy{Named: true}, loose)
	for _, r := range rounds {
		for _, c := range r.Cards {
			q.add(c.View, true)
		}
	}
	slices.SortStableFunc(q.Loud, func(a, b needy) int {
		return cmp.Compare(slices.Index(urgencies[:], a.Urgency), slices.Index(urgencies[:], b.Urgency))
	})
	return q
}
