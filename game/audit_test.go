package game_test

import (
	"fmt"
	"slices"

	"boardwire/events"
	"boardwire/game"
	"boardwire/rules"
)

// told is what a reader of the facts of one table knows.
type told struct {
	moves    []toldMove
	ended    events.ID
	final    events.ID
	result   string
	findings map[events.ID]string
	// sealed says that a move is sealed and nothing on the board is one.
	sealed bool
	// edition is that of the pairing; "" for the hall.
	edition string
}

type toldMove struct {
	id        events.ID
	uci       string
	completed string
	clocks    *events.Clocks
}

// articlesOf are all the articles that an edition names.
var articlesOf = func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, e := range rules.Carried() {
		laws, err := rules.Of(e)
		if err != nil {
			panic(err)
		}
		known := map[string]bool{}
		for _, c := range rules.Clauses() {
			for _, a := range laws.Cite(c) {
				known[string(a)] = true
			}
		}
		all[e.String()] = known
	}
	return all
}()

// audit reads facts one by one and says what no reader could make sense of:
// moves out of turn, things taken back that did not stand, articles that there
// are not, a broken chain, an order that others do not rely on.
func audit(facts []game.Fact) (map[string]*told, error) {
	tables := map[string]*told{}
	chain := events.Chain{Source: "fold-main"}
	ids := map[events.ID]bool{}
	var cause events.ID
	var said []events.Payload // of this cause and table
	var saidOf events.Scope
	for n, f := range facts {
		e := f.Event
		fail := func(format string, args ...any) error {
			return fmt.Errorf("fact %d, %s at %s: %s", n, e.Type, e.Scope, fmt.Sprintf(format, args...))
		}
		if err := chain.Check(e); err != nil {
			return nil, fail("%v", err)
		}
		chain.Stored(f.Bytes)
		if ids[e.ID] {
			return nil, fail("id %s came before", e.ID)
		}
		ids[e.ID] = true
		if e.Cause != cause || e.Scope != saidOf {
			cause, saidOf, said = e.Cause, e.Scope, nil
		}
		t := tables[string(e.Scope)]
		if t == nil {
			t = &told{result: "*", findings: map[events.ID]string{}}
			tables[string(e.Scope)] = t
		}
		if err := t.read(e, said); err != nil {
			return nil, fail("%v", err)
		}
		said = append(said, e.Data)
	}
	return tables, nil
}

// read takes one fact; said are those of the same cause before it.
func (t *told) read(e events.Event, said []events.Payload) error {
	last := len(t.moves) - 1
	switch p := e.Data.(type) {
	case events.Paired:
		if p.Gone {
			if len(t.moves) > 0 {
				return fmt.Errorf("gone with %d moves", len(t.moves))
			}
			*t = told{result: "*", findings: map[events.ID]string{}}
		}
		t.edition = p.Edition
	case events.Made:
		if p.Ply != len(t.moves)+1 {
			return fmt.Errorf("ply %d after %d moves", p.Ply, len(t.moves))
		}
		if p.Origin == events.OriginCorrected {
			t.moves = append(t.moves, toldMove{id: e.ID, uci: p.UCI})
			if len(p.Articles) > 0 {
				return fmt.Errorf("a correction cites %q", p.Articles)
			}
			return nil
		}
		if t.sealed && p.Origin != events.OriginSealed {
			return fmt.Errorf("%s made while a move is sealed", p.SAN)
		}
		if t.ended != "" {
			return fmt.Errorf("%s made after an end that stands", p.SAN)
		}
		if t.final != "" {
			return fmt.Errorf("%s made after a result that stands", p.SAN)
		}
		t.moves = append(t.moves, toldMove{id: e.ID, uci: p.UCI})
		return t.cited(p.Articles, true)
	case events.Completed:
		i := slices.IndexFunc(t.moves, func(m toldMove) bool { return m.id == p.Move })
		switch {
		case i < 0 || i+1 != p.Ply:
			return fmt.Errorf("ply %d is not move %s", p.Ply, p.Move)
		case t.moves[i].completed != "":
			return fmt.Errorf("ply %d was completed by %s already", p.Ply, t.moves[i].completed)
		case p.By == events.ByPress && p.Clocks == nil:
			return fmt.Errorf("ply %d: pressed without a clock", p.Ply)
		case saidEnd(said, p.By):
			return fmt.Errorf("ply %d completed by %s after the end", p.Ply, p.By)
		}
		t.moves[i].completed, t.moves[i].clocks = p.By, p.Clocks
		return t.cited(p.Articles, true)
	case events.Withdrawn:
		switch {
		case last < 0 || t.moves[last].id != p.Move || p.Ply != last+1:
			return fmt.Errorf("ply %d is not the last one", p.Ply)
		case p.Corrected || p.Restored || p.Annulled || p.Reassigned:
		case t.moves[last].completed == events.ByPress || t.moves[last].completed == events.ByNext:
			return fmt.Errorf("ply %d was completed by %s", p.Ply, t.moves[last].completed)
		case slices.ContainsFunc(said, func(p events.Payload) bool { _, made := p.(events.Made); return made }):
			return fmt.Errorf("ply %d withdrawn after a move of the same cause", p.Ply)
		}
		t.moves = t.moves[:last]
	case events.Ended:
		if p.Withdraws != t.ended || p.Result == "*" && t.ended == "" {
			return fmt.Errorf("%s takes back %q, %q stands", p.Result, p.Withdraws, t.ended)
		}
		t.ended = e.ID
		if p.Result == "*" {
			t.ended = ""
		} else if t.final != "" {
			return fmt.Errorf("%s after the result", p.Result)
		}
		return t.cited(p.Articles, p.Source == events.SourceDerived)
	case events.FinalResult:
		if p.Withdraws != t.final || p.Result == "*" && t.final == "" {
			return fmt.Errorf("%s takes back %q, %q stands", p.Result, p.Withdraws, t.final)
		}
		t.final, t.result = e.ID, p.Result
		if p.Result == "*" {
			t.final = ""
		}
		if p.Source != events.SourceRuled { // an arbiter names what he likes
			return t.cited(p.Articles, false)
		}
	case events.AdjournedFact:
		t.sealed = p.State == events.AdjournedOrdered || p.State == events.AdjournedSealed
		return t.cited(p.Articles, false)
	case events.FindingRaised:
		t.findings[e.ID] = p.Kind
		if d := p.Duty; d != nil {
			if err := t.cited(d.Articles, false); err != nil {
				return fmt.Errorf("duty %w", err)
			}
		}
		return t.cited(p.Articles, false)
	case events.FindingCleared:
		if kind, ok := t.findings[p.Finding]; !ok || kind != p.Kind {
			return fmt.Errorf("clears %s %s, which is not open", p.Kind, p.Finding)
		}
		delete(t.findings, p.Finding)
	case events.Answered:
		return t.cited(p.Articles, p.Answer == events.AnswerDiscretion)
	}
	return nil
}

// saidEnd says whether an end was told before a completion that cannot follow
// it: only the player's own next move completes an older one afterwards.
func saidEnd(said []events.Payload, by string) bool {
	if by == events.ByNext {
		return false
	}
	over := false
	for _, p := range said {
		if ended, ok := p.(events.Ended); ok {
			over = ended.Result != "*"
		}
	}
	return over
}

// cited says what is wrong with a list of articles. Only the edition of 2023
// is known whole: in the others a number may not be certain, and is left out.
func (t *told) cited(list []string, must bool) error {
	if must && len(list) == 0 && t.edition == "2023" {
		return fmt.Errorf("cites no article")
	}
	if t.edition == "" {
		return nil // an answer to a ruling on more than one table
	}
	for _, a := range list {
		if !articlesOf[t.edition][a] {
			return fmt.Errorf("cites %q, which the edition of %q has not", a, t.edition)
		}
	}
	return nil
}
