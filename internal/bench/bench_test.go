package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/game"
	"boardwire/internal/config"
)

func TestPercentilesAreTimesThatWereMeasured(t *testing.T) {
	var times []time.Duration
	for n := 200; n > 0; n-- {
		times = append(times, time.Duration(n))
	}
	want := spread{n: 200, p50: 100, p99: 198, max: 200}
	if got := spreadOf(times); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := spreadOf([]time.Duration{7}), (spread{1, 7, 7, 7}); got != want {
		t.Errorf("one time: got %+v, want %+v", got, want)
	}
	if got := spreadOf(nil); got != (spread{}) {
		t.Errorf("no time: got %+v", got)
	}
}

// A frame counts from the read that brought its last byte, and once though it
// came again.
func TestAFrameIsSeenWhenItsLastByteIsRead(t *testing.T) {
	at := func(n int) time.Time { return time.Unix(int64(n), 0) }
	v := &viewer{}
	for i, text := range []string{
		"retry: 1000\n\nid: a-1\nevent: resync\ndata: {\"games\":[]}\n\n",
		"id: a-2\nevent: made\ndata: {\"kind\":\"made\",\"game\":\"bench.1.2\",\"ply\":1}\n\nid: a-3\nevent: completed\ndata: {\"kind\":\"comp",
		"leted\",\"game\":\"bench.1.2\",\"ply\":1}\n",
		"\n:\n\n",
		"id: a-3\nevent: completed\ndata: {\"kind\":\"completed\",\"game\":\"bench.1.2\",\"ply\":1}\n\n",
	} {
		v.bytes = append(v.bytes, text...)
		v.pieces = append(v.pieces, piece{at(i), len(v.bytes)})
	}
	want := map[moment]time.Time{
		{"bench.1.2", "made", 1}:      at(1),
		{"bench.1.2", "completed", 1}: at(3),
	}
	if d := cmp.Diff(want, v.seen(), cmp.AllowUnexported(moment{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := v.lastID(); got != "a-3" {
		t.Errorf("last id %q, want a-3", got)
	}
}

func TestTheTournamentFileHasNoFault(t *testing.T) {
	for _, commentators := range []bool{false, true} {
		f, err := config.Parse("bench.toml", []byte(tournament(200, commentators)))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(f.Rounds[0].Tables); got != 200 {
			t.Errorf("%d tables, want 200", got)
		}
	}
}

// What is made up must be play, or the fold and the start have nothing to do.
func TestObservationsAreGames(t *testing.T) {
	evs, stored, err := observations(2, 2000)
	if err != nil {
		t.Fatal(err)
	}
	chain := events.Chain{Source: source}
	for i, e := range evs {
		if err := chain.Check(e); err != nil {
			t.Fatal(err)
		}
		chain.Stored(stored[i])
	}
	record := play(t, 2, stored)
	fold := game.NewFold("main")
	moves, alarms := 0, 0
	for i, b := range record {
		facts, err := fold.Take(uint64(i+1), b)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range facts {
			switch f.Event.Type {
			case events.TypeCompleted:
				moves++
			case events.TypeFindingRaised, events.TypeUnexplained:
				alarms++
			}
		}
	}
	if moves < len(stored)/20 || alarms > 0 {
		t.Errorf("%d events are %d completed moves and %d alarms", len(stored), moves, alarms)
	}
}

// play puts what the tournament file states in front of observations.
func play(t *testing.T, boards int, stored [][]byte) [][]byte {
	t.Helper()
	f, err := config.Parse("bench.toml", []byte(tournament(boards, false)))
	if err != nil {
		t.Fatal(err)
	}
	chain := events.Chain{Source: "desk-main"}
	var record [][]byte
	add := func(scope events.Scope, p events.Payload) {
		e := events.Event{Scope: scope, Observed: time.Unix(0, 0), Recorded: time.Unix(0, 0), Data: p}
		chain.Next(&e)
		b, err := events.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		chain.Stored(b)
		record = append(record, b)
	}
	add(events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
	for _, r := range f.Rulings(nil, config.Salt{}) {
		add(r.Scope, r.Ruling)
	}
	return append(record, stored...)
}

func TestProcessorTimesAreRead(t *testing.T) {
	before, err := processTime("self")
	if err != nil {
		t.Fatal(err)
	}
	after := before
	for end := time.Now().Add(time.Minute); after <= before && time.Now().Before(end); {
		if after, err = processTime("self"); err != nil { // reading it takes some itself
			t.Fatal(err)
		}
	}
	busy, err := machineTime()
	if err != nil {
		t.Fatal(err)
	}
	if after <= before || busy < after {
		t.Errorf("this process had %v, then %v; the machine %v", before, after, busy)
	}
	now, most, err := memory(1)
	if err != nil || now <= 0 || most < now {
		t.Errorf("memory of process 1: %d now, %d at most, %v", now, most, err)
	}
}
