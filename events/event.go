// Package events holds what boardwire keeps: the envelope, the types of
// observation, ruling and fact, their canonical bytes, and their subjects.
package events

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

type (
	// ID names an event for ever. An observation's or ruling's id is its
	// source and seq ("ingest-main-venue-3f2a.17"); a fact's id is derived
	// from its cause, so that a replay gives it the same one.
	ID string
	// Type is a versioned type name such as "board.v1.square".
	Type string
	// Hash is the SHA-256 of an event's stored bytes, in lower-case hex.
	Hash string
)

// Event is one line of the log. Times are UTC with microseconds.
type Event struct {
	ID    ID
	Type  Type
	Scope Scope
	// Source and Seq number what one writer wrote, from 1 and without holes.
	Source string
	Seq    uint64
	// Observed is when the device side saw it; for a fact, that of its cause.
	Observed time.Time
	// Recorded is when the host put it into its outbox; for a fact, that of
	// its cause. It decides nothing but "later".
	Recorded time.Time
	// Cause is the event this one follows from; empty for observations.
	Cause ID
	// Prev is the hash of the same source's previous event; empty for its first.
	Prev Hash
	Data Payload
}

// Payload is the data of one type of event. The set is closed; Unknown holds
// what a newer version wrote.
type Payload interface{ EventType() Type }

// Unknown is a payload of a type this version does not know. Its bytes survive
// decoding and encoding.
type Unknown struct {
	Type Type
	Raw  []byte
}

// EventType returns the type name that was read.
func (u Unknown) EventType() Type { return u.Type }

// HashOf returns the hash that the next event of the same source carries as
// Prev. It is taken of the bytes as stored, never of bytes encoded again.
func HashOf(stored []byte) Hash {
	sum := sha256.Sum256(stored)
	return Hash(hex.EncodeToString(sum[:]))
}
