package warehouse

import "time"

// origin are the columns of where a row comes from.
func origin[R any](get func(*R) *from, gen bool) []column[R] {
	out := []column[R]{
		is("hall", func(r *R) string { return get(r).Hall }),
		is("sitting", func(r *R) string { return get(r).Sitting }),
	}
	if gen {
		out = append(out, is("gen", func(r *R) uint32 { return get(r).Gen }))
	}
	return append(out, versions(get)...)
}

func versions[R any](get func(*R) *from) []column[R] {
	return []column[R]{
		is("seq", func(r *R) uint64 { return get(r).Seq }),
		is("since", func(r *R) uint64 { return get(r).Since }),
	}
}

// seat are the columns of a table of a round.
func seat[R any](get func(*R) *place) []column[R] {
	return []column[R]{
		is("tournament", func(r *R) string { return get(r).Tournament }),
		is("round", func(r *R) string { return get(r).Round }),
		is("board", func(r *R) uint16 { return get(r).Board }),
		is("game", func(r *R) string { return get(r).Game }),
	}
}

func join[R any](parts ...[]column[R]) (out []column[R]) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

var observationsTable = table[observation]{
	name: "observations",
	part: func(r *observation) string { return r.Hall + "\n" + r.Sitting },
	columns: join(origin(func(r *observation) *from { return &r.from }, false), []column[observation]{
		is("id", func(r *observation) string { return r.ID }),
		is("type", func(r *observation) string { return r.Type }),
		is("source", func(r *observation) string { return r.Source }),
		is("source_seq", func(r *observation) uint64 { return r.SourceSeq }),
		is("device", func(r *observation) string { return r.Device }),
		is("observed", func(r *observation) time.Time { return r.Observed }),
		is("recorded", func(r *observation) time.Time { return r.Recorded }),
		is("stored", func(r *observation) time.Time { return r.Stored }),
		is("data", func(r *observation) string { return r.Data }),
	}),
}

var rulingsTable = table[ruling]{
	name: "rulings",
	part: func(r *ruling) string { return r.Tournament },
	columns: join(origin(func(r *ruling) *from { return &r.from }, false), seat(func(r *ruling) *place { return &r.place }), []column[ruling]{
		is("id", func(r *ruling) string { return r.ID }),
		is("kind", func(r *ruling) string { return r.Kind }),
		is("author", func(r *ruling) string { return r.Author }),
		is("request", func(r *ruling) string { return r.Request }),
		is("article", func(r *ruling) string { return r.Article }),
		is("saw", func(r *ruling) string { return r.Saw }),
		is("player", func(r *ruling) string { return r.Player }),
		is("result", func(r *ruling) string { return r.Result }),
		is("detail", func(r *ruling) string { return r.Detail }),
		is("recorded", func(r *ruling) time.Time { return r.Recorded }),
		is("stored", func(r *ruling) time.Time { return r.Stored }),
		is("data", func(r *ruling) string { return r.Data }),
	}),
}

var healthTable = table[health]{
	name: "device_health",
	part: func(r *health) string { return r.Hall + "\n" + r.Sitting },
	columns: join(origin(func(r *health) *from { return &r.from }, false), []column[health]{
		is("id", func(r *health) string { return r.ID }),
		is("device", func(r *health) string { return r.Device }),
		is("kind", func(r *health) string { return r.Kind }),
		is("source", func(r *health) string { return r.Source }),
		is("port", func(r *health) string { return r.Port }),
		is("reason", func(r *health) string { return r.Reason }),
		is("detail", func(r *health) string { return r.Detail }),
		is("observed", func(r *health) time.Time { return r.Observed }),
		is("stored", func(r *health) time.Time { return r.Stored }),
	}),
}

var factsTable = table[fact]{
	name: "facts",
	part: func(r *fact) string { return r.Tournament },
	columns: join(origin(func(r *fact) *from { return &r.from }, true), seat(func(r *fact) *place { return &r.place }), []column[fact]{
		is("id", func(r *fact) string { return r.ID }),
		is("type", func(r *fact) string { return r.Type }),
		is("cause", func(r *fact) string { return r.Cause }),
		is("device", func(r *fact) string { return r.Device }),
		is("in_seq", func(r *fact) uint64 { return r.InSeq }),
		is("observed", func(r *fact) time.Time { return r.Observed }),
		is("recorded", func(r *fact) time.Time { return r.Recorded }),
		is("in_time", func(r *fact) time.Time { return r.In }),
		is("stored", func(r *fact) time.Time { return r.Stored }),
		is("data", func(r *fact) string { return r.Data }),
	}),
}

var findingsTable = table[finding]{
	name: "findings",
	part: func(r *finding) string { return r.Tournament },
	columns: join(origin(func(r *finding) *from { return &r.from }, true), seat(func(r *finding) *place { return &r.place }), []column[finding]{
		is("id", func(r *finding) string { return r.ID }),
		is("kind", func(r *finding) string { return r.Kind }),
		is("device", func(r *finding) string { return r.Device }),
		is("ply", func(r *finding) uint16 { return r.Ply }),
		is("act", func(r *finding) string { return r.Act }),
		is("articles", func(r *finding) []string { return r.Articles }),
		is("text", func(r *finding) string { return r.Text }),
		is("raised", func(r *finding) time.Time { return r.Raised }),
		is("cleared", func(r *finding) *time.Time { return r.Cleared }),
	}),
}

var answersTable = table[answer]{
	name: "answers",
	part: func(r *answer) string { return r.Tournament },
	columns: join(origin(func(r *answer) *from { return &r.from }, true), seat(func(r *answer) *place { return &r.place }), []column[answer]{
		is("id", func(r *answer) string { return r.ID }),
		is("ruling", func(r *answer) string { return r.Ruling }),
		is("request", func(r *answer) string { return r.Request }),
		is("answer", func(r *answer) string { return r.Answer }),
		is("verdict", func(r *answer) string { return r.Verdict }),
		is("articles", func(r *answer) []string { return r.Articles }),
		is("text", func(r *answer) string { return r.Text }),
		is("in_time", func(r *answer) time.Time { return r.In }),
	}),
}

var deliveriesTable = table[delivery]{
	name: "deliveries",
	part: func(r *delivery) string { return r.Tournament },
	columns: join([]column[delivery]{
		is("hall", func(r *delivery) string { return r.Hall }),
		is("audience", func(r *delivery) string { return r.Audience }),
	}, versions(func(r *delivery) *from { return &r.from }), seat(func(r *delivery) *place { return &r.place }), []column[delivery]{
		is("kind", func(r *delivery) string { return r.Kind }),
		is("ply", func(r *delivery) uint16 { return r.Ply }),
		is("at", func(r *delivery) time.Time { return r.At }),
		is("released", func(r *delivery) time.Time { return r.Released }),
	}),
}

// one partition for tables that are not parted.
func whole[R any](*R) string { return "" }

var audiencesTable = table[audience]{name: "audiences", part: whole[audience], columns: []column[audience]{
	is("hall", func(r *audience) string { return r.Hall }),
	is("audience", func(r *audience) string { return r.Name }),
	is("kind", func(r *audience) string { return r.Kind }),
	is("delay_ms", func(r *audience) int64 { return r.DelayMS }),
	is("since", func(r *audience) time.Time { return r.Since }),
}}

var generationsTable = table[current]{name: "generations", part: whole[current], columns: []column[current]{
	is("hall", func(r *current) string { return r.Hall }),
	is("sitting", func(r *current) string { return r.Sitting }),
	is("gen", func(r *current) uint32 { return r.Gen }),
}}

var positionsTable = table[position]{name: "positions", part: whole[position], columns: []column[position]{
	is("hall", func(r *position) string { return r.Hall }),
	is("stream", func(r *position) string { return r.Stream }),
	is("seq", func(r *position) uint64 { return r.Seq }),
	is("last", func(r *position) uint64 { return r.Last }),
	is("error", func(r *position) string { return r.Error }),
	is("at", func(r *position) time.Time { return r.At }),
}}
