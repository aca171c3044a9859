// Package feeds turns facts into what an audience may read: its allow-list, the
// frames on the wire, and the view that a reader folds from them.
//
// The package is pure. Who sends frames to whom is in feeds/sse and above.
package feeds

import (
	"slices"
	"time"

	"boardwire/events"
	"boardwire/rules"
)

// Kinds of frames: the last token of the subject and the name of the event that
// a browser gets.
const (
	KindPaired      = "paired"
	KindMade        = "made"
	KindCompleted   = "completed"
	KindWithdrawn   = "withdrawn"
	KindClock       = "clock"
	KindEnded       = "ended"
	KindResult      = "result"
	KindAdjourned   = "adjourned"
	KindCastling    = "castling"
	KindLifted      = "lifted"
	KindUnexplained = "unexplained"
	KindFinding     = "finding"
	KindCleared     = "cleared"
	KindAnswered    = "answered"
)

// Frame is one message of an audience's stream.
type Frame struct {
	Kind string
	// Game is "<tournament>.<round>.<board>"; empty for what belongs to no
	// table, which only arbiters get.
	Game string
	// Scope names what the frame is about where Game is empty.
	Scope events.Scope
	// At is the record's time of the causing message, UTC.
	At time.Time
	// Fact is the fact behind the frame; only arbiters get it, to say what they
	// had seen when they ruled.
	Fact events.ID
	Body Body
}

// Body is what a frame says. The set is closed: one type for each kind.
type Body interface{ kind() string }

// Clocks are the times on the wire in whole seconds; nil where no clock was
// seen.
type Clocks struct {
	White   int    `json:"white"`
	Black   int    `json:"black"`
	Running string `json:"running,omitempty"`
}

// The bodies of frames. Their field order is the order on the wire.
type (
	// Paired says who plays. White and Black are player ids; names come from
	// the table of released names.
	Paired struct {
		White    string `json:"white"`
		Black    string `json:"black"`
		Edition  string `json:"edition"`
		GameKind string `json:"gamekind"`
		Control  string `json:"control"`
		FEN      string `json:"fen"`
		// Rate is how many clock seconds pass in one second.
		Rate int  `json:"rate"`
		Gone bool `json:"gone,omitempty"`
	}
	// Made says that a move stands on the board; FEN is the position after it.
	// Completed says that it was completed in a sitting before this one, so that
	// no frame of its own will tell it.
	Made struct {
		Ply int    `json:"ply"`
		UCI string `json:"uci"`
		SAN string `json:"san"`
		FEN string `json:"fen"`

		Completed bool `json:"completed,omitempty"`
		*Clocks
	}
	// Completed says that a move was completed. By is empty for a display that
	// players can see: a move that was not pressed must not be pointed out.
	Completed struct {
		Ply int    `json:"ply"`
		By  string `json:"by,omitempty"`
		*Clocks
	}
	// Castling says that a player has no right to castle (to a wing; both where it
	// is empty) in the position after ply After, and in all that follow.
	Castling struct {
		Player string `json:"player"`
		Wing   string `json:"wing,omitempty"`
		After  int    `json:"after"`
	}
	// Withdrawn says that the plies from Ply on do not stand.
	Withdrawn struct {
		Ply int `json:"ply"`
	}
	// Clock says what a clock shows, and what happened to it.
	Clock struct {
		Changes []string `json:"changes,omitempty"`
		Clocks
		WhiteFlag bool   `json:"white_flag,omitempty"`
		BlackFlag bool   `json:"black_flag,omitempty"`
		By        string `json:"by,omitempty"`
	}
	// Ended is a provisional end; Result "*" takes it back.
	Ended struct{ Outcome }
	// Result is the result as an arbiter ruled or confirmed it.
	Result struct{ Outcome }
	// Adjourned says that a game is adjourned; Over that it is not any more. The
	// rest is for arbiters alone, who learn of the order to seal as well.
	Adjourned struct {
		Over   bool   `json:"over,omitempty"`
		State  string `json:"state,omitempty"`
		Sealer string `json:"sealer,omitempty"`
		*Clocks
		Articles []string `json:"articles,omitempty"`
	}
	// Outcome is what ended and result frames say.
	Outcome struct {
		Result   string   `json:"result"`
		Reason   string   `json:"reason,omitempty"`
		Source   string   `json:"source,omitempty"`
		Articles []string `json:"articles,omitempty"`
		// Points are what each player gets where it is not 1, 1/2 and 0 (arbiters
		// only: they would tell of a penalty).
		Points *Points `json:"points,omitempty"`
	}
	// Points are half points.
	Points struct {
		White int `json:"white"`
		Black int `json:"black"`
	}
	// Lifted says that a man was lifted (arbiters only).
	Lifted struct {
		Square string `json:"square"`
		Piece  string `json:"piece,omitempty"`
	}
	// Unexplained says that no legal move explains the board (arbiters only).
	Unexplained struct {
		Placement string `json:"placement,omitempty"`
		After     int    `json:"after"`
		Explained bool   `json:"explained,omitempty"`
	}
	// Finding asks a human to look (arbiters only).
	Finding struct {
		ID          string   `json:"id"`
		FindingKind string   `json:"findingkind"`
		Ply         int      `json:"ply,omitempty"`
		Articles    []string `json:"articles,omitempty"`
		Text        string   `json:"text"`
		Duty        *Duty    `json:"duty,omitempty"`
	}
	// Duty is what a finding asks of an arbiter, in the words of events.Duty.
	Duty struct {
		Act      string   `json:"act"`
		Until    string   `json:"until,omitempty"`
		Articles []string `json:"articles,omitempty"`
	}
	// Cleared says that a finding's cause is gone (arbiters only).
	Cleared struct {
		ID          string `json:"id"`
		FindingKind string `json:"findingkind"`
	}
	// Answered is the answer to a ruling (arbiters only).
	Answered struct {
		Ruling   string   `json:"ruling"`
		Request  string   `json:"request"`
		Answer   string   `json:"answer"`
		Articles []string `json:"articles,omitempty"`
		Text     string   `json:"text,omitempty"`
		Verdict  string   `json:"verdict,omitempty"`
	}
)

func (Paired) kind() string      { return KindPaired }
func (Made) kind() string        { return KindMade }
func (Completed) kind() string   { return KindCompleted }
func (Withdrawn) kind() string   { return KindWithdrawn }
func (Clock) kind() string       { return KindClock }
func (Ended) kind() string       { return KindEnded }
func (Result) kind() string      { return KindResult }
func (Adjourned) kind() string   { return KindAdjourned }
func (Castling) kind() string    { return KindCastling }
func (Lifted) kind() string      { return KindLifted }
func (Unexplained) kind() string { return KindUnexplained }
func (Finding) kind() string     { return KindFinding }
func (Cleared) kind() string     { return KindCleared }
func (Answered) kind() string    { return KindAnswered }

// FrameOf returns what an audience of the given kind may read of a fact; at is
// the time that the frame carries, truncated by the caller where the audience
// is delayed. It is false where the audience may not learn of the fact at all.
//
// Only fields named here get out: a field that a later version adds to a fact
// stays inside until someone decides otherwise.
func FrameOf(kind AudienceKind, fact events.Event, at time.Time) (Frame, bool) {
	if fact.Data == nil || !kind.Allows(fact.Data.EventType()) {
		return Frame{}, false
	}
	f := Frame{At: at.UTC()}
	game, isTable := fact.Scope.Table()
	switch {
	case isTable:
		f.Game = game
	case kind == Arbiter:
		f.Scope = fact.Scope
	default:
		return Frame{}, false
	}
	f.Body = body(kind, fact)
	if f.Body == nil {
		return Frame{}, false
	}
	f.Kind = f.Body.kind()
	if kind == Arbiter {
		f.Fact = fact.ID
	}
	return f, true
}

func body(kind AudienceKind, fact events.Event) Body {
	switch d := fact.Data.(type) {
	case events.Paired:
		return Paired{White: d.White, Black: d.Black, Edition: d.Edition, GameKind: d.Kind,
			Control: d.Control, FEN: d.FEN, Rate: d.Rate, Gone: d.Gone}
	case events.Made:
		return Made{Ply: d.Ply, UCI: d.UCI, SAN: d.SAN, FEN: d.FEN, Completed: d.Origin == events.OriginCarried, Clocks: clocksOf(d.Clocks)}
	case events.Completed:
		c := Completed{Ply: d.Ply, By: d.By, Clocks: clocksOf(d.Clocks)}
		if kind == Hall {
			c.By = ""
		}
		return c
	case events.Withdrawn:
		return Withdrawn{Ply: d.Ply}
	case events.ClockChanged:
		return clockBody(kind, d)
	case events.Ended:
		return Ended{outcome(kind, d.Result, d.Reason, d.Source, d.Articles)}
	case events.FinalResult:
		r := Result{outcome(kind, d.Result, d.Reason, d.Source, d.Articles)}
		if d.Points != nil && kind == Arbiter {
			r.Points = &Points{White: d.Points.White, Black: d.Points.Black}
		}
		return r
	case events.CastlingBarred:
		return Castling{Player: d.Player, Wing: d.Wing, After: d.After}
	case events.AdjournedFact:
		return adjournedBody(kind, d)
	case events.Lifted:
		return Lifted{Square: d.Square, Piece: d.Piece}
	case events.Unexplained:
		return Unexplained{Placement: d.Placement, After: d.After, Explained: d.Explained}
	case events.FindingRaised:
		return Finding{ID: string(fact.ID), FindingKind: d.Kind, Ply: d.Ply, Articles: some(d.Articles), Text: d.Text, Duty: dutyOf(d.Duty)}
	case events.FindingCleared:
		return Cleared{ID: string(d.Finding), FindingKind: d.Kind}
	case events.Answered:
		return Answered{Ruling: string(d.Ruling), Request: d.Request, Answer: d.Answer, Articles: some(d.Articles), Text: d.Text, Verdict: d.Verdict}
	}
	return nil
}

// adjournedBody tells the public that a game is adjourned once the envelope is
// in, and that it is not any more, and nothing else: of an order to seal, and
// that it was withdrawn, it hears nothing.
func adjournedBody(kind AudienceKind, d events.AdjournedFact) Body {
	withdrawn := d.State == events.AdjournedWithdrawn
	a := Adjourned{Over: d.State == events.AdjournedOpened || d.State == events.AdjournedLost || withdrawn}
	if kind == Arbiter {
		a.State, a.Sealer, a.Clocks, a.Articles = d.State, d.Sealer, clocksOf(d.Clocks), some(d.Articles)
		return a
	}
	if withdrawn || !a.Over && d.State != events.AdjournedSealed {
		return nil
	}
	return a
}

func dutyOf(d *events.Duty) *Duty {
	if d == nil {
		return nil
	}
	return &Duty{Act: d.Act, Until: d.Until, Articles: some(d.Articles)}
}

// Silent says that the arbiter must not intervene and must not signal it (2023,
// 12.6): it is kept at the desk, and asks nobody to do anything.
func (f Finding) Silent() bool { return f.Duty != nil && f.Duty.Act == rules.ActNever.String() }

func clocksOf(c *events.Clocks) *Clocks {
	if c == nil {
		return nil
	}
	out := Clocks(*c)
	return &out
}

// openChanges are the words about a clock that anyone may read: what its face
// shows. An adjustment is an arbiter's act, drift and a pulled plug are ours.
var openChanges = map[string]bool{
	"pressed": true, "started": true, "stopped": true, "period_began": true, "flag_fell": true,
}

func clockBody(kind AudienceKind, d events.ClockChanged) Clock {
	c := Clock{Changes: some(d.Changes), Clocks: Clocks(d.Clocks), WhiteFlag: d.WhiteFlag, BlackFlag: d.BlackFlag, By: d.By}
	if kind == Arbiter {
		return c
	}
	c.Changes = slices.DeleteFunc(c.Changes, func(word string) bool { return !openChanges[word] })
	if !slices.Contains(c.Changes, "pressed") {
		c.By = ""
	}
	c.Changes = some(c.Changes)
	return c
}

// outcome hides what would tell of a penalty or a claim: with the reason its
// articles go, and the source, which would narrow it down.
func outcome(kind AudienceKind, result, reason, source string, articles []string) Outcome {
	o := Outcome{Result: result, Reason: reason, Source: source, Articles: some(articles)}
	if kind == Arbiter {
		return o
	}
	if open := PublicReason(reason); open != reason || open == ReasonArbiter {
		o.Reason, o.Source, o.Articles = ReasonArbiter, events.SourceRuled, nil
	}
	return o
}

// some returns a copy of list, nil when it is empty, so that absent and empty
// are the same bytes.
func some(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}
