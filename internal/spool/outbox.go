// Package spool keeps what a writer of the record has to say until the record
// has it: an outbox on the local disk.
//
// The file is made whole at the start (64 MiB) and written in place, so that a
// full disk cannot stop it. It is a ring: trimming moves a mark, nothing is
// copied. Append returns when its events are safe against power loss; appends
// that wait at the same time share one fsync. After a crash the outbox holds
// every event whose Append had returned, and perhaps some whose Append had not.
//
// The file also holds the source's name, its last number and hash, and the
// sitting it last wrote into: a new file is a new source.
package spool

import (
	"errors"
	"fmt"
	"sync"

	"boardwire/events"
)

// DefaultSize is the size of the file in bytes.
const DefaultSize = 64 << 20

// minSize leaves room for the header and a few events.
const minSize = ringStart + 4096

// Options say how an outbox is made. They matter only for a file that is not
// there yet, but for Size, which must be the same again or 0.
type Options struct {
	// Size in bytes; 0 means DefaultSize.
	Size int64
	// Source is the name of the source that a new file belongs to; see Mint.
	Source string
}

// Record is one event that waits.
type Record struct {
	Seq  uint64
	Data []byte
}

// Outbox is an open outbox. Its methods may be called from any goroutine; the
// one who appends must be alone, or the numbers in the events will not fit.
type Outbox struct {
	mu    sync.Mutex
	cond  sync.Cond
	disk  disk
	ring  ring
	head  header // as it is in memory; written with the next commit
	dirty bool   // head differs from what is on the disk

	// Positions count bytes written since the file was made and never wrap.
	// tail (in head) <= durable <= end; what lies before safeTail on the disk
	// may be overwritten.
	end, durable, safeTail uint64
	lastCRC                uint32
	chain                  events.Chain // of the last appended event
	index                  []place      // events from tail to end
	synced                 int          // how many of them are durable

	syncing bool
	broken  error
	minted  bool
	notify  chan struct{}
}

// place says where an event lies.
type place struct {
	pos  uint64
	size int
	crc  uint32
}

// FullError says that an event does not fit. Nothing was written.
type FullError struct {
	Size    int64 // of the file in bytes
	Waiting int   // events that wait to be published
}

// Error says what to do.
func (e *FullError) Error() string {
	return fmt.Sprintf("outbox is full: %d events wait in %d bytes; it empties when the record can be reached again", e.Waiting, e.Size)
}

// ErrClosed is returned by an outbox that was closed.
var ErrClosed = errors.New("outbox is closed")

// Source returns the name of the source that the file belongs to.
func (o *Outbox) Source() string { return o.head.source }

// Minted reports whether Open made the file: the source is a new one.
func (o *Outbox) Minted() bool { return o.minted }

// Chain returns the source's chain after the last appended event.
func (o *Outbox) Chain() events.Chain {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.chain
}

// Trimmed returns the source's chain up to the last trimmed event: what comes
// before the first event that waits.
func (o *Outbox) Trimmed() events.Chain {
	o.mu.Lock()
	defer o.mu.Unlock()
	return events.Chain{Source: o.head.source, Seq: o.head.tailSeq, Prev: events.Hash(o.head.tailPrev)}
}

// Append keeps events in order and returns when they are durable. The first
// gets the number after Chain().Seq. It is all or none: a *FullError has kept
// nothing. Any other error means that the disk failed; the outbox takes nothing
// more until it is opened again.
func (o *Outbox) Append(evs ...[]byte) error {
	if len(evs) == 0 {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.write(evs); err != nil {
		return err
	}
	return o.await(o.end)
}

// write puts events behind the end, without making them durable.
func (o *Outbox) write(evs [][]byte) error {
	var need uint64
	for _, b := range evs {
		if len(b) == 0 || len(b) > events.MaxSize {
			return fmt.Errorf("outbox: event of %d bytes, want 1 to %d", len(b), events.MaxSize)
		}
		need += recordSize(len(b))
	}
	for need > o.ring.size-(o.end-o.safeTail) {
		if o.broken != nil {
			return o.broken
		}
		if need > o.ring.size-(o.end-o.head.tail) {
			return &FullError{Size: int64(ringStart + o.ring.size), Waiting: len(o.index)}
		}
		if err := o.commit(); err != nil { // trimmed space, not yet safe to reuse
			return err
		}
	}
	if o.broken != nil {
		return o.broken
	}
	for _, b := range evs {
		crc, err := o.ring.put(o.end, o.chain.Seq+1, o.lastCRC, b)
		if err != nil {
			return o.breakWith(err)
		}
		o.index = append(o.index, place{pos: o.end, size: len(b), crc: crc})
		o.end += recordSize(len(b))
		o.lastCRC = crc
		o.chain.Stored(b)
	}
	return nil
}

// await returns when everything before pos is durable. One of the waiting
// callers makes it so for all.
func (o *Outbox) await(pos uint64) error {
	for o.durable < pos {
		if o.broken != nil {
			return o.broken
		}
		if o.syncing {
			o.cond.Wait()
			continue
		}
		if err := o.commit(); err != nil {
			return err
		}
	}
	return nil
}

// commit makes all that was written durable, the header with it where it
// changed. The lock is free while the disk works.
func (o *Outbox) commit() error {
	for o.syncing {
		o.cond.Wait()
	}
	if o.broken != nil {
		return o.broken
	}
	end, count := o.end, len(o.index)
	first := o.head.tailSeq
	if o.dirty {
		o.head.gen++
		o.head.synced = o.durable
		if err := o.head.put(o.disk); err != nil {
			return o.breakWith(err)
		}
		o.dirty = false
	}
	tail := o.head.tail
	o.syncing = true
	o.mu.Unlock()
	err := o.disk.Sync()
	o.mu.Lock()
	o.syncing = false
	o.cond.Broadcast()
	if err != nil {
		return o.breakWith(err)
	}
	// A trim meanwhile took events off the front of the index.
	o.durable, o.synced = end, count-int(o.head.tailSeq-first)
	o.safeTail = max(o.safeTail, tail)
	select {
	case o.notify <- struct{}{}:
	default:
	}
	return nil
}

// breakWith remembers that the disk failed. After a failed fsync nobody knows
// what is on it, so nothing more is taken.
func (o *Outbox) breakWith(err error) error {
	if o.broken == nil {
		o.broken = fmt.Errorf("outbox: the disk failed, start again to see what it kept: %w", err)
	}
	o.cond.Broadcast()
	return o.broken
}

// Pending returns how many durable events wait to be published.
func (o *Outbox) Pending() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.synced
}

// Appended is sent to when events became durable; one message may stand for
// several appends.
func (o *Outbox) Appended() <-chan struct{} { return o.notify }

// Read returns up to n durable events, the oldest first. They stay until Trim.
func (o *Outbox) Read(n int) ([]Record, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n = min(n, o.synced)
	out := make([]Record, 0, n)
	crc, seq := o.head.tailCRC, o.head.tailSeq
	for _, p := range o.index[:n] {
		seq++
		b, got, ok, err := o.ring.get(p.pos, seq, crc)
		if err != nil {
			return out, fmt.Errorf("outbox: read event %d: %w", seq, err)
		}
		if !ok || got != p.crc {
			return out, &DamageError{Source: o.head.source, Seq: seq, What: "its bytes changed on the disk"}
		}
		out = append(out, Record{Seq: seq, Data: b})
		crc = p.crc
	}
	return out, nil
}

// Trim forgets the events up to seq: the record has them. It costs no fsync;
// after a crash some of them may be there again.
func (o *Outbox) Trim(seq uint64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.head.tailSeq < seq {
		if o.synced == 0 {
			return fmt.Errorf("outbox: trim to %d: only %d is there", seq, o.head.tailSeq)
		}
		p := o.index[0]
		b, _, ok, err := o.ring.get(p.pos, o.head.tailSeq+1, o.head.tailCRC)
		if err != nil || !ok {
			return &DamageError{Source: o.head.source, Seq: o.head.tailSeq + 1, What: "its bytes changed on the disk"}
		}
		o.head.tail += recordSize(p.size)
		o.head.tailSeq++
		o.head.tailCRC = p.crc
		o.head.tailPrev = string(events.HashOf(b))
		o.index, o.synced, o.dirty = o.index[1:], o.synced-1, true
	}
	return nil
}

// Bound returns the sitting that the source last wrote into, "" for none.
func (o *Outbox) Bound() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.head.sitting
}

// Bind remembers the sitting that the source now writes into. It is durable
// when Bind returns: call it before the first event is published there.
func (o *Outbox) Bind(sitting string) error {
	if err := events.CheckToken(sitting); err != nil {
		return fmt.Errorf("outbox: bind to sitting: %w", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.broken != nil || o.head.sitting == sitting {
		return o.broken
	}
	o.head.sitting, o.dirty = sitting, true
	return o.commit()
}

// Close makes the marks durable and closes the file. What waits stays.
func (o *Outbox) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if errors.Is(o.broken, ErrClosed) {
		return nil
	}
	var err error
	if o.broken == nil && (o.dirty || o.durable < o.end) {
		err = o.commit()
	}
	for o.syncing {
		o.cond.Wait()
	}
	o.broken = ErrClosed
	o.cond.Broadcast()
	return errors.Join(err, o.disk.Close())
}
