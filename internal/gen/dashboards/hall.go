package main

// needed are boards whose game has begun and is not over, and which no machine
// hears: its own lost it, or none has seen it since it was started.
const needed = `(max by (board) (boardwire_projector_board_in_play{hall="$hall"}) == 1) unless (max by (board) (boardwire_ingest_board_up{hall="$hall"}) == 1)`

// trouble is what is wrong with a board, the worst first: it does not answer
// though its game is played, it is away (it was seen and is gone, or it has a
// table and was not seen yet), or what lies on it is no position of its game. A board that came back at another machine is well.
const trouble = `max by (board) (
  label_replace(3 * (` + needed + `), "why", "link", "", "")
  or label_replace(2 * (max by (board) (boardwire_ingest_board_up{hall="$hall"}) == bool 0), "why", "away", "", "")
  or label_replace(2 * (max by (board) (boardwire_projector_board_info{hall="$hall"}) unless max by (board) (boardwire_ingest_board_up{hall="$hall"})), "why", "unseen", "", "")
  or label_replace(max by (board) (boardwire_projector_board_unexplained{hall="$hall"}), "why", "position", "", "")
)`

var (
	troubles = []word{{0, "well", "green"}, {1, "not explained", "orange"}, {2, "away", "blue"}, {3, "no answer", "red"}}
	linkWord = []word{{0, "no", "red"}, {1, "yes", "green"}}
	isWord   = []word{{0, "", "transparent"}, {1, "yes", "orange"}}
)

// orNone is 0 where there is nothing to count but somebody who would show it.
// Where nobody is, the panel stays empty: a dead process is not a quiet one.
func orNone(query, shown string) string {
	return query + ` or 0 * count(` + shown + `{hall="$hall"})`
}

// since is how long ago a time was that a metric tells, when it was told.
// Prometheus asks every few seconds; time() would count these as well.
func since(metric string) string { return `timestamp(` + metric + `) - ` + metric }

// heard is how long ago each board last said something.
var heard = `min by (board) (` + since(`boardwire_ingest_board_last_sight_timestamp_seconds{hall="$hall"}`) + `)`

// slowest is a percentile of a histogram over the last minutes.
func slowest(q, metric string) string {
	return `histogram_quantile(` + q + `, sum by (le) (rate(` + metric + `_bucket{hall="$hall"}[$__rate_interval])))`
}

// hallBoard is the one screen of those who run a hall.
func hallBoard() board {
	return board{
		UID: "boardwire-hall", Title: "Hall", Tags: []string{"boardwire"}, From: "now-30m", Refresh: "5s",
		About: "Which board is sick, and why: its link, its position, or the machine behind all of them.",
		Panels: []panel{
			{Kind: stat, W: 3, H: 4, Title: "Boards that answer", Unit: "none", Steps: wanted(1),
				About: "Boards that answer now. Those that do not are in the table. Empty: no ingest tells anything.",
				Asks:  []ask{{orNone(`sum(max by (board) (boardwire_ingest_board_up{hall="$hall"}))`, "boardwire_ingest_record_up"), ""}}},
			{Kind: stat, W: 3, H: 4, Title: "Boards without answer", Unit: "none", Steps: good(1),
				About: "Boards that do not answer though their game has begun and is not over. Look at the plug, then at the port in ingest's log. Boards that are put away are not counted.",
				Asks:  []ask{{orNone(`count(`+needed+`)`, "boardwire_projector_record_faults"), ""}}},
			{Kind: stat, W: 3, H: 4, Title: "Not explained", Unit: "none", Steps: good(1),
				About: "Boards on which lies what no legal move explains. Somebody has to look at the board.",
				Asks:  []ask{{orNone(`sum(boardwire_projector_board_unexplained{hall="$hall"})`, "boardwire_projector_record_faults"), ""}}},
			{Kind: stat, W: 3, H: 4, Title: "Open findings", Unit: "none", Steps: good(1),
				About: "Findings that wait for an arbiter, of all kinds. The desk shows them with their articles.",
				Asks:  []ask{{`sum(boardwire_projector_findings_open{hall="$hall"})`, ""}}},
			{Kind: stat, W: 3, H: 4, Title: "Oldest in the outbox", Unit: "s", Steps: good(2, 10),
				About: "How long the oldest event has waited for the record. It grows when the record cannot be reached; boards go on being recorded.",
				Asks:  []ask{{`max(boardwire_ingest_outbox_age_seconds{hall="$hall"})`, ""}}},
			{Kind: stat, W: 3, H: 4, Title: "Slow disk", Unit: "s", Steps: good(0.05, 0.25),
				About: "99th percentile of the fsync of the outbox. Every event waits for it: a slow disk makes every board late. 0 while nothing is written.",
				Asks:  []ask{{orNone(slowest("0.99", "boardwire_ingest_outbox_sync_seconds")+" >= 0", "boardwire_ingest_record_up"), ""}}},
			{Kind: stat, W: 3, H: 4, Title: "Projector behind", Unit: "none", Steps: good(100, 1000),
				About: "Events in the record that are not folded yet. Above a few, what is shown is late; standing high, the projector is stuck.",
				Asks:  []ask{{`max(boardwire_projector_lag_events{hall="$hall"})`, ""}}},
			{Kind: stat, W: 3, H: 4, Title: "Faults of the record", Unit: "none", Steps: good(1),
				About: "Places at which a source's events are missing or changed, and streams with missing messages. Must be 0.",
				Asks:  []ask{{`sum(boardwire_projector_record_faults{hall="$hall"}) + sum(boardwire_sequence_holes_total{hall="$hall"})`, ""}}},

			{Kind: table, W: 24, H: 11, Title: "Boards", Unit: "none", By: "board",
				About: "One line a board. State says what is wrong with it (away: no game needs it yet, or any more), the other columns say since when and how often, counted from the start of ingest. When all boards are late at once, look at the panels below: it is the machine.",
				Asks: []ask{
					{trouble, ""},
					{`max by (board, tournament, table) (boardwire_projector_board_info{hall="$hall"})`, ""},
					{`max by (board) (boardwire_ingest_board_up{hall="$hall"})`, ""},
					{heard, ""},
					{`max by (board) (boardwire_projector_board_unexplained{hall="$hall"})`, ""},
					{`sum by (board) (boardwire_ingest_losses_total{hall="$hall"})`, ""},
					{`sum by (board) (rate(boardwire_ingest_frames_total{hall="$hall",result="noise",board!="unknown"}[$__rate_interval])) / sum by (board) (rate(boardwire_ingest_frames_total{hall="$hall",board!="unknown"}[$__rate_interval]))`, ""},
					{`sum by (board) (rate(boardwire_ingest_bytes_total{hall="$hall",board!="unknown"}[$__rate_interval]))`, ""},
					{`sum by (board) (boardwire_ingest_connects_total{hall="$hall"})`, ""},
				},
				Columns: []column{
					{Field: "table", Title: "Table", Width: 80},
					{Field: "tournament", Title: "Tournament", Width: 140},
					{Field: "board", Title: "Board", Width: 160},
					{Field: "Value #A", Title: "State", Words: troubles},
					{Field: "Value #C", Title: "Answers", Words: linkWord, Width: 100},
					{Field: "Value #D", Title: "Last heard", Unit: "s", Steps: good(15, 60)},
					{Field: "Value #E", Title: "Not explained", Words: isWord},
					{Field: "Value #F", Title: "Times lost", Unit: "none", Steps: good(1, 3)},
					{Field: "Value #I", Title: "Times found", Unit: "none"},
					{Field: "Value #G", Title: "Noise", Unit: "percentunit", Steps: good(0.001, 0.01)},
					{Field: "Value #H", Title: "Bytes a second", Unit: "Bps"},
				}},

			{Kind: states, W: 12, H: 9, Title: "State of each board", Unit: "none", Words: troubles,
				About: "The State column over time: when a board fell silent, and for how long.",
				Asks:  []ask{{trouble, "{{board}}"}}},
			{Kind: lines, W: 12, H: 9, Title: "Time since each board was heard", Unit: "s", Steps: good(15, 60),
				About: "A board with a clock is heard each second. One line that climbs is one board; all of them together, the machine or its USB hub.",
				Asks:  []ask{{heard, "{{board}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Is it the disk?", Unit: "s", Steps: good(0.05, 0.25),
				About: "99th percentile of making the outbox safe, and of publishing into the record. Both up: the disk, or all of the machine. Publishing alone: the server or the way there.",
				Asks: []ask{
					{slowest("0.99", "boardwire_ingest_outbox_sync_seconds"), "fsync of the outbox"},
					{slowest("0.99", "boardwire_ingest_publish_seconds"), "publish into the record"},
				}},
			{Kind: lines, W: 8, H: 8, Title: "Is it the record?", Unit: "none",
				About: "Events that wait in the outbox, and those in the record that are not folded.",
				Asks: []ask{
					{`sum(boardwire_ingest_outbox_events{hall="$hall"})`, "wait in the outbox"},
					{`max(boardwire_projector_lag_events{hall="$hall"})`, "not folded"},
				}},
			{Kind: lines, W: 8, H: 8, Title: "Is it the machine?", Unit: "percentunit", Max: 1,
				About: "Used part of each disk, of the outbox, of the room that the sitting's record has, and of one core.",
				Asks: []ask{
					{`1 - min by (process, folder) (boardwire_disk_free_bytes{hall="$hall"} / boardwire_disk_size_bytes{hall="$hall"})`, "disk of {{process}} {{folder}}"},
					{`max(boardwire_ingest_outbox_bytes{hall="$hall"} / boardwire_ingest_outbox_size_bytes{hall="$hall"})`, "outbox"},
					{`max(boardwire_projector_record_bytes{hall="$hall"} / boardwire_projector_record_limit_bytes{hall="$hall"})`, "record of the sitting"},
					{`sum by (process) (rate(process_cpu_seconds_total{hall="$hall"}[$__rate_interval]))`, "core used by {{process}}"},
				}},
		},
	}
}
