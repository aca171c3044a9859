package config_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/internal/config"
)

var salt = config.Salt(bytes.Repeat([]byte{7}, 32))

// lines describes statements, one line each.
func lines(sts []config.Statement) []string {
	out := []string{}
	for _, st := range sts {
		var what string
		switch r := st.Ruling.(type) {
		case events.AudienceRuling:
			what = r.Audience + " " + r.Kind + " " + time.Duration(r.DelayMS*1e6).String()
		case events.Roster:
			for _, p := range r.Tables {
				what += p.White + "-" + p.Black + " "
			}
			what += r.Control
		case events.Assign:
			what = r.Device
		}
		out = append(out, strings.TrimSpace(string(st.Scope)+" "+string(st.Ruling.EventType())+" "+what))
	}
	return out
}

func TestAFileStatesAudiencesRostersAndDevices(t *testing.T) {
	f := mustParse(t, club(t))
	got := f.Rulings(nil, salt)
	if d := cmp.Diff([]string{
		"tournament/club-2026 ruling.v1.audience public public 15m0s",
		"tournament/club-2026 ruling.v1.audience commentary commentary 5m0s",
		"tournament/club-2026 ruling.v1.audience arbiter arbiter 0s",
		"round/club-2026.1 ruling.v1.roster p1-p2 p3-p4 90/40+30+30",
		"table/club-2026.1.1 ruling.v1.assign dgt-31415",
	}, lines(got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	roster := got[3].Ruling.(events.Roster)
	late := 1800
	want := events.Roster{
		Ruled: roster.Ruled, DefaultTime: &late, NoDrawBefore: 30,
		Name:    roster.Name,
		Edition: "2023", Kind: "standard", Supervised: true, Control: "90/40+30+30", Start: "2026-12-05T18:30:00Z",
		Tables: []events.Pairing{{Board: 1, White: "p1", Black: "p2"}, {Board: 2, White: "p3", Black: "p4", Control: "15+10"}},
	}
	if d := cmp.Diff(want, roster); d != "" {
		t.Errorf("roster (-want +got):\n%s", d)
	}
}

func TestTheRecordTakesThem(t *testing.T) {
	f := mustParse(t, club(t))
	seen := map[string]bool{}
	var chain events.Chain
	chain.Source = "desk-main"
	for _, st := range f.Rulings(nil, salt) {
		by := st.Ruling.By()
		if seen[by.Request] || len(by.Request) > 128 {
			t.Errorf("request %s of %d characters, seen before: %v", by.Request, len(by.Request), seen[by.Request])
		}
		seen[by.Request] = true
		if by.Author != "file:"+f.SHA {
			t.Errorf("author %s", by.Author)
		}
		at := time.Date(2026, 12, 5, 18, 0, 0, 0, time.UTC)
		e := events.Event{Type: st.Ruling.EventType(), Scope: st.Scope, Observed: at, Recorded: at, Data: st.Ruling}
		chain.Next(&e)
		b, err := events.Encode(e)
		if err != nil {
			t.Errorf("%s: %v", st.Scope, err)
			continue
		}
		chain.Stored(b)
		for _, name := range []string{"Jansen", "Club championship"} {
			if bytes.Contains(b, []byte(name)) {
				t.Errorf("the record would hold a name: %s", b)
			}
		}
	}
}

func TestTheSameFileIsRuledOnce(t *testing.T) {
	first, second := mustParse(t, club(t)), mustParse(t, club(t))
	if d := cmp.Diff(first.Rulings(nil, salt), second.Rulings(nil, salt)); d != "" {
		t.Errorf("two readings differ:\n%s", d)
	}
	if got := second.Rulings(&first, salt); len(got) != 0 {
		t.Errorf("read again it states %v", lines(got))
	}
	// Other words, the same statements.
	third := mustParse(t, "# a remark\n"+club(t))
	if got := third.Rulings(&first, salt); len(got) != 0 {
		t.Errorf("with a remark it states %v", lines(got))
	}
}

func TestOnlyDifferencesAreRuled(t *testing.T) {
	before := mustParse(t, club(t))
	for name, c := range map[string]struct {
		replace []string
		want    []string
	}{
		"longer delay": {
			[]string{`delay = "5m"`, `delay = "10m"`},
			[]string{"tournament/club-2026 ruling.v1.audience commentary commentary 10m0s"},
		},
		"another pairing": {
			[]string{"white = \"p3\"\nblack = \"p4\"", "white = \"p4\"\nblack = \"p3\""},
			[]string{"round/club-2026.1 ruling.v1.roster p1-p2 p4-p3 90/40+30+30"},
		},
		"another device": {
			[]string{"dgt-31415", "dgt-27182"},
			[]string{"table/club-2026.1.1 ruling.v1.assign dgt-27182"},
		},
		"the device moves to the other table": {
			[]string{"device = \"dgt-31415\"\n", "", "control = \"15+10\"", "control = \"15+10\"\ndevice = \"dgt-31415\""},
			[]string{"table/club-2026.1.1 ruling.v1.assign", "table/club-2026.1.2 ruling.v1.assign dgt-31415"},
		},
		"a second round": {
			[]string{"[[round]]\nid = \"1\"", "[[round]]\nid = \"2\"\n[[round.table]]\nboard = 1\nwhite = \"p2\"\nblack = \"p3\"\ndevice = \"dgt-1\"\n[[round]]\nid = \"1\""},
			[]string{"round/club-2026.2 ruling.v1.roster p2-p3 90/40+30+30", "table/club-2026.2.1 ruling.v1.assign dgt-1"},
		},
		"a longer name": {
			[]string{`"Jansen, Ada"`, `"Jansen, Ada Maria"`},
			[]string{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			after := mustParse(t, strings.NewReplacer(c.replace...).Replace(club(t)))
			news := after.Rulings(&before, salt)
			if d := cmp.Diff(c.want, lines(news)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			for _, st := range news {
				if by := st.Ruling.By(); by.Author != "file:"+after.SHA || !strings.HasPrefix(by.Request, by.Author) {
					t.Errorf("%+v, want it by file:%s", by, after.SHA)
				}
			}
		})
	}
}

func TestPeopleComeOutApart(t *testing.T) {
	people := mustParse(t, club(t)).People(salt)
	var keys []string
	for _, p := range people {
		keys = append(keys, p.Key)
		sum := sha256.Sum256([]byte(p.Salt + p.Name))
		if want := hex.EncodeToString(sum[:]); string(p.Hash) != want {
			t.Errorf("%s: hash %s, want %s", p.Key, p.Hash, want)
		}
	}
	if want := []string{"tournament.club-2026", "p1", "p2", "p3", "p4"}; !cmp.Equal(keys, want) {
		t.Errorf("keys %v, want %v", keys, want)
	}
	var entry map[string]any
	if err := json.Unmarshal(people[1].Entry(), &entry); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"name": "Jansen, Ada", "title": "WFM", "fed": "NED", "rating": 2104.0, "salt": people[1].Salt}
	if d := cmp.Diff(want, entry); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	other := mustParse(t, club(t)).People(bytes.Repeat([]byte{8}, 32))
	if other[1].Hash == people[1].Hash {
		t.Error("another secret gives the same hash")
	}
	roster := mustParse(t, club(t)).Rulings(nil, salt)[3].Ruling.(events.Roster)
	if roster.Name != people[0].Hash {
		t.Error("the roster's name is not the hash of the tournament's")
	}
}

func TestTheSecretIsMadeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secrets", "salt")
	first, err := config.LoadSalt(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := config.LoadSalt(path)
	if err != nil || !bytes.Equal(first, again) || len(first) != 32 {
		t.Errorf("got %x and %x, %v", first, again, err)
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", st.Mode(), err)
	}
	if err := os.WriteFile(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.LoadSalt(path); err == nil || strings.Contains(err.Error(), "short") {
		t.Errorf("a damaged secret: %v", err)
	}
}
