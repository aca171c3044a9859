package front

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
)

// ClickHouse's numbers for what the front itself refuses.
const (
	codeSyntax         = 62
	codeNotImplemented = 48
	codeTooLarge       = 307
	codeTooMany        = 202
	codeAuthentication = 516
	codeAborted        = 236
	codeUnknown        = 1002
)

// exception is an error with ClickHouse's number and text.
type exception struct {
	code int
	text string
}

func (e *exception) Error() string { return e.text }

func refuse(code int, name, format string, args ...any) *exception {
	return &exception{code, fmt.Sprintf("Code: %d. DB::Exception: %s. (%s)", code, fmt.Sprintf(format, args...), name)}
}

var codeOf = regexp.MustCompile(`^(?:Error: )?Code: (\d+)\.`)

// exceptionOf gives any error the form that clients of ClickHouse read.
func exceptionOf(err error) *exception {
	var e *exception
	if errors.As(err, &e) {
		return e
	}
	text := err.Error()
	if m := codeOf.FindStringSubmatch(text); m != nil {
		code, _ := strconv.Atoi(m[1])
		return &exception{code, text}
	}
	return refuse(codeUnknown, "UNKNOWN_EXCEPTION", "%s", text)
}

// status is the HTTP status that goes with a number.
func (e *exception) status() int {
	switch e.code {
	case codeAuthentication:
		return http.StatusUnauthorized
	case 497: // ACCESS_DENIED
		return http.StatusForbidden
	case 60, 81, 47, 218: // unknown table, database, identifier, dictionary
		return http.StatusNotFound
	case codeTooLarge:
		return http.StatusRequestEntityTooLarge
	case codeNotImplemented:
		return http.StatusNotImplemented
	case codeTooMany:
		return http.StatusServiceUnavailable
	case codeSyntax, 6, 26, 27, 33, 36, 42, 43, 44, 46, 50, 53, 57, 72, 115, 117, 457:
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

const (
	codeHeader = "X-Clickhouse-Exception-Code"
	tagHeader  = "X-Clickhouse-Exception-Tag"
)

// newTag is what a framed exception of one answer is known by.
func newTag() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// framed is an exception in the middle of an answer that began well.
func (e *exception) framed(tag string) []byte {
	return fmt.Appendf(nil, "\r\n__exception__\r\n%s\r\n%s\n%d %s\r\n__exception__\r\n", tag, e.text, len(e.text)+1, tag)
}
