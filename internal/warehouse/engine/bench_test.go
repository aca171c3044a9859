package engine_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"

	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
)

const plies = `CREATE TABLE plies (event LowCardinality(String), game LowCardinality(String), ply UInt16, san LowCardinality(String),
	clk Nullable(Int32), at DateTime64(6, 'UTC'), seq UInt64) ENGINE = ReplacingMergeTree(seq) PARTITION BY event ORDER BY (event, game, ply)`

// fill writes batches of ten thousand rows through the driver.
func fill(b *testing.B, e *engine.Engine, batches int) {
	c := open(b, e.Options(engine.Live, "default"))
	at, clk := time.Date(2026, 11, 29, 15, 0, 0, 0, time.UTC), int32(5400)
	for n := range batches {
		batch, err := c.PrepareBatch(b.Context(), "INSERT INTO plies")
		if err != nil {
			b.Fatal(err)
		}
		for i := range 10000 {
			seq := n*10000 + i
			if err := batch.Append("wc", fmt.Sprint("wc.1.", seq/100), uint16(seq%100), "Nf3", &clk, at.Add(time.Duration(seq)*time.Second), uint64(seq)); err != nil {
				b.Fatal(err)
			}
		}
		if err := batch.Send(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkInsert is one batch of 10,000 rows of seven columns, rows built
// included.
func BenchmarkInsert(b *testing.B) {
	e := enginetest.Start(b, only(enginetest.Config(b)))
	run(b, open(b, e.Options(engine.Live, "default")), plies)
	fill(b, e, 1)
	b.ResetTimer()
	fill(b, e, b.N)
	b.ReportMetric(10000*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkPointQuery is a game's hundred plies out of a million rows, with FINAL.
func BenchmarkPointQuery(b *testing.B) {
	e := enginetest.Start(b, only(enginetest.Config(b)))
	c := open(b, e.Options(engine.Live, "default"))
	run(b, c, plies)
	fill(b, e, 100)
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		rows, err := c.Query(b.Context(), "SELECT ply, san, clk, at FROM plies FINAL WHERE event = 'wc' AND game = {g:String} ORDER BY ply", clickhouse.Named("g", fmt.Sprint("wc.1.", i*7919%10000)))
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for rows.Next() {
			n++
		}
		if err := rows.Close(); err != nil || n != 100 {
			b.Fatal(n, err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(resident(b, e.PID(engine.Live)), "MB-resident")
}

// BenchmarkStart is the start of both processes until both answer.
func BenchmarkStart(b *testing.B) {
	cfg := enginetest.Config(b)
	for b.Loop() {
		e := enginetest.Start(b, cfg)
		b.ReportMetric(resident(b, e.PID(engine.Live)), "MB-resident")
		b.StopTimer()
		e.Close()
		b.StartTimer()
	}
}

// resident is what a process has of its own and shared, in MB.
func resident(b *testing.B, pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	b.Fatal("no VmRSS")
	return 0
}
