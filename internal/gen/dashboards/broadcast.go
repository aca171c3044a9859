package main

// late is by how much what waits for an audience has passed its delay. Below
// zero is well: it is not due yet.
var (
	oldest = `boardwire_gate_oldest_held_timestamp_seconds{hall="$hall"}`
	late   = `max by (audience) (timestamp(` + oldest + `) - (` + oldest + ` > 0) - boardwire_gate_delay_seconds{hall="$hall"})`
)

// broadcastBoard is the way from the facts to people.
func broadcastBoard() board {
	return board{
		UID: "boardwire-broadcast", Title: "Broadcast", Tags: []string{"boardwire"}, From: "now-1h", Refresh: "10s",
		About: "What is held, released and watched, by audience. The gate's figures tell of live play: this dashboard is for the staff.",
		Panels: []panel{
			{Kind: stat, W: 6, H: 4, Title: "Viewers", Unit: "none", Steps: []step{{0, "blue"}},
				About: "Streams that are open, of all audiences and processes.",
				Asks:  []ask{{`sum(boardwire_broadcast_viewers{hall="$hall"})`, ""}}},
			{Kind: stat, W: 6, H: 4, Title: "Held", Unit: "none", Steps: []step{{0, "blue"}},
				About: "Facts that wait for their release. 0 while boards play, for an audience with a delay, means that none come.",
				Asks:  []ask{{`sum by (audience) (boardwire_gate_held{hall="$hall"})`, "{{audience}}"}}},
			{Kind: stat, W: 6, H: 4, Title: "Delay kept", Unit: "s", Steps: []step{{0, "blue"}},
				About: "The delay that the gate keeps now, by audience; rulings and the tournament file change it.",
				Asks:  []ask{{`max by (audience) (boardwire_gate_delay_seconds{hall="$hall"})`, "{{audience}}"}}},
			{Kind: stat, W: 6, H: 4, Title: "Overdue", Unit: "s", Steps: good(5, 30),
				About: "By how much the oldest that waits has passed its delay; below 0 it is not due yet. Lasting above some seconds, the gate is stuck or its server is slow; after a restart without its state, delays count anew.",
				Asks:  []ask{{orNone(`max(`+late+`)`, "boardwire_gate_delay_seconds"), ""}}},

			{Kind: lines, W: 12, H: 8, Title: "Age of the oldest held", Unit: "s",
				About: "It climbs to the delay and stays there. Above the delay the gate is late; at 0 nothing waits.",
				Asks: []ask{
					{`max by (audience) (timestamp(` + oldest + `) - (` + oldest + ` > 0))`, "{{audience}}"},
					{`max by (audience) (boardwire_gate_delay_seconds{hall="$hall"})`, "delay of {{audience}}"},
				}},
			{Kind: lines, W: 12, H: 8, Title: "Late releases", Unit: "s", Steps: good(2),
				About: "99th percentile of the time between the end of the delay and the release. Up to a second is the grid on which delayed audiences get anything.",
				Asks:  []ask{{`histogram_quantile(0.99, sum by (le, audience) (rate(boardwire_gate_lateness_seconds_bucket{hall="$hall"}[$__rate_interval])))`, "{{audience}}"}}},

			{Kind: lines, W: 8, H: 8, Title: "Releases a second", Unit: "cps",
				About: "Messages that were published to each audience.",
				Asks:  []ask{{`sum by (audience) (rate(boardwire_gate_released_total{hall="$hall"}[$__rate_interval]))`, "{{audience}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Held", Unit: "none",
				About: "Facts that wait for their release.",
				Asks:  []ask{{`sum by (audience) (boardwire_gate_held{hall="$hall"})`, "{{audience}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Pages behind the gate", Unit: "none",
				About: "Messages in an audience's stream that the slowest of its page servers has not taken. It is 0 but for a moment.",
				Asks:  []ask{{`max by (audience) (boardwire_gate_last_sequence{hall="$hall"}) - min by (audience) (boardwire_broadcast_messages_total{hall="$hall"})`, "{{audience}}"}}},

			{Kind: lines, W: 8, H: 8, Title: "Viewers", Unit: "none",
				About: "Open streams by audience.",
				Asks:  []ask{{`sum by (audience, transport) (boardwire_broadcast_viewers{hall="$hall"})`, "{{audience}} {{transport}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Dropped viewers", Unit: "none",
				About: "Streams that were ended in five minutes because the viewer did not keep up; they come back by themselves. Many at once: the uplink is full.",
				Asks:  []ask{{`sum by (audience, reason) (increase(boardwire_broadcast_drops_total{hall="$hall"}[5m]))`, "{{audience}} {{reason}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Refused", Unit: "none", Steps: good(1),
				About: "Released messages that a page server passed over, because the audience may not see them or they cannot be read. Must be 0: something else writes the stream, or versions differ.",
				Asks:  []ask{{`sum by (audience) (increase(boardwire_broadcast_refused_total{hall="$hall"}[5m]))`, "{{audience}}"}}},

			{Kind: lines, W: 8, H: 8, Title: "Games", Unit: "none",
				About: "Games of which each audience has been told; a pairing is released like everything else.",
				Asks:  []ask{{`max by (audience) (boardwire_broadcast_games{hall="$hall"})`, "{{audience}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Connections of page servers", Unit: "none",
				About: "Files that the processes hold open, each viewer is one, and how many they may.",
				Asks: []ask{
					{`sum by (process) (process_open_fds{hall="$hall"})`, "{{process}}"},
					{`min(process_max_fds{hall="$hall"})`, "limit"},
				}},
			{Kind: lines, W: 8, H: 8, Title: "Goroutines", Unit: "none",
				About: "Two for each viewer, and some more. A number that only climbs is a fault of boardwire's.",
				Asks:  []ask{{`sum by (process) (go_goroutines{hall="$hall"})`, "{{process}}"}}},

			{Kind: lines, W: 8, H: 8, Title: "Other sites behind", Unit: "s", Steps: good(120),
				About: "For how long a site that games are pushed to has not taken what is to be sent; 0 when it has everything. Climbing: the log says why, and what to do; the site gets the newest games once it is back.",
				Asks:  []ask{{`max by (target) (boardwire_push_behind_seconds{hall="$hall"})`, "{{target}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Pushes a minute", Unit: "none",
				About: "Requests to each site by the status of its answer. 200 is well; 429 asks for a longer every; 401 and 403 are the token, 404 the address; none is no answer at all.",
				Asks:  []ask{{`60 * sum by (target, code) (rate(boardwire_push_requests_total{hall="$hall"}[$__rate_interval]))`, "{{target}} {{code}}"}}},
			{Kind: lines, W: 8, H: 8, Title: "Games that sites refuse", Unit: "none", Steps: good(1),
				About: "Games that a site does not take as they are, or that lack the names it wants. The log names each with the site's reason; the other games go on.",
				Asks:  []ask{{`max by (target) (boardwire_push_refused_games{hall="$hall"})`, "{{target}}"}}},
			{Kind: lines, W: 24, H: 6, Title: "Since the last push", Unit: "s",
				About: "Time since a site took something last. It climbs while nothing is played; while boards play it stays at some seconds.",
				Asks:  []ask{{`time() - max by (target) (boardwire_push_last_success_timestamp_seconds{hall="$hall"} > 0)`, "{{target}}"}}},
		},
	}
}
