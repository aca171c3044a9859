package game_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/rules"
)

// randomRuling draws a ruling about what happens at a board that makes sense
// as data, whether or not it makes sense in the game.
func randomRuling(t *rapid.T, r *record, plies int) events.Ruling {
	player := rapid.SampledFrom([]string{"white", "black"}).Draw(t, "player")
	by := r.ruled()
	switch rapid.IntRange(0, 27).Draw(t, "ruling") {
	case 0, 1:
		return events.Claim{Ruled: by, Ground: rapid.SampledFrom([]string{"threefold", "fifty"}).Draw(t, "ground"),
			Announced: rapid.SampledFrom([]string{"", "g1f3", "b8c6"}).Draw(t, "announced")}
	case 2:
		return events.Offer{Ruled: by, Player: player, Rejected: rapid.Bool().Draw(t, "rejected")}
	case 3:
		return events.Agree{Ruled: by}
	case 4:
		return events.Resign{Ruled: by, Player: player}
	case 5:
		return events.FlagRuling{Ruled: by, Player: rapid.SampledFrom([]string{player, "both"}).Draw(t, "flag")}
	case 6, 7:
		return events.Illegal{Ruled: by, Player: player, Claimed: rapid.Bool().Draw(t, "claimed"), Ply: rapid.IntRange(0, plies+1).Draw(t, "ply"), Agreed: rapid.IntRange(0, 4).Draw(t, "agreed") == 0,
			Offence: rapid.SampledFrom([]string{"illegal_move", "unpromoted", "king_taken", "two_hands", "press_without_move"}).Draw(t, "offence")}
	case 8:
		return events.ClockRuling{Ruled: by, White: rapid.IntRange(0, 400).Draw(t, "w"), Black: rapid.IntRange(0, 400).Draw(t, "b")}
	case 9:
		return events.Correction{Ruled: by, From: "video", After: rapid.IntRange(0, plies).Draw(t, "after"),
			Moves: rapid.SliceOfN(rapid.SampledFrom([]string{"e2e4", "e7e5", "g1f3", "b8c6", "a2a3"}), 0, 3).Draw(t, "moves")}
	case 10:
		return events.Confirm{Ruled: by}
	case 11:
		return events.Pause{Ruled: by}
	case 12:
		return events.Resume{Ruled: by}
	case 13:
		return events.Signed{Ruled: by, Result: rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2", "0-0"}).Draw(t, "signed")}
	case 14:
		what := rapid.SampledFrom([]string{"warning", "opponent_more_time", "less_time", "opponent_more_points", "less_points", "loss", "phone", "fine", "excluded", "expelled"}).Draw(t, "penalty")
		p := events.Penalty{Ruled: by, Player: player, Penalty: what}
		if strings.HasSuffix(what, "_time") {
			p.Seconds = 60
		}
		if strings.HasSuffix(what, "_points") {
			p.HalfPoints = 1
		}
		return p
	case 15:
		return events.Uncount{Ruled: by, Player: player}
	case 16:
		return events.Presence{Ruled: by, Player: player, State: rapid.SampledFrom([]string{"arrived", "absent"}).Draw(t, "state")}
	case 17:
		return events.Reversed{Ruled: by, Decision: rapid.SampledFrom([]string{"", "continue", "restart"}).Draw(t, "decision")}
	case 18:
		return events.Displaced{Ruled: by, Player: player}
	case 19:
		return events.Annul{Ruled: by, Why: rapid.SampledFrom([]string{"wrong_setup", "wrong_board", "colors_reversed", "displaced", "envelope_lost", "other"}).Draw(t, "why")}
	case 21:
		return events.Seal{Ruled: by}
	case 25, 26:
		return events.CastlingRuling{Ruled: by, Player: player, Why: rapid.SampledFrom([]string{"misplaced", "moved"}).Draw(t, "why gone"),
			Wing: rapid.SampledFrom([]string{"", "kingside", "queenside"}).Draw(t, "wing"), After: max(0, rapid.IntRange(-3, plies).Draw(t, "lost after"))}
	case 24:
		return events.NoSeal{Ruled: by}
	case 22:
		return events.Sealed{Ruled: by, White: 300, Black: 290}
	case 23:
		return events.Unseal{Ruled: by, Found: rapid.SampledFrom([]string{"ambiguous", "illegal", "resigned", "lost"}).Draw(t, "found")}
	case 20:
		return events.Quickplay{Ruled: by, Player: player, Step: rapid.SampledFrom([]string{"claimed", "drawn", "postponed", "rejected", "increment"}).Draw(t, "step")}
	}
	return events.ResultRuling{Ruled: by, Result: "*"}
}

// onBoard returns the position that lies on a board, whatever is wrong with it.
func onBoard(r *record, device string, turn rules.Color) (rules.Position, bool) {
	pos, err := rules.Setup{Board: r.sensor(device).board, Turn: turn, EnPassant: rules.NoSquare, Fullmoves: 1}.Position(^rules.Fault(0))
	return pos, err == nil
}

// Random games with random rulings under any edition: the fold is total and
// deterministic, every fact cites articles of its edition or none (audit), and
// no audience but the desk learns of a finding.
func TestRandomGamesWithRandomRulings(t *testing.T) {
	silent := 0
	rapid.Check(t, func(t *rapid.T) {
		r := newRecord(t)
		r.event = events.Roster{
			Edition: rapid.SampledFrom(rules.Carried()).Draw(t, "edition").String(), Kind: rapid.SampledFrom(rules.Kinds()).Draw(t, "kind").String(),
			Supervised: rapid.Bool().Draw(t, "supervised"), Control: rapid.SampledFrom([]string{"5", "5/4+5", "3+2"}).Draw(t, "control"),
			Tables: []events.Pairing{{Board: 1, White: "ann", Black: "bob"}},
		}
		table := events.TableScope("open.1.1")
		r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
		roster := r.event
		roster.Ruled = r.ruled()
		r.rule(events.RoundScope("open.1"), roster)
		r.rule(table, events.Assign{Ruled: r.ruled(), Device: "dgt-1"})
		r.sensor("dgt-1").board = rules.Start().Board()
		r.dump("dgt-1")
		r.read("dgt-1", events.ClockReading{Left: 300, Right: 300, Lever: "left"})
		r.read("dgt-1", events.ClockReading{Left: 300, Right: 300, Lever: "left", Running: true})
		turn, plies := rules.White, 0
		for range rapid.IntRange(1, 25).Draw(t, "acts") {
			r.wait(time.Second)
			clock := *r.sensor("dgt-1").clock
			switch rapid.IntRange(0, 9).Draw(t, "act") {
			case 0, 1, 2, 3, 4: // a move by the rules, whatever came before
				pos, ok := onBoard(r, "dgt-1", turn)
				if !ok {
					continue
				}
				var moves []string
				for m := range pos.Legal() {
					moves = append(moves, m.UCI())
				}
				if len(moves) == 0 {
					continue
				}
				r.play("dgt-1", rapid.SampledFrom(moves).Draw(t, "move"))
				turn, plies = turn.Other(), plies+1
			case 5: // a man goes anywhere, and the clock is pressed
				from := rapid.SampledFrom(squaresOf(r.sensor("dgt-1").board, turn)).Draw(t, "from")
				to := rules.Square(rapid.IntRange(0, 63).Draw(t, "to"))
				man := r.sensor("dgt-1").board.At(from)
				r.square("dgt-1", from, rules.NoPiece)
				r.square("dgt-1", to, man)
				r.wait(600 * time.Millisecond)
				r.quiet("dgt-1", 600)
				r.press("dgt-1")
				turn, plies = turn.Other(), plies+1
			case 6: // the clock is set, stopped, started, or a flag falls
				clock.Left, clock.Right = rapid.IntRange(0, 400).Draw(t, "left"), rapid.IntRange(0, 400).Draw(t, "right")
				clock.LeftFlag, clock.RightFlag = rapid.Bool().Draw(t, "left flag"), rapid.Bool().Draw(t, "right flag")
				clock.Running = rapid.Bool().Draw(t, "running")
				r.read("dgt-1", clock)
			default:
				r.rule(table, randomRuling(t, r, plies))
			}
		}
		r.wait(5 * time.Second)
		r.quiet("dgt-1", 5000)
		exhaust(t, r)
		if _, err := audit(r.facts); err != nil {
			t.Fatal(err)
		}
		sameBytes(t, foldAll(t, r.stored), r.facts)
		for _, f := range r.facts {
			p, finding := f.Event.Data.(events.FindingRaised)
			for _, kind := range []feeds.AudienceKind{feeds.Public, feeds.Commentary, feeds.Hall} {
				frame, ok := feeds.FrameOf(kind, f.Event, f.Event.Recorded)
				if !ok {
					continue
				}
				b, err := frame.AppendJSON(nil)
				if err != nil {
					t.Fatal(err)
				}
				if finding || strings.Contains(string(b), "illegal") || strings.Contains(string(b), "duty") {
					t.Fatalf("%v gets %s", kind, b)
				}
			}
			if finding && p.Duty != nil && p.Duty.Act == rules.ActNever.String() {
				silent++
			}
		}
	})
	if silent == 0 {
		t.Error("no finding of which nothing may be signalled came up: the property was not tried")
	}
}

// squaresOf lists where a side's men stand.
func squaresOf(b rules.Board, c rules.Color) []rules.Square {
	var out []rules.Square
	for sq := range rules.NoSquare {
		if p := b.At(sq); p != rules.NoPiece && p.Color() == c {
			out = append(out, sq)
		}
	}
	return out
}
