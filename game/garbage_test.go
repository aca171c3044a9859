package game_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardwire/events"
	"boardwire/game"
	"boardwire/rules"
)

// garbage draws events that no sensible source writes: all types, few names so
// that they meet, values from the edges of what can be stored.
type garbage struct{ t *rapid.T }

func (g garbage) pick(name string, from ...string) string {
	return rapid.SampledFrom(from).Draw(g.t, name)
}

func (g garbage) number(name string) int {
	return rapid.OneOf(rapid.SampledFrom([]int{0, 1, -1, 2, 600, 5000, 5400, 99999, 100000, math.MaxInt64, math.MinInt64, math.MaxInt32}), rapid.IntRange(-10, 6000)).Draw(g.t, name)
}

func (g garbage) text(name string) string {
	return g.pick(name, "", "x", "e4", "?", "*", "1-0", "0-1", "white", strings.Repeat("é", 20000), "\x00\"\\\n", "open.1.1", "ingest-a")
}

func (g garbage) square() string {
	if rapid.IntRange(0, 9).Draw(g.t, "no square") == 0 {
		return g.pick("square", "", "e9", "i1", "e", "e44", "É4")
	}
	return rules.Square(rapid.IntRange(0, 63).Draw(g.t, "square")).String()
}

func (g garbage) placement() string {
	start := rules.Start().Board()
	return g.pick("placement", start.Placement(), start.Rotate().Placement(), "8/8/8/8/8/8/8/8",
		"RP4pr/NP4pn/BP4pb/QP4pq/KP4pk/BP4pb/NP4pn/RP4pr", "rp4PR/np4PN/bp4PB/qp4PQ/kp4PK/bp4PB/np4PN/rp4PR",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
		"8/8/8/3k4/4K3/8/8/8", "8/8/8/3Kk3/8/8/8/8", "kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK",
		"PPPPPPPP/8/8/8/8/8/8/pppppppp", "nonsense", "9/8/8/8/8/8/8/8", "")
}

func (g garbage) scope() events.Scope {
	return events.Scope(g.pick("scope", "hall", "device/dgt-1", "device/dgt-2", "table/open.1.1", "table/open.1.2",
		"table/open.1.99999", "round/open.1", "round/open.2", "tournament/open", "device/open"))
}

func (g garbage) ruled() events.Ruled {
	return events.Ruled{Request: g.pick("request", "", "a", "b", "c", "d", "e", "f", strings.Repeat("r", 60000)),
		Author: "eve", Article: g.pick("article", "", "9.1", strings.Repeat("9", 100))}
}

func (g garbage) bool(name string) bool { return rapid.Bool().Draw(g.t, name) }

func (g garbage) time() time.Time {
	return rapid.SampledFrom([]time.Time{
		noon, noon.Add(time.Hour), noon.Add(-time.Hour), noon.Add(700 * time.Millisecond),
		time.Date(1, 1, 1, 0, 0, 1, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC),
	}).Draw(g.t, "time")
}

func (g garbage) player() string { return g.pick("player", "", "white", "black", "both", "x") }

// payload draws one of every type that there is.
func (g garbage) payload() events.Payload {
	types := events.Types()
	switch rapid.SampledFrom(append(types, "news.v7.unknown")).Draw(g.t, "type") {
	case events.TypeBoardSurface:
		return events.BoardSurface{Placement: g.placement(), Occupied: g.pick("occupied", "", "ffff00000000ffff", "+fff00000000ffff", "x")}
	case events.TypeBoardSquare:
		return events.BoardSquare{Square: g.square(), Piece: g.pick("piece", "", "", "P", "k", "K", "q", "?", "x", "PP", "é")}
	case events.TypeClockReading:
		return events.ClockReading{Left: g.number("left"), Right: g.number("right"), Running: g.bool("running"),
			Lever: g.pick("lever", "left", "right", "", "up"), LeftFlag: g.bool("flag"), RightFlag: g.bool("flag"), Absent: g.bool("absent") && g.bool("absent indeed")}
	case events.TypeDeviceSeen:
		return events.DeviceSeen{Port: g.text("port")}
	case events.TypeDeviceLost:
		return events.DeviceLost{Reason: g.text("reason")}
	case events.TypeDeviceQuiet:
		return events.DeviceQuiet{Since: g.time(), MS: int64(g.number("ms"))}
	case events.TypeSourceDrained:
		return events.SourceDrained{Sitting: g.text("sitting")}
	case events.TypeTick:
		return events.Tick{At: g.time()}
	case events.TypeRecordCut:
		return events.RecordCut{Left: rapid.Uint64().Draw(g.t, "left"), Lost: rapid.Uint64().Draw(g.t, "lost"), Facts: g.text("facts")}
	case events.TypeSittingOpened:
		return events.SittingOpened{Hall: "main", Sitting: g.text("sitting"), Rate: g.number("rate"),
			Sources: []events.SourceMark{{Source: g.text("source"), Seq: rapid.Uint64().Draw(g.t, "mark")}, {Source: "ingest-a", Seq: 1}}}
	case events.TypeRulingRoster:
		p := events.Roster{Ruled: g.ruled(), Edition: g.pick("edition", "2023", "2023", "1997", "2009", "2014", "x"), Kind: g.pick("kind", "standard", "rapid", "blitz", "chess"), Supervised: g.bool("supervised"), Control: g.pick("control", "90+30", "5", "nonsense", "")}
		for range rapid.IntRange(0, 3).Draw(g.t, "tables") {
			p.Tables = append(p.Tables, events.Pairing{Board: rapid.SampledFrom([]int{1, 2, 99999, 100000, 0, -1, math.MaxInt64}).Draw(g.t, "board"), White: g.text("white"), Black: "b"})
		}
		return p
	case events.TypeRulingAssign:
		return events.Assign{Ruled: g.ruled(), Device: g.pick("device", "dgt-1", "dgt-2", "", "Bad Name")}
	case events.TypeRulingStart:
		return events.Start{Ruled: g.ruled()}
	case events.TypeRulingPause:
		return events.Pause{Ruled: g.ruled()}
	case events.TypeRulingResume:
		return events.Resume{Ruled: g.ruled()}
	case events.TypeRulingResult:
		p := events.ResultRuling{Ruled: g.ruled(), Result: g.text("result"), Reason: g.pick("reason", "", "agreement", "forfeit", "x")}
		if g.bool("points") {
			p.Points = &events.Points{White: g.number("white"), Black: g.number("black")}
		}
		return p
	case events.TypeRulingConfirm:
		return events.Confirm{Ruled: g.ruled(), Result: g.text("result")}
	case events.TypeRulingAudience:
		return events.AudienceRuling{Ruled: g.ruled(), Audience: g.text("audience"), DelayMS: int64(g.number("delay"))}
	case events.TypeRulingAbandon:
		return events.Abandon{Ruled: g.ruled(), Silent: g.text("silent")}
	case events.TypeRulingClose:
		return events.CloseSitting{Ruled: g.ruled()}
	case events.TypeRulingClaim:
		return events.Claim{Ruled: g.ruled(), Ground: g.pick("ground", "threefold", "fifty", "x"), Player: g.player(), Announced: g.pick("announced", "", "e2e4", "e7e5", "e2e5", "x"), Touched: g.bool("touched")}
	case events.TypeRulingOffer:
		return events.Offer{Ruled: g.ruled(), Player: g.player(), Rejected: g.bool("rejected")}
	case events.TypeRulingAgree:
		return events.Agree{Ruled: g.ruled()}
	case events.TypeRulingResign:
		return events.Resign{Ruled: g.ruled(), Player: g.player()}
	case events.TypeRulingFlag:
		return events.FlagRuling{Ruled: g.ruled(), Player: g.player()}
	case events.TypeRulingIllegal:
		return events.Illegal{Ruled: g.ruled(), Player: g.player(), Ply: g.number("ply"), Claimed: g.bool("claimed"), Agreed: g.bool("agreed"),
			Offence: g.pick("offence", "illegal_move", "unpromoted", "king_taken", "two_hands", "press_without_move", "x")}
	case events.TypeRulingClock:
		return events.ClockRuling{Ruled: g.ruled(), White: g.number("white"), Black: g.number("black")}
	case events.TypeRulingCorrection:
		return events.Correction{Ruled: g.ruled(), After: rapid.SampledFrom([]int{0, 0, 1, 2, -1, math.MaxInt64}).Draw(g.t, "after"), From: g.pick("from", "players", "video", "x"),
			Moves: rapid.SliceOfN(rapid.SampledFrom([]string{"e2e4", "e7e5", "g1f3", "b8c6", "x"}), 0, 4).Draw(g.t, "moves")}
	case events.TypeRulingPresence:
		return events.Presence{Ruled: g.ruled(), Player: g.pick("player", "white", "black", "both", "x"), State: g.pick("state", "arrived", "absent", "x")}
	case events.TypeRulingReversed:
		return events.Reversed{Ruled: g.ruled(), Decision: g.pick("decision", "", "continue", "restart", "x")}
	case events.TypeRulingDisplaced:
		return events.Displaced{Ruled: g.ruled(), Player: g.player()}
	case events.TypeRulingAnnul:
		return events.Annul{Ruled: g.ruled(), Why: g.pick("why", "wrong_setup", "displaced", "other", "x")}
	case events.TypeRulingPenalty:
		return events.Penalty{Ruled: g.ruled(), Player: g.player(), Penalty: g.pick("penalty", "warning", "opponent_more_time", "less_time", "opponent_more_points", "less_points", "loss", "phone", "x"),
			Seconds: g.number("seconds"), HalfPoints: g.number("half points")}
	case events.TypeRulingUncount:
		return events.Uncount{Ruled: g.ruled(), Player: g.player(), Ply: g.number("ply")}
	case events.TypeRulingSigned:
		return events.Signed{Ruled: g.ruled(), Result: g.text("result")}
	case events.TypeRulingQuickplay:
		return events.Quickplay{Ruled: g.ruled(), Player: g.player(), Step: g.pick("step", "claimed", "drawn", "postponed", "rejected", "increment", "submitted", "x"), Ground: g.pick("ground", "", "cannot_win", "x")}
	case events.TypeRulingSeal:
		return events.Seal{Ruled: g.ruled(), Player: g.player()}
	case events.TypeRulingCastling:
		return events.CastlingRuling{Ruled: g.ruled(), Player: g.player(), Why: g.pick("why", "misplaced", "moved", "x"), Wing: g.pick("wing", "", "kingside", "queenside", "both", "x"), After: g.number("after")}
	case events.TypeRulingNoSeal:
		return events.NoSeal{Ruled: g.ruled()}
	case events.TypeRulingSealed:
		return events.Sealed{Ruled: g.ruled(), White: g.number("white"), Black: g.number("black")}
	case events.TypeRulingUnseal:
		return events.Unseal{Ruled: g.ruled(), Found: g.pick("found", "move", "ambiguous", "illegal", "resigned", "draw_offer", "lost", "x"), Move: g.pick("move", "", "e2e4", "e7e5", "x")}
	case events.TypeRulingAdjourned:
		return events.AdjournedRuling{Ruled: g.ruled(), White: g.number("white"), Black: g.number("black"), Sealer: g.pick("sealer", "", "white", "black", "x"),
			Moves: rapid.SliceOfN(rapid.SampledFrom([]string{"e2e4", "e7e5", "g1f3", "x"}), 0, 4).Draw(g.t, "carried")}
	case events.TypeMade:
		return events.Made{Ply: g.number("ply"), UCI: g.text("uci")}
	case events.TypeResult:
		return events.FinalResult{Result: g.text("result")}
	}
	return events.Unknown{Type: "news.v7.unknown", Raw: []byte(`{"a":1}`)}
}

// The fold is total: whatever can be stored it folds, to facts that can be
// stored and that a reader can make sense of.
func TestTheFoldIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := garbage{t}
		r := newRecord(t)
		if g.bool("begun") {
			seatPlayers(t, r, "dgt-1", g.bool("turned"))
		}
		sources := [3]*events.Chain{{Source: "ingest-a"}, {Source: "desk-main"}, &r.ticker}
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			r.wait(time.Duration(rapid.SampledFrom([]int{0, 50, 700, 6000}).Draw(t, "wait")) * time.Millisecond)
			switch rapid.IntRange(0, 19).Draw(t, "broken") {
			case 0:
				r.take(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
				continue
			case 1:
				if n := len(r.stored); n > 0 {
					r.take(r.stored[rapid.IntRange(0, n-1).Draw(t, "again")])
				}
				continue
			}
			c := sources[rapid.IntRange(0, 2).Draw(t, "source")]
			e := events.Event{Scope: g.scope(), Observed: r.now, Recorded: r.now, Data: g.payload()}
			if rapid.IntRange(0, 9).Draw(t, "odd time") == 0 {
				e.Observed = g.time()
			}
			c.Next(&e)
			b, err := events.Encode(e)
			if err != nil {
				continue // it cannot be stored
			}
			c.Stored(b)
			r.take(b)
		}
		exhaust(t, r)
		if _, err := audit(r.facts); err != nil {
			t.Fatal(err)
		}
		sameBytes(t, foldAll(t, r.stored), r.facts)
	})
}

// FuzzTake folds lines of bytes as messages after the opening of a game.
func FuzzTake(f *testing.F) {
	r := newRecord(f)
	r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
	r.rule(events.RoundScope("open.1"), events.Roster{
		Ruled: r.ruled(), Edition: "2023", Kind: "standard", Control: "90+30",
		Tables: []events.Pairing{{Board: 1, White: "ann", Black: "bob"}},
	})
	r.rule(events.TableScope("open.1.1"), events.Assign{Ruled: r.ruled(), Device: "dgt-1"})
	opening := r.stored
	line := func(seq int, kind, data string) string {
		return fmt.Sprintf(`{"id":"i.%d","type":"%s","scope":"device/dgt-1","source":"i","seq":%d,"observed":"2026-03-01T12:00:00.000000Z","recorded":"2026-03-01T12:00:00.000000Z","data":%s}`, seq, kind, seq, data)
	}
	f.Add(line(1, "board.v1.surface", `{"placement":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}`) + "\n" +
		line(2, "board.v1.square", `{"square":"e2"}`) + "\n" + line(3, "board.v1.square", `{"square":"e4","piece":"P"}`) + "\n" +
		line(4, "device.v1.quiet", `{"since":"2026-03-01T12:00:00.000000Z","ms":600}`) + "\n" +
		line(5, "clock.v1.reading", `{"left":5400,"right":5400,"running":true,"lever":"right"}`))
	f.Add("{}\n" + line(1, "device.v1.lost", `{"port":"","reason":"x"}`))
	f.Fuzz(func(t *testing.T, text string) {
		fold := game.NewFold("main")
		var facts []game.Fact
		messages := append([][]byte(nil), opening...)
		for l := range strings.SplitSeq(text, "\n") {
			messages = append(messages, []byte(l))
		}
		for i, b := range messages {
			got, err := fold.Take(uint64(i+1), b)
			if err != nil {
				t.Fatal(err)
			}
			facts = append(facts, got...)
		}
		if _, err := audit(facts); err != nil {
			t.Fatal(err)
		}
	})
}
