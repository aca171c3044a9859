package main

import (
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/pgn"
	"boardwire/rules"
)

// damage is one kind of fault, done to a game.
type damage struct {
	name string
	// do damages f, a copy of g's feed, and says where; ok is false where the
	// game has no place for it. Other is another game of the same file.
	do func(r *rand.Rand, g, other *game, f *feed) (w wanted, ok bool)
}

// wanted is what must be told of a damage. A finding of another kind, or at
// another place, does not count.
type wanted struct {
	kinds    []string
	from, to int // plies; -1 for anywhere
	// says must be part of the finding's text, where the kind alone could mean
	// something else.
	says string
	// cut is how many plies must be left; -1 where that does not matter.
	cut int
	// also are kinds that follow from the damage.
	also []string
	// line is the damaged line of the text: the reader must tell it.
	line int
}

func anywhere(kinds ...string) wanted { return wanted{kinds: kinds, from: -1, to: -1, cut: -1} }

func exactly(kind string, ply int) wanted {
	return wanted{kinds: []string{kind}, from: ply, to: ply, cut: -1}
}

// damages are all kinds, in the order they are printed.
var damages = []damage{
	{"result turned: the other won", func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		if g.loser() == rules.NoColor || len(f.plies) < 2 {
			return wanted{}, false
		}
		f.result(rules.WinFor(g.loser()))
		return anywhere(events.FindingResultConflict), true
	}},
	{"result turned: a win is a draw", func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		f.result(rules.Draw)
		return anywhere(events.FindingResultConflict), g.loser() != rules.NoColor && len(f.plies) > 1
	}},
	{"result turned: a draw is a win", func(r *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		f.result([]rules.Result{rules.WhiteWins, rules.BlackWins}[r.IntN(2)])
		return anywhere(events.FindingResultConflict), g.result == rules.Draw && len(f.plies) > 1
	}},
	{"result turned in the tag alone", func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		f.set("Result", string(rules.WinFor(g.loser())))
		return anywhere(events.FindingResultConflict), g.loser() != rules.NoColor
	}},
	{"mate against a draw tag", func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		f.result(rules.Draw)
		w := anywhere(events.FindingResultConflict)
		w.says = "checkmate"
		return w, len(f.plies) > 0 && strings.HasSuffix(f.plies[len(f.plies)-1].san, "#")
	}},
	{"king plies added: both kings", kings(false, 0)},
	{"king plies added: both, with a clk", kings(true, 0)},
	{"king plies added: squares on the way", kings(false, 1)},
	{"king plies added: one king, illegal", func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		side := g.line.Position().Turn()
		to := sign(g.result)[side]
		if g.canKing(to) || len(f.plies) < 2 {
			return wanted{}, false
		}
		f.plies = append(f.plies, ply{san: "K" + to})
		w := exactly(events.FindingGesture, g.legal+1)
		w.cut = g.legal
		return w, true
	}},
	{"flag hidden at the end", hiddenAtEnd},
	{"flag hidden, play goes on", hiddenInPlay},
	{"period missing in the tag", func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		f.set("TimeControl", "5400+30")
		return anywhere(events.FindingBonusUndeclared), g.slow && firstPeriod(f) > 0
	}},
	{"period missing on the clocks", periodTaken},
	{"wrong control in the tag", func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		f.set("TimeControl", "1500+10")
		w := anywhere(events.FindingControlMismatch)
		w.says, w.also = "25+10", []string{events.FindingBonusUndeclared}
		return w, len(f.plies) >= 30
	}},
	{"clk swapped: whole game", swapped(0, 1<<20)},
	{"clk swapped: ten moves", swapped(10, 10)},
	{"clk swapped: one move", swapped(10, 1)},
	{"clock set: two minutes added", set(2 * time.Minute)},
	{"clock set: one minute taken", set(-time.Minute)},
	{"clk lost at one ply", func(r *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		if len(f.plies) < 12 {
			return wanted{}, false
		}
		k := 4 + r.IntN(len(f.plies)-8)
		if !whole(f, k-2, k+2) {
			return wanted{}, false
		}
		f.plies[k].clk = nil
		return exactly(events.FindingClkMissing, k+1), true
	}},
	{"two games exchanged, ends too", func(_ *rand.Rand, g, other *game, f *feed) (wanted, bool) {
		f.plies, f.end = other.clone().plies, other.end
		w := anywhere(events.FindingResultConflict)
		w.also = other.kinds()
		return w, g.result != other.result && len(other.plies) > 1
	}},
	{"two games exchanged, moves alone", func(_ *rand.Rand, g, other *game, f *feed) (wanted, bool) {
		f.plies = other.clone().plies
		w := anywhere(events.FindingResultConflict)
		w.also = other.kinds()
		return w, g.result != other.result && len(other.plies) > 1
	}},
	{"last ply cut: of a win", lastCut(func(g *game) bool { return g.loser() != rules.NoColor })},
	{"last ply cut: of a draw", lastCut(func(g *game) bool { return g.result == rules.Draw })},
	{"file cut in the moves", func(r *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		text := f.text()
		moves := strings.Index(text, "\n\n") + 10
		if len(text)-moves < 100 {
			return wanted{}, false
		}
		f.raw = text[:moves+r.IntN(len(text)-moves-20)]
		return anywhere(events.FindingTruncated), true
	}},
	{"illegal move in the middle", illegal},
	{"header: a quote lost", header(func(s string) string { return strings.Replace(s, `"]`, `]`, 1) })},
	{"header: a bracket lost", header(func(s string) string { return strings.TrimSuffix(s, "]") })},
	{"header: no control to read", func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		f.set("TimeControl", "see the regulations")
		w := anywhere(events.FindingControlMismatch)
		w.says, w.also = "regulations", []string{events.FindingBonusUndeclared}
		return w, len(f.plies) >= 30
	}},
	{"header: Result unreadable", func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		f.set("Result", "1-")
		w := wanted{}
		for i, t := range f.tags {
			if t.Name == "Result" {
				w.line = i + 1
			}
		}
		return w, true
	}},
}

// sign is where the kings go for a result, by colour.
func sign(r rules.Result) map[rules.Color]string {
	switch r {
	case rules.WhiteWins:
		return map[rules.Color]string{rules.White: "e4", rules.Black: "d5"}
	case rules.BlackWins:
		return map[rules.Color]string{rules.White: "d4", rules.Black: "e5"}
	}
	return map[rules.Color]string{rules.White: "e4", rules.Black: "e5"}
}

// canKing says that the side to move could play its king there.
func (g *game) canKing(to string) bool {
	pos := g.line.Position()
	_, err := pos.ParseSAN("K" + to)
	return err == nil
}

// kings adds the sign for the result behind the moves.
func kings(clk bool, way int) func(*rand.Rand, *game, *game, *feed) (wanted, bool) {
	return func(r *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		if len(f.plies) < 2 || f.end == string(rules.Ongoing) {
			return wanted{}, false
		}
		side, to := g.line.Position().Turn(), sign(g.result)
		if clk && g.canKing(to[side]) {
			return wanted{}, false // a move that was pressed is a move
		}
		add := func(c rules.Color, san string) {
			p := ply{san: san}
			if clk {
				p.clk = at(time.Duration(30+r.IntN(300)) * time.Second)
			}
			f.plies = append(f.plies, p)
		}
		if way > 0 {
			add(side, "Kc7")
			add(side.Other(), "Kf3")
		}
		add(side, "K"+to[side])
		add(side.Other(), "K"+to[side.Other()])
		w := exactly(events.FindingGesture, g.legal+1)
		w.cut = g.legal
		return w, true
	}
}

// whole says that all readings and think times of some plies are there.
func whole(f *feed, from, to int) bool {
	for k := max(0, from); k <= to && k < len(f.plies); k++ {
		if f.plies[k].clk == nil || f.plies[k].emt == nil {
			return false
		}
	}
	return from >= 0 && to < len(f.plies)
}

// hiddenAtEnd lets the loser's time run out before his 40th move: the game ends
// there and the display shows the next period.
func hiddenAtEnd(r *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
	side := g.loser()
	if side == rules.NoColor || !g.slow || len(f.plies) < 50 {
		return wanted{}, false
	}
	k := plyOf(side, 15+r.IntN(min(40, len(f.plies)/2-2)-14))
	if !whole(f, k-2, k) {
		return wanted{}, false
	}
	f.plies = f.plies[:k+1]
	f.plies[k].emt = at(*f.plies[k-2].clk)
	f.plies[k].clk = at(30*time.Minute - time.Duration(r.IntN(3))*time.Second)
	return exactly(events.FindingHiddenFlag, k+1), true
}

// hiddenInPlay lets a side's time run out before the 40th move; nobody sees it
// and play goes on in the next period.
func hiddenInPlay(r *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
	if !g.slow || len(f.plies) < 50 {
		return wanted{}, false
	}
	side := []rules.Color{rules.White, rules.Black}[r.IntN(2)]
	k := plyOf(side, 15+r.IntN(min(39, len(f.plies)/2-2)-14))
	if !whole(f, k-2, k) {
		return wanted{}, false
	}
	over := time.Duration(r.IntN(60)) * time.Second
	emt := *f.plies[k-2].clk + over
	clk := 30*time.Minute - over + 30*time.Second
	shift := clk - *f.plies[k].clk
	f.plies[k].emt, f.plies[k].clk = &emt, &clk
	last := clk
	for i := k + 2; i < len(f.plies); i += 2 {
		p := &f.plies[i]
		if p.clk == nil {
			continue
		}
		next := *p.clk + shift
		if next > last+5*time.Minute {
			shift -= 30 * time.Minute // the period has come already
			next -= 30 * time.Minute
		}
		if next < 0 {
			f.plies = f.plies[:i]
			break
		}
		last = next
		p.clk = &next
	}
	return exactly(events.FindingHiddenFlag, k+1), true
}

// firstPeriod is the first ply, from 1, whose clock rose by a period's time; 0
// for none.
func firstPeriod(f *feed) int {
	for k := 60; k < len(f.plies); k++ {
		if a, b := f.plies[k-2].clk, f.plies[k].clk; a != nil && b != nil && *b-*a > 5*time.Minute {
			return k + 1
		}
	}
	return 0
}

// periodTaken takes the second period off the clocks; a display cannot go below
// zero.
func periodTaken(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
	first := firstPeriod(f)
	if first == 0 || !g.slow {
		return wanted{}, false
	}
	shift := [2]time.Duration{}
	var last [2]*time.Duration
	zeros := 0
	for k := range f.plies {
		p := &f.plies[k]
		if p.clk == nil {
			continue
		}
		if before := last[k%2]; k >= 60 && before != nil && *p.clk-*before > 5*time.Minute && shift[k%2] == 0 {
			shift[k%2] = 30 * time.Minute
		}
		last[k%2] = p.clk
		left := max(0, *p.clk-shift[k%2])
		zeros += btoi(left == 0 && k+2 < len(f.plies))
		p.clk = &left
	}
	return wanted{kinds: []string{events.FindingControlMismatch}, from: 80, to: len(f.plies), cut: -1, says: "did not come", also: []string{events.FindingResultConflict}}, zeros > 0
}

// swapped exchanges the readings of both sides for some moves.
func swapped(from, moves int) func(*rand.Rand, *game, *game, *feed) (wanted, bool) {
	return func(r *rand.Rand, _, _ *game, f *feed) (wanted, bool) {
		if len(f.plies) < 60 {
			return wanted{}, false
		}
		first := 0
		if from > 0 {
			first = 2 * (from + r.IntN(len(f.plies)/2-from-2))
		}
		if from > 0 && !whole(f, first-2, first+1) {
			return wanted{}, false
		}
		apart := false
		last := first
		for k := first; k+1 < len(f.plies) && k < first+2*moves; k += 2 {
			a, b := f.plies[k].clk, f.plies[k+1].clk
			if a != nil && b != nil {
				d := *a - *b
				apart = apart || d > 20*time.Second || d < -20*time.Second
			}
			f.plies[k].clk, f.plies[k+1].clk = b, a
			last = k + 2
		}
		// Clocks that are close to each other are no damage that could be seen.
		return wanted{kinds: []string{events.FindingClockAdjusted}, from: first + 1, to: last, cut: -1, says: "other", also: []string{events.FindingClkMissing}}, apart
	}
}

// set puts one side's clock on or back from some ply on.
func set(by time.Duration) func(*rand.Rand, *game, *game, *feed) (wanted, bool) {
	return func(r *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		if len(f.plies) < 30 {
			return wanted{}, false
		}
		k := 6 + r.IntN(len(f.plies)-10)
		if !whole(f, k-2, k+1) {
			return wanted{}, false
		}
		for i := k; i < len(f.plies); i += 2 {
			if p := &f.plies[i]; p.clk != nil {
				if *p.clk+by < 0 {
					return wanted{}, false
				}
				p.clk = at(*p.clk + by)
			}
		}
		return exactly(events.FindingClockAdjusted, k+1), true
	}
}

// lastCut takes the last ply away.
func lastCut(where func(*game) bool) func(*rand.Rand, *game, *game, *feed) (wanted, bool) {
	return func(_ *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
		if len(f.plies) < 3 || !where(g) {
			return wanted{}, false
		}
		f.plies = f.plies[:len(f.plies)-1]
		return anywhere(events.FindingTruncated), true
	}
}

// illegal puts a move that cannot be played in the place of one that was.
func illegal(r *rand.Rand, g, _ *game, f *feed) (wanted, bool) {
	if len(f.plies) < 20 {
		return wanted{}, false
	}
	k := 4 + r.IntN(len(f.plies)-8)
	pos := g.line.At(k)
	for _, san := range []string{"Nd5", "Qh5", "Be6", "Rc4", "Nf5", "Qb3"} {
		var no *rules.IllegalMoveError
		if _, err := pos.ParseSAN(san); !errors.As(err, &no) {
			continue
		}
		f.plies[k].san = san
		w := wanted{kinds: []string{events.FindingIllegalMove, events.FindingIllegalStands}, from: k + 1, to: k + 1, cut: k}
		return w, true
	}
	return wanted{}, false
}

// header damages the line of one tag.
func header(how func(string) string) func(*rand.Rand, *game, *game, *feed) (wanted, bool) {
	return func(r *rand.Rand, _, _ *game, f *feed) (wanted, bool) {
		lines := strings.SplitAfter(f.text(), "\n")
		n := r.IntN(len(f.tags))
		lines[n] = how(strings.TrimSuffix(lines[n], "\n")) + "\n"
		f.raw = strings.Join(lines, "")
		return wanted{line: n + 1}, true
	}
}

// tells says that the reader told of something on a line.
func tells(g *pgn.Game, line int) bool {
	for i := range g.Deviations {
		if l := g.Deviations[i].Line; l == line || l == line+1 {
			return true
		}
	}
	return false
}
