package main

// each is a counter's rate per second.
func each(metric string) string { return `sum(rate(` + metric + `{hall="$hall"}[$__rate_interval]))` }

// pipelineBoard is the way from the boards to the facts, for operators.
func pipelineBoard() board {
	return board{
		UID: "boardwire-pipeline", Title: "Pipeline", Tags: []string{"boardwire"}, From: "now-1h", Refresh: "10s",
		About: "From the boards' bytes to facts: what passes, how long it takes, and what holds it up.",
		Panels: []panel{
			{Kind: stat, W: 4, H: 4, Title: "Processes", Unit: "none", Steps: wanted(1),
				About: "Processes that answer Prometheus.",
				Asks:  []ask{{`sum(up{job="boardwire",hall="$hall"})`, ""}}},
			{Kind: stat, W: 4, H: 4, Title: "Record", Unit: "none", Words: []word{{0, "refuses", "red"}, {1, "takes events", "green"}}, Steps: wanted(1),
				About: "Whether every ingest can write into the record. If not, events wait in its outbox.",
				Asks:  []ask{{`min(boardwire_ingest_record_up{hall="$hall"})`, ""}}},
			{Kind: stat, W: 4, H: 4, Title: "NATS connections", Unit: "percentunit", Steps: wanted(1),
				About: "Part of the connections to the NATS server that stand.",
				Asks:  []ask{{`avg(boardwire_nats_connected{hall="$hall"})`, ""}}},
			{Kind: stat, W: 4, H: 4, Title: "Dropped events", Unit: "none", Steps: good(1),
				About: "Events that were not recorded because the outbox was full. Must be 0.",
				Asks:  []ask{{`sum(boardwire_ingest_dropped_events_total{hall="$hall"})`, ""}}},
			{Kind: stat, W: 4, H: 4, Title: "Clock skew", Unit: "s", Steps: good(1, 5),
				About: "Largest difference between a board host's clock and the record's. A wrong clock makes releases late, never early.",
				Asks:  []ask{{`max(abs(boardwire_ingest_clock_skew_seconds{hall="$hall"}))`, ""}}},
			{Kind: stat, W: 4, H: 4, Title: "Clock was set by", Unit: "s", Steps: good(1, 5),
				About: "By how much a machine's clock was set while a process ran. Correct clocks slowly, with chrony.",
				Asks:  []ask{{`max(abs(boardwire_clock_stepped_seconds{hall="$hall"}))`, ""}}},

			{Kind: lines, W: 12, H: 8, Title: "Events a second", Unit: "cps",
				About: "Events that became safe in the outbox, were taken by the record, and were folded. The three lie on one another; where they part, something waits.",
				Asks: []ask{
					{each("boardwire_ingest_events_total"), "safe in the outbox"},
					{each("boardwire_ingest_published_total"), "taken by the record"},
					{each("boardwire_projector_events_total"), "folded"},
				}},
			{Kind: lines, W: 12, H: 8, Title: "Facts a second, by type", Unit: "cps",
				About: "What the projector derives.",
				Asks:  []ask{{`sum by (type) (rate(boardwire_projector_facts_total{hall="$hall"}[$__rate_interval]))`, "{{type}}"}}},

			{Kind: lines, W: 8, H: 8, Title: "fsync of the outbox", Unit: "s",
				About: "How long it takes to make an event safe against power loss. Ordinary disks: below 5 ms.",
				Asks: []ask{
					{slowest("0.5", "boardwire_ingest_outbox_sync_seconds"), "half"},
					{slowest("0.99", "boardwire_ingest_outbox_sync_seconds"), "99 of 100"},
				}},
			{Kind: lines, W: 8, H: 8, Title: "Publish into the record", Unit: "s",
				About: "Time until the record acknowledges one event or one batch; it syncs every write.",
				Asks: []ask{
					{slowest("0.5", "boardwire_ingest_publish_seconds"), "half"},
					{slowest("0.99", "boardwire_ingest_publish_seconds"), "99 of 100"},
				}},
			{Kind: lines, W: 8, H: 8, Title: "Fold of one event", Unit: "s",
				About: "Time in which the projector applies the Laws to one event.",
				Asks: []ask{
					{slowest("0.5", "boardwire_projector_apply_seconds"), "half"},
					{slowest("0.99", "boardwire_projector_apply_seconds"), "99 of 100"},
				}},

			{Kind: lines, W: 8, H: 8, Title: "Outbox", Unit: "bytes",
				About: "Bytes that wait, of those there is room for. It fills in hours without a record; when it is full, boards are not recorded.",
				Asks: []ask{
					{`sum by (instance) (boardwire_ingest_outbox_bytes{hall="$hall"})`, "waits on {{instance}}"},
					{`sum by (instance) (boardwire_ingest_outbox_size_bytes{hall="$hall"})`, "room on {{instance}}"},
				}},
			{Kind: lines, W: 8, H: 8, Title: "Age of the oldest waiting event", Unit: "s", Steps: good(2, 10),
				About: "How far the record is behind the boards, by machine.",
				Asks:  []ask{{`max by (instance) (boardwire_ingest_outbox_age_seconds{hall="$hall"})`, "{{instance}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Age of what is folded", Unit: "s", Steps: good(1, 5),
				About: "Age of the last event when it was folded. While a record is folded again after a start it is the age of the past.",
				Asks:  []ask{{`max(boardwire_projector_lag_seconds{hall="$hall"})`, "age"}}},
			{Kind: lines, W: 8, H: 8, Title: "Projector behind the record", Unit: "none",
				About: "Events of the open sitting's record, and those that are folded. Where the second line stands still below the first, the projector is stuck; both fall when a sitting begins.",
				Asks: []ask{
					{`max(boardwire_projector_last_sequence{hall="$hall"})`, "in the record"},
					{`max(boardwire_projector_applied_sequence{hall="$hall"})`, "folded"},
				}},

			{Kind: lines, W: 8, H: 8, Title: "Retries and reconnections", Unit: "none",
				About: "Publishes that were tried again, turns of the gate that failed, connections that were made again, and ports that could not be opened, in five minutes.",
				Asks: []ask{
					{`sum(increase(boardwire_ingest_publish_failures_total{hall="$hall"}[5m]))`, "publishes"},
					{`sum(increase(boardwire_gate_failures_total{hall="$hall"}[5m]))`, "turns of the gate"},
					{`sum by (user) (increase(boardwire_nats_reconnects_total{hall="$hall"}[5m]))`, "connections of {{user}}"},
					{`sum(increase(boardwire_ingest_open_failures_total{hall="$hall"}[5m]))`, "ports"},
					{`sum(increase(boardwire_ingest_unnamed_boards_total{hall="$hall"}[5m]))`, "boards without a number of their own"},
				}},
			{Kind: lines, W: 8, H: 8, Title: "Free disk", Unit: "bytes",
				About: "Room where each process keeps something. A sitting reserves 512 MiB.",
				Asks:  []ask{{`min by (process, folder) (boardwire_disk_free_bytes{hall="$hall"})`, "{{process}} {{folder}}"}}},
			{Kind: lines, W: 16, H: 8, Title: "Memory", Unit: "bytes",
				About: "Resident memory of each process.",
				Asks:  []ask{{`sum by (process) (process_resident_memory_bytes{hall="$hall"})`, "{{process}}"}}},

			{Kind: lines, W: 8, H: 8, Title: "Rulings, by answer", Unit: "none",
				About: "Rulings that came in at the desk in five minutes. None is one that was not answered in time: the projector is slow or away.",
				Asks:  []ask{{`sum by (answer) (increase(boardwire_desk_rulings_total{hall="$hall"}[5m]))`, "{{answer}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Desk", Unit: "s", Steps: good(1),
				About: "99th percentile of the time from a ruling to its answer, and from the record to the arbiters' page.",
				Asks: []ask{
					{slowest("0.99", "boardwire_desk_ruling_seconds"), "ruling answered"},
					{slowest("0.99", "boardwire_desk_fact_seconds"), "fact shown"},
				}},
			{Kind: lines, W: 8, H: 8, Title: "Open findings, by kind", Unit: "none",
				About: "What waits for an arbiter.",
				Asks:  []ask{{`sum by (kind) (boardwire_projector_findings_open{hall="$hall"})`, "{{kind}}"}}},

			{Kind: lines, W: 8, H: 8, Title: "Warehouse behind", Unit: "s", Steps: good(10, 60),
				About: "Age of the oldest message that was read and is not in ClickHouse. Empty without a warehouse; nobody waits for it.",
				Asks:  []ask{{`max by (stream) (boardwire_warehouse_lag_seconds{hall="$hall"})`, "{{stream}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Rows into the warehouse", Unit: "cps",
				About: "Rows that were written a second, by table. Empty without a warehouse.",
				Asks:  []ask{{`sum by (table) (rate(boardwire_warehouse_rows_total{hall="$hall"}[$__rate_interval]))`, "{{table}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Warehouse", Unit: "none",
				About: "Messages that it does not have yet, attempts that failed in five minutes, messages that it had to leave out, and whether ClickHouse answers (1). Empty without a warehouse.",
				Asks: []ask{
					{`sum(boardwire_warehouse_lag_sequences{hall="$hall"})`, "behind"},
					{`sum(increase(boardwire_warehouse_errors_total{hall="$hall"}[5m]))`, "failed attempts"},
					{`sum(boardwire_warehouse_unread_total{hall="$hall"})`, "left out"},
					{`max(boardwire_warehouse_up{hall="$hall"})`, "answers"},
				}},
			{Kind: lines, W: 24, H: 7, Title: "Inserts into the warehouse", Unit: "s",
				About: "Time of one insert that was acknowledged, 99th percentile by table. Empty without a warehouse.",
				Asks: []ask{
					{`histogram_quantile(0.99, sum by (le, table) (rate(boardwire_warehouse_insert_seconds_bucket{hall="$hall"}[$__rate_interval])))`, "{{table}}"},
				}},

			{Kind: table, W: 24, H: 6, Title: "What runs", Unit: "none",
				About: "The build of each process. Different revisions in one hall are for the time of an update alone.",
				Asks:  []ask{{`max by (process, instance, version, revision, goversion) (boardwire_build_info{hall="$hall"})`, ""}},
				Columns: []column{
					{Field: "process", Title: "Process"}, {Field: "instance", Title: "Where"}, {Field: "version", Title: "Version"},
					{Field: "revision", Title: "Revision"}, {Field: "goversion", Title: "Go"},
				}},
		},
	}
}
