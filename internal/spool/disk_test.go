package spool

import (
	"errors"
	"io"

	"pgregory.net/rapid"
)

const sector = 512

var errPower = errors.New("the power went")

// memDisk is a disk with a cache that forgets. What is written reaches the
// platter at Sync; when the power goes, any of the sectors written since may
// have reached it or not.
type memDisk struct {
	platter []byte
	cache   []byte
	dirty   map[int]bool // sectors that differ
	fuse    int          // operations until the power goes; below 0 never
	dead    bool
}

func newMemDisk(size int64) *memDisk {
	return &memDisk{platter: make([]byte, size), cache: make([]byte, size), dirty: map[int]bool{}, fuse: -1}
}

func (d *memDisk) step() error {
	if d.dead {
		return errPower
	}
	if d.fuse == 0 {
		d.dead = true
		return errPower
	}
	if d.fuse > 0 {
		d.fuse--
	}
	return nil
}

func (d *memDisk) ReadAt(p []byte, off int64) (int, error) {
	if d.dead {
		return 0, errPower
	}
	if n := copy(p, d.cache[off:]); n < len(p) {
		return n, io.EOF
	}
	return len(p), nil
}

func (d *memDisk) WriteAt(p []byte, off int64) (int, error) {
	if int(off)+len(p) > len(d.cache) {
		return 0, errors.New("wrote behind the end of the file")
	}
	// The last write before the power goes may have been made in part.
	err := d.step()
	copy(d.cache[off:], p)
	for s := int(off) / sector; s*sector < int(off)+len(p); s++ {
		d.dirty[s] = true
	}
	return len(p), err
}

func (d *memDisk) Sync() error {
	if err := d.step(); err != nil {
		return err
	}
	copy(d.platter, d.cache)
	clear(d.dirty)
	return nil
}

func (d *memDisk) Close() error { return nil }

// crash returns the disk as it is found after a power cut.
func (d *memDisk) crash(t *rapid.T) *memDisk {
	out := newMemDisk(int64(len(d.platter)))
	for s := range len(d.platter) / sector {
		if d.dirty[s] && rapid.Bool().Draw(t, "sector survives") {
			copy(d.platter[s*sector:(s+1)*sector], d.cache[s*sector:])
		}
	}
	copy(out.platter, d.platter)
	copy(out.cache, d.platter)
	return out
}
