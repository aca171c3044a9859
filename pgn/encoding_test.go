package pgn

import (
	"bytes"
	"io"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

func utf16Bytes(s string, high bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		if high {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func TestEncodings(t *testing.T) {
	plain := "[White \"Nordmann, Øyvind 𝄞\"]\n\n1. e4 e5 ½–½\n"
	latin := []byte("[White \"Nordmann, \xd8yvind\"]\n\n1. e4 e5 1/2\x961/2\n")
	for _, c := range []struct {
		name     string
		text     []byte
		encoding Encoding
		white    string
	}{
		{"UTF-8", []byte(plain), Detect, "Nordmann, Øyvind 𝄞"},
		{"UTF-8 by word", []byte(plain), UTF8, "Nordmann, Øyvind 𝄞"},
		{"UTF-8 with its mark", []byte("\ufeff" + plain), Detect, "Nordmann, Øyvind 𝄞"},
		{"UTF-8 with a mark in the name", []byte("[White \"Nord\ufeffmann\"]\n\n1. e4\ufeff e5 ½-½"), Detect, "Nordmann"},
		{"Latin-1", latin, Detect, "Nordmann, Øyvind"},
		{"Latin-1 by word", latin, Latin1, "Nordmann, Øyvind"},
		{"Latin-1 that looks like UTF-8", []byte("[White \"\xc3\xa4\"]\n\n1. e4 e5 1/2-1/2"), Latin1, "Ã¤"},
		{"no UTF-8 where it was promised", []byte("[White \"\xd8yvind\"]\n\n1. e4 e5 1/2-1/2"), UTF8, "\ufffdyvind"},
		{"UTF-16, low byte first, with its mark", utf16Bytes("\ufeff"+plain, false), Detect, "Nordmann, Øyvind 𝄞"},
		{"UTF-16, high byte first, with its mark", utf16Bytes("\ufeff"+plain, true), Detect, "Nordmann, Øyvind 𝄞"},
		{"UTF-16, low byte first", utf16Bytes(plain, false), Detect, "Nordmann, Øyvind 𝄞"},
		{"UTF-16, high byte first", utf16Bytes(plain, true), UTF16BE, "Nordmann, Øyvind 𝄞"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, pieces := range []int{0, 1, 2, 4} {
				r := NewReader(&drip{b: bytes.Clone(c.text), n: pieces})
				r.Encoding = c.encoding
				g, err := r.Next()
				if err != nil {
					t.Fatal(err)
				}
				if white(g) != c.white || len(g.Plies) != 2 || g.Result != "1/2-1/2" {
					t.Errorf("got White %q, %d plies, %s; want %q, 2 plies, a draw", white(g), len(g.Plies), g.Result, c.white)
				}
				if _, err := r.Next(); err != io.EOF {
					t.Errorf("got %v behind the game, want EOF", err)
				}
			}
		})
	}
}

// A file joined from two encodings is right in both halves, and the departure
// is told where it is.
func TestJoinedEncodings(t *testing.T) {
	text := "[White \"Müller\"]\n\n*\n\n\ufeff[White \"M\xfcller\"]\n[Black \"L\xf3pez\"]\n\n*\n"
	games := Read([]byte(text))
	var names []string
	for _, g := range games {
		names = append(names, white(g))
	}
	if diff := cmp.Diff([]string{"Müller", "Müller"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"pgn line 5: bytes that are no UTF-8"}, allFaults(games)); diff != "" {
		t.Errorf("deviations (-want +got):\n%s", diff)
	}
}
