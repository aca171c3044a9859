package front

import "strings"

// statement is what the front must know of a text before the engine gets it.
type statement struct {
	insert   bool   // begins with INSERT
	query    bool   // begins as a SELECT does: its answer comes in pieces
	selects  bool   // an INSERT whose rows come from a query
	inline   bool   // an INSERT with its rows in the text
	format   string // what FORMAT asks for, "" where nothing does
	formatAt int    // where the word FORMAT begins; -1 without
	files    bool   // names something that reads or writes files without asking for a right
	file     bool   // INTO OUTFILE or FROM INFILE: files of whoever runs the engine
}

// look reads a text with ClickHouse's tokens. It judges nothing: what makes no
// sense is left to the engine's own parser.
func look(sql string) statement {
	s := statement{formatAt: -1}
	l := lexer{text: sql}
	depth, first := 0, true
	prev := ""
	for {
		t, ok := l.next()
		if !ok {
			return s
		}
		word := ""
		if t.word {
			word = strings.ToUpper(t.text)
		}
		if first {
			s.insert, first = word == "INSERT", false
			s.query = word == "SELECT" || word == "WITH" || t.text == "("
		}
		s.files = s.files || t.reaches()
		name := prev == "INTO" || prev == "TABLE" || prev == "." // so this is a name, whatever it looks like
		prev = word
		switch {
		case t.text == "(" || t.text == "[" || t.text == "{":
			depth++
		case t.text == ")" || t.text == "]" || t.text == "}":
			depth--
		case t.text == "." && !t.word:
			prev = "."
		case word == "OUTFILE" || word == "INFILE":
			s.file = true
		case depth != 0 || name:
		case s.insert && word == "VALUES":
			s.inline = true
			return s
		case s.insert && (word == "SELECT" || word == "WITH"):
			s.selects = true
		case word == "FORMAT":
			after := l
			f, ok := after.next()
			if !ok || !f.word {
				break
			}
			if s.insert && !s.selects {
				s.format, s.formatAt = f.text, t.at
				s.inline = strings.TrimSpace(after.text[after.at:]) != ""
				return s
			}
			end, ok := after.next()
			if !ok || end.text == ";" || strings.EqualFold(end.text, "SETTINGS") {
				s.format, s.formatAt = f.text, t.at
			}
		}
	}
}

type token struct {
	text string
	at   int
	word bool // a bare word
}

// reaches reports whether a token, quoted or not, names what reaches files: the
// function file, table engines with a folder of their choice, disks.
func (t token) reaches() bool {
	name := strings.ToLower(t.text)
	if strings.HasPrefix(name, "`") || strings.HasPrefix(name, `"`) {
		if strings.Contains(name, `\`) {
			return true // whatever it spells
		}
		name = strings.Trim(name, "`\"")
	}
	return name == "file" || name == "disk" || strings.Contains(name, "rocksdb") || strings.Contains(name, "executable") || strings.Contains(name, "catboost")
}

// lexer cuts a text at words, quotes and signs; it always gets on.
type lexer struct {
	text string
	at   int
}

func (l *lexer) next() (token, bool) {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == 0:
			l.at++
		case strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "# ") || strings.HasPrefix(rest, "#!"):
			l.skip(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			l.at += 2
			l.skip(rest[2:], "*/")
		case c == '\'' || c == '"' || c == '`':
			return l.take(quoted(rest), false), true
		case c == '$':
			return l.take(heredoc(rest), false), true
		case letter(c):
			n := 1
			for n < len(rest) && (letter(rest[n]) || digit(rest[n]) || rest[n] == '$') {
				n++
			}
			return l.take(n, true), true
		case digit(c):
			n := 1
			for n < len(rest) && (letter(rest[n]) || digit(rest[n]) || rest[n] == '.') {
				n++
			}
			return l.take(n, false), true
		default:
			return l.take(1, false), true
		}
	}
	return token{}, false
}

func (l *lexer) take(n int, word bool) token {
	t := token{text: l.text[l.at : l.at+n], at: l.at, word: word}
	l.at += n
	return t
}

// skip goes behind the next mark, or to the end.
func (l *lexer) skip(rest, mark string) {
	if i := strings.Index(rest, mark); i >= 0 {
		l.at += i + len(mark)
		return
	}
	l.at = len(l.text)
}

// quoted is the length of a quotation: a backslash takes the next byte along,
// the quote doubled stands for itself.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == s[0] && i+1 < len(s) && s[i+1] == s[0]:
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return len(s)
}

// heredoc is the length of $tag$…$tag$, or of the sign alone.
func heredoc(s string) int {
	end := strings.IndexByte(s[1:], '$')
	if end < 0 || strings.ContainsFunc(s[1:1+end], func(r rune) bool {
		return r > 127 || !letter(byte(r)) && !digit(byte(r))
	}) {
		return 1
	}
	tag := s[:end+2]
	if i := strings.Index(s[len(tag):], tag); i >= 0 {
		return len(tag) + i + len(tag)
	}
	return 1
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }
