package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"

	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
)

// TestErrorsAreClickHousesOwn: number, name and text reach the caller typed.
func TestErrorsAreClickHousesOwn(t *testing.T) {
	e := enginetest.Start(t, only(enginetest.Config(t)))
	c := open(t, e.Options(engine.Live, "default"))
	run(t, c, "CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a")
	for _, tt := range []struct {
		name, sql string
		ctx       context.Context
		code      int32
		codeName  string
	}{
		{name: "no such table", sql: "SELECT * FROM nowhere", code: 60, codeName: "UNKNOWN_TABLE"},
		{name: "no such column", sql: "SELECT b FROM t", code: 47, codeName: "UNKNOWN_IDENTIFIER"},
		{name: "no sense", sql: "SELEC 1", code: 62, codeName: "SYNTAX_ERROR"},
		{name: "an unknown setting", sql: "SELECT 1", ctx: clickhouse.Context(t.Context(), clickhouse.WithSettings(clickhouse.Settings{"no_such_thing": 1})), code: 115, codeName: "UNKNOWN_SETTING"},
		{name: "a parameter that is missing", sql: "SELECT {x:UInt8}", code: 456, codeName: "UNKNOWN_QUERY_PARAMETER"},
		{name: "at the first row", sql: "SELECT throwIf(number = 0, 'at once') FROM numbers(10)", code: 395, codeName: "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"},
		{name: "in the middle of the answer", sql: "SELECT throwIf(number = 3000000, 'in between') FROM numbers(4000000) SETTINGS max_threads = 1", code: 395, codeName: "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"},
		{name: "too long", sql: "SELECT sum(sipHash64(number)) FROM numbers(100000000000)", ctx: clickhouse.Context(t.Context(), clickhouse.WithSettings(clickhouse.Settings{"max_execution_time": 1})), code: 159, codeName: "TIMEOUT_EXCEEDED"},
		{name: "too much memory", sql: "SELECT count() FROM (SELECT number FROM numbers(30000000) GROUP BY number)", ctx: clickhouse.Context(t.Context(), clickhouse.WithSettings(clickhouse.Settings{"max_memory_usage": 10000000})), code: 241, codeName: "MEMORY_LIMIT_EXCEEDED"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.ctx == nil {
				tt.ctx = t.Context()
			}
			rows, err := c.Query(tt.ctx, tt.sql)
			if err == nil {
				for rows.Next() {
				}
				err = rows.Err()
				rows.Close()
			}
			var said *clickhouse.Exception
			if !errors.As(err, &said) {
				t.Fatalf("%v (%T), want an exception", err, err)
			}
			if said.Code != tt.code || said.CodeName != tt.codeName || said.Message == "" {
				t.Errorf("exception %d %s: %q, want %d %s", said.Code, said.CodeName, said.Message, tt.code, tt.codeName)
			}
		})
	}
	o := e.Options(engine.Live, "no_such_database")
	var said *clickhouse.Exception
	if err := open(t, o).Ping(t.Context()); !errors.As(err, &said) || said.Code != 81 {
		t.Errorf("a database that is not there: %v, want exception 81", err)
	}
	b, err := c.PrepareBatch(t.Context(), "INSERT INTO t")
	if err != nil {
		t.Fatal(err)
	}
	run(t, c, "DROP TABLE t SYNC")
	if err := errors.Join(b.Append(uint8(1)), b.Send()); !errors.As(err, &said) || said.Code != 60 {
		t.Errorf("a batch for a table that is gone: %v, want exception 60", err)
	}
}

// TestARequestIsASession: what one sets up, another does not see.
func TestARequestIsASession(t *testing.T) {
	e := enginetest.Start(t, only(enginetest.Config(t)))
	c := open(t, e.Options(engine.Live, "default"))
	run(t, c, "CREATE DATABASE other", "CREATE TABLE other.t (a UInt8) ENGINE = MergeTree ORDER BY a", "SET max_threads = 3", "USE other", "CREATE TEMPORARY TABLE tmp (a Int8)")
	if got, err := all(t, c, "SELECT concatWithSeparator(' ', currentDatabase(), getSetting('max_threads') = 3, getSetting('async_insert'), ifNull((SELECT count() FROM system.tables WHERE is_temporary), 0))"); got != "default 0 false 0\t\n" || err != nil {
		t.Errorf("the next request sees %q, %v", got, err)
	}
	o := e.Options(engine.Live, "other")
	o.Settings = clickhouse.Settings{"max_threads": 2, "log_comment": "it's mine"}
	if got, err := all(t, open(t, o), "SELECT currentDatabase(), getSetting('max_threads'), position(getSetting('log_comment'), 'it\\'s mine') > 0 FROM system.one"); got != "other\t2\t1\t\n" || err != nil {
		t.Errorf("a request with a database and settings sees %q, %v", got, err)
	}
	ctx := clickhouse.Context(t.Context(), clickhouse.WithParameters(clickhouse.Parameters{"a": "e4 'x'\\tz", "b": "7", "c": "[1,2]"}))
	var text string
	var n uint8
	var list []uint16
	if err := c.QueryRow(ctx, "SELECT {a:String}, {b:UInt8}, {c:Array(UInt16)}").Scan(&text, &n, &list); err != nil || text != "e4 'x'\tz" || n != 7 || len(list) != 2 {
		t.Errorf("parameters came as %q, %d, %v, %v", text, n, list, err)
	}
}

// TestManyAtOnce: more connections than there are slots, each with its own.
func TestManyAtOnce(t *testing.T) {
	e := enginetest.Start(t, only(enginetest.Config(t)))
	c := open(t, e.Options(engine.Live, "default"))
	run(t, c, "CREATE TABLE t (who UInt32, n UInt32) ENGINE = MergeTree ORDER BY (who, n)")
	var all sync.WaitGroup
	for who := range 20 {
		all.Go(func() {
			o := e.Options(engine.Live, "default")
			c, err := clickhouse.Open(o)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			b, err := c.PrepareBatch(t.Context(), "INSERT INTO t")
			if err != nil {
				t.Error(err)
				return
			}
			for n := range 500 {
				if err := b.Append(uint32(who), uint32(n)); err != nil {
					t.Error(err)
				}
			}
			if err := b.Send(); err != nil {
				t.Error(err)
			}
			for range 5 {
				var count, sum uint64
				if err := c.QueryRow(t.Context(), "SELECT count(), sum(n) FROM t WHERE who = ?", who).Scan(&count, &sum); err != nil || count != 500 || sum != 499*250 {
					t.Errorf("%d: %d rows, sum %d, %v", who, count, sum, err)
				}
			}
		})
	}
	all.Wait()
}

// TestACancelledQueryEnds, also in the engine.
func TestACancelledQueryEnds(t *testing.T) {
	e := enginetest.Start(t, only(enginetest.Config(t)))
	c := open(t, e.Options(engine.Live, "default"))
	for _, sql := range []string{
		"SELECT sum(sipHash64(number)) FROM numbers(1000000000000)", // says nothing before its end
		"SELECT number FROM numbers(1000000000000)",                 // says much
	} {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			rows, err := c.Query(ctx, sql)
			for err == nil && rows.Next() {
			}
			if err == nil {
				err = errors.Join(rows.Err(), rows.Close())
			}
			done <- err
		}()
		running := func() bool {
			got, err := all(t, c, "SELECT count() FROM system.processes WHERE query LIKE '%1000000000000%' AND query NOT LIKE '%processes%'")
			return err == nil && got != "0\t\n"
		}
		until(t, "the statement runs", running)
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want cancelled", sql, err)
		}
		until(t, "the statement is gone from the engine", func() bool { return !running() })
	}
}

// until waits for what comes by itself.
func until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited 20 s in vain: %s", what)
		}
	}
}

// TestEveryCompressionOfTheDriver writes and reads.
func TestEveryCompressionOfTheDriver(t *testing.T) {
	e := enginetest.Start(t, only(enginetest.Config(t)))
	for _, m := range []clickhouse.CompressionMethod{clickhouse.CompressionNone, clickhouse.CompressionLZ4, clickhouse.CompressionZSTD, clickhouse.CompressionGZIP, clickhouse.CompressionDeflate} {
		t.Run(m.String(), func(t *testing.T) {
			o := e.Options(engine.Live, "default")
			o.Compression = &clickhouse.Compression{Method: m, Level: 1}
			c := open(t, o)
			run(t, c, "DROP TABLE IF EXISTS z SYNC", "CREATE TABLE z (a LowCardinality(String), n UInt64) ENGINE = MergeTree ORDER BY n")
			b, err := c.PrepareBatch(t.Context(), "INSERT INTO z")
			if err != nil {
				t.Fatal(err)
			}
			for n := range 50000 {
				if err := b.Append(fmt.Sprint("game ", n%7), uint64(n)); err != nil {
					t.Fatal(err)
				}
			}
			if err := b.Send(); err != nil {
				t.Fatal(err)
			}
			rows, err := c.Query(t.Context(), "SELECT a, n FROM z ORDER BY n")
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			var a string
			var got, n uint64
			for ; rows.Next(); got++ {
				if err := rows.Scan(&a, &n); err != nil || n != got || a != fmt.Sprint("game ", n%7) {
					t.Fatalf("row %d is %q, %d, %v", got, a, n, err)
				}
			}
			if rows.Err() != nil || got != 50000 {
				t.Errorf("%d rows, %v", got, rows.Err())
			}
			var said *clickhouse.Exception
			if err := c.Exec(t.Context(), "SELECT * FROM nowhere"); !errors.As(err, &said) || said.Code != 60 {
				t.Errorf("an error came as %v", err)
			}
		})
	}
}

// client speaks plain HTTP with the engine.
func client(e *engine.Engine, user string) *http.Client {
	o := e.Options(user, "")
	return &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return o.DialContext(ctx, "") }}}
}

func post(t *testing.T, e *engine.Engine, query string, body io.Reader) (int, string, http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://engine/?"+query, body)
	if err != nil {
		t.Fatal(err)
	}
	a := e.Options(engine.Live, "").Auth
	req.SetBasicAuth(a.Username, a.Password)
	res, err := client(e, engine.Live).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b), res.Header
}

// TestPlainHTTP: what a person types with curl.
func TestPlainHTTP(t *testing.T) {
	e := enginetest.Start(t, only(enginetest.Config(t)))
	for _, tt := range []struct {
		query, body string
		status      int
		want        string
	}{
		{"", "SELECT 1, 'a'", 200, "1\ta\n"},
		{"", "SELECT 1 AS x FORMAT JSONEachRow", 200, "{\"x\":1}\n"},
		{"", "SELECT 1 AS x FORMAT CSVWithNames;", 200, "\"x\"\n1\n"},
		{"query=SELECT+2", "", 200, "2\n"},
		{"query=SELECT", " 3", 200, "3\n"},
		{"default_format=CSV", "SELECT 'a,b'", 200, "\"a,b\"\n"},
		{"param_x=7", "SELECT {x:UInt8} + 1", 200, "8\n"},
		{"", "CREATE TABLE t (a UInt8, b String) ENGINE = MergeTree ORDER BY a", 200, ""},
		{"", "INSERT INTO t VALUES (1, 'FORMAT; SELECT'), (2, 'x')", 200, ""},
		{"query=INSERT+INTO+t+FORMAT+CSV", "3,y\n4,z\n", 200, ""},
		{"query=INSERT+INTO+t+(a,b)+FORMAT+JSONEachRow", "{\"a\":5,\"b\":\"w\"}", 200, ""},
		{"", "INSERT INTO t SELECT a + 10, b FROM t", 200, ""},
		{"", "SELECT count(), sum(a) FROM t", 200, "10\t80\n"},
		{"", "DESCRIBE TABLE t FORMAT TSV", 200, "a\tUInt8\t\t\t\t\t\nb\tString\t\t\t\t\t\n"},
		{"", "", 400, "Code: 62. DB::Exception: Empty query. (SYNTAX_ERROR)\n"},
		{"session_id=1", "SELECT 1", 501, "Code: 48. DB::Exception: session_id is not known here: every request is a session of its own. (NOT_IMPLEMENTED)\n"},
		{"x%27y=1", "SELECT 1", 400, "Code: 115. DB::Exception: setting \"x'y\" is none. (UNKNOWN_SETTING)\n"},
		{"max_threads=1%27%2C+readonly+%3D+%272", "SELECT 1", 400, ""},
	} {
		status, got, _ := post(t, e, tt.query, strings.NewReader(tt.body))
		if status != tt.status || got != tt.want && tt.want != "" {
			t.Errorf("%s %q: %d %q, want %d %q", tt.query, tt.body, status, got, tt.status, tt.want)
		}
	}
	_, _, h := post(t, e, "query_id=abc", strings.NewReader("SELECT 1 FORMAT JSON"))
	if h.Get("X-ClickHouse-Format") != "JSON" || h.Get("X-ClickHouse-Query-Id") != "abc" || !strings.HasPrefix(h.Get("Content-Type"), "application/json") {
		t.Errorf("headers %v", h)
	}
	req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://engine/?query=DROP+TABLE+t", nil)
	a := e.Options(engine.Live, "").Auth
	req.SetBasicAuth(a.Username, a.Password)
	res, err := client(e, engine.Live).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if got := res.Header.Get("X-ClickHouse-Exception-Code"); got != "164" {
		t.Errorf("a GET that changes something: exception %q, want 164 (READONLY)", got)
	}
}

// TestLargeBodiesAreRefused while they come, and a large answer streams.
func TestLargeBodiesAreRefused(t *testing.T) {
	e := enginetest.Start(t, only(enginetest.Config(t)))
	status, text, _ := post(t, e, "", io.MultiReader(strings.NewReader("SELECT '"), bytes.NewReader(bytes.Repeat([]byte("x"), 17<<20))))
	if status != 413 || !strings.Contains(text, "Code: 307.") {
		t.Errorf("a statement of 17 MB: %d %.100s", status, text)
	}
	c := open(t, e.Options(engine.Live, "default"))
	run(t, c, "CREATE TABLE t (a String) ENGINE = MergeTree ORDER BY tuple()")
	status, text, _ = post(t, e, "query=INSERT+INTO+t+FORMAT+TSV", io.LimitReader(zeros{}, 257<<20))
	if status != 413 || !strings.Contains(text, "Code: 307.") {
		t.Errorf("an insert of 257 MB: %d %.100s", status, text)
	}
	if got, err := all(t, c, "SELECT count() < 1000000000 FROM t"); err != nil {
		t.Errorf("afterwards: %q, %v", got, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "0123456789\n"[i%11]
	}
	return len(p), nil
}

// TestNativeWithoutARevision is the format as files have it: the driver's own
// decoder reads it at revision 0.
func TestNativeWithoutARevision(t *testing.T) {
	e := enginetest.Start(t, only(enginetest.Config(t)))
	_, plain, _ := post(t, e, "default_format=Native", strings.NewReader("SELECT toUInt8(7) AS n"))
	if want := "\x01\x01\x01n\x05UInt8\x07"; plain != want {
		t.Errorf("without a revision %q, want %q", plain, want)
	}
	_, with, _ := post(t, e, "default_format=Native&client_protocol_version=54460", strings.NewReader("SELECT toUInt8(7) AS n"))
	if want := "\x01\x00\x02\xff\xff\xff\xff\x00\x01\x01\x01n\x05UInt8\x00\x07"; with != want {
		t.Errorf("with a revision %q, want %q", with, want)
	}
}
