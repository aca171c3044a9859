package events

import (
	"fmt"
	"slices"
	"strings"
)

// kind is what the codec knows of one type.
type kind struct {
	t    Type
	zero Payload
	read func(raw []byte) (Payload, error) // by encoding/json
}

// known holds every type, sorted by name.
var known = byName(
	kindOf[BoardSquare](),
	kindOf[BoardSurface](),
	kindOf[Unexplained](),
	kindOf[ClockChanged](),
	kindOf[ClockReading](),
	kindOf[DeviceLost](),
	kindOf[DeviceQuiet](),
	kindOf[DeviceSeen](),
	kindOf[FindingCleared](),
	kindOf[FindingRaised](),
	kindOf[Ended](),
	kindOf[FinalResult](),
	kindOf[Completed](),
	kindOf[Made](),
	kindOf[Withdrawn](),
	kindOf[Lifted](),
	kindOf[Abandon](),
	kindOf[CloseSitting](),
	kindOf[Answered](),
	kindOf[Assign](),
	kindOf[AudienceRuling](),
	kindOf[Confirm](),
	kindOf[Pause](),
	kindOf[ResultRuling](),
	kindOf[Resume](),
	kindOf[Roster](),
	kindOf[Start](),
	kindOf[SittingOpened](),
	kindOf[SourceDrained](),
	kindOf[Paired](),
	kindOf[Tick](),
	kindOf[RecordCut](),
	kindOf[Claim](),
	kindOf[Offer](),
	kindOf[Agree](),
	kindOf[Resign](),
	kindOf[FlagRuling](),
	kindOf[Illegal](),
	kindOf[ClockRuling](),
	kindOf[Correction](),
	kindOf[Presence](),
	kindOf[Reversed](),
	kindOf[Displaced](),
	kindOf[Annul](),
	kindOf[Penalty](),
	kindOf[Uncount](),
	kindOf[Signed](),
	kindOf[Quickplay](),
	kindOf[Seal](),
	kindOf[CastlingRuling](),
	kindOf[CastlingBarred](),
	kindOf[NoSeal](),
	kindOf[Sealed](),
	kindOf[Unseal](),
	kindOf[AdjournedRuling](),
	kindOf[AdjournedFact](),
)

func byName(kinds ...kind) []kind {
	slices.SortFunc(kinds, func(a, b kind) int { return strings.Compare(string(a.t), string(b.t)) })
	return kinds
}

func kindOf[P Payload]() kind {
	var zero P
	return kind{t: zero.EventType(), zero: zero, read: readSlow[P]}
}

// lookup finds what the codec knows of a type.
func lookup(t Type) (kind, bool) {
	i, ok := slices.BinarySearchFunc(known, t, func(k kind, t Type) int { return strings.Compare(string(k.t), string(t)) })
	if !ok {
		return kind{}, false
	}
	return known[i], true
}

// Types returns the name of every type this version knows, sorted.
func Types() []Type {
	out := make([]Type, len(known))
	for i, k := range known {
		out[i] = k.t
	}
	return out
}

// New returns the zero payload of a type, and false for a type that this
// version does not know.
func New(t Type) (Payload, bool) {
	k, ok := lookup(t)
	return k.zero, ok
}

// Kind returns the type's area and name joined by '-', as the last token of
// its subject ("board.v1.square" is "board-square"); of a ruling the name
// alone ("ruling.v1.assign" is "assign"). A name without the three parts of a
// type is returned with '-' for each dot.
func (t Type) Kind() string {
	area, name, ok := t.split()
	switch {
	case !ok:
		return strings.ReplaceAll(string(t), ".", "-")
	case area == "ruling":
		return name
	}
	return area + "-" + name
}

// split returns the area and the name around the version.
func (t Type) split() (area, name string, ok bool) {
	area, rest, ok := strings.Cut(string(t), ".")
	if !ok {
		return "", "", false
	}
	_, name, ok = strings.Cut(rest, ".")
	return area, name, ok
}

// checkType says whether t has the form of a type name: area, version, name.
func checkType(t Type) error {
	area, rest, _ := strings.Cut(string(t), ".")
	version, name, _ := strings.Cut(rest, ".")
	if CheckToken(area) != nil || CheckToken(name) != nil || !isVersion(version) {
		return fmt.Errorf("%q: a type is area.v1.name in a-z, 0-9 and '-'", clip(string(t)))
	}
	return nil
}

// isVersion says whether s is "v" and a number from 1.
func isVersion(s string) bool {
	return len(s) >= 2 && len(s) <= 5 && s[0] == 'v' && isNumber(s[1:])
}

// isNumber says whether s is a decimal number from 1, without padding.
func isNumber(s string) bool {
	if s == "" || s[0] == '0' {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// clip shortens text for an error message.
func clip(s string) string {
	if len(s) > 80 {
		return s[:77] + "..."
	}
	return s
}
