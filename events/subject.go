package events

import "strings"

// Subject returns the subject under which the record of a sitting holds e:
// a tick's (which a cut shares), a ruling's with the tokens of its scope, or an observation's with
// its source and device ("_" for an observation of no device). It does not
// check the tokens; Encode and Decode do.
func Subject(hall, sitting string, e Event) string {
	area, _, _ := e.Type.split()
	prefix := "bw.in." + hall + "." + sitting
	switch area {
	case "tick", "record":
		return prefix + ".tick"
	case "ruling", "sitting":
		return prefix + ".rule." + scoped(e.Scope, e.Type.Kind())
	}
	device, ok := e.Scope.Device()
	if !ok {
		device = "_"
	}
	return prefix + ".obs." + e.Source + "." + device + "." + e.Type.Kind()
}

// FactSubject returns the subject of a fact in one generation of a sitting's
// facts.
func FactSubject(hall, sitting, gen string, e Event) string {
	return "bw.fact." + hall + "." + sitting + "." + gen + "." + scoped(e.Scope, e.Type.Kind())
}

// PublicSubject returns the subject of a frame that was let go to an audience.
// The kind is the frame's, such as "made".
func PublicSubject(audience string, scope Scope, kind string) string {
	return "bw.pub." + audience + "." + scoped(scope, kind)
}

// scoped returns tournament, round, board and kind as tokens.
func scoped(s Scope, kind string) string {
	t, r, b := s.Tokens()
	return t + "." + r + "." + b + "." + kind
}

// RecordFilter returns the subjects that one source writes in the record of a
// sitting, for the expected last sequence: the rulings for a desk
// ("desk-<hall>"), the ticks and cuts for a fold ("fold-<hall>"), the source's own
// observations otherwise.
func RecordFilter(hall, sitting, source string) string {
	prefix := "bw.in." + hall + "." + sitting
	switch {
	case strings.HasPrefix(source, "desk-"):
		return prefix + ".rule.>"
	case strings.HasPrefix(source, "fold-"):
		return prefix + ".tick"
	}
	return prefix + ".obs." + source + ".>"
}
