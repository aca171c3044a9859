package warehouse

import (
	"slices"
	"strings"
	"time"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/feeds"
)

// Marks of a think time: how far it can be trusted.
const (
	QualityClock    = "clock"    // two readings at presses, with nothing odd between
	QualityFirst    = "first"    // the side's first move: from what its clock showed before
	QualityPeriod   = "period"   // a further period's time came in; how much was used is the least
	QualityDelay    = "delay"    // the control has a delay or gives time back: up to its bonus more was used
	QualityAdjusted = "adjusted" // the clock was set, reset or unplugged meanwhile, or a press does not count
	QualityUnseen   = "unseen"   // nobody saw the move on the board when it was made
	QualityNone     = "none"     // no think time
)

// Phases of a game. They are a convention for sums, not a judgement: a game is
// in its endgame once both sides' men beside kings and pawns are worth 26 or
// less (queen 9, rook 5, bishop and knight 3), in its opening for 12 moves
// each, and in its middlegame otherwise.
const (
	PhaseOpening    = "opening"
	PhaseMiddlegame = "middlegame"
	PhaseEndgame    = "endgame"
)

const (
	openingPlies = 24
	endgameWorth = 26
	// clockSlack is how far the seconds of a clock may be off, as in feeds.
	clockSlack = 2
)

// fold follows the games of one stream: what came so far is each game's row and
// the rows of its plies. It is a pure function of the messages in order.
type fold struct {
	// stamp is put on every row.
	stamp from
	// audience of the frames; empty for facts.
	audience string
	games    map[string]*folded
}

func newFold(stamp from, audience string) *fold {
	return &fold{stamp: stamp, audience: audience, games: map[string]*folded{}}
}

// folded is one game.
type folded struct {
	view  feeds.View
	game  game
	plies []ply
	bonus int // the greatest increment of the control
	// delay says that a period of the control counts late or gives time back.
	delay bool
	first int // the side that begins: 0 is White
	// odd says of each side that its clock was touched since its last press, or
	// that a press of its own does not count any more.
	odd [2]bool
}

// cause is what a frame alone does not tell.
type cause struct {
	seq   uint64
	since uint64
	// released is when an audience got it; zero for facts.
	released time.Time
	// origin and illegal are of a move.
	origin  string
	illegal bool
	// seen is what an earlier sitting has of a move; nil if nothing.
	seen *ply
	// device and supervised are of a pairing.
	device     string
	supervised bool
}

// changed are the rows that a message has made new.
type changed struct {
	games []game
	plies []ply
}

// see folds one frame.
func (f *fold) see(fr feeds.Frame, c cause) changed {
	if fr.Game == "" {
		return changed{}
	}
	g := f.games[fr.Game]
	if g == nil {
		at := placeOf(events.TableScope(fr.Game))
		g = &folded{game: game{from: f.stamp, place: at, Audience: f.audience, Rate: 1, Status: feeds.StatusPlaying, Result: "*"}}
		f.games[fr.Game] = g
	}
	before := g.game
	seen := carried(g.view, fr)
	g.view.Take(fr)
	if n := len(g.view.Moves); c.seen != nil && !seen && n > 0 && g.view.Moves[n-1].Ply == int(c.seen.Ply) {
		// The next moves of its side are timed from it.
		g.view.Moves[n-1].Clk, g.view.Moves[n-1].Emt = whole32(c.seen.Clk), whole32(c.seen.Emt)
	}
	var touched []int
	if !seen {
		touched = g.take(fr, c)
	}
	var out changed
	if fresh := g.row(fr, c, before); !same(before, fresh) {
		fresh.Seq, fresh.Since = c.seq, c.since
		g.game = fresh
		out.games = append(out.games, fresh)
	}
	slices.Sort(touched)
	for _, i := range slices.Compact(touched) {
		p := &g.plies[i]
		p.from, p.Seq, p.Since = f.stamp, c.seq, c.since
		p.Audience = f.audience
		out.plies = append(out.plies, *p)
	}
	return out
}

// take folds a frame into the plies and returns which of them it touched.
func (g *folded) take(fr feeds.Frame, c cause) (touched []int) {
	switch b := fr.Body.(type) {
	case feeds.Paired:
		g.bonus, g.first, g.delay = 0, 0, false
		if fields := strings.Fields(b.FEN); len(fields) > 1 && fields[1] == "b" {
			g.first = 1
		}
		if control, err := clockstate.ParseControl(b.Control); err == nil {
			for _, p := range control.Periods {
				g.bonus = max(g.bonus, int(p.Bonus/time.Second))
				g.delay = g.delay || p.Bonus > 0 && p.Method != clockstate.Fischer
			}
		}
		touched = g.seat()
	case feeds.Made:
		if b.Ply < 1 || b.Ply > len(g.plies)+1 {
			return nil
		}
		touched = g.takeBack(b.Ply)
		p := g.made(b, fr.At, c)
		if i := b.Ply - 1; i < len(g.plies) {
			g.plies[i] = p
		} else {
			g.plies = append(g.plies, p)
		}
		touched = append(touched, b.Ply-1)
	case feeds.Withdrawn:
		touched = g.takeBack(b.Ply)
	case feeds.Completed:
		if i := b.Ply - 1; i >= 0 && i < len(g.plies) && g.plies[i].Standing {
			p := &g.plies[i]
			at := fr.At
			p.Completed, p.By = &at, b.By
			p.WallMS = g.wall(i)
			g.timed(i)
			touched = append(touched, i)
		}
	case feeds.Clock:
		touched = g.clock(b)
	}
	return touched
}

// carried says that a frame brings a move that stands already, as an adjourned
// game does when it enters its next sitting: what was seen of it stays.
func carried(v feeds.View, fr feeds.Frame) bool {
	b, ok := fr.Body.(feeds.Made)
	if !ok || b.Clocks != nil {
		return false
	}
	return slices.ContainsFunc(v.Moves, func(m feeds.Move) bool { return m.Ply == b.Ply && m.UCI == b.UCI && m.FEN == b.FEN })
}

// seat gives the plies that stand to who has their color: players that were
// found to sit the other way round have made them all along.
func (g *folded) seat() (touched []int) {
	for i := range g.plies {
		p := &g.plies[i]
		if side, player := g.mover(i + 1); p.Standing && (p.Side != side || p.Player != player) {
			p.Side, p.Player = side, player
			touched = append(touched, i)
		}
	}
	return touched
}

// mover returns the color and the player of a ply.
func (g *folded) mover(ply int) (side, player string) {
	if g.side(ply) == 1 {
		return "black", g.view.Black.ID
	}
	return "white", g.view.White.ID
}

// clock takes a clock frame: a press that came by itself times the last move, and
// what a hand did to the clock spoils the times that are measured across it.
func (g *folded) clock(b feeds.Clock) (touched []int) {
	if n := len(g.view.Moves); n > 0 {
		i := g.view.Moves[n-1].Ply - 1
		if i < len(g.plies) && g.plies[i].Standing && g.plies[i].Clk == nil && g.view.Moves[n-1].Clk != nil {
			g.timed(i)
			touched = append(touched, i)
		}
	}
	for _, word := range b.Changes {
		switch word {
		case "adjusted", "reset", "unplugged", "drifted":
			for side, name := range [2]string{"white", "black"} {
				// A clock that is set before its side's first move and stands is
				// what that move is counted from.
				begun := slices.ContainsFunc(g.view.Moves, func(m feeds.Move) bool { return g.side(m.Ply) == side })
				g.odd[side] = g.odd[side] || begun || b.Running == name
			}
		}
	}
	return touched
}

// takeBack marks the plies from one on as taken back.
func (g *folded) takeBack(from int) (touched []int) {
	for i := max(from, 1) - 1; i < len(g.plies); i++ {
		if g.plies[i].Standing {
			g.plies[i].Standing = false
			touched = append(touched, i)
			if g.plies[i].Clk != nil {
				g.odd[g.side(i+1)] = true // an increment may have come twice by the next press
			}
		}
	}
	return touched
}

// made makes the row of a move as it appears on the board.
func (g *folded) made(b feeds.Made, at time.Time, c cause) ply {
	p := ply{
		place: g.game.place, Ply: uint16(b.Ply), UCI: b.UCI, SAN: b.SAN, FEN: b.FEN,
		Standing: true, Illegal: c.illegal, Origin: c.origin, Edition: g.view.Edition,
		Quality: QualityNone, Made: at, Phase: phase(b.Ply, b.FEN),
	}
	p.Side, p.Player = g.mover(b.Ply)
	if c.seen != nil {
		p.bring(c.seen)
	}
	if !c.released.IsZero() {
		released := c.released
		ms := released.Sub(at).Milliseconds()
		p.Released, p.DelayMS = &released, &ms
	}
	return p
}

// side returns who makes a ply: 0 is White.
func (g *folded) side(ply int) int { return (g.first + ply + 1) % 2 }

// timed gives a ply the clock times that the view has for it.
func (g *folded) timed(i int) {
	at := slices.IndexFunc(g.view.Moves, func(m feeds.Move) bool { return m.Ply == i+1 })
	if at < 0 {
		return
	}
	m, p := g.view.Moves[at], &g.plies[i]
	if m.Clk == nil || p.Clk != nil && int(*p.Clk) == *m.Clk {
		return // nothing is known, or nothing new
	}
	side := g.side(i + 1)
	p.Clk, p.Emt, p.OtherClk = seconds(m.Clk), seconds(m.Emt), nil
	if c := g.view.Clock; c != nil {
		other := int32([2]int{c.Black, c.White}[side])
		p.OtherClk = &other
	}
	p.Quality = g.quality(i, side)
	g.odd[side] = false
}

// quality says how far the think time of a ply can be trusted.
func (g *folded) quality(i, side int) string {
	p := g.plies[i]
	switch {
	case p.Emt == nil:
		return QualityNone
	case p.Origin != "":
		return QualityUnseen
	case g.odd[side]:
		return QualityAdjusted
	case g.delay:
		return QualityDelay
	case i < 2:
		return QualityFirst
	}
	if last := g.plies[i-2]; last.Clk != nil && int(*p.Clk+*p.Emt-*last.Clk) > g.bonus+clockSlack {
		return QualityPeriod
	}
	return QualityClock
}

// wall returns the milliseconds of the record between the completion of the ply
// before and that of this one; a ply that was not completed counts from when it
// was made. The first ply has none, and the first of a further sitting.
func (g *folded) wall(i int) *int64 {
	if i == 0 || g.plies[i].Completed == nil || g.plies[i-1].Origin == events.OriginCarried {
		return nil
	}
	last := g.plies[i-1].Made
	if c := g.plies[i-1].Completed; c != nil {
		last = *c
	}
	ms := g.plies[i].Completed.Sub(last).Milliseconds()
	return &ms
}

// row returns the game's row after a frame.
func (g *folded) row(fr feeds.Frame, c cause, r game) game {
	v := g.view
	if b, ok := fr.Body.(feeds.Paired); ok {
		r.White, r.Black, r.Edition, r.Kind = b.White, b.Black, b.Edition, b.GameKind
		r.Control, r.Start, r.Rate, r.Gone = b.Control, b.FEN, uint16(max(b.Rate, 1)), b.Gone
		r.Device, r.Supervised, r.Paired = c.device, c.supervised, fr.At
	}
	// While no move stands it stays: something happened in this sitting.
	begun := v.Begun()
	if len(g.plies) > 0 && g.plies[0].Standing && g.plies[0].Origin == events.OriginCarried {
		begun = g.plies[0].Made // in the sitting in which it was
	}
	if len(v.Moves) > 0 && (r.Begun == nil || !begun.Equal(*r.Begun)) {
		r.Begun = &begun
	}
	if v.Status != r.Status {
		switch over := v.Status == feeds.StatusEnded || v.Status == feeds.StatusFinal; {
		case !over:
			r.Ended = nil
		case r.Ended == nil: // an end that is confirmed came when it came
			at := fr.At
			r.Ended = &at
		}
	}
	r.Status, r.Result, r.Reason, r.Source, r.Articles = v.Status, v.Result, v.Reason, v.Source, v.Articles
	switch b, ok := fr.Body.(feeds.Result); {
	case v.Status != feeds.StatusFinal:
		r.WhiteHalf, r.BlackHalf = nil, nil
	case ok:
		r.WhiteHalf, r.BlackHalf = halves(b.Outcome, r.Audience == "")
	}
	return r
}

// halves are the half points that a final result gives each side. To whom all is
// told, points that are not stated are those that the result has by itself;
// others are not told of any.
func halves(o feeds.Outcome, toldAll bool) (white, black *int16) {
	if o.Points != nil {
		w, b := int16(o.Points.White), int16(o.Points.Black)
		return &w, &b
	}
	p, ok := usual[o.Result]
	if !ok || !toldAll {
		return nil, nil
	}
	return &p[0], &p[1]
}

// usual is what a result gives where nobody says other, in half points.
var usual = map[string][2]int16{
	"1-0": {2, 0}, "0-1": {0, 2}, "1/2-1/2": {1, 1}, "1/2-0": {1, 0}, "0-1/2": {0, 1}, "0-0": {0, 0},
}

// same compares two rows but for where they come from.
func same(a, b game) bool {
	equal := func(x, y *int16) bool { return x == y || x != nil && y != nil && *x == *y }
	if !equal(a.WhiteHalf, b.WhiteHalf) || !equal(a.BlackHalf, b.BlackHalf) {
		return false
	}
	ends := func(x, y *time.Time) bool { return x == y || x != nil && y != nil && x.Equal(*y) }
	if !slices.Equal(a.Articles, b.Articles) || !ends(a.Begun, b.Begun) || !ends(a.Ended, b.Ended) {
		return false
	}
	return a.White == b.White && a.Black == b.Black && a.Edition == b.Edition && a.Kind == b.Kind &&
		a.Supervised == b.Supervised && a.Control == b.Control && a.Start == b.Start && a.Device == b.Device &&
		a.Rate == b.Rate && a.Gone == b.Gone && a.Status == b.Status && a.Result == b.Result &&
		a.Reason == b.Reason && a.Source == b.Source && a.Paired.Equal(b.Paired)
}

func whole32(s *int32) *int {
	if s == nil {
		return nil
	}
	n := int(*s)
	return &n
}

func seconds(n *int) *int32 {
	if n == nil {
		return nil
	}
	s := int32(*n)
	return &s
}

// phase says in which phase of a game a position is.
func phase(ply int, fen string) string {
	placement, _, _ := strings.Cut(fen, " ")
	worth := 0
	for i := range len(placement) {
		switch placement[i] {
		case 'q', 'Q':
			worth += 9
		case 'r', 'R':
			worth += 5
		case 'b', 'B', 'n', 'N':
			worth += 3
		}
	}
	switch {
	case worth <= endgameWorth:
		return PhaseEndgame
	case ply <= openingPlies:
		return PhaseOpening
	}
	return PhaseMiddlegame
}
