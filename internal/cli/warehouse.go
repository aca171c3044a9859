package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	chdriver "github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/internal/bus/js"
	"boardwire/internal/warehouse"
	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/query"
)

// warehouseFlags say which ClickHouse is asked.
type warehouseFlags struct {
	Data     string `default:"data/demo" env:"BOARDWIRE_DATA" help:"The data folder of a hall with an embedded engine, running or not." type:"path"`
	DSN      string `name:"dsn" env:"BOARDWIRE_WAREHOUSE_DSN" help:"A ClickHouse server, as clickhouse://USER@HOST:9000; the password may be in BOARDWIRE_WAREHOUSE_PASSWORD."`
	Lib      string `env:"BOARDWIRE_WAREHOUSE_LIB" help:"The embedded engine's library, where no hall runs; where make warehouse-engine puts it if not given." type:"path"`
	Database string `default:"boardwire_live" help:"The database."`
}

// The variables that keep passwords out of command lines.
const (
	passwordVariable       = "BOARDWIRE_WAREHOUSE_PASSWORD"
	publicPasswordVariable = "BOARDWIRE_WAREHOUSE_PUBLIC_PASSWORD"
)

// engineAnew is how long a question waits for an engine that the hall starts
// anew.
const engineAnew = 10 * time.Second

// serverOptions reads a DSN, with the password of the environment where it has none.
func serverOptions(dsn, variable string) (*clickhouse.Options, error) {
	o, err := clickhouse.ParseDSN(dsn)
	if err != nil {
		return nil, usagef("the ClickHouse address cannot be read; want something like clickhouse://boardwire_live@127.0.0.1:9000: %w", err)
	}
	if o.Auth.Password == "" {
		o.Auth.Password = os.Getenv(variable)
	}
	return o, nil
}

// open connects; the returned function closes what was opened.
func (f warehouseFlags) open(ctx context.Context) (chdriver.Conn, func(), error) {
	stop := func() {}
	var options *clickhouse.Options
	switch {
	case f.DSN != "":
		o, err := serverOptions(f.DSN, passwordVariable)
		if err != nil {
			return nil, nil, err
		}
		options = o
	default:
		soon, done := context.WithTimeout(ctx, engineAnew)
		o, running, err := warehouse.RunningSoon(soon, f.Data, engine.Live, func() bool { return js.InUse(filepath.Join(f.Data, "nats")) })
		done()
		if err != nil {
			return nil, nil, err
		}
		options = o
		if !running {
			e, err := f.start(ctx, true)
			if err != nil {
				return nil, nil, err
			}
			options, stop = e.Options(engine.Live, "default"), e.Close
		}
	}
	conn, err := warehouse.Connect(options)
	if err != nil {
		stop()
		return nil, nil, err
	}
	return conn, func() { conn.Close(); stop() }, nil
}

// has says why one of a hall's folders cannot be worked with, and what to do.
func (f warehouseFlags) has(part, made string) error {
	info, err := os.Stat(filepath.Join(f.Data, part))
	if err == nil && info.IsDir() {
		return nil
	}
	why := "there is no folder " + part
	switch _, dir := os.Stat(f.Data); {
	case dir != nil:
		why = "there is no such folder"
	case err == nil:
		why = part + " is no folder"
	case !errors.Is(err, fs.ErrNotExist):
		why = err.Error()
	}
	return fmt.Errorf("%s has no %s: %s; %s, and --data names another hall's folder", f.Data, part, why, made)
}

// start starts the engine on the data of a hall that does not run.
func (f warehouseFlags) start(ctx context.Context, liveOnly bool) (*engine.Engine, error) {
	if err := f.has("warehouse", "a hall makes it when it runs with --warehouse on, --dsn names a ClickHouse server instead"); err != nil {
		return nil, err
	}
	folder := filepath.Join(f.Data, "warehouse")
	lib := engineLibrary(f.Lib)
	if lib == "" {
		return nil, usagef("no engine runs there; --lib names the engine's library (make warehouse-engine fetches it)")
	}
	return engine.Start(ctx, engine.Config{Lib: lib, Data: folder, LiveOnly: liveOnly})
}

type warehouseStatusCmd struct {
	warehouseFlags
}

func (warehouseStatusCmd) Help() string {
	return `Rows and bytes of each table, and how far the writer is with each stream, as it last said.

  boardwire warehouse status
  boardwire warehouse status --data data/open
  boardwire warehouse status --dsn clickhouse://boardwire_live@db.example:9000`
}

func (c warehouseStatusCmd) Run(std streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	conn, end, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer end()
	tables, told, err := warehouse.Status(ctx, conn, c.Database)
	if err != nil {
		return err
	}
	held := query.Table{Columns: []string{"table", "rows", "parts", "bytes"}}
	for _, t := range tables {
		held.Rows = append(held.Rows, []any{t.Table, t.Rows, t.Parts, t.Bytes})
	}
	if err := held.Write(std.out, "table"); err != nil {
		return err
	}
	fmt.Fprintln(std.out)
	far := query.Table{Columns: []string{"stream", "written", "last", "behind", "told", "error"}}
	for _, s := range told {
		far.Rows = append(far.Rows, []any{s.Stream, s.Written, s.Last, s.Behind(), s.Told, s.Error})
	}
	return far.Write(std.out, "table")
}

type warehouseRebuildCmd struct {
	warehouseFlags
	Name   string `default:"main" env:"BOARDWIRE_HALL" help:"The hall's name."`
	Public string `default:"boardwire_public" help:"The public database."`
	Check  bool   `help:"Compare only, and exchange nothing."`
}

func (warehouseRebuildCmd) Help() string {
	return `Every table is written anew from the hall's streams beside the old one, both are compared, and the new one takes its place. Rows whose
streams do not exist any more are carried over. The hall must not run.

  boardwire warehouse rebuild --data data/open
  boardwire warehouse rebuild --data data/open --check`
}

func (c warehouseRebuildCmd) Run(std streams) error {
	// A server that is started makes its folder: not where there is no hall.
	if err := c.has("nats", "a hall keeps its streams there"); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	server, err := js.StartServer(ctx, js.ServerConfig{Dir: filepath.Join(c.Data, "nats")})
	if err != nil {
		return err
	}
	defer server.Close()
	deps, end, err := c.deps(ctx, server)
	if err != nil {
		return err
	}
	defer end()
	cfg := warehouse.Config{Hall: c.Name, Live: c.Database, Public: c.Public}
	if cfg.Audiences, err = warehouse.KnownAudiences(ctx, deps.LiveDB, cfg); err != nil {
		return err
	}
	w, err := warehouse.New(cfg, deps)
	if err != nil {
		return usageError{err}
	}
	began := time.Now()
	compared, err := w.Rebuild(ctx, c.Check)
	t := query.Table{Columns: []string{"database", "table", "before", "after", "equal"}}
	differ := 0
	for _, r := range compared {
		t.Rows = append(t.Rows, []any{r.Database, r.Table, r.Before, r.After, map[bool]string{true: "yes", false: "NO"}[r.Equal]})
		if !r.Equal {
			differ++
		}
	}
	if e := t.Write(std.out, "table"); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%d tables in %.1f s; %d differ from before\n", len(compared), time.Since(began).Seconds(), differ)
	if c.Check && differ > 0 {
		return codeError(exitFailed)
	}
	return nil
}

// deps connects to the streams and to both databases.
func (c warehouseRebuildCmd) deps(ctx context.Context, server *js.Server) (d warehouse.Deps, end func(), err error) {
	var ends []func()
	end = func() {
		for i := len(ends) - 1; i >= 0; i-- {
			ends[i]()
		}
	}
	defer func() {
		if err != nil {
			end()
		}
	}()
	live, err := server.Store("boardwire-warehouse/"+c.Name, js.Gate)
	if err != nil {
		return d, end, err
	}
	ends = append(ends, func() { live.Close() })
	released, err := server.Store("boardwire-warehouse/"+c.Name, js.Web)
	if err != nil {
		return d, end, err
	}
	ends = append(ends, func() { released.Close() })
	d.Live, d.Released = live, released
	var options [2]*clickhouse.Options
	if c.DSN != "" {
		if options[0], err = serverOptions(c.DSN, passwordVariable); err != nil {
			return d, end, err
		}
		options[1] = options[0]
	} else {
		e, err := c.start(ctx, false)
		if err != nil {
			return d, end, err
		}
		ends = append(ends, e.Close)
		options = [2]*clickhouse.Options{e.Options(engine.Live, "default"), e.Options(engine.Public, "default")}
	}
	for i, to := range []*chdriver.Conn{&d.LiveDB, &d.PublicDB} {
		conn, err := warehouse.Connect(options[i])
		if err != nil {
			return d, end, err
		}
		ends = append(ends, func() { conn.Close() })
		*to = conn
	}
	return d, end, nil
}

type queryCmd struct {
	warehouseFlags
	Query      string            `arg:"" optional:"" name:"name" help:"The question; without it the questions are listed."`
	Tournament string            `help:"Only this tournament."`
	Round      string            `help:"Only rounds of this name."`
	Game       gameID            `help:"Only this game, as open.1.3."`
	Set        map[string]string `short:"s" help:"A parameter of the question, as limit=5."`
	Format     string            `default:"table" enum:"table,csv,json" help:"table, csv or json."`
}

func (queryCmd) Help() string {
	return `Ask the warehouse of a hall a saved question. Without a name the questions are listed.

  boardwire query
  boardwire query biggest-thinks --set limit=5
  boardwire query time-by-phase --data data/open --game open.1.3 --format csv`
}

func (c queryCmd) Run(std streams) error {
	if c.Query == "" {
		return c.list(std.out)
	}
	q, err := query.Get(c.Query)
	if err != nil {
		return usageError{err}
	}
	params := map[string]string{"tournament": c.Tournament, "round": c.Round, "game": string(c.Game)}
	for k, v := range c.Set {
		params[k] = v
	}
	if err := q.Check(params); err != nil {
		return usageError{err}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	conn, end, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer end()
	t, err := q.Run(ctx, conn, c.Database, params)
	if err != nil {
		return err
	}
	return t.Write(std.out, c.Format)
}

func (c queryCmd) list(w io.Writer) error {
	var b strings.Builder
	for _, q := range query.All() {
		fmt.Fprintf(&b, "%-16s %s\n", q.Name, q.Title)
		for _, p := range q.Params {
			fmt.Fprintf(&b, "%-16s   --set %s=%s  %s\n", "", p.Name, p.Default, p.About)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
