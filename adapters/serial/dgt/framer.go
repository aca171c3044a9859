package dgt

// framer cuts a stream of bytes into messages. Only the first byte of a message
// has bit 7 set, so such a byte always begins one, and a byte without it
// outside a message is lost.
type framer struct {
	buf  []byte // messages of this call, and the one that is not complete
	from int    // where the open message begins in buf
	want int    // its length, 0 until the header is there
	open bool
}

func (f *framer) reset() { *f = framer{buf: f.buf[:0]} }

// feed calls each with every complete message, whose bytes stay valid until the
// next feed, and returns how many bytes belong to no message.
func (f *framer) feed(b []byte, each func([]byte) bool) (dropped int) {
	if f.open {
		f.buf = f.buf[:copy(f.buf, f.buf[f.from:])]
	} else {
		f.buf = f.buf[:0]
	}
	f.from = 0
	for _, c := range b {
		if c&0x80 != 0 {
			dropped += f.drop()
			f.from, f.open, f.want = len(f.buf), true, 0
			f.buf = append(f.buf, c)
			continue
		}
		if !f.open {
			dropped++
			continue
		}
		f.buf = append(f.buf, c)
		m := f.buf[f.from:]
		if len(m) == headerLen {
			f.want = int(m[1])<<7 | int(m[2])
			if !fits(m[0], f.want) {
				dropped += f.drop()
				continue
			}
		}
		if len(m) == f.want {
			f.open = false
			if !each(m[:len(m):len(m)]) {
				dropped += len(m)
			}
		}
	}
	return dropped
}

// drop gives up the open message and returns how many bytes it had.
func (f *framer) drop() int {
	if !f.open {
		return 0
	}
	n := len(f.buf) - f.from
	f.buf, f.open = f.buf[:f.from], false
	return n
}
