package engine_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
)

// all reads a whole answer as text.
func all(t testing.TB, c driver.Conn, sql string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	rows, err := c.Query(ctx, sql)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var out strings.Builder
	for rows.Next() {
		var cells []any
		for _, k := range rows.ColumnTypes() {
			cells = append(cells, cell(k.ScanType()))
		}
		if err := rows.Scan(cells...); err != nil {
			return "", err
		}
		for _, v := range cells {
			fmt.Fprintf(&out, "%v\t", deref(v))
		}
		out.WriteByte('\n')
	}
	return out.String(), rows.Err()
}

// TestAStatementReachesNothingBesideItsData: neither files nor other machines
// nor users and rights, by any way that SQL has; what the engine's own rights
// let through the system refuses.
func TestAStatementReachesNothingBesideItsData(t *testing.T) {
	cfg := only(enginetest.Config(t))
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret.txt")
	if err := os.WriteFile(secret, []byte("the desk's token"), 0o600); err != nil {
		t.Fatal(err)
	}
	web, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	called := make(chan bool, 1)
	go func() {
		if c, err := web.Accept(); err == nil {
			c.Close()
			called <- true
		}
	}()
	e := enginetest.Start(t, cfg)
	c := open(t, e.Options(engine.Live, "default"))
	run(t, c, "CREATE DATABASE d", "CREATE TABLE d.t (a Int32) ENGINE = MergeTree ORDER BY a", "INSERT INTO d.t VALUES (1)")
	in := func(sql string) string {
		return strings.NewReplacer("SECRET", secret, "OUT", outside+"/out", "DIR", outside, "WEB", web.Addr().String()).Replace(sql)
	}
	for _, sql := range []string{
		"SELECT file('SECRET')",
		"SELECT `file`('SECRET')",
		"SELECT * APPLY(file) FROM (SELECT 'SECRET')",
		"SELECT file('/etc/passwd')",
		"SELECT file('/proc/1/environ')",
		fmt.Sprintf("SELECT file('/proc/%d/environ')", os.Getpid()),
		"SELECT * FROM file('SECRET', 'LineAsString')",
		"DESCRIBE TABLE file('SECRET')",
		"SELECT * FROM default.`SECRET`",
		"SELECT * FROM `SECRET`",
		"SELECT * FROM filesystem('DIR')",
		"SELECT * FROM sqlite('OUT', 't')",
		"SELECT * FROM icebergLocal('DIR')",
		"SELECT * FROM executable('cat', 'LineAsString', 'a String')",
		"SELECT catboostEvaluate('SECRET', 1)",
		"SELECT * FROM d.t INTO OUTFILE 'OUT'",
		"INSERT INTO d.t FROM INFILE 'SECRET' FORMAT TSV",
		"INSERT INTO FUNCTION file('OUT', 'TSV', 'a Int8') SELECT 1",
		"CREATE TABLE d.f (a String) ENGINE = File(LineAsString, 'SECRET')",
		"CREATE TABLE d.k (a Int32) ENGINE = EmbeddedRocksDB(0, 'OUT') PRIMARY KEY a",
		"CREATE TABLE d.k (a Int32) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = local, path = 'OUT/')",
		"CREATE DATABASE f ENGINE = Filesystem('DIR')",
		"CREATE DICTIONARY d.d (a Int32, b String) PRIMARY KEY a SOURCE(FILE(path 'SECRET' format 'TSV')) LAYOUT(FLAT()) LIFETIME(1)",
		"BACKUP DATABASE d TO File('OUT')",
		"RESTORE DATABASE x FROM File('SECRET')",
		"SELECT * FROM url('http://WEB/', 'LineAsString')",
		"SELECT * FROM s3('http://WEB/bucket/key', 'LineAsString')",
		"SELECT * FROM remote('WEB', d.t)",
		"SELECT * FROM mysql('WEB', 'a', 'b', 'c', 'd')",
		"SELECT * FROM redis('WEB', 'k', 'k String')",
		"CREATE TABLE d.u (a String) ENGINE = URL('http://WEB/', LineAsString)",
		"CREATE DICTIONARY d.h (a Int32, b String) PRIMARY KEY a SOURCE(HTTP(url 'http://WEB/' format 'TSV')) LAYOUT(FLAT()) LIFETIME(1)",
		"CREATE USER other", "ALTER USER default IDENTIFIED BY 'x'", "GRANT ALL ON *.* TO default", "CREATE FUNCTION f AS x -> x", "EXECUTE AS default SELECT 1",
		"SELECT * FROM system.stack_trace", "SELECT * FROM system.models", "SYSTEM SHUTDOWN", "SYSTEM KILL", "SELECT addressToLine(1)",
		"SELECT 1; SELECT 2",
	} {
		answer, err := all(t, c, in(sql))
		var said *clickhouse.Exception
		if !errors.As(err, &said) || said.Code == 0 {
			t.Errorf("%s: answered %q and %v, want an exception of the engine", sql, answer, err)
		}
	}
	if left, _ := filepath.Glob(outside + "/*"); len(left) != 1 {
		t.Errorf("a statement made files: %q", left)
	}
	select {
	case <-called:
		t.Error("a statement called another machine")
	default:
	}
	// All this left the engine as it was.
	if got, err := all(t, c, "SELECT a FROM d.t"); got != "1\t\n" || err != nil {
		t.Errorf("afterwards read %q, %v", got, err)
	}
}

// TestThePublicUserSeesNothingOfTheLiveOne, wherever it looks.
func TestThePublicUserSeesNothingOfTheLiveOne(t *testing.T) {
	cfg := enginetest.Config(t)
	e := enginetest.Start(t, cfg)
	live, public := open(t, e.Options(engine.Live, "default")), open(t, e.Options(engine.Public, "default"))
	// The public side never says the word by itself, so where it reads it the
	// live side shows.
	const word = "zugzwang"
	run(t, live, "CREATE DATABASE zugzwang", "CREATE TABLE zugzwang.plies (a Int32) ENGINE = MergeTree ORDER BY a", "INSERT INTO zugzwang.plies VALUES (1)")
	run(t, public, "CREATE DATABASE boardwire_public", "CREATE TABLE boardwire_public.plies (a Int32) ENGINE = MergeTree ORDER BY a", "INSERT INTO boardwire_public.plies VALUES (2)")
	if err := live.Exec(t.Context(), "SELECT throwIf(1, 'zugzwang')"); err == nil {
		t.Fatal("no error where one was asked for")
	}
	tables, err := all(t, public, "SELECT name FROM system.tables WHERE database = 'system'")
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, name := range strings.Fields(tables) {
		if name == "unicode" {
			continue // is large
		}
		answer, err := all(t, public, "SELECT toString(tuple(*)) FROM (SELECT * FROM system.`"+name+"` LIMIT 2000)")
		if err == nil {
			looked++
		}
		if strings.Contains(answer, word) {
			t.Errorf("system.%s shows the live side: %.300s", name, answer)
		}
	}
	if looked < 50 {
		t.Errorf("only %d system tables could be read", looked)
	}
	for _, sql := range []string{"SELECT * FROM zugzwang.plies", "SELECT * FROM merge('zugzwang', '.*')", "USE zugzwang"} {
		if answer, err := all(t, public, sql); err == nil {
			t.Errorf("%s: the public user read %q", sql, answer)
		}
	}
	if got, err := all(t, public, "SELECT * FROM boardwire_public.plies"); got != "2\t\n" || err != nil {
		t.Errorf("the public user read %q, %v of its own", got, err)
	}
	// Not even through the file system: the folder of one is shut to the other.
	if answer, err := all(t, public, "SELECT file('"+filepath.Join(cfg.Data, "live", "users.xml")+"')"); err == nil {
		t.Errorf("the public user read %q", answer)
	}
	if answer, err := all(t, live, "SELECT file('"+filepath.Join(cfg.Data, "live", "users.xml")+"')"); err != nil || answer == "" {
		t.Skipf("CANNOT: this kernel does not confine processes (%v)", err)
	}
}

// TestOnlyWhoKnowsTheSecretIsAnswered.
func TestOnlyWhoKnowsTheSecretIsAnswered(t *testing.T) {
	e := enginetest.Start(t, enginetest.Config(t))
	ok := e.Options(engine.Live, "default")
	for name, change := range map[string]func(o *clickhouse.Options){
		"wrong secret":               func(o *clickhouse.Options) { o.Auth.Password += "x" },
		"no secret":                  func(o *clickhouse.Options) { o.Auth.Password = "" },
		"another user":               func(o *clickhouse.Options) { o.Auth.Username = "default" },
		"no user":                    func(o *clickhouse.Options) { o.Auth = clickhouse.Auth{} },
		"the public one's at live's": func(o *clickhouse.Options) { o.Auth = e.Options(engine.Public, "default").Auth },
	} {
		o := e.Options(engine.Live, "default")
		change(o)
		err := open(t, o).Ping(t.Context())
		var said *clickhouse.Exception
		if !errors.As(err, &said) || said.Code != 516 {
			t.Errorf("%s: %v, want exception 516", name, err)
		}
		if err != nil && strings.Contains(err.Error(), ok.Auth.Password) {
			t.Errorf("%s: the error tells the secret", name)
		}
	}
	if err := open(t, e.Options("nobody", "default")).Ping(t.Context()); err == nil {
		t.Error("an unknown user was answered")
	}
	if err := open(t, ok).Ping(t.Context()); err != nil {
		t.Error(err)
	}
}
