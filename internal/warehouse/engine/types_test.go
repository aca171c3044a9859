package engine_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
)

// TestTypesComeBack: what the driver writes is what it reads, for each type
// that a warehouse of games uses, with the values at its ends.
func TestTypesComeBack(t *testing.T) {
	e := enginetest.Start(t, only(enginetest.Config(t)))
	c := open(t, e.Options(engine.Live, "default"))
	at := time.Date(2026, 11, 29, 15, 4, 5, 123456000, time.UTC)
	text, none := "Nimzowitsch–Larsen ♞", (*string)(nil)
	num := int32(-7)
	for _, tt := range []struct {
		kind   string
		values []any
	}{
		{"Int8", []any{int8(-128), int8(127)}},
		{"Int16", []any{int16(-32768), int16(0)}},
		{"Int32", []any{int32(-1 << 31), int32(1<<31 - 1)}},
		{"Int64", []any{int64(-1 << 63), int64(1<<63 - 1)}},
		{"UInt8", []any{uint8(0), uint8(255)}},
		{"UInt16", []any{uint16(65535)}},
		{"UInt32", []any{uint32(1<<32 - 1)}},
		{"UInt64", []any{uint64(1<<64 - 1), uint64(0)}},
		{"Float32", []any{float32(1.5)}},
		{"Float64", []any{-0.1, 1e300}},
		{"Bool", []any{true, false}},
		{"String", []any{"", "a\x00b\n'\\", text, strings.Repeat("x", 100000)}},
		{"FixedString(4)", []any{"a\x00b\xff"}},
		{"LowCardinality(String)", []any{"demo.1.1", "demo.1.1", "", "demo.1.2"}},
		{"LowCardinality(Nullable(String))", []any{&text, none}},
		{"Nullable(String)", []any{&text, none}},
		{"Nullable(Int32)", []any{(*int32)(nil), &num}},
		{"Array(UInt32)", []any{[]uint32{}, []uint32{1, 1<<32 - 1}}},
		{"Array(LowCardinality(String))", []any{[]string{"5.1.1", "9.6.2"}, []string{}}},
		{"Array(Array(Int8))", []any{[][]int8{{1, -1}, {}}}},
		{"Map(String, UInt64)", []any{map[string]uint64{"e4": 1, "": 2}, map[string]uint64{}}},
		{"Map(LowCardinality(String), Int64)", []any{map[string]int64{"a": -1}}},
		{"Enum8('white' = 1, 'black' = -2)", []any{"white", "black"}},
		{"Enum16('made' = 300, 'it\\'s' = 301)", []any{"made", "it's"}},
		{"UUID", []any{uuid.MustParse("01234567-89ab-cdef-fedc-ba9876543210")}},
		{"Date", []any{time.Date(1997, 7, 1, 0, 0, 0, 0, time.UTC)}},
		{"Date32", []any{time.Date(1925, 1, 1, 0, 0, 0, 0, time.UTC)}},
		{"DateTime('UTC')", []any{at.Truncate(time.Second)}},
		{"DateTime64(3, 'UTC')", []any{at.Truncate(time.Millisecond)}},
		{"DateTime64(6, 'UTC')", []any{at}},
		{"DateTime64(9, 'UTC')", []any{at.Add(7)}},
		{"Nullable(DateTime64(6, 'UTC'))", []any{(*time.Time)(nil), &at}},
		{"IPv6", []any{netip.MustParseAddr("2001:db8::1").AsSlice()}},
		{"Tuple(ply UInt16, san String)", []any{[]any{uint16(1), "e4"}}},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			table := "t" + fmt.Sprint(len(tt.kind)) + strings.Map(func(r rune) rune {
				if r >= 'A' && r <= 'z' && r != '\\' && r != '[' && r != ']' || r >= '0' && r <= '9' {
					return r
				}
				return '_'
			}, tt.kind)
			run(t, c, fmt.Sprintf("CREATE TABLE %s (i UInt32, v %s) ENGINE = MergeTree ORDER BY i", table, tt.kind))
			b, err := c.PrepareBatch(t.Context(), "INSERT INTO "+table)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range tt.values {
				if err := b.Append(uint32(i), v); err != nil {
					t.Fatalf("value %d: %v", i, err)
				}
			}
			if err := b.Send(); err != nil {
				t.Fatal(err)
			}
			rows, err := c.Query(t.Context(), "SELECT v, toTypeName(v) FROM "+table+" ORDER BY i")
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			i := 0
			for ; rows.Next(); i++ {
				got := cell(rows.ColumnTypes()[0].ScanType())
				var kind string
				if err := rows.Scan(got, &kind); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(plain(tt.values[i]), plain(deref(got))); diff != "" {
					t.Errorf("value %d (-wrote +read):\n%s", i, diff)
				}
			}
			if err := rows.Err(); err != nil || i != len(tt.values) {
				t.Errorf("read %d rows and %v, want %d", i, err, len(tt.values))
			}
			// An answer without rows has its columns all the same.
			rows, err = c.Query(t.Context(), "SELECT i, v FROM "+table+" WHERE i > 1000000")
			if err != nil {
				t.Fatal(err)
			}
			if got := rows.Columns(); len(got) != 2 || got[1] != "v" {
				t.Errorf("an empty answer has columns %q", got)
			}
			if rows.Next() || rows.Err() != nil {
				t.Errorf("an empty answer has a row, or %v", rows.Err())
			}
			rows.Close()
		})
	}
}
