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

// known says of which plies (from 1) a file gives the clock, and with it the time
// used: between two known readings of the same player. His first move has none
// here.
type known struct{ clock, used map[int]bool }

// fileSums computes them from the PGN alone, for a control that adds 30 seconds a
// move and 30 minutes at move 40.
func fileSums(e entry) (s sums, k known) {
	s = sums{plies: len(e.moves), result: string(e.result)}
	k = known{map[int]bool{}, map[int]bool{}}
	late := [2]bool{}
	for i, clk := range e.clk {
		if clk < 0 {
			continue
		}
		k.clock[i+1] = true
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
			k.used[i+1] = true
			s.timed++
			s.seconds += max(used, 0)
		}
	}
	return s, k
}

// Kept says in what a database of the warehouse differs from the file of the
// games that a hall played as one batch: number of games, plies, and of those
// whose clocks the file gives the readings and the seconds used, each game's
// added up, and results. The games are of the control 90/40+30+30.
func Kept(ctx context.Context, conn chdriver.Conn, database string, games []pgn.Game) (differences []string, err error) {
	want, knows, got := map[string]sums{}, map[string]known{}, map[string]sums{}
	for i, g := range games {
		e, err := newEntry(i, g)
		if err != nil {
			return nil, err
		}
		want[id(i)], knows[id(i)] = fileSums(e)
	}
	err = each(ctx, conn, "SELECT game, result FROM "+database+".games_now", func(scan func(...any) error) error {
		var game, result string
		if err := scan(&game, &result); err != nil {
			return err
		}
		if _, twice := got[game]; twice {
			differences = append(differences, game+" is there twice")
		}
		got[game] = sums{result: result}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = each(ctx, conn, "SELECT game, ply, clk, emt FROM "+database+".plies_now", func(scan func(...any) error) error {
		var game string
		var ply uint16
		var clk, emt *int32
		if err := scan(&game, &ply, &clk, &emt); err != nil {
			return err
		}
		s := got[game]
		s.plies++
		if clk != nil && knows[game].clock[int(ply)] {
			s.clocks += int(*clk)
		}
		if emt != nil && knows[game].used[int(ply)] {
			s.timed++
			s.seconds += int(*emt)
		}
		got[game] = s
		return nil
	})
	if err != nil {
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

func each(ctx context.Context, conn chdriver.Conn, query string, see func(scan func(...any) error) error) error {
	rows, err := conn.Query(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := see(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
