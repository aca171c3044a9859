package main

import (
	"fmt"
	"strings"

	"boardwire/internal/warehouse"
	"boardwire/internal/warehouse/query"
)

// The lists to choose from, of the rounds that the warehouse knows.
var (
	tournamentsQuery = "SELECT DISTINCT tournament FROM " + warehouse.DefaultLive + ".games_now WHERE NOT gone ORDER BY tournament"
	roundsQuery      = "SELECT DISTINCT round FROM " + warehouse.DefaultLive + ".games_now WHERE NOT gone AND tournament = ${tournament:sqlstring} ORDER BY toUInt32OrZero(round), round"
)

// saved is a question of package query as Grafana asks it: the parameters that
// every question has are the dashboard's variables, the others keep what stands
// where none is given. So a panel shows what `boardwire query` says.
func saved(name string) ask {
	q, err := query.Get(name)
	if err != nil {
		panic(err)
	}
	text, err := q.Text(warehouse.DefaultLive)
	if err != nil {
		panic(err)
	}
	put := map[string]string{
		"{tournament:String}": "${tournament:sqlstring}", "{round:String}": "${round:sqlstring}", "{game:String}": "''",
	}
	for _, p := range q.Params {
		value := p.Default
		if p.Type == "String" {
			value = "'" + value + "'"
		}
		put[fmt.Sprintf("{%s:%s}", p.Name, p.Type)] = value
	}
	for param, value := range put {
		text = strings.ReplaceAll(text, param, value)
	}
	return ask{Query: text}
}

// answers is a table of a saved question.
func answers(name string, w, h int, title, about string, columns ...column) panel {
	return panel{Kind: table, Source: clickhouse, W: w, H: h, Title: title, About: about, Unit: "none", Asks: []ask{saved(name)}, Columns: columns}
}

// figure is one number out of a saved question.
func figure(title, about, what, name string, steps []step, unit string) panel {
	return panel{Kind: stat, Source: clickhouse, W: 4, H: 4, Title: title, About: about, Unit: unit, Steps: steps,
		Asks: []ask{{Query: "SELECT " + what + " FROM\n(\n" + saved(name).Query + "\n)"}}}
}

func seconds(field, title string) column { return column{Field: field, Title: title, Unit: "s"} }

// roundBoard is what people ask after a round.
func roundBoard() board {
	return board{
		UID: "boardwire-round", Title: "Round", Tags: []string{"boardwire"}, From: "now-12h", Refresh: "1m",
		About: "A round as the warehouse has it: results, time, trouble, and what arbiters had to do. It is ahead of what the public has seen: for the staff.",
		Panels: []panel{
			figure("Games", "Games of the round.", "count() AS games", "games", []step{{0, "blue"}}, "none"),
			figure("Ended", "Games that have ended, provisionally or by an arbiter.", "countIf(status IN ('ended', 'final')) AS ended", "games", []step{{0, "blue"}}, "none"),
			figure("Not confirmed", "Games that have ended and whose result no arbiter has confirmed yet.", "countIf(status = 'ended') AS provisional", "games", good(1), "none"),
			figure("Half-moves", "Half-moves that stand.", "sum(plies) AS plies", "games", []step{{0, "blue"}}, "none"),
			figure("Longest think", "The longest think whose time is known from the clock.", "max(seconds) AS longest", "biggest-thinks", []step{{0, "blue"}}, "s"),
			figure("In time trouble", "Sides that were short of time: below 5 minutes in a standard game, 1 minute in rapid, 10 seconds in blitz.", "count() AS sides", "time-trouble", []step{{0, "blue"}}, "none"),

			answers("games", 24, 10, "Games", "Every game with its moves, the time that each side used, and its result. Source says who says so: derived, signalled, ruled.",
				seconds("white_seconds", "white used"), seconds("black_seconds", "black used")),
			answers("biggest-thinks", 12, 9, "Longest thinks", "The longest thinks whose time is known from the clock.",
				seconds("seconds", "think"), seconds("clk", "clock after it")),
			answers("time-trouble", 12, 9, "Time trouble", "Who was short of time, from which move on, and the least that the clock showed.",
				seconds("least_clock", "least on the clock"), seconds("limit", "below")),
			answers("clocks-at-move", 8, 9, "Clocks at move 40", "Both clocks at move 40, and White's lead.",
				seconds("white_clock", "white"), seconds("black_clock", "black"), seconds("lead", "white's lead")),
			answers("results", 16, 9, "Results", "Results by how the games ended. A reason that nobody saw or ruled is not_recorded. Points are those of a final result."),
			answers("time-by-phase", 12, 10, "Time by phase", "Time that each side used in the opening, the middlegame and the endgame.",
				seconds("seconds", "used"), seconds("average", "average"), seconds("longest", "longest")),
			answers("rulings", 12, 10, "Rulings by article", "What was ruled, which articles it cites, and how the fold answered."),
			answers("findings", 12, 8, "Findings", "What asked a human to look, what the Laws ask of an arbiter about it, and how long it stood.",
				seconds("seconds_p50", "half were gone within"), column{Field: "open", Title: "open", Steps: good(1)}),
			answers("clock-jumps", 12, 8, "Clocks that were set without a ruling", "Clocks that jumped with no ruling about the clock within five minutes. Empty is well.",
				seconds("white", "white then"), seconds("black", "black then")),
		},
	}
}

// qualityBoard says how far the data can be trusted.
func qualityBoard() board {
	percent := func(field string) column {
		return column{Field: field, Title: field, Unit: "percent", Steps: []step{{0, "red"}, {90, "orange"}, {98, "green"}}}
	}
	none := func(field, title string) column { return column{Field: field, Title: title, Steps: good(1, 5)} }
	return board{
		UID: "boardwire-quality", Title: "Data quality", Tags: []string{"boardwire"}, From: "now-12h", Refresh: "1m",
		About: "How good the data are, board by board and hop by hop: before a round is published as research, and to know which board to replace.",
		Panels: []panel{
			figure("Score", "Share of the half-moves that the boards showed by themselves and whose time is known from the clock, over all boards that were seen.",
				"sum(score * plies) / nullIf(sumIf(plies, score IS NOT NULL), 0) AS score", "data-quality", []step{{0, "red"}, {90, "orange"}, {98, "green"}}, "percent"),
			figure("Worst board", "The least score of a board in the round that was seen.", "min(score) AS score", "data-quality", []step{{0, "red"}, {90, "orange"}, {98, "green"}}, "percent"),
			figure("Missing events", "Events of boards that the record lacks. Must be 0.", "sum(missing) AS missing", "data-quality", good(1), "none"),
			figure("Lost boards", "How often boards stopped answering.", "sum(lost) AS lost", "data-quality", good(1, 10), "none"),
			figure("Not explained", "How long boards showed what no legal move explains, all together.", "sum(unexplained_seconds) AS seconds", "data-quality", good(30, 300), "s"),
			figure("Released early", "Messages that an audience got before its delay had passed. Must be 0.", "sum(early) AS early", "deliveries", good(1), "none"),

			answers("data-quality", 24, 11, "Boards of the round", "Score is the share of half-moves that the board showed by itself and whose time is known from its clock. Unseen moves were read from one look at a board that was away, or stated; untimed ones have no clock. Of a board that was not seen in the sitting nothing is known.",
				percent("score"), none("unseen", "unseen"), none("untimed", "untimed"), none("missing", "missing"), none("lost", "lost"),
				column{Field: "unexplained_seconds", Title: "unexplained for", Unit: "s", Steps: good(30, 300)},
				none("clock_odd", "clock odd"), none("battery_low", "battery low"), none("clock_absent", "clock absent")),
			answers("latency", 12, 8, "Latency, hop by hop", "From the device to the outbox, the record, the fact and the release to audiences without delay, for moves.",
				column{Field: "p50", Title: "half", Unit: "ms"}, column{Field: "p95", Title: "95 of 100", Unit: "ms"}, column{Field: "p99", Title: "99 of 100", Unit: "ms"}, column{Field: "longest", Title: "longest", Unit: "ms"}),
			answers("deliveries", 12, 8, "Deliveries, by audience", "What each audience got, and how much later than its delay asks. Early must be 0.",
				column{Field: "delay_ms", Title: "delay", Unit: "ms"}, column{Field: "late_p50", Title: "half late by", Unit: "ms"}, column{Field: "late_p99", Title: "99 of 100 late by", Unit: "ms"},
				column{Field: "late_most", Title: "most late by", Unit: "ms"}, column{Field: "early", Title: "early", Steps: good(1)}),

			{Kind: lines, W: 8, H: 8, Title: "Noise now", Unit: "percentunit",
				About: "Part of each board's frames that were dropped as noise: a bad cable, a bad hub, or a wrong speed.",
				Asks:  []ask{{`sum by (board) (rate(boardwire_ingest_frames_total{hall="$hall",result="noise",board!="unknown"}[$__rate_interval])) / sum by (board) (rate(boardwire_ingest_frames_total{hall="$hall",board!="unknown"}[$__rate_interval]))`, "{{board}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Lost boards now", Unit: "none",
				About: "How often each board stopped answering in the last hour.",
				Asks:  []ask{{`sum by (board) (increase(boardwire_ingest_losses_total{hall="$hall"}[1h]))`, "{{board}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "The warehouse is behind by", Unit: "s", Steps: good(10, 60),
				About: "Age of the oldest message that the warehouse has read and not written. What is shown above is as old as that.",
				Asks:  []ask{{`max by (stream) (boardwire_warehouse_lag_seconds{hall="$hall"})`, "{{stream}}"}}},
		},
	}
}
