package warehouse

import "time"

// The columns that games and plies have in both databases.
var (
	gameColumns = []column[game]{
		is("white", func(r *game) string { return r.White }),
		is("black", func(r *game) string { return r.Black }),
		is("edition", func(r *game) string { return r.Edition }),
		is("kind", func(r *game) string { return r.Kind }),
		is("control", func(r *game) string { return r.Control }),
		is("fen_start", func(r *game) string { return r.Start }),
		is("rate", func(r *game) uint16 { return r.Rate }),
		is("gone", func(r *game) bool { return r.Gone }),
		is("status", func(r *game) string { return r.Status }),
		is("result", func(r *game) string { return r.Result }),
		is("reason", func(r *game) string { return r.Reason }),
		is("source", func(r *game) string { return r.Source }),
		is("articles", func(r *game) []string { return r.Articles }),
		is("white_half", func(r *game) *int16 { return r.WhiteHalf }),
		is("black_half", func(r *game) *int16 { return r.BlackHalf }),
		is("paired", func(r *game) time.Time { return r.Paired }),
		is("begun", func(r *game) *time.Time { return r.Begun }),
		is("ended", func(r *game) *time.Time { return r.Ended }),
	}
	plyColumns = []column[ply]{
		is("ply", func(r *ply) uint16 { return r.Ply }),
		is("side", func(r *ply) string { return r.Side }),
		is("player", func(r *ply) string { return r.Player }),
		is("uci", func(r *ply) string { return r.UCI }),
		is("san", func(r *ply) string { return r.SAN }),
		is("fen", func(r *ply) string { return r.FEN }),
		is("standing", func(r *ply) bool { return r.Standing }),
		is("phase", func(r *ply) string { return r.Phase }),
		is("edition", func(r *ply) string { return r.Edition }),
		is("clk", func(r *ply) *int32 { return r.Clk }),
		is("other_clk", func(r *ply) *int32 { return r.OtherClk }),
		is("emt", func(r *ply) *int32 { return r.Emt }),
		is("quality", func(r *ply) string { return r.Quality }),
		is("made", func(r *ply) time.Time { return r.Made }),
		is("completed", func(r *ply) *time.Time { return r.Completed }),
	}
)

func gameFrom(r *game) *from  { return &r.from }
func gameSeat(r *game) *place { return &r.place }
func plyFrom(r *ply) *from    { return &r.from }
func plySeat(r *ply) *place   { return &r.place }
func gamePart(r *game) string { return r.Tournament }
func plyPart(r *ply) string   { return r.Tournament }

var gamesTable = table[game]{
	name: "games", part: gamePart,
	columns: join(origin(gameFrom, true), seat(gameSeat), gameColumns, []column[game]{
		is("supervised", func(r *game) bool { return r.Supervised }),
		is("device", func(r *game) string { return r.Device }),
	}),
}

var pliesTable = table[ply]{
	name: "plies", part: plyPart,
	columns: join(origin(plyFrom, true), seat(plySeat), plyColumns, []column[ply]{
		is("illegal", func(r *ply) bool { return r.Illegal }),
		is("origin", func(r *ply) string { return r.Origin }),
		is("completed_by", func(r *ply) string { return r.By }),
		is("wall_ms", func(r *ply) *int64 { return r.WallMS }),
	}),
}

var publicGamesTable = table[game]{
	name: "games", part: gamePart,
	columns: join([]column[game]{
		is("hall", func(r *game) string { return r.Hall }),
		is("audience", func(r *game) string { return r.Audience }),
	}, versions(gameFrom), seat(gameSeat), gameColumns),
}

var publicPliesTable = table[ply]{
	name: "plies", part: plyPart,
	columns: join([]column[ply]{
		is("hall", func(r *ply) string { return r.Hall }),
		is("audience", func(r *ply) string { return r.Audience }),
	}, versions(plyFrom), seat(plySeat), plyColumns, []column[ply]{
		is("released", func(r *ply) *time.Time { return r.Released }),
		is("delay_ms", func(r *ply) *int64 { return r.DelayMS }),
	}),
}

// rows are what a batch holds, by table.
type rows struct {
	observations []observation
	rulings      []ruling
	health       []health
	facts        []fact
	plies        []ply
	games        []game
	findings     []finding
	answers      []answer
	deliveries   []delivery
}

// most is how many rows the fullest table has.
func (r *rows) most() int {
	return max(len(r.observations), len(r.rulings), len(r.health), len(r.facts), len(r.plies),
		len(r.games), len(r.findings), len(r.answers), len(r.deliveries))
}

// blocks returns the inserts of a batch, in order.
func (r *rows) blocks(database string, public bool) (out []block) {
	if public {
		out = append(out, publicGamesTable.blocks(database, r.games)...)
		return append(out, publicPliesTable.blocks(database, latest(r.plies))...)
	}
	out = append(out, observationsTable.blocks(database, r.observations)...)
	out = append(out, rulingsTable.blocks(database, r.rulings)...)
	out = append(out, healthTable.blocks(database, r.health)...)
	out = append(out, factsTable.blocks(database, r.facts)...)
	out = append(out, gamesTable.blocks(database, r.games)...)
	out = append(out, pliesTable.blocks(database, latest(r.plies))...)
	out = append(out, findingsTable.blocks(database, r.findings)...)
	out = append(out, answersTable.blocks(database, r.answers)...)
	return append(out, deliveriesTable.blocks(database, r.deliveries)...)
}

// latest keeps the last row of each ply: the others would be replaced anyway.
func latest(plies []ply) []ply {
	type key struct {
		game string
		ply  uint16
	}
	last := make(map[key]int, len(plies))
	for i := range plies {
		last[key{plies[i].Game, plies[i].Ply}] = i
	}
	if len(last) == len(plies) {
		return plies
	}
	out := make([]ply, 0, len(last))
	for i := range plies {
		if last[key{plies[i].Game, plies[i].Ply}] == i {
			out = append(out, plies[i])
		}
	}
	return out
}
