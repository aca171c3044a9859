package warehouse

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// The schema: numbered statements, each of which may be given again.
//
//go:embed migrations
var migrations embed.FS

// migration is one statement.
type migration struct {
	number   uint32
	name     string
	text     string // with its placeholders
	checksum string
}

// The kinds of database.
const (
	kindLive   = "live"
	kindPublic = "public"
)

func migrationsOf(kind string) ([]migration, error) {
	files, err := fs.Glob(migrations, "migrations/"+kind+"/*.sql")
	if err != nil {
		return nil, err
	}
	var out []migration
	for i, f := range files {
		b, err := migrations.ReadFile(f)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(f[strings.LastIndexByte(f, '/')+1:], ".sql")
		number, err := strconv.ParseUint(name[:4], 10, 32)
		if err != nil || int(number) != i+1 {
			return nil, fmt.Errorf("migration %s: want number %04d", f, i+1)
		}
		sum := sha256.Sum256(b)
		out = append(out, migration{uint32(number), name, string(b), hex.EncodeToString(sum[:])})
	}
	return out, nil
}

var replacing = regexp.MustCompile(`\$replacing\(([a-z]*)\)`)

// statement fills in the placeholders. A cluster makes the tables replicated:
// each shard's replicas share a path in the keeper. It holds the table's own
// number and not its name, for a rebuild exchanges names.
func statement(text, database, cluster string) string {
	on := ""
	if cluster != "" {
		on = "ON CLUSTER " + cluster
	}
	text = strings.ReplaceAll(text, "$db", database)
	text = strings.ReplaceAll(text, " $cluster", strings.TrimRight(" "+on, " "))
	return replacing.ReplaceAllStringFunc(text, func(s string) string {
		version := replacing.FindStringSubmatch(s)[1]
		if cluster == "" {
			return "ReplacingMergeTree(" + version + ")"
		}
		args := []string{"'/clickhouse/tables/{uuid}/{shard}'", "'{replica}'"}
		if version != "" {
			args = append(args, version)
		}
		return "ReplicatedReplacingMergeTree(" + strings.Join(args, ", ") + ")"
	})
}

// applied is the table of what was done, as statement takes it.
const applied = `CREATE TABLE IF NOT EXISTS $db.migrations $cluster
(
    number   UInt32,
    name     String,
    checksum String,
    at       DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = $replacing(at)
ORDER BY number`

// ChangedError says that a migration that was applied reads otherwise now.
type ChangedError struct{ Database, Name string }

func (e *ChangedError) Error() string {
	return fmt.Sprintf("warehouse: migration %s of database %s was changed after it was applied; add a new one instead, or rebuild into another database", e.Name, e.Database)
}

// migrate makes or completes a database. Repeating it, or two at once, does no
// harm.
func migrate(ctx context.Context, conn driver.Conn, kind, database, cluster string) error {
	list, err := migrationsOf(kind)
	if err != nil {
		return err
	}
	if err := makeDatabase(ctx, conn, database, cluster); err != nil {
		return fmt.Errorf("warehouse: database %s: %w", database, err)
	}
	if err := conn.Exec(ctx, statement(applied, database, cluster)); err != nil {
		return fmt.Errorf("warehouse: database %s: %w", database, err)
	}
	done := map[uint32]string{}
	rows, err := conn.Query(ctx, "SELECT number, argMax(checksum, at) FROM "+database+".migrations GROUP BY number")
	if err != nil {
		return fmt.Errorf("warehouse: database %s: %w", database, err)
	}
	defer rows.Close()
	for rows.Next() {
		var number uint32
		var checksum string
		if err := rows.Scan(&number, &checksum); err != nil {
			return err
		}
		done[number] = checksum
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, m := range list {
		switch checksum, ok := done[m.number]; {
		case ok && checksum != m.checksum:
			return &ChangedError{Database: database, Name: m.name}
		case ok:
			continue
		}
		if err := conn.Exec(ctx, statement(m.text, database, cluster)); err != nil {
			return fmt.Errorf("warehouse: migration %s of database %s: %w", m.name, database, err)
		}
		if err := conn.Exec(ctx, fmt.Sprintf("INSERT INTO %s.migrations (number, name, checksum) VALUES (%d, '%s', '%s')",
			database, m.number, m.name, m.checksum)); err != nil {
			return fmt.Errorf("warehouse: migration %s of database %s: %w", m.name, database, err)
		}
	}
	return nil
}

// makeDatabase makes a database that is not there. Where an administrator made
// it, its writer needs no right to.
func makeDatabase(ctx context.Context, conn driver.Conn, database, cluster string) error {
	var there uint64
	if err := conn.QueryRow(ctx, "SELECT count() FROM system.databases WHERE name = ?", database).Scan(&there); err != nil || there > 0 {
		return err
	}
	q := "CREATE DATABASE IF NOT EXISTS " + database
	if cluster != "" {
		q += " ON CLUSTER " + cluster
	}
	return conn.Exec(ctx, q+" ENGINE = Atomic") // tables can be exchanged in no other
}
