package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"

	chdriver "github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/pgn"
)

// sums is what a file says of a game, and what the warehouse has.
type sums struct {
	plies, timed, seconds int
	clocks                int // sum of all that the clocks showed at presses
	result                string
}

// fileSums computes them from the PGN alone, for a control that adds 30 seconds a
// move and 30 minutes at move 40. Times used are those between two known
// readings of the same player; his first move has none here.
func fileSums(e entry) sums {
	s := sums{plies: len(e.moves), result: string(e.result)}
	late := [2]bool{}
	for i, clk := range e.clk {
		if clk < 0 {
			continue
		}
		s.clocks += clk
		if i < 2 || e.clk[i-2] < 0 {
			continue
		}
		used := e.clk[i-2] + 30 - clk
		if used < -2 && i/2+1 >= 40 && !late[i%2] {
			late[i%2] = true
			used += 30 * 60
		}
		if used >= -2 {
			s.timed++
			s.seconds += max(used, 0)
		}
	}
	return s
}

// Kept says in what a database of the warehouse differs from the file of the
// games that a hall played as one batch: number of games, plies, readings,
// seconds used and results, each game's added up. The games are of the control
// 90/40+30+30.
func Kept(ctx context.Context, conn chdriver.Conn, database string, games []pgn.Game) (differences []string, err error) {
	want := map[string]sums{}
	for i, g := range games {
		e, err := newEntry(i, g)
		if err != nil {
			return nil, err
		}
		want[id(i)] = fileSums(e)
	}
	got := map[string]sums{}
	rows, err := conn.Query(ctx, fmt.Sprintf(`SELECT g.game, g.result, count(p.ply), countIf(p.emt IS NOT NULL AND p.ply > 2), sumIf(ifNull(p.emt, 0), p.ply > 2), sum(ifNull(p.clk, 0))
FROM %[1]s.games_now AS g LEFT JOIN (SELECT game, toNullable(ply) AS ply, emt, clk FROM %[1]s.plies_now) AS p ON p.game = g.game GROUP BY g.game, g.result`, database))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var game string
		var s sums
		var plies, timed uint64
		var seconds, clocks int64
		if err := rows.Scan(&game, &s.result, &plies, &timed, &seconds, &clocks); err != nil {
			return nil, err
		}
		if _, twice := got[game]; twice {
			differences = append(differences, fmt.Sprintf("%s is there with more than one result", game))
		}
		s.plies, s.timed, s.seconds, s.clocks = int(plies), int(timed), int(seconds), int(clocks)
		got[game] = s
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for _, game := range slices.Sorted(maps.Keys(want)) {
		if got[game] != want[game] {
			differences = append(differences, fmt.Sprintf("%s: the file has %+v, the warehouse %+v", game, want[game], got[game]))
		}
	}
	if len(got) != len(want) {
		differences = append(differences, fmt.Sprintf("%d games, want %d", len(got), len(want)))
	}
	return differences, nil
}
