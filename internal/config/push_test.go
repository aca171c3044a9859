package config_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"boardwire/internal/config"

	"github.com/google/go-cmp/cmp"
)

// pushed is the club's file with a push to Lichess on line 61 and after.
func pushed(t *testing.T) string {
	return strings.TrimRight(club(t), "\n") + `
[[push]]
name = "lichess"
audience = "public"
kind = "lichess"
url = "https://lichess.org/api/broadcast/round/aBcD1234/push"
round = "1"
token_file = "secrets/lichess"
every = "2s"
`
}

func TestAPush(t *testing.T) {
	f := mustParse(t, pushed(t)+`
[[push]]
name = "club"
audience = "commentary"
kind = "pgn"
url = "http://127.0.0.1:8000/upload?of=club"
`)
	want := []config.Push{
		{Name: "lichess", Audience: "public", Kind: "lichess", URL: "https://lichess.org/api/broadcast/round/aBcD1234/push", Round: "1",
			TokenFile: "secrets/lichess", Every: 2 * time.Second},
		{Name: "club", Audience: "commentary", Kind: "pgn", URL: "http://127.0.0.1:8000/upload?of=club", Every: time.Second},
	}
	if d := cmp.Diff(want, f.Pushes); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for file, want := range map[string]string{"/etc/open.toml": "/etc/secrets/lichess", "open.toml": "secrets/lichess"} {
		if got := f.Pushes[0].TokenPath(file); got != want {
			t.Errorf("the token of %s lies at %s, want %s", file, got, want)
		}
	}
	if got := f.Pushes[1].TokenPath("/etc/open.toml"); got != "" {
		t.Errorf("no token lies at %s", got)
	}
	if got := (config.Push{TokenFile: "/run/token"}).TokenPath("/etc/open.toml"); got != "/run/token" {
		t.Errorf("a whole path becomes %s", got)
	}
	// What anybody can read there before the public reads it here is told.
	want2 := []string{"push club: what audience commentary sees is sent 5m0s after play; whoever reads it there knows it before the public does here, after 15m0s"}
	if d := cmp.Diff(want2, f.Doubts()[1:]); d != "" {
		t.Errorf("doubts (-want +got):\n%s", d)
	}
}

func TestFaultsOfAPush(t *testing.T) {
	first := 1 + strings.Count(strings.TrimRight(club(t), "\n"), "\n") + 1
	for name, c := range map[string]struct{ old, new, want string }{
		"an unknown key": {`every =`, `evry =`, `line +7: push[0].evry: is not known; did you mean every?`},
		"no name":        {`name = "lichess"`, ``, `line +0: push[0].name: missing; what metrics and logs call the site, such as "lichess"`},
		"no audience":    {`audience = "public"`, ``, `line +0: push[0].audience: missing; the name of an [[audience]]: its delay is what the site gets`},
		"an audience that is not there": {`audience = "public"`, `audience = "publik"`,
			`line +2: push[0].audience: there is no audience "publik"; did you mean public?`},
		"an audience like none": {`audience = "public"`, `audience = "x"`,
			`line +2: push[0].audience: there is no audience "x"; known here: public commentary`},
		"the arbiters": {`audience = "public"`, `audience = "arbiter"`,
			`line +2: push[0].audience: "arbiter" is the arbiters' own: nothing is held back there; name an audience with the delay that the site is to have`},
		"an unknown kind": {`kind = "lichess"`, `kind = "lichees"`, `line +3: push[0].kind: "lichees" is not known, want lichess or pgn; did you mean lichess?`},
		"no address":      {`url = "https://lichess.org/api/broadcast/round/aBcD1234/push"`, `url = "lichess.org"`, `line +4: push[0].url: is no address of a site; want https://…`},
		"another scheme":  {`https://`, `ftp://`, `line +4: push[0].url: is no address of a site; want https://…`},
		"in the clear": {`https://`, `http://`,
			`line +4: push[0].url: is http, so that anybody on the way could read the token and change the games; want https, or http on this machine alone (127.0.0.1)`},
		"a host that begins like this machine": {`https://lichess.org`, `http://127.0.0.1.example.org`,
			`line +4: push[0].url: is http, so that anybody on the way could read the token and change the games; want https, or http on this machine alone (127.0.0.1)`},
		"a password in the address": {`https://`, `https://me:secret@`,
			`line +4: push[0].url: holds a user or a password; leave them out, and put a token into token_file`},
		"the round's page": {`/api/broadcast/round/aBcD1234/push`, `/broadcast/club-2026/round-1/aBcD1234`,
			`line +4: push[0].url: is not where Lichess takes pushes; did you mean https://lichess.org/api/broadcast/round/aBcD1234/push?`},
		"another page": {`/api/broadcast/round/aBcD1234/push`, `/broadcast`,
			`line +4: push[0].url: is not where Lichess takes pushes; want …/api/broadcast/round/XXXXXXXX/push with the eight letters and digits at the end of the round's page`},
		"no round": {`round = "1"`, ``,
			`line +0: push[0].round: missing; the id of the [[round]] that is sent: each round has an address of its own at Lichess`},
		"a round that is not there": {`round = "1"`, `round = "2"`, `line +5: push[0].round: there is no round "2"; did you mean 1?`},
		"too often":                 {`"2s"`, `"0s"`, `line +7: push[0].every: is 0s, want 1s at least`},
		"a number without its unit": {`"2s"`, `2`, `line +7: push[0].every: is a number, want a length of time in quotes, with its unit; every = "2m" for minutes, "2s" for seconds`},
	} {
		t.Run(name, func(t *testing.T) {
			text := pushed(t)
			if !strings.Contains(text, c.old) {
				t.Fatalf("the file has no %q", c.old)
			}
			_, err := config.Parse("club.toml", []byte(strings.Replace(text, c.old, c.new, 1)))
			var faults *config.FaultsError
			if !errors.As(err, &faults) || len(faults.Faults) != 1 {
				t.Fatalf("got %v, want one fault", err)
			}
			got := faults.Faults[0]
			got.Line -= first
			want := strings.TrimPrefix(c.want, "line +0: ")
			if s := strings.Replace(got.String(), "line ", "line +", 1); s != want {
				t.Errorf("got  %s\nwant %s", s, want)
			}
			if strings.Contains(err.Error(), "secret@") {
				t.Errorf("the password is repeated: %v", err)
			}
		})
	}
	twice := pushed(t) + strings.ReplaceAll(pushed(t)[len(strings.TrimRight(club(t), "\n")):], "\r", "")
	if _, err := config.Parse("club.toml", []byte(twice)); err == nil || !strings.Contains(err.Error(), "push[1].name: push lichess is there already") {
		t.Errorf("two pushes of one name: %v", err)
	}
}
