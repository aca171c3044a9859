package pgn

import "bytes"

// tagAhead reports whether a tag pair comes next: a bracket, a name, a quote.
func (s *scanner) tagAhead() bool {
	b := s.lookLine()
	if len(b) == 0 || b[0] != '[' {
		return false
	}
	b = bytes.TrimLeft(b[1:], " \t")
	n := 0
	for n < len(b) && (tagByte(b[n]) || b[n] == ':') {
		n++
	}
	rest := bytes.TrimLeft(b[n:], " \t")
	return n > 0 && len(rest) > 0 && rest[0] == '"'
}

// wholeTagAhead reports whether the next line is a tag pair and nothing else.
func (s *scanner) wholeTagAhead() bool {
	return s.tagAhead() && bytes.HasSuffix(bytes.TrimRight(s.lookLine(), " \t"), []byte(`"]`))
}

// tagLineAhead is tagAhead for the begin of a line, where less is needed.
func (s *scanner) tagLineAhead() bool {
	b := s.lookLine()
	if len(b) == 0 || b[0] != '[' {
		return false
	}
	b = bytes.TrimLeft(b[1:], " \t")
	return len(b) > 0 && ('a' <= b[0]|0x20 && b[0]|0x20 <= 'z') && bytes.ContainsAny(b, `]"`)
}

// tagName returns the name of the tag that comes next, as far as it is plain.
func (s *scanner) tagName() string {
	b := bytes.TrimLeft(s.lookLine(), "[ \t")
	n := 0
	for n < len(b) && tagByte(b[n]) {
		n++
	}
	return string(b[:n])
}

func tagByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
