package feeds

import (
	"fmt"
	"time"

	"boardwire/events"
)

// AudienceKind is a class of readers. What a kind may see is fixed here;
// configuration chooses a kind and a delay, never a list of its own.
type AudienceKind uint8

// The kinds of audience. The zero value is no kind and may see nothing.
const (
	// Public is everybody.
	Public AudienceKind = iota + 1
	// Commentary sees what the public sees, usually earlier.
	Commentary
	// Hall is any display that players can see: nothing that warns them
	// (Laws 1997, 6.14; Laws 2023, 6.12) and no result before it is confirmed.
	Hall
	// Arbiter sees every fact.
	Arbiter
)

// audienceKinds are the text forms, by kind.
var audienceKinds = [...]string{Public: "public", Commentary: "commentary", Hall: "hall", Arbiter: "arbiter"}

// String returns "public", "commentary", "hall", "arbiter", or "" for no kind.
func (k AudienceKind) String() string {
	if int(k) < len(audienceKinds) {
		return audienceKinds[k]
	}
	return ""
}

// ParseAudienceKind reads a kind's text form. An unknown word is an error, so
// that a slip in a file cannot open anything.
func ParseAudienceKind(s string) (AudienceKind, error) {
	for k, name := range audienceKinds {
		if name != "" && name == s {
			return AudienceKind(k), nil
		}
	}
	return 0, fmt.Errorf("audience kind %q: want public, commentary, hall or arbiter", s)
}

// MarshalText writes what String returns.
func (k AudienceKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText writes; it refuses the empty text.
func (k *AudienceKind) UnmarshalText(text []byte) error {
	kind, err := ParseAudienceKind(string(text))
	if err != nil {
		return err
	}
	*k = kind
	return nil
}

// Audience is a named class of readers with the delay that it is promised.
type Audience struct {
	// Name is a subject token; the stream is PUB-<name>.
	Name string
	Kind AudienceKind
	// Delay is how long a fact is held back; never negative.
	Delay time.Duration
}

// Allows says whether readers of this kind may ever learn of facts of type t.
// What a permitted frame leaves out is FrameOf's business.
func (k AudienceKind) Allows(t events.Type) bool {
	switch t {
	case events.TypePaired, events.TypeMade, events.TypeCompleted, events.TypeWithdrawn,
		events.TypeClockChanged, events.TypeResult, events.TypeAdjourned, events.TypeCastling:
		return k >= Public && k <= Arbiter
	case events.TypeEnded:
		return k == Public || k == Commentary || k == Arbiter
	case events.TypeLifted, events.TypeUnexplained, events.TypeAnswered,
		events.TypeFindingRaised, events.TypeFindingCleared:
		return k == Arbiter
	}
	return false
}

// Reasons that are the arbiter's or nobody's; the rest of the closed list is in
// publicReasons or hidden behind ReasonArbiter.
const (
	ReasonArbiter     = "arbiter"
	ReasonNotRecorded = "not_recorded"
)

// publicReasons are the reasons that any audience may read. All else would tell
// of a penalty, a claim or an illegal move.
var publicReasons = map[string]bool{
	"checkmate": true, "stalemate": true, "dead_position": true, "agreement": true,
	"fivefold": true, "threefold_claim": true, "seventyfive_moves": true, "fifty_claim": true,
	"flag": true, "flag_no_mate": true, "resignation": true, "resignation_no_mate": true,
	ReasonNotRecorded: true, "": true,
}

// PublicReason returns the reason as the public may read it: itself when it is
// on the closed list, otherwise "arbiter".
func PublicReason(reason string) string {
	if publicReasons[reason] {
		return reason
	}
	return ReasonArbiter
}

// frameTypes are the types of fact behind each kind of frame.
var frameTypes = map[string]events.Type{
	KindPaired: events.TypePaired, KindMade: events.TypeMade, KindCompleted: events.TypeCompleted,
	KindWithdrawn: events.TypeWithdrawn, KindClock: events.TypeClockChanged, KindEnded: events.TypeEnded,
	KindResult: events.TypeResult, KindAdjourned: events.TypeAdjourned, KindCastling: events.TypeCastling, KindLifted: events.TypeLifted, KindUnexplained: events.TypeUnexplained,
	KindFinding: events.TypeFindingRaised, KindCleared: events.TypeFindingCleared, KindAnswered: events.TypeAnswered,
}

// AllowsFrame says whether readers of this kind may get frames of that kind.
func (k AudienceKind) AllowsFrame(kind string) bool {
	t, ok := frameTypes[kind]
	return ok && k.Allows(t)
}

// DelayKey is where an audience's delay lies in the table of names, as
// {"delay_ms":900000}. No player's id has a dot in it.
func DelayKey(audience string) string { return "audience." + audience }
