package events

import (
	"strings"
	"time"
)

var (
	sampleAt   = time.Date(2026, 3, 1, 13, 4, 5, 678901000, time.UTC)
	sampleHash = Hash(strings.Repeat("0123456789abcdef", 4))
	sampleID   = ID("00112233445566778899aabbccddeeff")
	sampleBy   = Ruled{
		Request: "3f0c8a52-7a55-4b0e-9f5e-0d5a5f3a7c11",
		Author:  "desk-anna",
		Article: "9.1.2",
		Note:    sampleHash,
		Saw:     sampleID,
	}
)

// least is a ruling without what may be absent.
var least = Ruled{Request: "file:0123456789abcdef", Author: "file:0123456789abcdef"}

// samples has one event of every type with all fields set; a second one, where
// a type has fields that may be absent, without them.
func samples() []Event {
	full := []Payload{
		BoardSurface{Placement: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Occupied: "ffff00000000ffff", Raw: "8600438f"},
		BoardSquare{Square: "e4", Piece: "P"},
		ClockReading{Left: 5399, Right: 5400, Running: true, Lever: "left", LeftFlag: true, RightFlag: true, LeftMark: true, RightMark: true, BatteryLow: true, Absent: true, Raw: "8d000a20000120001613"},
		DeviceSeen{Driver: "dgt", Port: "/dev/ttyUSB0", Serial: "31415", Version: "1.8", Trademark: "board, \"made\" for <tests> & more: Zürich"},
		DeviceLost{Port: "/dev/ttyUSB0", Reason: "unplugged", Detail: "port closed"},
		DeviceQuiet{Since: sampleAt.Add(-600 * time.Millisecond), MS: 600},
		SourceDrained{Sitting: "s0001"},
		Tick{At: time.Date(2026, 3, 1, 13, 4, 6, 0, time.UTC)},
		RecordCut{Left: 15, Lost: 38, Facts: "FACT-main-s0001-g1"},
		SittingOpened{Hall: "main", Sitting: "s0002", Rate: 20, Demo: true, Sources: []SourceMark{{Source: "ingest-main-venue-3f2a", Seq: 41, Hash: sampleHash}}},
		Roster{Ruled: sampleBy, Name: sampleHash, Edition: "2023", Kind: "standard", Supervised: true, Control: "90/40+30+30", Start: "2026-03-01T14:00:00Z", DefaultTime: new(1800), NoDrawBefore: 30, Quickplay: true, DrawOdds: "black", Points: &PointSystem{Win: 6, Draw: 2, Loss: 0}, FEN: "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w DGdg - 0 1", Tables: []Pairing{{Board: 1, White: "p1", Black: "p2", Control: "15+10", FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}, {Board: 2, White: "p3", Black: "p4"}}},
		Assign{Ruled: sampleBy, Device: "dgt-31415"},
		Start{sampleBy},
		Pause{sampleBy},
		Resume{sampleBy},
		ResultRuling{Ruled: sampleBy, Result: "1-0", Reason: "resignation", Points: &Points{White: 2, Black: 1}},
		Confirm{Ruled: sampleBy, Result: "1-0"},
		AudienceRuling{Ruled: sampleBy, Audience: "public", Kind: "public", DelayMS: 900000},
		Abandon{Ruled: sampleBy, Silent: "ingest-main-venue-3f2a"},
		CloseSitting{Ruled: sampleBy},
		Claim{Ruled: sampleBy, Ground: "threefold", Player: "white", Announced: "g1f3"},
		Offer{Ruled: sampleBy, Player: "black"},
		Agree{sampleBy},
		Resign{Ruled: sampleBy, Player: "black"},
		FlagRuling{Ruled: sampleBy, Player: "both"},
		Illegal{Ruled: sampleBy, Player: "white", Offence: OffenceIllegalMove, Ply: 7, Claimed: true},
		ClockRuling{Ruled: sampleBy, White: 3600, Black: 3540},
		Correction{Ruled: sampleBy, After: 12, Moves: []string{"g1f3", "e7e8q"}, From: FromScoresheet},
		Presence{Ruled: sampleBy, Player: "black", State: PresenceArrived},
		Reversed{Ruled: sampleBy, Decision: DecisionRestart},
		Displaced{Ruled: sampleBy, Player: "white"},
		Annul{Ruled: sampleBy, Why: AnnulSetup},
		Penalty{Ruled: sampleBy, Player: "white", Penalty: PenaltyMoreTime, Seconds: 120, HalfPoints: 1},
		Uncount{Ruled: sampleBy, Player: "black", Ply: 12},
		Signed{Ruled: sampleBy, Result: "1-0"},
		Quickplay{Ruled: sampleBy, Player: "white", Step: QuickplayClaimed},
		Seal{Ruled: sampleBy, Player: "white"},
		Sealed{Ruled: sampleBy, White: 1200, Black: 65},
		CastlingRuling{Ruled: sampleBy, Player: "black", Why: CastlingMoved, Wing: "queenside", After: 12},
		CastlingBarred{Player: "black", Wing: "queenside", After: 12, Articles: []string{"3.8.2.1"}},
		NoSeal{Ruled: sampleBy},
		Unseal{Ruled: sampleBy, Found: EnvelopeMove, Move: "g1f3"},
		AdjournedRuling{Ruled: sampleBy, Moves: []string{"e2e4", "e7e5"}, White: 1200, Black: 65, Sealer: "white"},
		AdjournedFact{State: AdjournedSealed, Sealer: "white", Clocks: &Clocks{White: 1200, Black: 65}, Articles: []string{"A1"}},
		Paired{White: "p1", Black: "p2", Edition: "2023", Kind: "standard", Supervised: true, Control: "90/40+30+30", FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Device: "dgt-31415", Rate: 20, Gone: true},
		Lifted{Square: "g1", Piece: "N"},
		Made{Ply: 1, UCI: "g1f3", SAN: "Nf3", FEN: "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", Clocks: &Clocks{White: 5391, Black: 5400, Running: "white"}, Articles: []string{"4.6", "4.7"}, Origin: OriginSupposed, Illegal: true},
		Completed{Ply: 1, Move: sampleID, By: ByPress, Clocks: &Clocks{White: 5421, Black: 5400, Running: "black"}, Articles: []string{"6.2.1"}},
		Withdrawn{Ply: 1, Move: sampleID, Corrected: true, Restored: true, Annulled: true, Reassigned: true},
		ClockChanged{Changes: []string{"pressed", "period_began"}, Clocks: Clocks{White: 1830, Black: 0, Running: "black"}, By: "white", WhiteFlag: true, BlackFlag: true},
		Unexplained{Placement: "8/8/8/8/8/8/8/8", After: 12, Explained: true},
		Ended{Result: "1-0", Reason: "checkmate", Source: SourceDerived, Articles: []string{"5.1.1"}, Withdraws: sampleID},
		FinalResult{Result: "0-0", Reason: "arbiter", Source: SourceRuled, Unlisted: "banana"},
		FinalResult{Result: "1/2-1/2", Reason: "agreement", Source: SourceRuled, Articles: []string{"5.2.3"}, Withdraws: sampleID, Points: &Points{White: 0, Black: 2}},
		Answered{Ruling: "desk-main.7", Request: sampleBy.Request, Answer: AnswerDiscretion, Articles: []string{"9.1.2"}, Text: "accepted", Verdict: VerdictCannotSay},
		FindingRaised{Kind: FindingIllegalMove, Ply: 7, Articles: []string{"7.5.1"}, Text: "king left in check", Duty: &Duty{Act: "may act", Until: "until the opponent's next move", Articles: []string{"A.5.2"}}},
		FindingCleared{Finding: sampleID, Kind: FindingIllegalMove},
	}
	bare := []Payload{
		BoardSurface{Placement: "8/8/8/8/8/8/8/8"},
		BoardSquare{Square: "e2"},
		ClockReading{},
		DeviceSeen{Driver: "dgt", Port: "/dev/ttyUSB0"},
		DeviceLost{Port: "/dev/ttyUSB0", Reason: "silent"},
		SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1},
		SittingOpened{Hall: "main", Sitting: "s0003", Rate: 1, Sealed: []string{"open.1.3"}},
		Roster{Ruled: least, Edition: "2023", Kind: "rapid", Control: "15+10", Tables: []Pairing{}},
		Assign{Ruled: least},
		Start{least},
		ResultRuling{Ruled: least, Result: "*"},
		Confirm{Ruled: least},
		Claim{Ruled: least, Ground: "fifty"},
		Claim{Ruled: least, Ground: "fifty", Touched: true},
		Offer{Ruled: least, Player: "white", Rejected: true},
		Quickplay{Ruled: least, Player: "white", Step: QuickplaySubmitted, Ground: GroundNoEffort},
		Illegal{Ruled: least, Player: "white", Offence: OffenceIllegalMove, Ply: 7, Agreed: true},
		Illegal{Ruled: least, Player: "black", Offence: OffencePress},
		Withdrawn{Ply: 1, Move: sampleID},
		Reversed{Ruled: least},
		Displaced{Ruled: least},
		Penalty{Ruled: least, Player: "white", Penalty: PenaltyWarning},
		Uncount{Ruled: least, Player: "black"},
		Seal{Ruled: least},
		CastlingRuling{Ruled: least, Player: "white", Why: CastlingMisplaced},
		CastlingBarred{Player: "white"},
		NoSeal{Ruled: least},
		Unseal{Ruled: least, Found: EnvelopeLost},
		AdjournedRuling{Ruled: least, Moves: []string{}},
		AdjournedFact{State: AdjournedOrdered},
		Paired{White: "p1", Black: "p2", Edition: "2023", Kind: "rapid", Control: "15+10", FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Rate: 1},
		Lifted{Square: "e2"},
		Made{Ply: 1, UCI: "a7a8q", SAN: "a8=Q+", FEN: "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		Completed{Ply: 1, Move: sampleID, By: ByEnd},
		ClockChanged{Changes: []string{}},
		Unexplained{Explained: true},
		Ended{Result: "*", Source: SourceNone},
		FinalResult{Result: "*", Reason: "not_recorded", Source: SourceNone},
		Answered{Ruling: "desk-main.7", Request: "file:0123456789abcdef", Answer: AnswerAccepted},
		FindingRaised{Kind: FindingDevice, Text: "dgt-31415 is lost"},
		Unknown{Type: "piece.v2.touched", Raw: []byte(`{"square":"g1","force":[1,2.5,null],"Why":"<&>"}`)},
	}
	var out []Event
	for _, p := range full {
		out = append(out, sampleEvent(17, p))
	}
	for _, p := range bare {
		e := sampleEvent(1, p)
		e.Prev = ""
		out = append(out, e)
	}
	return out
}

// sampleEvent puts a payload into an envelope that fits its type.
func sampleEvent(seq uint64, p Payload) Event {
	e := Event{Type: p.EventType(), Seq: seq, Observed: sampleAt, Recorded: sampleAt.Add(time.Millisecond), Prev: sampleHash, Data: p}
	_, ruling := p.(Ruling)
	switch {
	case ruling:
		e.Source, e.Scope = "desk-main", TableScope("open.1.3")
		e.ID = sourceID(e.Source, seq)
	case strings.HasPrefix(string(e.Type), "sitting."), strings.HasPrefix(string(e.Type), "source."), e.Type == TypeTick, e.Type == TypeRecordCut:
		e.Source, e.Scope = "fold-main", HallScope
		e.ID = sourceID(e.Source, seq)
	case observed(e.Type):
		e.Source, e.Scope = "ingest-main-venue-3f2a", DeviceScope("dgt-31415")
		e.ID = sourceID(e.Source, seq)
	default:
		e.Source, e.Scope = "fold-main", TableScope("open.1.3")
		e.ID, e.Cause = sampleID, "ingest-main-venue-3f2a.17"
	}
	return e
}

func observed(t Type) bool {
	switch t {
	case TypeBoardSurface, TypeBoardSquare, TypeClockReading, TypeDeviceSeen, TypeDeviceLost, TypeDeviceQuiet:
		return true
	}
	return false
}
