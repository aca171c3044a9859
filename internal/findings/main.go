// Findings measures what package feedcheck finds: it lists what it says of real
// games as they are, then damages each of them in every way of a list, by a
// fixed seed, and counts what was found, what was missed and what was told
// beside the point.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/feedcheck"
	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim/demo"
)

func main() {
	seed := flag.Uint64("seed", 1, "the seed of the damage")
	missed := flag.Bool("missed", false, "also list each damage that was missed")
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, "usage: findings [--seed N] [--missed] [FILE.pgn…]\nWithout files: the World Cup games under BW_SHARED.\n")
	}
	flag.Parse()
	files := flag.Args()
	if len(files) == 0 {
		files, _ = filepath.Glob(filepath.Join(os.Getenv("BW_SHARED"), "data/pgn/fide-worldcup-*.pgn"))
	}
	if len(files) == 0 {
		fmt.Fprintln(os.Stderr, "findings: no games: name PGN files, or set BW_SHARED to the folder of test data")
		os.Exit(2)
	}
	games, err := load(files)
	if err == nil {
		err = report(os.Stdout, games, *seed, *missed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "findings:", err)
		os.Exit(1)
	}
}

// load reads the games of all files.
func load(files []string) ([]*game, error) {
	var out []*game
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for i, g := range pgn.Read(b) {
			out = append(out, gameOf(fmt.Sprintf("%s#%d", strings.TrimSuffix(filepath.Base(path), ".pgn"), i+1), &g))
		}
	}
	return out, nil
}

func gameOf(name string, g *pgn.Game) *game {
	r := check(g)
	p := r.Course.Shown.Periods
	f := feedOf(g)
	_, was, _ := read(f)
	return &game{
		feed: f, before: was.Findings, name: name, result: g.Result, line: r.Line, legal: r.Line.Len(),
		slow: r.Course.Bonus && len(p) > 0 && p[0].Main >= 90*time.Minute,
	}
}

func check(g *pgn.Game) feedcheck.Report {
	laws, err := rules.Of(rules.E2023)
	if err != nil {
		panic(err)
	}
	return feedcheck.Check(g, laws, (*clockstate.Control)(nil))
}

// read reads one feed as its text is.
func read(f feed) (*pgn.Game, feedcheck.Report, bool) {
	games := pgn.Read([]byte(f.text()))
	if len(games) == 0 {
		return nil, feedcheck.Report{}, false
	}
	return &games[0], check(&games[0]), true
}

// row counts one kind of damage.
type row struct {
	name                string
	done, found, beside int
	kinds               map[string]int
	missed              []string
}

// report prints everything.
func report(w io.Writer, games []*game, seed uint64, list bool) error {
	fmt.Fprintf(w, "The %d games as they are\n\n", len(games))
	untouched(w, games)
	fmt.Fprintf(w, "\nOur own clean games (sim/demo): ")
	own, err := clean()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d findings\n", own)
	fmt.Fprintf(w, "\nDamaged by seed %d\n\n%-40s %6s %6s %6s %7s\n", seed, "what was done", "games", "found", "missed", "beside")
	for _, r := range corrupt(games, seed) {
		fmt.Fprintf(w, "%-40s %6d %6d %6d %7d\n", r.name, r.done, r.found, r.done-r.found, r.beside)
		if list {
			fmt.Fprintf(w, "    beside: %v\n", r.kinds)
			for _, m := range r.missed {
				fmt.Fprintf(w, "    %s\n", m)
			}
		}
	}
	fmt.Fprint(w, "\nFound: a new finding of the right kind at the damaged ply, and the right moves left. Header damage: told by\nthe reader with its line. Beside: new findings that neither are of the damage nor follow from it.\n")
	return nil
}

// untouched lists what is said of games nobody damaged.
func untouched(w io.Writer, games []*game) {
	count := map[string]int{}
	for _, g := range games {
		for _, f := range g.before {
			count[f.Kind]++
			switch f.Kind {
			case events.FindingClkMissing, events.FindingControlMismatch, events.FindingNoOrOneMove:
				continue // plain facts of the file: counted below
			}
			fmt.Fprintf(w, "%s ply %d: %s: %s\n", g.name, f.Ply, f.Kind, f.Text)
		}
	}
	fmt.Fprintln(w)
	for _, kind := range feedcheck.Kinds() {
		if count[kind] > 0 {
			fmt.Fprintf(w, "%-18s %4d\n", kind, count[kind])
		}
	}
}

// clean counts the findings on the demonstration's games.
func clean() (int, error) {
	n := 0
	for _, g := range pgn.Read(demo.Round) {
		n += len(check(&g).Findings)
	}
	return n, nil
}

// corrupt damages every game in every way.
func corrupt(games []*game, seed uint64) []row {
	rows := make([]row, len(damages))
	for i, d := range damages {
		r := &rows[i]
		r.name, r.kinds = d.name, map[string]int{}
		for n, g := range games {
			random := rand.New(rand.NewPCG(seed, uint64(i)<<32|uint64(n)))
			other := games[(n+1+random.IntN(len(games)-1))%len(games)]
			f := g.clone()
			want, ok := d.do(random, g, other, &f)
			if !ok {
				continue
			}
			r.done++
			hit, beside := judge(g, f, want)
			r.found += btoi(hit)
			for _, k := range beside {
				r.beside++
				r.kinds[k]++
			}
			if !hit {
				r.missed = append(r.missed, g.name)
			}
		}
	}
	return rows
}

// judge sets the findings on a damaged game against those on the game as it
// was.
func judge(g *game, f feed, want wanted) (hit bool, beside []string) {
	was := map[string]int{}
	for _, x := range g.before {
		was[fmt.Sprint(x.Kind, x.Ply)]++
	}
	g2, after, ok := read(f)
	if !ok {
		return false, nil
	}
	for _, x := range after.Findings {
		key := fmt.Sprint(x.Kind, x.Ply)
		if was[key] > 0 {
			was[key]--
			if !slices.Contains(want.kinds, x.Kind) || want.says == "" || !strings.Contains(x.Text, want.says) {
				continue
			}
		}
		switch {
		case slices.Contains(want.kinds, x.Kind) && (want.from < 0 || want.from <= x.Ply && x.Ply <= want.to) && strings.Contains(x.Text, want.says):
			hit = true
		case !slices.Contains(want.also, x.Kind):
			beside = append(beside, x.Kind)
		}
	}
	if want.line > 0 {
		hit = tells(g2, want.line)
	}
	if want.kinds != nil && want.cut >= 0 && after.Line.Len() != want.cut {
		hit = false
	}
	return hit, beside
}
