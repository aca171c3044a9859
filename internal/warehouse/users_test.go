package warehouse

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// What an administrator runs is ClickHouse's own language, to its last word, and
// no writer is given the other's database. It is parsed and not run: the embedded
// engine has no users.
func TestUsersAndGrantsOfAServer(t *testing.T) {
	conn, _ := ours(t)
	b, err := os.ReadFile("../../deploy/clickhouse/users.sql")
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(?m)^--.*$`).ReplaceAllString(string(b), "")
	text = regexp.MustCompile(`'[A-Z]+_SHA256'`).ReplaceAllString(text, "'"+strings.Repeat("0", 64)+"'")
	grants := 0
	for s := range strings.SplitSeq(text, ";") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		if err := conn.Exec(t.Context(), "EXPLAIN AST "+s); err != nil {
			t.Errorf("%s\n%v", s, err)
		}
		if m := regexp.MustCompile(`^GRANT .* ON (\S+)\.\* TO (\S+)$`).FindStringSubmatch(s); m != nil {
			grants++
			want := map[string]string{
				"boardwire_live": DefaultLive, "boardwire_desk": DefaultLive,
				"boardwire_public": DefaultPublic, "boardwire_visitor": DefaultPublic,
			}[m[2]]
			if m[1] != want {
				t.Errorf("%s is granted %s, want %s", m[2], m[1], want)
			}
		}
	}
	if grants != 4 {
		t.Errorf("%d grants, want 4", grants)
	}
}
