package spool

import "time"

// OnSync has f told how long each fsync took. Call it before the first append.
func (o *Outbox) OnSync(f func(took time.Duration)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.disk = timed{o.disk, f}
}

// timed measures the disk's fsync.
type timed struct {
	disk
	tell func(time.Duration)
}

// Sync is disk.Sync. One that fails is measured too: it took as long.
func (t timed) Sync() error {
	began := time.Now()
	defer func() { t.tell(time.Since(began)) }()
	return t.disk.Sync()
}

// Room returns how many bytes of the ring waiting events take, and how many it
// has.
func (o *Outbox) Room() (used, size int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return int64(o.end - o.head.tail), int64(o.ring.size)
}

// Oldest returns the event that has waited longest; false when none waits.
func (o *Outbox) Oldest() (Record, bool) {
	recs, err := o.Read(1)
	if err != nil || len(recs) == 0 {
		return Record{}, false
	}
	return recs[0], true
}
