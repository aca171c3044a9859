package feeds

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// Where a game stands.
const (
	StatusPlaying = "playing"
	StatusEnded   = "ended" // a provisional end: open to later legal play
	StatusFinal   = "final" // as an arbiter ruled or confirmed it
	// StatusAdjourned: a move is sealed, and the game goes on in another session.
	StatusAdjourned = "adjourned"
)

// Instant is a time with the text form of frames: UTC, six digits.
type Instant struct{ time.Time }

// MarshalText writes the time as frames carry it.
func (i Instant) MarshalText() ([]byte, error) { return []byte(FormatTime(i.Time)), nil }

// MarshalJSON writes the time as frames carry it.
func (i Instant) MarshalJSON() ([]byte, error) { return []byte(`"` + FormatTime(i.Time) + `"`), nil }

// View is one game as an audience has seen it so far: the fold of its frames.
// It is a value; With returns a new one and leaves the old one as it was, Take
// changes it where nobody else has it.
type View struct {
	ID       string `json:"id"`
	Board    int    `json:"board"`
	White    Player `json:"white"`
	Black    Player `json:"black"`
	Edition  string `json:"edition"`
	GameKind string `json:"gamekind"`
	Control  string `json:"control"`
	// Rate is how many clock seconds pass in one second.
	Rate     int        `json:"rate"`
	FENStart string     `json:"fen_start"`
	FEN      string     `json:"fen"`
	Moves    []Move     `json:"moves"`
	Clock    *ViewClock `json:"clock,omitempty"`
	Status   string     `json:"status"`
	Result   string     `json:"result"`
	Reason   string     `json:"reason,omitempty"`
	// ReasonText says the end in words; empty while the game is played.
	ReasonText string   `json:"reason_text,omitempty"`
	Articles   []string `json:"articles,omitempty"`
	Source     string   `json:"source,omitempty"`
	// Fact is the last fact behind the view. It, Findings and Unexplained are the
	// arbiter's alone.
	Fact        events.ID    `json:"fact,omitempty"`
	Findings    []Finding    `json:"findings,omitempty"`
	Unexplained *Unexplained `json:"unexplained,omitempty"`

	gone        bool
	paired      time.Time
	begun       time.Time
	control     clockstate.Control
	adjourned   bool
	provisional *Outcome
	final       *Outcome
	start       [2]known // each side's time before its first move
}

// Player is who sits at a table. Only the id comes from frames; the rest is
// added from the table of released names.
type Player struct {
	ID string `json:"id"`
	Person
}

// Person is what is published of a player.
type Person struct {
	Name  string `json:"name,omitempty"`
	Title string `json:"title,omitempty"`
	Fed   string `json:"fed,omitempty"`
	// Rating and FIDE are 0 where the player has none.
	Rating int `json:"rating,omitempty"`
	FIDE   int `json:"fide,omitempty"`
}

// Shown returns the name, or the id where the name is not known.
func (p Player) Shown() string {
	if p.Name != "" {
		return p.Name
	}
	return p.ID
}

// Move is one ply. Clk is the mover's time after the press and Emt the time the
// move took, in seconds; each is nil where it is not known.
type Move struct {
	Ply       int    `json:"ply"`
	UCI       string `json:"uci"`
	SAN       string `json:"san"`
	FEN       string `json:"fen"`
	Clk       *int   `json:"clk,omitempty"`
	Emt       *int   `json:"emt,omitempty"`
	Completed bool   `json:"completed"`

	extra int // further periods whose time is in Clk
}

// ViewClock is what the clock last showed, and when. A reader counts the
// running side down from there.
type ViewClock struct {
	White   int     `json:"white"`
	Black   int     `json:"black"`
	Running string  `json:"running,omitempty"`
	At      Instant `json:"at"`
}

type known struct {
	seconds int
	ok      bool
}

// With returns the view after one more frame. It is total: a frame of another
// game, of a kind that a view does not show, or out of order changes nothing or
// what it names, and never fails.
func (v View) With(f Frame) View {
	v.fold(f, false)
	return v
}

// Take makes the view what With returns, in place: its lists are changed where
// they are, so that no copy of the view may be used any more. It saves whoever
// keeps only the last view a copy of all moves for each.
func (v *View) Take(f Frame) { v.fold(f, true) }

// fold adds a frame; with own the lists are this view's alone.
func (v *View) fold(f Frame, own bool) {
	if v.ID == "" {
		*v = newView(f.Game)
	}
	if f.Game != v.ID {
		return
	}
	if f.Fact != "" {
		v.Fact = f.Fact
	}
	switch b := f.Body.(type) {
	case Paired:
		v.pair(b, f.At)
	case Made:
		v.add(b, f.At, own)
	case Completed:
		v.complete(b, f.At, own)
	case Withdrawn:
		v.withdraw(b.Ply)
	case Clock:
		v.read(b, f.At, own)
	case Ended:
		v.provisional = standing(b.Outcome)
		v.settle()
	case Castling:
		v.bar(b, own)
	case Adjourned:
		switch b.State {
		case events.AdjournedOrdered, events.AdjournedWithdrawn: // that is nobody's but the desk's
		default:
			v.adjourned = !b.Over
			v.settle()
		}
	case Result:
		v.final = standing(b.Outcome)
		v.settle()
	case Finding:
		if !own {
			v.Findings = slices.Clip(v.Findings)
		}
		v.Findings = append(v.Findings, b)
	case Cleared:
		v.Findings = slices.DeleteFunc(owned(v.Findings, own), func(x Finding) bool { return x.ID == b.ID })
	case Unexplained:
		v.Unexplained = &b
		if b.Explained {
			v.Unexplained = nil
		}
	}
}

// owned returns a list that may be changed: itself or a copy.
func owned[T any](list []T, own bool) []T {
	if own {
		return list
	}
	return slices.Clone(list)
}

func newView(id string) View {
	v := View{ID: id, Rate: 1, Moves: []Move{}, Status: StatusPlaying, Result: "*"}
	_, v.Board, _ = SplitGame(id)
	return v
}

// SplitGame parts "<tournament>.<round>.<board>" into its round id and board.
func SplitGame(id string) (round string, board int, ok bool) {
	i := strings.LastIndexByte(id, '.')
	if i < 0 {
		return "", 0, false
	}
	board, err := strconv.Atoi(id[i+1:])
	return id[:i], board, err == nil && board > 0
}

// Gone says that the pairing was taken back before play: the game is shown
// nowhere.
func (v View) Gone() bool { return v.gone }

// Paired says whether a pairing was seen at all.
func (v View) Paired() bool { return !v.paired.IsZero() }

// Begun returns the time of the first move, or of the pairing where there is
// none yet; zero when neither was seen.
func (v View) Begun() time.Time {
	if v.begun.IsZero() {
		return v.paired
	}
	return v.begun
}

// Named returns the view with what is published of its players.
func (v View) Named(people map[string]Person) View {
	v.White.Person = people[v.White.ID]
	v.Black.Person = people[v.Black.ID]
	return v
}

func (v *View) pair(b Paired, at time.Time) {
	v.White, v.Black = Player{ID: b.White}, Player{ID: b.Black}
	v.Edition, v.GameKind, v.Control, v.FENStart, v.gone = b.Edition, b.GameKind, b.Control, b.FEN, b.Gone
	v.Rate = max(b.Rate, 1)
	v.paired = at
	v.control = clockstate.Control{}
	if c, err := clockstate.ParseControl(b.Control); err == nil {
		v.control = c
	}
	v.place()
}

func (v *View) add(b Made, at time.Time, own bool) {
	if b.Ply < 1 {
		return
	}
	// An adjourned game enters its next sitting with the moves that are there.
	if i := v.index(b.Ply); i >= 0 && b.Clocks == nil && v.Moves[i].UCI == b.UCI && v.Moves[i].FEN == b.FEN {
		if b.Completed && !v.Moves[i].Completed {
			v.Moves = owned(v.Moves, own)
			v.Moves[i].Completed = true
		}
		return
	}
	if len(v.Moves) == 0 {
		v.begun = at
	}
	v.withdraw(b.Ply)
	if !own {
		v.Moves = slices.Clip(v.Moves)
	}
	v.Moves = append(v.Moves, Move{Ply: b.Ply, UCI: b.UCI, SAN: b.SAN, FEN: b.FEN, Completed: b.Completed})
	v.show(b.Clocks, at)
	v.place()
}

func (v *View) complete(b Completed, at time.Time, own bool) {
	if i := v.index(b.Ply); i >= 0 {
		v.Moves = owned(v.Moves, own)
		v.Moves[i].Completed = true
		v.stamp(i, b.Clocks)
	}
	v.show(b.Clocks, at)
}

// bar takes a right to castle out of the positions.
func (v *View) bar(b Castling, own bool) {
	who, ok := map[string]rules.Color{"white": rules.White, "black": rules.Black}[b.Player]
	wing, err := rules.ParseWing(b.Wing)
	if !ok || err != nil {
		return
	}
	without := func(fen string) string {
		s, err := rules.ParseFEN(fen)
		if err != nil {
			return fen
		}
		return s.WithoutCastling(who, wing).FEN()
	}
	if b.After == 0 {
		v.FENStart = without(v.FENStart)
	}
	v.Moves = owned(v.Moves, own)
	for i := range v.Moves {
		if m := &v.Moves[i]; m.Ply >= b.After {
			m.FEN = without(m.FEN)
		}
	}
	v.place()
}

func (v *View) withdraw(ply int) {
	keep := len(v.Moves)
	for keep > 0 && v.Moves[keep-1].Ply >= ply {
		keep--
	}
	if keep == len(v.Moves) {
		return
	}
	v.Moves = v.Moves[:keep] // add writes behind it in a list of its own alone
	v.place()
}

// read takes a clock frame. A press after the move that ended the game, or that
// came as a frame of its own, still gives that move its time.
func (v *View) read(b Clock, at time.Time, own bool) {
	v.show(&b.Clocks, at)
	last := len(v.Moves) - 1
	if last >= 0 && v.Moves[last].Clk == nil && b.By == sideNames[v.mover(v.Moves[last].Ply)] && slices.Contains(b.Changes, "pressed") {
		v.Moves = owned(v.Moves, own)
		v.stamp(last, &b.Clocks)
	}
}

// show sets what the clock shows, and each side's time before its first move:
// many clocks have the first increment in it already.
func (v *View) show(c *Clocks, at time.Time) {
	if c == nil {
		return
	}
	v.Clock = &ViewClock{White: c.White, Black: c.Black, Running: c.Running, At: Instant{at}}
	for side, seconds := range [2]int{c.White, c.Black} {
		switch {
		case v.lastOf(side, len(v.Moves)) >= 0:
		case c.Running != sideNames[side]:
			v.start[side] = known{seconds, true}
		case !v.start[side].ok || v.start[side].seconds < seconds:
			// Seen only while it ran: the control's own time may have been more.
			v.start[side] = known{max(seconds, v.main()), true}
		}
	}
}

// main returns the first period's time in seconds, 0 when the control is unknown.
func (v *View) main() int {
	if len(v.control.Periods) == 0 {
		return 0
	}
	return int(v.control.Periods[0].Main / time.Second)
}

func (v *View) place() {
	v.FEN = v.FENStart
	if n := len(v.Moves); n > 0 {
		v.FEN = v.Moves[n-1].FEN
	}
}

// index looks from the end, where the ply that is asked for nearly always is:
// plies rise.
func (v *View) index(ply int) int {
	for i := len(v.Moves) - 1; i >= 0 && v.Moves[i].Ply >= ply; i-- {
		if v.Moves[i].Ply == ply {
			return i
		}
	}
	return -1
}

// standing returns nil for an outcome that takes an earlier one back.
func standing(o Outcome) *Outcome {
	if o.Result == "*" || o.Result == "" {
		return nil
	}
	return &o
}

func (v *View) settle() {
	o, status := v.final, StatusFinal
	if o == nil {
		o, status = v.provisional, StatusEnded
	}
	if o == nil {
		o, status = &Outcome{Result: "*"}, StatusPlaying
		if v.adjourned {
			status = StatusAdjourned
		}
	}
	v.Status, v.Result, v.Reason, v.Source, v.Articles = status, o.Result, o.Reason, o.Source, o.Articles
	if v.Source == events.SourceNone {
		v.Source = ""
	}
	v.ReasonText = ReasonText(v.Result, v.Reason)
}
