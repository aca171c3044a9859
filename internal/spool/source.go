package spool

import (
	"crypto/rand"
	"encoding/hex"
	"strings"
)

// Mint makes the name of a new source: <role>-<hall>-<host>-<4 hex>. It is a
// token of at most 32 characters; a long host or hall is cut.
func Mint(role, hall, host string) string {
	var b [2]byte
	_, _ = rand.Read(b[:]) // never fails
	return name(role, hall, host, hex.EncodeToString(b[:]))
}

func name(role, hall, host, tail string) string {
	role, hall, host = token(role), token(hall), token(host)
	room := 32 - len(tail) - 3
	role = cut(role, room-2)
	hall = cut(hall, room-len(role)-min(len(host), 6))
	host = cut(host, room-len(role)-len(hall))
	return role + "-" + hall + "-" + host + "-" + tail
}

func cut(s string, n int) string {
	if s = s[:min(len(s), max(n, 1))]; s == "" {
		return "x"
	}
	return s
}

// token keeps what may stand in a subject.
func token(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, s)
	return strings.Trim(s, "-")
}
