package pgn

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding says how bytes become text.
type Encoding uint8

const (
	// Detect takes UTF-16 where a byte order mark or zero bytes show it, else
	// UTF-8, and each word, value or comment that is no UTF-8 as Latin-1. A
	// file joined from both comes out right.
	Detect Encoding = iota
	// UTF8 takes bytes that are no UTF-8 as U+FFFD.
	UTF8
	// Latin1 takes each byte as a letter, 0x80 to 0x9f as Windows-1252 does.
	Latin1
	// UTF16LE is UTF-16 with the low byte first.
	UTF16LE
	// UTF16BE is UTF-16 with the high byte first.
	UTF16BE
)

// windows are the letters of Windows-1252 from 0x80 to 0x9f; the five bytes
// without one are left out of the text.
var windows = [32]rune{
	'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ',
}

// text makes a string of bytes, without byte order marks. It reports whether
// they were no UTF-8 where that was awaited.
func (e Encoding) text(b []byte) (s string, departed bool) {
	if ascii(b) {
		return string(b), false
	}
	switch {
	case e == Latin1:
		return latin(b), false
	case utf8.Valid(b):
		return unmark(string(b)), false
	case e == Detect:
		return latin(b), true
	}
	return unmark(strings.ToValidUTF8(string(b), "\ufffd")), true
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func unmark(s string) string { return strings.ReplaceAll(s, "\ufeff", "") }

var mark = []byte("\xef\xbb\xbf")

func latin(b []byte) string {
	b = bytes.ReplaceAll(b, mark, nil)
	var out strings.Builder
	for _, c := range b {
		switch {
		case c < 0x80 || c >= 0xa0:
			out.WriteRune(rune(c))
		case windows[c-0x80] != 0:
			out.WriteRune(windows[c-0x80])
		}
	}
	return out.String()
}

// utf16Order tells UTF-16 by its mark or by the zero bytes that ASCII has in
// it.
func utf16Order(head []byte) (Encoding, bool) {
	if len(head) < 4 {
		return Detect, false
	}
	switch {
	case head[0] == 0xff && head[1] == 0xfe && head[2]|head[3] != 0:
		return UTF16LE, true
	case head[0] == 0xfe && head[1] == 0xff:
		return UTF16BE, true
	case head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0:
		return UTF16LE, true
	case head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0:
		return UTF16BE, true
	}
	return Detect, false
}

// utf16Reader makes UTF-8 of UTF-16.
type utf16Reader struct {
	r    io.Reader
	high bool // the high byte comes first
	in   []byte
	out  []byte
	lead rune // the first half of a pair
	err  error
}

func newUTF16(r io.Reader, e Encoding) *utf16Reader {
	return &utf16Reader{r: r, high: e == UTF16BE}
}

func (u *utf16Reader) Read(b []byte) (int, error) {
	if len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.fill()
	}
	n := copy(b, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) fill() {
	var room [4096]byte
	n, err := u.r.Read(room[:])
	u.in = append(u.in, room[:n]...)
	u.err = err
	out := u.out[:0]
	i := 0
	for ; i+1 < len(u.in); i += 2 {
		r := rune(u.in[i]) | rune(u.in[i+1])<<8
		if u.high {
			r = rune(u.in[i])<<8 | rune(u.in[i+1])
		}
		if u.lead != 0 {
			pair := utf16.DecodeRune(u.lead, r)
			u.lead = 0
			out = utf8.AppendRune(out, pair)
			if pair != utf8.RuneError {
				continue
			}
		}
		if 0xd800 <= r && r < 0xdc00 {
			u.lead = r
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	u.in = append(u.in[:0], u.in[i:]...)
	if u.err != nil && (u.lead != 0 || len(u.in) > 0) {
		u.lead, u.in = 0, nil
		out = utf8.AppendRune(out, utf8.RuneError)
	}
	u.out = out
}
