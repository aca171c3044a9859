package spool

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"boardwire/events"
)

const maxRecord = events.MaxSize

// DamageError says that the file no longer holds what it had made durable. The
// file is left as it is.
type DamageError struct {
	Path   string
	Source string // "" when not even that can be read
	Seq    uint64 // of the first event that is gone, 0 when unknown
	What   string
}

// Error says what is damaged and what to do.
func (e *DamageError) Error() string {
	at := ""
	if e.Seq > 0 {
		at = fmt.Sprintf(", event %d", e.Seq)
	}
	return fmt.Sprintf("outbox %s (source %q%s) is damaged: %s; move it away to go on as a new source, and keep it", e.Path, e.Source, at, e.What)
}

// Open opens the outbox at path, or makes it. Only one process can have it
// open. The error is a *DamageError when the file is there but not whole.
func Open(path string, opt Options) (*Outbox, error) {
	if opt.Size == 0 {
		opt.Size = DefaultSize
	}
	minted := false
	f, err := openFile(path)
	if errors.Is(err, os.ErrNotExist) {
		minted = true
		if err := create(path, opt); err != nil {
			return nil, fmt.Errorf("make outbox %s: %w", path, err)
		}
		f, err = openFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("open outbox: %w", err)
	}
	o, err := recovered(f)
	if err == nil {
		err = f.whole(o)
	}
	if err != nil {
		var damage *DamageError
		if errors.As(err, &damage) {
			damage.Path = path
		}
		_ = f.Close()
		return nil, err
	}
	o.minted = minted
	return o, nil
}

// whole says whether the file has the size it was made with. A crash never
// changes that.
func (f *file) whole(o *Outbox) error {
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("outbox of %s: %w", o.head.source, err)
	}
	if want := int64(ringStart + o.ring.size); info.Size() < want {
		return &DamageError{Source: o.head.source, What: fmt.Sprintf("the file has %d bytes of %d", info.Size(), want)}
	}
	return nil
}

// Rescue returns what can still be read of a damaged file: its source and the
// events that wait, up to the first that is gone. The file is left as it is.
func Rescue(path string) (source string, waiting []Record, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", nil, fmt.Errorf("rescue outbox: %w", err)
	}
	defer f.Close()
	o, err := load(&file{f})
	if err != nil {
		return "", nil, fmt.Errorf("rescue outbox %s: %w", path, err)
	}
	waiting, err = o.Read(len(o.index))
	return o.head.source, waiting, err
}

func openFile(path string) (*file, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s is in use by another process: %w", path, err)
	}
	return &file{f}, nil
}

// create makes the file whole under another name first, so that half a file is
// never found. The zeros are really written: later writes change no metadata.
func create(path string, opt Options) (err error) {
	if err := events.CheckToken(opt.Source); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	if opt.Size < minSize {
		return fmt.Errorf("size %d bytes, want at least %d", opt.Size, minSize)
	}
	temp := path + ".new"
	f, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err != nil {
			_ = os.Remove(temp)
		}
	}()
	zeros := make([]byte, 1<<20)
	for left := opt.Size; left > 0; left -= int64(len(zeros)) {
		if _, err := f.Write(zeros[:min(left, int64(len(zeros)))]); err != nil {
			return err
		}
	}
	if err := format(f, opt); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// format writes the first header onto zeros.
func format(d disk, opt Options) error {
	h := header{gen: 1, ringSize: uint64(opt.Size-ringStart) &^ 7, source: opt.Source}
	return h.put(d)
}

// recovered reads what the file holds and refuses it when something is missing
// that was durable.
func recovered(d disk) (*Outbox, error) {
	o, err := load(d)
	if err != nil {
		return nil, err
	}
	if o.end < o.head.synced {
		return nil, &DamageError{Source: o.head.source, Seq: o.chain.Seq + 1, What: "an event that was durable cannot be read"}
	}
	// What was found may be in the page cache alone, after a kill.
	if err := d.Sync(); err != nil {
		return nil, fmt.Errorf("outbox of %s: sync: %w", o.head.source, err)
	}
	return o, nil
}

// load reads the newer of the two headers and the events that follow from it,
// up to the first place where none is.
func load(d disk) (*Outbox, error) {
	h0, ok0 := getHeader(d, 0)
	h1, ok1 := getHeader(d, 1)
	h := h0
	switch {
	case !ok0 && !ok1:
		return nil, &DamageError{What: "no header can be read"}
	case !ok0 || (ok1 && h1.gen > h0.gen):
		h = h1
	}
	o := &Outbox{
		disk: d, ring: ring{disk: d, size: h.ringSize}, head: h,
		end: h.tail, safeTail: h.tail, lastCRC: h.tailCRC,
		chain:  events.Chain{Source: h.source, Seq: h.tailSeq, Prev: events.Hash(h.tailPrev)},
		notify: make(chan struct{}, 1),
	}
	o.cond.L = &o.mu
	for o.end-h.tail < h.ringSize {
		b, crc, ok, err := o.ring.get(o.end, o.chain.Seq+1, o.lastCRC)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("outbox of %s: read: %w", h.source, err)
		}
		if !ok {
			break
		}
		o.index = append(o.index, place{pos: o.end, size: len(b), crc: crc})
		o.end += recordSize(len(b))
		o.lastCRC = crc
		o.chain.Stored(b)
	}
	o.durable, o.synced = o.end, len(o.index)
	return o, nil
}
