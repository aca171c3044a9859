package spool

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// The file: two header pages that are written in turn, then the ring.
//
// A record in the ring is a head of 24 bytes (length, checksum, position,
// number), the event, and zeros up to a multiple of 8. It may run over the end
// of the ring into its beginning. Each checksum begins with that of the record
// before: a record that a crash left behind does not follow by accident.
const (
	pageSize   = 4096
	ringStart  = 2 * pageSize
	recordHead = 24
	magic      = "bw-outbox-1\n"
	headerSize = 512
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var le = binary.LittleEndian

// disk is the file, or a model of one in tests.
type disk interface {
	ReadAt(p []byte, off int64) (int, error)
	WriteAt(p []byte, off int64) (int, error)
	Sync() error
	Close() error
}

type header struct {
	gen      uint64 // counts headers; the page is its parity
	ringSize uint64
	tail     uint64 // position of the first event that waits
	tailSeq  uint64 // number of the event before it
	synced   uint64 // everything before this position was durable when this was written
	tailCRC  uint32 // checksum of the event before tail
	tailPrev string // hash of the event before tail, "" if there was none
	source   string
	sitting  string
}

func (h *header) put(d disk) error {
	b := make([]byte, 0, headerSize)
	b = append(b, magic...)
	for _, n := range []uint64{h.gen, h.ringSize, h.tail, h.tailSeq, h.synced, uint64(h.tailCRC)} {
		b = le.AppendUint64(b, n)
	}
	for _, s := range []string{h.tailPrev, h.source, h.sitting} {
		if len(s) > 100 {
			return fmt.Errorf("outbox header: %q is too long", s)
		}
		b = append(append(b, byte(len(s))), s...)
	}
	b = b[:headerSize]
	le.PutUint32(b[headerSize-4:], crc32.Checksum(b[:headerSize-4], castagnoli))
	if _, err := d.WriteAt(b, int64(h.gen%2)*pageSize); err != nil {
		return fmt.Errorf("write header: %w", err)
	}
	return nil
}

// getHeader reads one of the two pages; ok is false for one that is not whole.
func getHeader(d disk, page int) (h header, ok bool) {
	b := make([]byte, headerSize)
	if n, _ := d.ReadAt(b, int64(page)*pageSize); n < headerSize {
		return h, false
	}
	if string(b[:len(magic)]) != magic || le.Uint32(b[headerSize-4:]) != crc32.Checksum(b[:headerSize-4], castagnoli) {
		return h, false
	}
	b = b[len(magic) : headerSize-4]
	number := func() uint64 {
		n := le.Uint64(b)
		b = b[8:]
		return n
	}
	text := func() string {
		n := int(b[0])
		s := string(b[1 : 1+n])
		b = b[1+n:]
		return s
	}
	h.gen, h.ringSize, h.tail, h.tailSeq, h.synced, h.tailCRC = number(), number(), number(), number(), number(), uint32(number())
	h.tailPrev, h.source, h.sitting = text(), text(), text()
	return h, h.gen%2 == uint64(page)
}

type ring struct {
	disk disk
	size uint64
}

func recordSize(event int) uint64 { return uint64(recordHead+event+7) &^ 7 }

// put writes a record at a position and returns its checksum.
func (r ring) put(pos, seq uint64, before uint32, event []byte) (uint32, error) {
	b := make([]byte, recordSize(len(event)))
	le.PutUint32(b, uint32(len(event)))
	le.PutUint64(b[8:], pos)
	le.PutUint64(b[16:], seq)
	copy(b[recordHead:], event)
	crc := checksum(before, b)
	le.PutUint32(b[4:], crc)
	at := pos % r.size
	first := min(uint64(len(b)), r.size-at)
	if _, err := r.disk.WriteAt(b[:first], ringStart+int64(at)); err != nil {
		return 0, fmt.Errorf("write event %d: %w", seq, err)
	}
	if rest := b[first:]; len(rest) > 0 {
		if _, err := r.disk.WriteAt(rest, ringStart); err != nil {
			return 0, fmt.Errorf("write event %d: %w", seq, err)
		}
	}
	return crc, nil
}

// get reads the record at a position; ok is false if there is no whole one
// there that has this number and follows the record with that checksum.
func (r ring) get(pos, seq uint64, before uint32) (event []byte, crc uint32, ok bool, err error) {
	head := make([]byte, recordHead)
	if err := r.read(head, pos); err != nil {
		return nil, 0, false, err
	}
	n := le.Uint32(head)
	if n == 0 || n > maxRecord || recordSize(int(n)) > r.size || le.Uint64(head[8:]) != pos || le.Uint64(head[16:]) != seq {
		return nil, 0, false, nil
	}
	b := make([]byte, recordSize(int(n)))
	if err := r.read(b, pos); err != nil {
		return nil, 0, false, err
	}
	crc = checksum(before, b)
	if le.Uint32(b[4:]) != crc {
		return nil, 0, false, nil
	}
	return b[recordHead : recordHead+int(n)], crc, true, nil
}

func (r ring) read(b []byte, pos uint64) error {
	at := pos % r.size
	first := min(uint64(len(b)), r.size-at)
	if _, err := r.disk.ReadAt(b[:first], ringStart+int64(at)); err != nil {
		return err
	}
	if rest := b[first:]; len(rest) > 0 {
		if _, err := r.disk.ReadAt(rest, ringStart); err != nil {
			return err
		}
	}
	return nil
}

// checksum covers the whole record but its own field, and the one before.
func checksum(before uint32, record []byte) uint32 {
	c := crc32.Update(before, castagnoli, record[:4])
	c = crc32.Update(c, castagnoli, record[8:])
	if c == 0 {
		return 1 // never that of an untouched place
	}
	return c
}
