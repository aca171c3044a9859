package events

import "testing"

func TestSubjects(t *testing.T) {
	obs := sampleEvent(1, BoardSquare{})
	for _, tt := range []struct{ got, want string }{
		{Subject("main", "s0001", obs), "bw.in.main.s0001.obs.ingest-main-venue-3f2a.dgt-31415.board-square"},
		{Subject("main", "s0001", sampleEvent(1, DeviceQuiet{})), "bw.in.main.s0001.obs.ingest-main-venue-3f2a.dgt-31415.device-quiet"},
		{Subject("main", "s0001", Event{Type: TypeSourceDrained, Scope: HallScope, Source: "ingest-main-venue-3f2a"}), "bw.in.main.s0001.obs.ingest-main-venue-3f2a._.source-drained"},
		{Subject("main", "s0001", sampleEvent(1, Assign{})), "bw.in.main.s0001.rule.open.1.3.assign"},
		{Subject("main", "s0001", Event{Type: TypeRulingRoster, Scope: RoundScope("open.1")}), "bw.in.main.s0001.rule.open.1._.roster"},
		{Subject("main", "s0001", Event{Type: TypeRulingAudience, Scope: TournamentScope("open")}), "bw.in.main.s0001.rule.open._._.audience"},
		{Subject("main", "s0001", sampleEvent(1, SittingOpened{})), "bw.in.main.s0001.rule._._._.sitting-opened"},
		{Subject("main", "s0001", sampleEvent(1, Tick{})), "bw.in.main.s0001.tick"},
		{Subject("main", "s0001", sampleEvent(1, RecordCut{})), "bw.in.main.s0001.tick"},
		{Subject("main", "s0001", Event{Type: "board.v2.square", Scope: DeviceScope("dgt-1"), Source: "x"}), "bw.in.main.s0001.obs.x.dgt-1.board-square"},
		{FactSubject("main", "s0001", "g2", sampleEvent(1, Made{})), "bw.fact.main.s0001.g2.open.1.3.move-made"},
		{FactSubject("main", "s0001", "g2", Event{Type: TypeFindingRaised, Scope: DeviceScope("dgt-31415")}), "bw.fact.main.s0001.g2._._._.finding-raised"},
		{FactSubject("main", "s0001", "g1", Event{Type: TypeAnswered, Scope: HallScope}), "bw.fact.main.s0001.g1._._._.answered"},
		{PublicSubject("public", TableScope("open.1.3"), "made"), "bw.pub.public.open.1.3.made"},
		{RecordFilter("main", "s0001", "ingest-main-venue-3f2a"), "bw.in.main.s0001.obs.ingest-main-venue-3f2a.>"},
		{RecordFilter("main", "s0001", "desk-main"), "bw.in.main.s0001.rule.>"},
		{RecordFilter("main", "s0001", "fold-main"), "bw.in.main.s0001.tick"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
}

func TestScopesThatNameSomething(t *testing.T) {
	for _, s := range []Scope{HallScope, DeviceScope("dgt-31415"), TableScope("open.tb-1.12"), RoundScope("open.1"), TournamentScope("open")} {
		if err := s.check(); err != nil {
			t.Error(err)
		}
	}
	for _, s := range []Scope{"", "hall/", "device/", "device/a.b", "round/open", "table/open.1.0", "table/open.1.x", "table/open..1", "tournament/Open"} {
		if s.check() == nil {
			t.Errorf("%q passes for a scope", s)
		}
	}
}
