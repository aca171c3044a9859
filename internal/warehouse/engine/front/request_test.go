package front

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// FuzzRequest: whatever comes as HTTP is taken apart or refused, with a number
// and within the bounds.
func FuzzRequest(f *testing.F) {
	f.Add([]byte("POST /?database=x&client_protocol_version=54460&default_format=Native HTTP/1.1\r\nHost: e\r\nContent-Length: 8\r\n\r\nSELECT 1"))
	f.Add([]byte("POST /?query=INSERT+INTO+t+FORMAT+Native&decompress=1 HTTP/1.1\r\nHost: e\r\nContent-Length: 4\r\n\r\nabcd"))
	f.Add([]byte("GET /?query=SELECT+1&param_x=%00 HTTP/1.1\r\nHost: e\r\n\r\n"))
	f.Add([]byte("POST / HTTP/1.1\r\nHost: e\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(string(raw))))
		if err != nil {
			return
		}
		q, err := read(r)
		if err != nil {
			if e := exceptionOf(err); e.code <= 0 || e.status() < 400 || !strings.HasPrefix(e.text, "Code: ") {
				t.Errorf("refused with %d, status %d: %q", e.code, e.status(), e.text)
			}
			return
		}
		if strings.TrimSpace(q.sql) == "" || !plainWord(q.format) {
			t.Errorf("taken: %+v", q)
		}
		for _, s := range q.settings {
			if !plainWord(s.name) {
				t.Errorf("setting %q", s.name)
			}
		}
		if q.data != nil {
			if n, err := io.Copy(io.Discard, q.data); n > MaxInsert {
				t.Errorf("%d bytes of rows, %v", n, err)
			}
		}
	})
}

func TestLimited(t *testing.T) {
	for _, tt := range []struct {
		size, bound int64
		ok          bool
	}{{0, 0, true}, {1, 0, false}, {9, 10, true}, {10, 10, true}, {11, 10, false}, {100000, 99999, false}} {
		b, err := io.ReadAll(&limited{r: io.LimitReader(zero{}, tt.size), left: tt.bound})
		var e *exception
		if tt.ok != (err == nil) || !tt.ok && (!errors.As(err, &e) || e.code != codeTooLarge) || tt.ok && int64(len(b)) != tt.size {
			t.Errorf("%d bytes with a bound of %d: %d, %v", tt.size, tt.bound, len(b), err)
		}
	}
}

type zero struct{}

func (zero) Read(p []byte) (int, error) { clear(p); return len(p), nil }
