// Package query answers the questions that people ask after a round, with SQL
// that lies beside it: each file is one question, with a title, notes and
// parameters in its first lines.
package query

import (
	"context"
	"embed"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

//go:embed *.sql
var files embed.FS

// Query is one question.
type Query struct {
	Name string
	// Title says in a line what is answered, Notes what to know about it.
	Title string
	Notes []string
	// Params are those that it has beside tournament, round and game.
	Params []Param
	sql    string
}

// Param is a parameter with its ClickHouse type and what stands where none is
// given.
type Param struct{ Name, Type, Default, About string }

// Scope are the parameters that every question has; empty means all.
var Scope = []string{"tournament", "round", "game"}

// Table is an answer. Cells are what the driver makes of the columns' types.
type Table struct {
	Columns []string
	Rows    [][]any
}

// All returns every question, by name.
func All() []Query {
	list, err := files.ReadDir(".")
	if err != nil {
		panic(err) // they are embedded
	}
	var out []Query
	for _, f := range list {
		name := strings.TrimSuffix(f.Name(), ".sql")
		q, err := Get(name)
		if err != nil {
			panic(err)
		}
		out = append(out, q)
	}
	return out
}

var paramLine = regexp.MustCompile(`^param ([a-z_]+) (\S+) (\S+) (.+)$`)

// Get returns a question by its name.
func Get(name string) (Query, error) {
	b, err := files.ReadFile(name + ".sql")
	if err != nil || strings.ContainsAny(name, "/.") {
		return Query{}, fmt.Errorf("there is no query %q; there are %s", name, strings.Join(Names(), ", "))
	}
	q := Query{Name: name}
	rest := string(b)
	for strings.HasPrefix(rest, "-- ") {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		line = strings.TrimPrefix(line, "-- ")
		switch m := paramLine.FindStringSubmatch(line); {
		case m != nil:
			q.Params = append(q.Params, Param{m[1], m[2], m[3], m[4]})
		case q.Title == "":
			q.Title = line
		default:
			q.Notes = append(q.Notes, line)
		}
	}
	q.sql = strings.TrimSpace(rest)
	return q, nil
}

// Names lists the questions, sorted.
func Names() []string {
	list, _ := files.ReadDir(".")
	var out []string
	for _, f := range list {
		out = append(out, strings.TrimSuffix(f.Name(), ".sql"))
	}
	slices.Sort(out)
	return out
}

var databaseName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// Text returns the SQL for a database; its parameters are ClickHouse's own,
// {name:Type}.
func (q Query) Text(database string) (string, error) {
	if !databaseName.MatchString(database) {
		return "", fmt.Errorf("database %q: a name has a-z, 0-9 and _", database)
	}
	return strings.ReplaceAll(q.sql, "$db", database), nil
}

// Run asks the question. Params are by name; one that the question does not
// have is an error.
func (q Query) Run(ctx context.Context, conn driver.Conn, database string, params map[string]string) (Table, error) {
	text, err := q.Text(database)
	if err != nil {
		return Table{}, err
	}
	given := clickhouse.Parameters{}
	for _, name := range Scope {
		given[name] = ""
	}
	for _, p := range q.Params {
		given[p.Name] = p.Default
	}
	if err := q.Check(params); err != nil {
		return Table{}, err
	}
	for name, value := range params {
		given[name] = value
	}
	rows, err := conn.Query(clickhouse.Context(ctx, clickhouse.WithParameters(given)), text)
	if err != nil {
		return Table{}, fmt.Errorf("query %s: %w", q.Name, err)
	}
	defer rows.Close()
	t := Table{Columns: rows.Columns()}
	types := rows.ColumnTypes()
	for rows.Next() {
		cells := make([]any, len(types))
		for i, c := range types {
			cells[i] = reflect.New(c.ScanType()).Interface()
		}
		if err := rows.Scan(cells...); err != nil {
			return Table{}, fmt.Errorf("query %s: %w", q.Name, err)
		}
		for i, c := range cells {
			cells[i] = plain(reflect.ValueOf(c).Elem())
		}
		t.Rows = append(t.Rows, cells)
	}
	return t, rows.Err()
}

// Check says what is wrong with parameters without asking anybody: a name that
// the question does not have, a value that its parameter does not take.
func (q Query) Check(params map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if !slices.Contains(q.names(), name) {
			return fmt.Errorf("query %s has no parameter %q; it has %s", q.Name, name, strings.Join(q.names(), ", "))
		}
		if err := q.fits(name, params[name]); err != nil {
			return err
		}
	}
	return nil
}

// greatest are the greatest values of parameters that are numbers. None of them
// means anything below 0.
var greatest = map[string]uint64{"UInt16": math.MaxUint16, "UInt32": math.MaxUint32, "Int32": math.MaxInt32}

// fits says why a value cannot be that of a parameter: ClickHouse would say it
// in its own terms, and only where it is reached.
func (q Query) fits(name, value string) error {
	if slices.Contains(Scope, name) && strings.ContainsFunc(value, unnamed) {
		// ClickHouse reads escapes in the values of parameters: \N would be every game.
		return fmt.Errorf("query %s: %s=%q: no %s is named with a backslash or a control character", q.Name, name, value, name)
	}
	for _, p := range q.Params {
		most, isNumber := greatest[p.Type]
		if p.Name != name || !isNumber {
			continue
		}
		if n, err := strconv.ParseUint(value, 10, 64); err != nil || n > most {
			return fmt.Errorf("query %s: %s=%q: want a whole number from 0 to %d", q.Name, name, value, most)
		}
	}
	return nil
}

func unnamed(r rune) bool { return r == '\\' || unicode.IsControl(r) }

func (q Query) names() []string {
	out := slices.Clone(Scope)
	for _, p := range q.Params {
		out = append(out, p.Name)
	}
	return out
}

// plain follows pointers; nil where there is no value.
func plain(v reflect.Value) any {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	return v.Interface()
}
