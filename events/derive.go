package events

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// Derive returns the n-th fact (from 0) that follows from cause. Its id is the
// first 32 hex digits of SHA-256 over cause, n, type and scope, one a line, so
// that a replay gives the same fact the same id. It has its cause's times.
// Source, seq and prev are left to Chain.Next.
func Derive(cause Event, n int, scope Scope, p Payload) Event {
	t := p.EventType()
	sum := sha256.Sum256([]byte(string(cause.ID) + "\n" + strconv.Itoa(n) + "\n" + string(t) + "\n" + string(scope)))
	return Event{
		ID:       ID(hex.EncodeToString(sum[:16])),
		Type:     t,
		Scope:    scope,
		Observed: cause.Observed,
		Recorded: cause.Recorded,
		Cause:    cause.ID,
		Data:     p,
	}
}
