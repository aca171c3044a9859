package warehouse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
	gocmp "github.com/google/go-cmp/cmp"

	"boardwire/internal/warehouse/query"
	"boardwire/pgn"
	"boardwire/rules"
)

// answerOf asks a saved question and returns its rows as lines of CSV.
func answerOf(t *testing.T, conn driver.Conn, database, name string, params map[string]string) []string {
	t.Helper()
	q, err := query.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	table, err := q.Run(t.Context(), conn, database, params)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := table.Write(&b, "csv"); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(b.String()), "\n")[1:]
}

// told compares an answer with what was computed apart.
func told(t *testing.T, conn driver.Conn, database, name string, params map[string]string, want []string) {
	t.Helper()
	got := answerOf(t, conn, database, name, params)
	if len(want) == 0 {
		t.Fatalf("%s: nothing to compare with", name)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("%s %v (-computed +told):\n%s", name, params, diff)
	}
}

// move is one half-move of the round with what the file says of it.
type move struct {
	game, side, player string
	board, ply         int
	expected
	phase, fen string
}

// moves reads them from the file, in the order of boards.
func moves(t *testing.T, games []pgn.Game) (out []move) {
	for i, g := range games {
		pos, err := g.Position()
		if err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprintf("wc.1.%d", i+1)
		for n, e := range expect(g) {
			if pos, err = pos.Play(g.Plies[n].Move); err != nil {
				t.Fatal(err)
			}
			m := move{game: id, board: i + 1, ply: n + 1, expected: e, side: []string{"white", "black"}[n%2], phase: phaseOf(n+1, pos), fen: pos.FEN()}
			m.player = "p" + id + m.side[:1]
			out = append(out, m)
		}
	}
	return out
}

// phaseOf counts the men on the board.
func phaseOf(ply int, pos rules.Position) string {
	worth := map[string]int{"q": 9, "r": 5, "b": 3, "n": 3}
	sum := 0
	for s := range rules.Square(64) {
		sum += worth[strings.ToLower(pos.Board().At(s).String())]
	}
	switch {
	case sum <= 26:
		return "endgame"
	case ply <= 24:
		return "opening"
	}
	return "middlegame"
}

func number(n int) string {
	if n < 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func TestQuestionsAboutTimeAreAnsweredAsTheFileSays(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	at := current{Hall: "h", Sitting: "s0001", Gen: 1}
	pointTo(t, live, at)
	games := classical(t)[:30]
	s := newScribe(t, live, at)
	playAll(s, games)
	s.store(t.Context())
	w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn})
	defer func() { stop() }()
	drained(t, w)
	all := moves(t, games)

	// Time per move, of one game.
	var want []string
	for _, m := range all {
		if m.game != "wc.1.20" {
			continue
		}
		quality := QualityClock
		switch {
		case m.emt < 0:
			quality = QualityNone
		case m.period:
			quality = QualityPeriod
		case m.ply <= 2:
			quality = QualityFirst
		}
		want = append(want, fmt.Sprintf("%s,%d,%s,%s,%s,%s,%s,%s,%s", m.game, (m.ply+1)/2, m.side, m.player, m.san, number(m.emt), number(m.clk), quality, m.phase))
	}
	told(t, conn, cfg.Live, "time-per-move", map[string]string{"game": "wc.1.20"}, want)

	// The same moves by the view of one game, as by that of all.
	var one []string
	for _, m := range all {
		if m.game == "wc.1.20" {
			one = append(one, fmt.Sprintf("%d,%s,%s,%s,%s", m.ply, m.side, m.san, number(m.clk), number(m.emt)))
		}
	}
	var ofOne []string
	for _, line := range answerOf(t, conn, cfg.Live, "moves", map[string]string{"game": "wc.1.20"}) {
		ofOne = append(ofOne, strings.Join(strings.SplitN(line, ",", 6)[:5], ","))
	}
	if diff := gocmp.Diff(one, ofOne); diff != "" {
		t.Errorf("moves (-computed +told):\n%s", diff)
	}
	differ := ask[uint64](t, conn, fmt.Sprintf("SELECT count() FROM (SELECT * FROM %[1]s.plies_now WHERE game = 'wc.1.20' EXCEPT SELECT * FROM %[1]s.moves(game = 'wc.1.20'))", cfg.Live))
	if n := ask[uint64](t, conn, fmt.Sprintf("SELECT count() FROM %s.moves(game = 'wc.1.20')", cfg.Live)); differ != 0 || n != uint64(len(one)) {
		t.Errorf("moves has %d half-moves, and %d of plies_now are not among them; want %d and 0", n, differ, len(one))
	}

	// Time by phase, of all games.
	type key struct {
		board       int
		side, phase string
	}
	type sum struct{ moves, timed, seconds, longest int }
	sums, sides := map[key]*sum{}, map[key]int{}
	for _, m := range all {
		k := key{m.board, m.side, m.phase}
		if sums[k] == nil {
			sums[k] = &sum{longest: -1}
		}
		sums[k].moves++
		if m.emt >= 0 {
			sums[k].timed++
			sums[k].seconds += m.emt
			sums[k].longest = max(sums[k].longest, m.emt)
			sides[key{board: m.board, side: m.side}] += m.emt
		}
	}
	want = nil
	for b := range games {
		for _, side := range []string{"white", "black"} {
			for _, phase := range []string{"opening", "middlegame", "endgame"} {
				s := sums[key{b + 1, side, phase}]
				if s == nil {
					continue
				}
				want = append(want, fmt.Sprintf("wc.1.%d,%s,p%s,%s,%d,%d,%d,%d", b+1, side, fmt.Sprintf("wc.1.%d%s", b+1, side[:1]), phase, s.moves, s.timed, s.seconds, s.longest))
			}
		}
	}
	got := answerOf(t, conn, cfg.Live, "time-by-phase", nil)
	for i, line := range got {
		f := strings.Split(line, ",")
		got[i] = strings.Join(slices.Concat(f[:7], f[8:9]), ",") // average and share follow
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("time-by-phase (-computed +told):\n%s", diff)
	}

	// The longest thinks.
	thinks := slices.DeleteFunc(slices.Clone(all), func(m move) bool { return m.emt < 0 || m.period })
	slices.SortStableFunc(thinks, func(a, b move) int { return cmp.Compare(b.emt, a.emt) })
	want = nil
	for _, m := range thinks[:15] {
		want = append(want, fmt.Sprintf("%s,%d,%s,%s,%s,%d,%d,%s", m.game, (m.ply+1)/2, m.side, m.player, m.san, m.emt, m.clk, m.fen))
	}
	told(t, conn, cfg.Live, "biggest-thinks", map[string]string{"limit": "15"}, want)

	// Time trouble.
	for _, below := range []int{0, 600} {
		limit := below
		if limit == 0 {
			limit = 300
		}
		want = nil
		for b := range games {
			for _, side := range []string{"white", "black"} {
				n, first, least := 0, 0, 0
				for _, m := range all {
					if m.board != b+1 || m.side != side || m.clk < 0 || m.clk >= limit {
						continue
					}
					if n++; n == 1 {
						first, least = (m.ply+1)/2, m.clk
					}
					least = min(least, m.clk)
				}
				if n > 0 {
					want = append(want, fmt.Sprintf("wc.1.%d,%s,pwc.1.%d%s,%d,%d,%d,%d", b+1, side, b+1, side[:1], n, first, least, limit))
				}
			}
		}
		told(t, conn, cfg.Live, "time-trouble", map[string]string{"below": fmt.Sprint(below)}, want)
	}

	// The clocks at move 40.
	clocks := map[int][2]int{}
	for _, m := range all {
		if (m.ply+1)/2 == 40 {
			c, ok := clocks[m.board]
			if !ok {
				c = [2]int{-1, -1}
			}
			c[(m.ply+1)%2] = m.clk
			clocks[m.board] = c
		}
	}
	want = nil
	for b := range games {
		if c, ok := clocks[b+1]; ok {
			lead := ""
			if c[0] >= 0 && c[1] >= 0 {
				lead = fmt.Sprint(c[0] - c[1])
			}
			want = append(want, fmt.Sprintf("wc.1.%d,%s,%s,%s", b+1, number(c[0]), number(c[1]), lead))
		}
	}
	told(t, conn, cfg.Live, "clocks-at-move", nil, want)

	// Games and results.
	want = nil
	results := map[string]int{}
	for i, g := range games {
		sums := map[string]int{}
		for _, m := range all {
			if m.board == i+1 && m.emt >= 0 {
				sums[m.side] += m.emt
			}
		}
		id := fmt.Sprintf("wc.1.%d", i+1)
		want = append(want, fmt.Sprintf("%s,p%sw,p%sb,standard,%s,%d,%d,%d,final,%s,not_recorded,ruled,%s", id, id, id, worldCup, len(g.Plies), sums["white"], sums["black"], g.Result, pointsOf(string(g.Result))))
		results[string(g.Result)]++
	}
	told(t, conn, cfg.Live, "games", map[string]string{"tournament": "wc", "round": "1"}, want)
	if got := answerOf(t, conn, cfg.Live, "games", map[string]string{"round": "2"}); len(got) != 0 {
		t.Errorf("a round that was not played has %q", got)
	}
	want = nil
	for r, n := range results {
		want = append(want, fmt.Sprintf("wc,1,%s,not_recorded,ruled,final,%s,%d", r, pointsOf(r), n))
	}
	slices.SortFunc(want, func(a, b string) int {
		fa, fb := strings.Split(a, ","), strings.Split(b, ",")
		return cmp.Or(cmp.Compare(results[fb[2]], results[fa[2]]), cmp.Compare(a, b))
	})
	told(t, conn, cfg.Live, "results", nil, want)
}

// pointsOf writes a result as the points that it is, White's first.
func pointsOf(result string) string {
	return strings.ReplaceAll(strings.ReplaceAll(result, "1/2", "0.5"), "-", ",")
}

func TestQuestionsRefuseWhatTheyDoNotHave(t *testing.T) {
	q, err := query.Get("results")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.Run(t.Context(), nil, "boardwire_live", map[string]string{"limit": "3"}); err == nil || !strings.Contains(err.Error(), `no parameter "limit"`) {
		t.Errorf("a parameter that it does not have: %v", err)
	}
	if _, err := q.Text("x; DROP TABLE y"); err == nil {
		t.Error("a database's name that is none was taken")
	}
	if _, err := query.Get("../tables"); err == nil {
		t.Error("a name with a path was taken")
	}
	for _, q := range query.All() {
		if q.Title == "" || !strings.HasSuffix(q.Title, ".") {
			t.Errorf("%s has no title", q.Name)
		}
	}
}
