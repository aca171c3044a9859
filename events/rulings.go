package events

// Types of rulings. An arbiter or the tournament file states them; they come
// in through one door and are recorded without being judged.
const (
	TypeSittingOpened  Type = "sitting.v1.opened"
	TypeRulingRoster   Type = "ruling.v1.roster"
	TypeRulingAssign   Type = "ruling.v1.assign"
	TypeRulingStart    Type = "ruling.v1.start"
	TypeRulingPause    Type = "ruling.v1.pause"
	TypeRulingResume   Type = "ruling.v1.resume"
	TypeRulingResult   Type = "ruling.v1.result"
	TypeRulingConfirm  Type = "ruling.v1.confirm"
	TypeRulingAudience Type = "ruling.v1.audience"
	TypeRulingAbandon  Type = "ruling.v1.abandon"
	TypeRulingClose    Type = "ruling.v1.close"
)

// SittingOpened is the first message of every record.
type SittingOpened struct {
	Hall    string `json:"hall"`
	Sitting string `json:"sitting"`
	// Rate is how many clock seconds pass in one second; 1 unless Demo.
	Rate int  `json:"rate"`
	Demo bool `json:"demo,omitempty"`
	// Sources are the writers known from the sitting before, sorted by name.
	Sources []SourceMark `json:"sources,omitempty"`
	// Sealed are the games whose envelopes were closed when the sitting before
	// ended, sorted: what may tell a sealed move is not recorded here either.
	Sealed []string `json:"sealed,omitempty"`
}

// SourceMark is where a source stood when a sitting was opened.
type SourceMark struct {
	Source string `json:"source"`
	Seq    uint64 `json:"seq"`
	Hash   Hash   `json:"hash"`
}

// Ruled is what every ruling carries.
type Ruled struct {
	// Request is the client's UUID: the same one twice is one ruling.
	Request string `json:"request"`
	// Author is who ruled: a desk user, or "file:<sha>".
	Author string `json:"author"`
	// Article is the article the author names, if any: his own word, as written.
	Article string `json:"article,omitempty"`
	// Note is SHA-256(salt + text) of the author's note; the text is kept apart.
	Note Hash `json:"note,omitempty"`
	// Saw is the last fact the author had seen.
	Saw ID `json:"saw,omitempty"`
}

// Roster states a round of a tournament with its pairings. It is the whole
// round each time; tables that it leaves out are withdrawn if nothing was
// played on them.
type Roster struct {
	Ruled
	Name       Hash   `json:"name,omitempty"` // of the tournament's name
	Edition    string `json:"edition"`
	Kind       string `json:"kind"` // standard, rapid, blitz
	Supervised bool   `json:"supervised,omitempty"`
	Control    string `json:"control"`
	// Start is the announced start, RFC 3339, empty if none.
	Start string `json:"start,omitempty"`
	// DefaultTime is how many seconds after the start of play a player who has
	// not arrived loses (2023, 6.7.1); absent, the event did not say.
	DefaultTime *int `json:"default_time,omitempty"`
	// NoDrawBefore is the move before which the players may not agree to a draw
	// (2023, 9.1.1); 0, there is no such rule.
	NoDrawBefore int `json:"no_draw_before,omitempty"`
	// Quickplay: the rules for a quickplay finish were announced (2014, G.1;
	// 2023, III.1).
	Quickplay bool `json:"quickplay,omitempty"`
	// DrawOdds is "white" or "black": a draw counts as that player's win.
	DrawOdds string `json:"draw_odds,omitempty"`
	// Points is what a game is worth; absent, 1, 1/2 and 0.
	Points *PointSystem `json:"points,omitempty"`
	// FEN is the start position of every table; absent, the usual one.
	FEN    string    `json:"fen,omitempty"`
	Tables []Pairing `json:"tables"`
}

// Pairing is one table of a round. Players are opaque ids.
type Pairing struct {
	Board   int    `json:"board"`
	White   string `json:"white"`
	Black   string `json:"black"`
	Control string `json:"control,omitempty"` // where it differs from the round's
	FEN     string `json:"fen,omitempty"`     // where it differs from the round's
}

// PointSystem is what a game is worth, in half points.
type PointSystem struct {
	Win  int `json:"win"`
	Draw int `json:"draw"`
	Loss int `json:"loss"`
}

// Points is what a game gave each player, in half points.
type Points struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// Assign says which device serves the table in scope; an empty Device takes it
// away.
type Assign struct {
	Ruled
	Device string `json:"device,omitempty"`
}

// Start says that the arbiter started the game or round in scope.
type Start struct{ Ruled }

// Pause says that play in scope stands still: men moved now are not moves.
type Pause struct{ Ruled }

// Resume ends a pause.
type Resume struct{ Ruled }

// ResultRuling states the result of the game in scope.
type ResultRuling struct {
	Ruled
	Result string `json:"result"`
	Reason string `json:"reason,omitempty"`
	// Points is what each player gets, where it is not what the result is worth.
	Points *Points `json:"points,omitempty"`
}

// Confirm makes the result of the game in scope final. Result, where given,
// must be the provisional one.
type Confirm struct {
	Ruled
	Result string `json:"result,omitempty"`
}

// AudienceRuling sets an audience of the tournament in scope.
type AudienceRuling struct {
	Ruled
	Audience string `json:"audience"`
	Kind     string `json:"kind"` // public, commentary, hall, arbiter
	DelayMS  int64  `json:"delay_ms"`
}

// Abandon says that a silent source will write no more into the sitting.
type Abandon struct {
	Ruled
	Silent string `json:"silent"`
}

// CloseSitting ends the sitting: the next one is opened, and this one is sealed
// when every source has drained.
type CloseSitting struct{ Ruled }

// Ruling is a payload that someone stated.
type Ruling interface {
	Payload
	By() Ruled
}

// By returns the common part of a ruling.
func (r Ruled) By() Ruled { return r }

// EventType returns the type name.
func (SittingOpened) EventType() Type { return TypeSittingOpened }

// EventType returns the type name.
func (Roster) EventType() Type { return TypeRulingRoster }

// EventType returns the type name.
func (Assign) EventType() Type { return TypeRulingAssign }

// EventType returns the type name.
func (Start) EventType() Type { return TypeRulingStart }

// EventType returns the type name.
func (Pause) EventType() Type { return TypeRulingPause }

// EventType returns the type name.
func (Resume) EventType() Type { return TypeRulingResume }

// EventType returns the type name.
func (ResultRuling) EventType() Type { return TypeRulingResult }

// EventType returns the type name.
func (Confirm) EventType() Type { return TypeRulingConfirm }

// EventType returns the type name.
func (AudienceRuling) EventType() Type { return TypeRulingAudience }

// EventType returns the type name.
func (Abandon) EventType() Type { return TypeRulingAbandon }

// EventType returns the type name.
func (CloseSitting) EventType() Type { return TypeRulingClose }
