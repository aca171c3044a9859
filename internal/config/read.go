package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwire/events"
	"boardwire/rules"
)

func (f *File) read(root *table) {
	if t, ok := root.table("tournament", "a file begins with [tournament]"); ok {
		f.Tournament.read(t)
	}
	f.readAudiences(root)
	ids := f.readPlayers(root)
	f.readRounds(root, ids)
	f.readPushes(root)
	root.done()
}

func (x *Tournament) read(t *table) {
	x.ID, _ = t.token("id", `a short name for addresses, such as "club-2026"`, events.CheckToken)
	x.Name, _ = t.text("name", "what the tournament is called")
	if s, ok := t.text("edition", `the year of the Laws it is played by, such as "2023"`); ok {
		x.readEdition(t, s)
	}
	x.Kind, _ = t.word("kind", "standard, rapid or blitz", "standard", "rapid", "blitz")
	missing := ""
	if x.Kind == "rapid" || x.Kind == "blitz" {
		missing = "true if an arbiter watches each game all the time, false otherwise: other articles apply"
	}
	supervised, stated := t.yes("supervised", missing)
	if x.Kind == "standard" {
		if stated && !supervised {
			t.fault("supervised", "is false, but standard play is always supervised", "leave it out")
		}
		supervised = true
	}
	x.Supervised = supervised
	x.Control = control(t, "control", `the time control, such as "90/40+30+30"`)
	x.DefaultTime, _ = t.length("default_time", `how late a player may come: "0s" for not at all, "30m" for half an hour`, maxDelay)
	x.NoDrawBefore, _ = t.number("no_draw_before", "", 0, 200)
	x.Points = usualPoints
	if s, ok := t.text("points", ""); ok {
		p, err := parsePoints(s)
		if err != nil {
			t.fault("points", err.Error(), `want win, draw and loss: "1 1/2 0" or "3 1 0"`)
		}
		x.Points = p
	}
	x.Quickplay, _ = t.yes("quickplay", "")
	x.DrawOdds, _ = t.word("draw_odds", "", "white", "black")
	t.done()
}

// readEdition takes an edition whose articles are carried, and no other.
func (x *Tournament) readEdition(t *table, s string) {
	e, err := rules.ParseEdition(s)
	if err == nil {
		_, err = rules.Of(e)
	}
	if err != nil {
		t.fault("edition", err.Error(), "")
		return
	}
	x.Edition = e
}

// parsePoints reads three numbers, halves allowed.
func parsePoints(s string) (Points, error) {
	parts := strings.Fields(s)
	if len(parts) != 3 {
		return Points{}, fmt.Errorf("%q has %d numbers", s, len(parts))
	}
	var half [3]int
	for i, p := range parts {
		switch whole, isHalf := strings.CutSuffix(p, "/2"); {
		case isHalf:
			n, err := strconv.ParseUint(whole, 10, 8)
			if err != nil {
				return Points{}, fmt.Errorf("%q is no number", p)
			}
			half[i] = int(n)
		default:
			n, err := strconv.ParseUint(p, 10, 8)
			if err != nil {
				return Points{}, fmt.Errorf("%q is no number", p)
			}
			half[i] = 2 * int(n)
		}
	}
	p := Points{Win: half[0], Draw: half[1], Loss: half[2]}
	if p.Win < p.Draw || p.Draw < p.Loss || p.Win == p.Loss {
		return Points{}, fmt.Errorf("%q: a win is worth more than a loss, and a draw lies between", s)
	}
	return p, nil
}

func (f *File) readAudiences(root *table) {
	line, single := map[string]int{}, map[string]int{}
	for _, t := range root.tables("audience", "") {
		var a Audience
		a.Name, _ = t.token("name", `what the audience is called, such as "public"`, events.CheckToken)
		a.Kind, _ = t.word("kind", "public, commentary, hall or arbiter", "public", "commentary", "hall", "arbiter")
		missing := `how long facts are held back: "15m", or "0s" for not at all`
		if a.Kind == "public" {
			missing = ""
		}
		var ok bool
		if a.Delay, ok = t.length("delay", missing, maxDelay); !ok && a.Kind == "public" {
			a.Delay = PublicDelay
		}
		once(t, "name", a.Name, "audience", line)
		if a.Kind == "public" || a.Kind == "arbiter" {
			once(t, "kind", a.Kind, "an audience of kind", single)
		}
		if a.Kind == "arbiter" && a.Delay > 0 {
			t.fault("delay", fmt.Sprintf("is %s, but nothing is held back at the arbiters' desk", a.Delay), `write "0s"`)
		}
		if a.Name == "desk" || a.Name == "arbiter" && a.Kind != "arbiter" {
			t.fault("name", fmt.Sprintf("%q is the arbiters' own", a.Name), "give the audience another name")
		}
		t.done()
		f.Audiences = append(f.Audiences, a)
	}
	if _, stated := root.m["audience"]; !stated {
		f.Audiences = []Audience{{Name: "public", Kind: "public", Delay: PublicDelay}}
	}
}

// once notes a fault when a name was used before.
func once(t *table, key, name, what string, line map[string]int) {
	if name == "" {
		return
	}
	if first, used := line[name]; used {
		t.fault(key, fmt.Sprintf("%s %s is there already, on line %d", what, name, first), "")
		return
	}
	line[name] = t.r.lines[t.at(key)]
}

// titles are FIDE's.
var titles = []string{"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"}

func (f *File) readPlayers(root *table) []string {
	line := map[string]int{}
	var ids []string
	for _, t := range root.tables("player", "each player has a [[player]] with id and name") {
		var p Player
		p.ID, _ = t.token("id", `what the record knows the player by, such as "p17"; not the name`, events.CheckToken)
		p.Name, _ = t.text("name", `the name to show, such as "Polgar, Judit"`)
		p.FIDE, _ = t.number("fide", "", 1, 1<<40)
		p.Rating, _ = t.number("rating", "", 1, 4000)
		p.Title, _ = t.word("title", "", titles...)
		p.Fed, _ = t.token("fed", "", federation)
		once(t, "id", p.ID, "player", line)
		t.done()
		ids = append(ids, p.ID)
		f.Players = append(f.Players, p)
	}
	return ids
}

func federation(s string) error {
	if len(s) != 3 || strings.ToUpper(s) != s || strings.ContainsFunc(s, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return fmt.Errorf("%q is no federation: want three capital letters, such as NED", s)
	}
	return nil
}

func (f *File) readRounds(root *table, players []string) {
	line := map[string]int{}
	for _, t := range root.tables("round", "a tournament has at least one [[round]]") {
		var r Round
		r.ID, _ = t.token("id", `the round's name, such as "1" or "tb-1"`, events.CheckToken)
		r.Start, _ = t.instant("start", "")
		r.FEN = start(t)
		once(t, "id", r.ID, "round", line)
		r.readTables(t, players)
		if size := r.size(); size > maxRoster {
			t.fault("", fmt.Sprintf("has %d tables, too many for one ruling: their pairings take %d bytes, at most %d", len(r.Tables), size, maxRoster),
				"divide them between two rounds, 1a and 1b say, or give the players shorter ids")
		}
		t.done()
		f.Rounds = append(f.Rounds, r)
	}
}

// maxRoster is how many bytes of an event a round's pairings may take; the rest
// is for what else a roster says.
const maxRoster = events.MaxSize - 2<<10

// size is how many bytes the pairings take in an event.
func (r *Round) size() int {
	n := 0
	for _, t := range r.Tables {
		n += len(`{"board":,"white":"","black":"","control":"","fen":""},`) + len(strconv.Itoa(t.Board)) + len(t.White) + len(t.Black) + len(t.Control) + len(t.FEN)
	}
	return n
}

func (r *Round) readTables(round *table, players []string) {
	boards, devices, seats := map[string]int{}, map[string]int{}, map[string]int{}
	for _, t := range round.tables("table", "a round has at least one [[round.table]]") {
		var x Table
		if n, ok := t.number("board", "the board's number, from 1", 1, 9999); ok {
			x.Board = n
			once(t, "board", strconv.Itoa(n), "board", boards)
		}
		x.White = seat(t, "white", players, seats)
		x.Black = seat(t, "black", players, seats)
		x.Device, _ = t.token("device", "", events.CheckToken)
		once(t, "device", x.Device, "device", devices)
		x.Control = control(t, "control", "")
		x.FEN = start(t)
		t.done()
		r.Tables = append(r.Tables, x)
	}
	slices.SortStableFunc(r.Tables, func(a, b Table) int { return cmp.Compare(a.Board, b.Board) })
}

// seat reads who sits on one side of a table.
func seat(t *table, key string, players []string, seats map[string]int) string {
	id, ok := t.text(key, "the id of a player")
	if !ok {
		return ""
	}
	if !slices.Contains(players, id) {
		hint := meant(id, players)
		if hint == "" {
			hint = "add a [[player]] with this id"
		}
		t.fault(key, fmt.Sprintf("there is no player %q", id), hint)
		return ""
	}
	once(t, key, id, "in this round, player", seats)
	return id
}
