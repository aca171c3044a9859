package rules

import "strings"

// Articles returns every article that the edition's row cites, in the order of
// the clauses, each once: its golden list.
func (l Laws) Articles() []Article {
	var out []Article
	seen := map[Article]bool{}
	for _, c := range Clauses() {
		for _, a := range l.Cite(c) {
			if !seen[a] {
				seen[a] = true
				out = append(out, a)
			}
		}
	}
	return out
}

// FindArticle reads an article as people write it ("Art. 6.12", "6.12 (a)",
// "6.12.a.") and returns it as the edition's row does. It reports false where the
// row cites no such article: the Laws may have it all the same.
func (l Laws) FindArticle(text string) (Article, bool) {
	want := articleKey(text)
	if want == "" {
		return "", false
	}
	for _, a := range l.Articles() {
		if articleKey(string(a)) == want {
			return a, true
		}
	}
	return "", false
}

// articleKey is what spellings of one article have in common: digits and letters
// in their order, and dots between numbers.
func articleKey(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	for _, word := range [...]string{"article", "art."} {
		s = strings.TrimSpace(strings.TrimPrefix(s, word))
	}
	var out []byte
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c == '.':
			out = append(out, c)
		case c == ' ', c == '(', c == ')':
		default:
			return "" // no article is written with it
		}
	}
	key := strings.Trim(string(out), ".")
	var b strings.Builder
	for i := range len(key) {
		if key[i] == '.' && !(digit(key[i-1]) && digit(key[i+1])) {
			continue
		}
		b.WriteByte(key[i])
	}
	return b.String()
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
