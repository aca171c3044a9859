// Package bus is the log as the processes see it: append-only streams with
// expected sequences, and small tables. It has two stores: JetStream, and one
// in memory with a clock of the caller's for simulations. Both pass bustest.
package bus

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Msg is one message of a stream.
type Msg struct {
	Subject string
	// Header is nil when there is none. Keys are case-sensitive.
	Header map[string]string
	Data   []byte
	// Seq and Time are given by the store: the sequence from 1, and when the
	// store took the message.
	Seq  uint64
	Time time.Time
}

// Guard makes an Append conditional: the last sequence of the messages that
// match Filter ("" = the whole stream) must be Last. The zero Guard asks nothing.
type Guard struct {
	Filter string
	Last   uint64
	Set    bool
}

// Expect returns a guard on the whole stream (filter "") or on a subject filter.
func Expect(filter string, last uint64) Guard { return Guard{Filter: filter, Last: last, Set: true} }

// WrongSequenceError says that a guard did not hold. Nothing was written.
type WrongSequenceError struct {
	Stream string
	Want   uint64
	// Actual is the true last sequence under the guard's filter.
	Actual uint64
}

func (e *WrongSequenceError) Error() string {
	return fmt.Sprintf("stream %s: expected last sequence %d, it is %d: another writer was there", e.Stream, e.Want, e.Actual)
}

var (
	// ErrSealed: the stream takes no more messages, for ever.
	ErrSealed = errors.New("stream is sealed")
	// ErrNoStream: there is no stream of that name.
	ErrNoStream = errors.New("no such stream")
	// ErrFull: the stream reached its limit and refuses rather than forgets.
	ErrFull = errors.New("stream is full")
	// ErrConflict: a table entry changed since it was read.
	ErrConflict = errors.New("entry changed meanwhile")
	// ErrNoEntry: the table has no such key.
	ErrNoEntry = errors.New("no such entry")
)

// Log is one stream.
type Log interface {
	Name() string
	// Append writes msgs in order, all or none, and returns the sequence of
	// the last. It returns when they are safe against power loss. At most
	// MaxBatch messages.
	Append(ctx context.Context, guard Guard, msgs ...Msg) (last uint64, err error)
	// Last returns the last sequence, 0 when empty.
	Last(ctx context.Context) (uint64, error)
	// LastOn returns the last message whose subject matches filter.
	LastOn(ctx context.Context, filter string) (Msg, bool, error)
	// Get returns one message.
	Get(ctx context.Context, seq uint64) (Msg, error)
	// Read returns a reader from sequence from (at least 1) on. Messages come
	// in order; a reader reports a hole as *GapError instead of passing over it.
	Read(ctx context.Context, from uint64) (Reader, error)
	// Seal makes the stream read-only for ever.
	Seal(ctx context.Context) error
}

// MaxBatch is how many messages one Append takes.
const MaxBatch = 500

// GapError says that messages are missing from a stream that forgets nothing:
// the store is damaged.
type GapError struct {
	Stream     string
	After, Got uint64
}

func (e *GapError) Error() string {
	return fmt.Sprintf("stream %s: after message %d came %d: messages are missing; restore the store from the other copy", e.Stream, e.After, e.Got)
}

// Damaged names what is damaged: a process tells of it before it ends.
func (e *GapError) Damaged() string { return e.Stream }

// CutError says that a stream is shorter than a reader found it: the store lost
// its end, and may have been written on. What follows was never read; read it
// again from its first message.
type CutError struct {
	Stream string
	// Read is the last message that was handed out, Last the stream's end or the
	// message that came again.
	Read, Last uint64
}

func (e *CutError) Error() string {
	return fmt.Sprintf("stream %s: the store lost its end: message %d, which was read, is gone; the stream is at %d", e.Stream, e.Read, e.Last)
}

// Reader reads a stream in order.
type Reader interface {
	// Next waits for the next message or the end of ctx.
	Next(ctx context.Context) (Msg, error)
	// TryNext returns the next message if it is there; ok is false when the
	// reader has everything the stream held at the time of the call.
	TryNext(ctx context.Context) (m Msg, ok bool, err error)
	Close() error
}

// Entry is one entry of a table.
type Entry struct {
	Key      string
	Value    []byte
	Revision uint64
}

// Table is a small set of keys with their last values.
type Table interface {
	Get(ctx context.Context, key string) (Entry, error)
	Put(ctx context.Context, key string, value []byte) (revision uint64, err error)
	// Swap writes only if the entry's revision is still the given one; 0 means
	// that the key must not exist.
	Swap(ctx context.Context, key string, value []byte, revision uint64) (uint64, error)
	Delete(ctx context.Context, key string) error
	All(ctx context.Context) ([]Entry, error)
	// Watch calls see with every entry there is and then with every change,
	// until ctx ends. A deleted entry has a nil Value.
	Watch(ctx context.Context, see func(Entry)) error
}

// Role says what a stream is for, and so how it is set up.
type Role uint8

// The roles of streams.
const (
	// Record: file store, no deletion, no purge, refuses when full.
	Record Role = iota + 1
	// Facts: as Record, may be dropped as a whole and rebuilt.
	Facts
	// Public: what a gate has let go.
	Public
)

// Spec describes a stream.
type Spec struct {
	Name     string
	Subjects []string
	Role     Role
	MaxBytes int64
}

// Store is one account of a server: its streams and tables.
type Store interface {
	// Open returns a stream that exists, or ErrNoStream.
	Open(ctx context.Context, name string) (Log, error)
	// Create makes a stream, or verifies that the one there is as spec says.
	Create(ctx context.Context, spec Spec) (Log, error)
	// Streams lists stream names, sorted.
	Streams(ctx context.Context) ([]string, error)
	// Table opens a table, making it where create is set.
	Table(ctx context.Context, name string, create bool) (Table, error)
	Close() error
}
