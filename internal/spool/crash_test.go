package spool

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"boardwire/events"
)

// crashModel is what must be true of an outbox whatever happens to the power.
type crashModel struct {
	disk *memDisk
	box  *Outbox

	chain   events.Chain      // of all that was acknowledged
	acked   map[uint64][]byte // acknowledged and not trimmed
	trimmed uint64            // trimmed at least in memory
	offered map[uint64][]byte // given to an Append that failed
	bound   map[string]bool   // sittings that may be found
	serial  int
}

func (m *crashModel) open(t *rapid.T) {
	box, err := recovered(m.disk)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	m.box = box
	m.check(t)
}

// check compares the outbox with the model, after an open.
func (m *crashModel) check(t *rapid.T) {
	before := m.box.Trimmed()
	if before.Source != "ingest-hall-host-0001" {
		t.Fatalf("source %q", before.Source)
	}
	if before.Seq > m.trimmed {
		t.Fatalf("trimmed up to %d, but only %d was", before.Seq, m.trimmed)
	}
	recs, err := m.box.Read(1 << 20)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	seen := before
	for i, r := range recs {
		if r.Seq != before.Seq+uint64(i)+1 {
			t.Fatalf("event %d is numbered %d", i, r.Seq)
		}
		want, acked := m.acked[r.Seq]
		if !acked {
			want = m.offered[r.Seq]
		}
		if !bytes.Equal(r.Data, want) {
			t.Fatalf("event %d is %q, want %q (acknowledged: %v)", r.Seq, r.Data, want, acked)
		}
		seen.Stored(r.Data)
	}
	if seen != m.box.Chain() {
		t.Fatalf("chain %+v, but the events end in %+v", m.box.Chain(), seen)
	}
	if seen.Seq < m.chain.Seq {
		t.Fatalf("events up to %d were acknowledged, only %d are there", m.chain.Seq, seen.Seq)
	}
	if !m.bound[m.box.Bound()] {
		t.Fatalf("bound to %q, want one of %v", m.box.Bound(), m.bound)
	}
	// What survived is as good as acknowledged from here on.
	m.chain = seen
	for _, r := range recs {
		m.acked[r.Seq] = r.Data
	}
	m.offered = map[uint64][]byte{}
	m.bound = map[string]bool{m.box.Bound(): true}
}

func (m *crashModel) append(t *rapid.T) {
	n := rapid.IntRange(1, 4).Draw(t, "events")
	var evs [][]byte
	for range n {
		m.serial++
		size := rapid.IntRange(0, 900).Draw(t, "size")
		evs = append(evs, append([]byte(fmt.Sprintf("%d:", m.serial)), make([]byte, size)...))
	}
	seq, dead := m.box.Chain().Seq, m.disk.dead
	err := m.box.Append(evs...)
	var full *FullError
	switch {
	case err == nil:
		for i, b := range evs {
			m.acked[seq+uint64(i)+1] = b
			m.chain.Stored(b)
		}
	case errors.As(err, &full):
		if m.box.Chain().Seq != seq {
			t.Fatal("a full outbox moved its chain")
		}
		if full.Waiting == 0 && n == 1 {
			t.Fatalf("one event of %d bytes does not fit into an empty outbox", len(evs[0]))
		}
	case dead:
	default:
		for i, b := range evs {
			m.offered[seq+uint64(i)+1] = b
		}
	}
}

func (m *crashModel) trim(t *rapid.T) {
	waiting := m.box.Pending()
	if waiting == 0 {
		return
	}
	from := m.box.Trimmed().Seq
	to := from + uint64(rapid.IntRange(1, waiting).Draw(t, "trim"))
	if err := m.box.Trim(to); err != nil {
		if errors.Is(err, errPower) || m.disk.dead {
			return
		}
		t.Fatalf("trim: %v", err)
	}
	m.trimmed = max(m.trimmed, to)
	for seq := from + 1; seq <= to; seq++ {
		// It may come back after a crash: keep what it must be.
		m.offered[seq] = m.acked[seq]
	}
}

func TestNothingAcknowledgedIsLostWhenThePowerGoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := int64(minSize + rapid.IntRange(0, 8192).Draw(t, "size"))
		m := &crashModel{
			disk: newMemDisk(size), acked: map[uint64][]byte{}, offered: map[uint64][]byte{},
			bound: map[string]bool{"": true},
		}
		if err := format(m.disk, Options{Size: size, Source: "ingest-hall-host-0001"}); err != nil {
			t.Fatal(err)
		}
		if err := m.disk.Sync(); err != nil {
			t.Fatal(err)
		}
		m.chain.Source = "ingest-hall-host-0001"
		m.open(t)
		t.Repeat(map[string]func(*rapid.T){
			"append": m.append,
			"trim":   m.trim,
			"bind": func(t *rapid.T) {
				s := fmt.Sprintf("s%04d", rapid.IntRange(1, 9).Draw(t, "sitting"))
				m.bound[s] = true
				if m.box.Bind(s) == nil {
					m.bound = map[string]bool{s: true}
				}
			},
			"set a fuse": func(t *rapid.T) {
				m.disk.fuse = rapid.IntRange(0, 12).Draw(t, "operations")
			},
			"power cut": func(t *rapid.T) {
				m.disk = m.disk.crash(t)
				m.open(t)
			},
			"close and open": func(t *rapid.T) {
				if err := m.box.Close(); err != nil {
					m.disk = m.disk.crash(t)
				}
				m.disk.fuse, m.disk.dead = -1, false
				m.open(t)
			},
		})
	})
}
