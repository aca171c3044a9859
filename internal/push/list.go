package push

import (
	"bytes"
	"slices"
	"time"

	"boardwire/feeds"
	"boardwire/feeds/lichess"
	"boardwire/feeds/pgnfile"
	"boardwire/pgn"
)

// list is what a site has and is to have: one item for each game, or one for
// all.
type list struct {
	kind  string
	items []*item
	whole time.Time // when all were sent last
	// strange says that the last answer was for another number of games.
	strange bool
}

// item is one piece that is sent or not as a whole.
type item struct {
	id           string // of a game, "" for all
	white, black string
	stamp        uint64
	pgn          []byte
	since        time.Time // since when it is to be sent; zero when the site has it
	fault        string    // why it cannot be sent or was refused
	held         bool      // it cannot be sent
	there        bool      // the site was sent it once
	refused      time.Time // when the site refused it last; zero when it took it
}

// update takes the games as they are shown now. It returns what is to be logged.
func (l *list) update(games []shown, now time.Time) []line {
	if l.kind != Lichess {
		return l.updateFile(games, now)
	}
	was := map[string]*item{}
	for _, i := range l.items {
		was[i.id] = i
	}
	var lines []line
	items := make([]*item, 0, len(games))
	for _, g := range games {
		i := was[g.view.ID]
		delete(was, g.view.ID)
		if i == nil {
			i = &item{id: g.view.ID}
		}
		items = append(items, i)
		if i.stamp != g.stamp {
			i.stamp = g.stamp
			if text := i.write(g, now); text != "" {
				lines = append(lines, line{"a game is not sent", []any{"game", i.id, "why", text}})
			}
		}
	}
	for _, i := range l.items {
		if was[i.id] != nil && i.there {
			lines = append(lines, line{"a game was paired by mistake and is at the site: delete it there", []any{"game", i.id}})
		}
	}
	for _, i := range items {
		// The fault may have been the site's.
		if !i.refused.IsZero() && i.since.IsZero() && now.Sub(i.refused) >= wholeEvery {
			i.since = now
		}
	}
	if l.others(items) || l.anyDue(items) && now.Sub(l.whole) >= wholeEvery {
		// Games lie at the site in the order in which it got them together.
		for _, i := range items {
			if !i.held && i.since.IsZero() {
				i.since = now
			}
		}
		l.whole = now
	}
	l.items = items
	return lines
}

// others says whether the games are others than before.
func (l *list) others(items []*item) bool {
	return !slices.EqualFunc(l.items, items, func(a, b *item) bool { return a.id == b.id })
}

func (l *list) anyDue(items []*item) bool {
	return slices.ContainsFunc(items, func(i *item) bool { return !i.held && !i.since.IsZero() })
}

// write renders a game, and makes it due where that changed it. It returns why
// it cannot be sent, where that is new.
func (i *item) write(g shown, now time.Time) string {
	i.white, i.black = g.view.White.Shown(), g.view.Black.Shown()
	fault := lichess.Lacks(g.view)
	text, err := pgn.Append(nil, pgnfile.Game(pgnfile.Event{Name: g.title}, g.view))
	if err != nil {
		fault = err.Error()
	}
	if fault != "" {
		fresh := !i.held || i.fault != fault
		i.held, i.fault = true, fault
		if fresh {
			return fault
		}
		return ""
	}
	if i.held {
		i.held, i.fault = false, ""
	}
	if bytes.Equal(text, i.pgn) {
		return ""
	}
	i.pgn = text
	if i.since.IsZero() {
		i.since = now
	}
	return ""
}

// updateFile makes one file of all games.
func (l *list) updateFile(games []shown, now time.Time) []line {
	if len(l.items) == 0 {
		l.items = []*item{{}}
	}
	i := l.items[0]
	var b bytes.Buffer
	for _, g := range games {
		if err := pgnfile.Write(&b, pgnfile.Event{Name: g.title}, []feeds.View{g.view}); err != nil {
			fresh := i.fault != err.Error()
			i.held, i.fault = true, err.Error()
			if fresh {
				return []line{{"the games cannot be written as PGN", []any{"game", g.view.ID, "err", err}}}
			}
			return nil
		}
	}
	i.held, i.fault = false, ""
	if !bytes.Equal(b.Bytes(), i.pgn) {
		i.pgn = b.Bytes()
		if i.since.IsZero() {
			i.since = now
		}
	}
	return nil
}

// answered notes what the site took of what was sent to it. It returns what is
// to be logged.
func (l *list) answered(sent []*item, games []lichess.Game, now time.Time) (lines []line) {
	strange := l.kind == Lichess && len(games) != len(sent)
	if strange && !l.strange {
		lines = append(lines, line{"the site answered for another number of games", []any{"sent", len(sent), "answered", len(games)}})
	}
	l.strange = strange
	for n, i := range sent {
		i.since, i.there = time.Time{}, true
		fault := ""
		if l.kind == Lichess {
			fault = answerOf(games, n, len(sent), i)
		}
		if fault != "" && fault != i.fault {
			lines = append(lines, line{"the site refuses a game; the others go on", []any{"game", i.id, "why", fault}})
		}
		i.fault, i.refused = fault, time.Time{}
		if fault != "" {
			i.refused = now
		}
	}
	return lines
}

// retry returns when a game that was refused goes again as it is; ok is false
// where none was.
func (l *list) retry() (at time.Time, ok bool) {
	for _, i := range l.items {
		if next := i.refused.Add(wholeEvery); !i.refused.IsZero() && !i.held && (!ok || next.Before(at)) {
			at, ok = next, true
		}
	}
	return at, ok
}

// answerOf returns why the n-th game of a push was refused, "" where it was not:
// its entry is found by its place or, where the site answered for another number
// of games, by the players.
func answerOf(games []lichess.Game, n, sent int, i *item) string {
	if len(games) == sent {
		return games[n].Error
	}
	at := slices.IndexFunc(games, func(g lichess.Game) bool { return g.White == i.white && g.Black == i.black })
	if at < 0 {
		return "the site answered nothing of it"
	}
	return games[at].Error
}

// due returns what is to be sent next: what has waited longest, in the order of
// boards, no more than the site takes at once.
func (l *list) due() []*item {
	var due []*item
	for _, i := range l.items {
		if !i.since.IsZero() && !i.held {
			due = append(due, i)
		}
	}
	if l.kind != Lichess || len(due) <= lichess.MaxGames {
		return due
	}
	old := slices.Clone(due)
	slices.SortStableFunc(old, func(a, b *item) int { return a.since.Compare(b.since) })
	old = old[:lichess.MaxGames]
	return slices.DeleteFunc(due, func(i *item) bool { return !slices.Contains(old, i) })
}

// standing returns since when something is to be sent, and how many games the
// site does not take.
func (l *list) standing() (behind time.Time, refused int) {
	for _, i := range l.items {
		if i.fault != "" {
			refused++
		}
		if !i.held && !i.since.IsZero() && (behind.IsZero() || i.since.Before(behind)) {
			behind = i.since
		}
	}
	return behind, refused
}
