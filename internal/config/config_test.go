package config_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/internal/config"
	"boardwire/rules"
)

func club(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("testdata/club.toml")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func mustParse(t *testing.T, text string) config.File {
	t.Helper()
	f, err := config.Parse("club.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAWholeFile(t *testing.T) {
	got, err := config.Load("testdata/club.toml")
	if err != nil {
		t.Fatal(err)
	}
	if len(got.SHA) != 64 {
		t.Errorf("sha is %q", got.SHA)
	}
	want := config.File{
		SHA: got.SHA,
		Tournament: config.Tournament{
			ID: "club-2026", Name: "Club championship 2026", Edition: rules.E2023, Kind: "standard", Supervised: true,
			Control: "90/40+30+30", DefaultTime: 30 * time.Minute, NoDrawBefore: 30, Points: config.Points{Win: 2, Draw: 1},
		},
		Audiences: []config.Audience{
			{Name: "public", Kind: "public", Delay: 15 * time.Minute},
			{Name: "commentary", Kind: "commentary", Delay: 5 * time.Minute},
			{Name: "arbiter", Kind: "arbiter"},
		},
		Players: []config.Player{
			{ID: "p1", Name: "Jansen, Ada", Rating: 2104, Fed: "NED", Title: "WFM"},
			{ID: "p2", Name: "Smit, Bo", FIDE: 1000123},
			{ID: "p3", Name: "Ünal, Cem"},
			{ID: "p4", Name: "Wit, Dirk de"},
		},
		Rounds: []config.Round{{
			ID: "1", Start: time.Date(2026, 12, 5, 18, 30, 0, 0, time.UTC),
			Tables: []config.Table{
				{Board: 1, White: "p1", Black: "p2", Device: "dgt-31415"},
				{Board: 2, White: "p3", Black: "p4", Control: "15+10"},
			},
		}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestWithoutAudiencesThePublicWaitsAQuarterOfAnHour(t *testing.T) {
	text := club(t)
	for strings.Contains(text, "[[audience]]") {
		a := strings.Index(text, "[[audience]]")
		b := a + 2 + strings.Index(text[a+2:], "[[")
		text = text[:a] + text[b:]
	}
	got := mustParse(t, text).Audiences
	if want := []config.Audience{{Name: "public", Kind: "public", Delay: 15 * time.Minute}}; !cmp.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestInlineTablesAreTheSame(t *testing.T) {
	f := mustParse(t, `
tournament = { id = "t", name = "T", edition = "2023", kind = "blitz", supervised = false, control = "3+2", default_time = "0s", points = "3 1 0" }
player = [ { id = "a", name = "A" }, { id = "b", name = "B" } ]
round = [ { id = "1", start = "2026-12-05T10:00:00Z", table = [ { board = 1, white = "a", black = "b" } ] } ]
`)
	if f.Tournament.Points != (config.Points{Win: 6, Draw: 2}) || f.Tournament.Supervised || f.Rounds[0].Tables[0].Black != "b" {
		t.Errorf("got %+v", f)
	}
}

func TestWhereGamesBegin(t *testing.T) {
	f := mustParse(t, `
tournament = { id = "t", name = "T", edition = "2023", kind = "standard", control = "90", default_time = "0s", quickplay = true, draw_odds = "black" }
player = [ { id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" } ]
round = [ { id = "1", chess960 = 0, table = [
	{ board = 1, white = "a", black = "b" },
	{ board = 2, white = "c", black = "d", fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1" } ] } ]
`)
	if !f.Tournament.Quickplay || f.Tournament.DrawOdds != "black" {
		t.Errorf("got %+v", f.Tournament)
	}
	roster := f.Rulings(nil, salt)[1].Ruling.(events.Roster)
	zero := 0
	want := events.Roster{
		Ruled: roster.Ruled, Name: roster.Name, Edition: "2023", Kind: "standard", Supervised: true, Control: "90",
		DefaultTime: &zero, Quickplay: true, DrawOdds: "black",
		FEN: "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		Tables: []events.Pairing{
			{Board: 1, White: "a", Black: "b"},
			{Board: 2, White: "c", Black: "d", FEN: "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"},
		},
	}
	if d := cmp.Diff(want, roster); d != "" {
		t.Errorf("roster (-want +got):\n%s", d)
	}
}

// Each case changes the sound file in one place, or is a file of its own; want
// is every fault, in order.
func TestFaultsNameTheLineAndTheWayOut(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		want     []string
	}{
		"unknown key near a known one": {
			`no_draw_before = 30`, `no_draws_before = 30`,
			[]string{`line 9: tournament.no_draws_before: is not known; did you mean no_draw_before?`},
		},
		"unknown key near none": {
			`no_draw_before = 30`, `colour = "red"`,
			[]string{`line 9: tournament.colour: is not known; known here: id name edition kind supervised control default_time no_draw_before points quickplay draw_odds`},
		},
		"a start that is no position": {
			`board = 2`, "board = 2\nfen = \"8/8/8/8/8/8/8/4K3 w - - 0 1\"",
			[]string{`line 51: round[0].table[0].fen: not a position of a game: missing king (8/8/8/8/8/8/8/4K3 w - - 0 1)`},
		},
		"a start twice": {
			`board = 2`, "board = 2\nfen = \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"\nchess960 = 5",
			[]string{`line 52: round[0].table[0].chess960: stands beside fen; give one of them`},
		},
		"a Chess960 position that is none": {
			`board = 2`, "board = 2\nchess960 = 960",
			[]string{`line 51: round[0].table[0].chess960: is 960, want 0 to 959`},
		},
		"draw odds for nobody": {
			`no_draw_before = 30`, `draw_odds = "nobody"`,
			[]string{`line 9: tournament.draw_odds: "nobody" is not known, want white or black`},
		},
		"unknown table": {
			`[[player]]` + "\n" + `id = "p1"`, `[[plyaer]]` + "\n" + `id = "p1"`,
			[]string{
				`line 25: plyaer: is not known; did you mean player?`,
				`line 57: round[0].table[1].white: there is no player "p1"; did you mean p2?`,
			},
		},
		"unknown kind of audience": {
			`kind = "commentary"`, `kind = "comentary"`,
			[]string{`line 17: audience[1].kind: "comentary" is not known, want public, commentary, hall or arbiter; did you mean commentary?`},
		},
		"delay of a commentary is not assumed": {
			`delay = "5m"`, ``,
			[]string{`line 15: audience[1].delay: missing; how long facts are held back: "15m", or "0s" for not at all`},
		},
		"delay that is none": {
			`delay = "5m"`, `delay = "5 minutes"`,
			[]string{`line 18: audience[1].delay: "5 minutes" is no length of time; want "15m", "90s", "1h30m" or "0s"`},
		},
		"negative delay": {
			`delay = "5m"`, `delay = "-5m"`,
			[]string{`line 18: audience[1].delay: "-5m" is negative`},
		},
		"delay as a number": {
			`delay = "5m"`, `delay = 5`,
			[]string{`line 18: audience[1].delay: is a number, want a length of time in quotes, with its unit; delay = "5m" for minutes, "5s" for seconds`},
		},
		"a number in words": {
			"board = 2", `board = "two"`,
			[]string{`line 50: round[0].table[0].board: is text, want a whole number`},
		},
		"two audiences of one name": {
			`name = "commentary"`, `name = "public"`,
			[]string{`line 16: audience[1].name: audience public is there already, on line 12`},
		},
		"two public audiences": {
			`kind = "commentary"`, `kind = "public"`,
			[]string{`line 17: audience[1].kind: an audience of kind public is there already, on line 13`},
		},
		"two arbiters": {
			`kind = "commentary"`, `kind = "arbiter"`,
			[]string{
				`line 18: audience[1].delay: is 5m0s, but nothing is held back at the arbiters' desk; write "0s"`,
				`line 22: audience[2].kind: an audience of kind arbiter is there already, on line 17`,
			},
		},
		"an audience with the name of the arbiters' token": {
			`name = "commentary"`, `name = "desk"`,
			[]string{`line 16: audience[1].name: "desk" is the arbiters' own; give the audience another name`},
		},
		"an audience with the arbiters' name": {
			`name = "public"`, `name = "arbiter"`,
			[]string{
				`line 12: audience[0].name: "arbiter" is the arbiters' own; give the audience another name`,
				`line 21: audience[2].name: audience arbiter is there already, on line 12`,
			},
		},
		"a name that turns the text after it": {
			`name = "Smit, Bo"`, `name = "Smit, \u202eBo"`,
			[]string{`line 34: player[1].name: has a control character in it, U+202E; leave it out`},
		},
		"a name that breaks the line": {
			`name = "Smit, Bo"`, `name = "Smit,\u2028Bo"`,
			[]string{`line 34: player[1].name: has a control character in it, U+2028; leave it out`},
		},
		"a name that cannot stand in an address": {
			`id = "club-2026"`, `id = "Club 2026"`,
			[]string{`line 3: tournament.id: "Club 2026": character 'C' at 1; a name has only a-z, 0-9 and '-'`},
		},
		"an edition that is none": {
			`edition = "2023"`, `edition = "2022"`,
			[]string{`line 5: tournament.edition: edition "2022": want one of [1997 2001 2005 2009 2014 2017 2018 2023]`},
		},
		"an edition without quotes": {
			`edition = "2023"`, `edition = 2023`,
			[]string{`line 5: tournament.edition: is a number, want text in quotes; edition = "2023"`},
		},
		"supervision of rapid is not assumed": {
			`kind = "standard"`, `kind = "rapid"`,
			[]string{`line 2: tournament.supervised: missing; true if an arbiter watches each game all the time, false otherwise: other articles apply`},
		},
		"standard play without an arbiter": {
			`kind = "standard"`, "kind = \"standard\"\nsupervised = false",
			[]string{`line 7: tournament.supervised: is false, but standard play is always supervised; leave it out`},
		},
		"a yes in quotes": {
			`kind = "standard"`, "kind = \"rapid\"\nsupervised = \"yes\"",
			[]string{`line 7: tournament.supervised: is text, want true or false, without quotes`},
		},
		"a board in quotes": {
			`board = 2`, `board = "2"`,
			[]string{`line 50: round[0].table[0].board: is text, want a whole number; board = 2, without quotes`},
		},
		"board 0": {
			`board = 2`, `board = 0`,
			[]string{`line 50: round[0].table[0].board: is 0, want 1 to 9999`},
		},
		"a board twice": {
			`board = 2`, `board = 1`,
			[]string{`line 56: round[0].table[1].board: board 1 is there already, on line 50`},
		},
		"a player at two boards": {
			`white = "p3"`, `white = "p1"`,
			[]string{`line 57: round[0].table[1].white: in this round, player p1 is there already, on line 51`},
		},
		"a device at two tables": {
			`control = "15+10"`, `device = "dgt-31415"`,
			[]string{`line 59: round[0].table[1].device: device dgt-31415 is there already, on line 53`},
		},
		"a start without a zone": {
			`2026-12-05T19:30:00+01:00`, `2026-12-05T19:30:00`,
			[]string{`line 47: round[0].start: has no time zone; want 2026-12-05T14:00:00+01:00`},
		},
		"a title and a federation that are none": {
			"fed = \"NED\"\ntitle = \"WFM\"", "fed = \"Ned\"\ntitle = \"Dr\"",
			[]string{
				`line 29: player[0].fed: "Ned" is no federation: want three capital letters, such as NED`,
				`line 30: player[0].title: "Dr" is not known, want GM, IM, FM, CM, WGM, WIM, WFM or WCM`,
			},
		},
		"points that favour the loser": {
			`no_draw_before = 30`, `points = "0 1/2 1"`,
			[]string{`line 9: tournament.points: "0 1/2 1": a win is worth more than a loss, and a draw lies between; want win, draw and loss: "1 1/2 0" or "3 1 0"`},
		},
		"a key twice": {
			`no_draw_before = 30`, `kind = "rapid"`,
			[]string{`line 9: kind: not TOML:`},
		},
		"no TOML": {
			`[[audience]]`, `[[audience]`,
			[]string{`line 11: not TOML:`},
		},
		"an empty name": {
			`name = "Smit, Bo"`, `name = " "`,
			[]string{`line 34: player[1].name: is empty; the name to show, such as "Polgar, Judit"`},
		},
		"all at once": {
			`id = "club-2026"
name = "Club championship 2026"
edition = "2023"
kind = "standard"
control = "90/40+30+30"
default_time = "30m"
no_draw_before = 30
`, "\n\n\n\n\n\n",
			[]string{
				`line 2: tournament.control: missing; the time control, such as "90/40+30+30"`,
				`line 2: tournament.default_time: missing; how late a player may come: "0s" for not at all, "30m" for half an hour`,
				`line 2: tournament.edition: missing; the year of the Laws it is played by, such as "2023"`,
				`line 2: tournament.id: missing; a short name for addresses, such as "club-2026"`,
				`line 2: tournament.kind: missing; standard, rapid or blitz`,
				`line 2: tournament.name: missing; what the tournament is called`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := club(t)
			if !strings.Contains(text, c.old) {
				t.Fatalf("the file has no %q", c.old)
			}
			_, err := config.Parse("club.toml", []byte(strings.Replace(text, c.old, c.new, 1)))
			var faults *config.FaultsError
			if !errors.As(err, &faults) {
				t.Fatalf("got %v, want faults", err)
			}
			got := []string{}
			for i, f := range faults.Faults {
				s := f.String()
				if i < len(c.want) && strings.HasSuffix(c.want[i], "not TOML:") && strings.HasPrefix(s, c.want[i]) {
					s = c.want[i] // the rest is the parser's
				}
				got = append(got, s)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestAnEmptyFileAsksForEverything(t *testing.T) {
	_, err := config.Parse("club.toml", nil)
	want := `club.toml: 3 faults
  player: missing; each player has a [[player]] with id and name
  round: missing; a tournament has at least one [[round]]
  tournament: missing; a file begins with [tournament]`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func TestAWrongControlNamesWhatItCouldNotRead(t *testing.T) {
	_, err := config.Parse("club.toml", []byte(strings.Replace(club(t), `"90/40+30+30"`, `"ninety"`, 1)))
	if err == nil || !strings.Contains(err.Error(), "line 7: tournament.control: ") || !strings.Contains(err.Error(), "ninety") {
		t.Errorf("got %v", err)
	}
}

// A round that no ruling can state is a fault of the file, and not one that
// shows when the hall states it.
func TestARoundThatIsTooLargeForARuling(t *testing.T) {
	round := func(n int) string {
		var b strings.Builder
		b.WriteString("[tournament]\nid = \"big\"\nname = \"Big\"\nedition = \"2023\"\nkind = \"standard\"\ncontrol = \"90+30\"\ndefault_time = \"0s\"\n")
		for i := range 2 * n {
			fmt.Fprintf(&b, "[[player]]\nid = \"player-%d\"\nname = \"N\"\n", i)
		}
		b.WriteString("[[round]]\nid = \"1\"\n")
		for i := range n {
			fmt.Fprintf(&b, "[[round.table]]\nboard = %d\nwhite = \"player-%d\"\nblack = \"player-%d\"\ncontrol = \"40/90+30\"\n", i+1, 2*i, 2*i+1)
		}
		return b.String()
	}
	most := 0
	for _, n := range []int{100, 500, 700, 730, 760, 800, 2000} {
		f, err := config.Parse("big.toml", []byte(round(n)))
		if err != nil {
			if !strings.Contains(err.Error(), fmt.Sprintf("round[0]: has %d tables, too many for one ruling", n)) {
				t.Fatalf("%d tables: %v", n, err)
			}
			continue
		}
		most = n
		for _, s := range f.Rulings(nil, make(config.Salt, 32)) {
			e := events.Event{ID: "desk-" + events.ID(strings.Repeat("x", 27)) + ".9223372036854775808", Source: "desk-" + strings.Repeat("x", 27), Seq: 1 << 63,
				Type: s.Ruling.EventType(), Scope: s.Scope, Prev: events.HashOf(nil), Observed: time.Unix(0, 0), Recorded: time.Unix(0, 0), Data: s.Ruling}
			if _, err := events.Encode(e); err != nil {
				t.Errorf("%d tables are no fault, and cannot be stated: %v", n, err)
			}
		}
	}
	if most < 500 || most == 2000 {
		t.Errorf("%d tables are taken", most)
	}
}

func TestAFileThatIsNotThere(t *testing.T) {
	if _, err := config.Load("testdata/none.toml"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	b, err := os.ReadFile("testdata/club.toml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(b))
	f.Add("[tournament]\nid=1")
	f.Add("round = [1, {table = []}, []]\nplayer.x.y = {z=1}")
	f.Add("[[a.b]]\n[a.b.c]\n[[a.b.c.d]]\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := config.Parse("f", []byte(text))
		lines := 1 + strings.Count(text, "\n")
		var faults *config.FaultsError
		if errors.As(err, &faults) {
			for _, x := range faults.Faults {
				if x.Line < 0 || x.Line > lines || x.What == "" {
					t.Errorf("fault %+v in %d lines", x, lines)
				}
			}
			return
		}
		if err != nil || len(file.Rounds) == 0 || len(file.Audiences) == 0 {
			t.Errorf("no fault, but %+v, %v", file, err)
		}
	})
}

func TestHallNames(t *testing.T) {
	for name, fine := range map[string]bool{
		"main": true, "hall-2": true, strings.Repeat("a", 27): true,
		"": false, "Main": false, "a.b": false, "a b": false, strings.Repeat("a", 28): false, "ä": false, "*": false,
	} {
		if err := config.CheckHall(name); (err == nil) != fine {
			t.Errorf("%q: %v", name, err)
		}
		if err := events.CheckToken("desk-" + name); fine && err != nil {
			t.Errorf("%q: the desk could not write: %v", name, err)
		}
	}
}
