package roles

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"

	"boardwire/feeds"
	"boardwire/internal/bus/js"
	"boardwire/internal/daemon"
	"boardwire/internal/hall"
	"boardwire/internal/warehouse"
	"boardwire/internal/warehouse/engine"
)

// Warehouse keeps streams in ClickHouse. With the public database alone it has
// the credentials of user web alone.
type Warehouse struct {
	Common `embed:""`

	DSN            string   `name:"dsn" env:"BOARDWIRE_WAREHOUSE_DSN" help:"The live database's server and user, as clickhouse://USER@HOST:9000; its password is in BOARDWIRE_WAREHOUSE_PASSWORD."`
	PublicDSN      string   `name:"public-dsn" env:"BOARDWIRE_WAREHOUSE_PUBLIC" help:"The public database's; its password is in BOARDWIRE_WAREHOUSE_PUBLIC_PASSWORD."`
	Data           string   `env:"BOARDWIRE_DATA" type:"path" help:"Instead of servers: the folder of an embedded engine of its own."`
	Lib            string   `env:"BOARDWIRE_WAREHOUSE_LIB" type:"path" help:"With --data: the engine's library; make warehouse-engine fetches it."`
	Database       string   `default:"boardwire_live" env:"BOARDWIRE_WAREHOUSE_DATABASE" help:"The live database."`
	PublicDatabase string   `default:"boardwire_public" env:"BOARDWIRE_WAREHOUSE_PUBLIC_DATABASE" help:"The public database."`
	Cluster        string   `env:"BOARDWIRE_WAREHOUSE_CLUSTER" help:"Make replicated tables on the ClickHouse cluster of this name."`
	Audience       []string `env:"BOARDWIRE_AUDIENCE" help:"NAME:KIND:DELAY, such as public:public:15m, or the NAME of one in --file. All of the file's if not given."`
	File           string   `env:"BOARDWIRE_FILE" type:"path" help:"The tournament file, for its audiences."`
}

// live says whether record and facts are kept.
func (c *Warehouse) live() bool { return c.Data != "" || c.DSN != "" }

func (c *Warehouse) faults() []error {
	all := c.common()
	_, faults := audiences(c.File, c.Audience)
	all = append(all, faults...)
	switch {
	case c.Data != "" && (c.DSN != "" || c.PublicDSN != ""):
		all = append(all, errors.New("--data: an engine of its own and a server are named; want one of both"))
	case c.Data != "" && c.Lib == "":
		all = append(all, errors.New("--lib: missing; name the engine's library (make warehouse-engine fetches it)"))
	case c.Data == "" && c.DSN == "" && c.PublicDSN == "":
		all = append(all, errors.New("--dsn: missing; name a ClickHouse server, or with --data the folder of an embedded engine"))
	}
	for flag, dsn := range map[string]string{"--dsn": c.DSN, "--public-dsn": c.PublicDSN} {
		if dsn != "" {
			if _, err := serverAt(dsn, ""); err != nil {
				all = append(all, fmt.Errorf("%s: %w", flag, err))
			}
		}
	}
	cfg := c.config(nil)
	if err := cfg.Fill(); err != nil {
		all = append(all, err)
	}
	users := []js.User{js.Web}
	if c.live() {
		users = append(users, js.Gate)
		if !c.Unproved {
			users = append(users, js.Sys)
		}
	}
	return append(all, c.needs(users...)...)
}

func (c *Warehouse) config(list []feeds.Audience) warehouse.Config {
	return warehouse.Config{Hall: c.Hall, Live: c.Database, Public: c.PublicDatabase, Cluster: c.Cluster, Audiences: list}
}

// serverAt reads a server's address; the password is in the environment.
func serverAt(dsn, variable string) (*clickhouse.Options, error) {
	o, err := clickhouse.ParseDSN(dsn)
	if err != nil {
		return nil, errors.New("this is no ClickHouse address; want clickhouse://USER@HOST:9000")
	}
	if o.Auth.Password != "" {
		return nil, errors.New("the address holds a password; leave it out, and put it into the environment")
	}
	if variable != "" {
		o.Auth.Password = os.Getenv(variable)
	}
	return o, nil
}

// tournament is the file whose doubts are told by --check-config.
func (c *Warehouse) tournament() string { return c.File }

func (c *Warehouse) run(ctx context.Context, d *daemon.Daemon) error {
	list, faults := audiences(c.File, c.Audience)
	if len(faults) > 0 {
		return daemon.Config(errors.Join(faults...)) // the file changed since
	}
	deps := warehouse.Deps{Log: d.Log, Metrics: warehouse.NewMetrics(d.Registry)}
	end, err := c.databases(ctx, d, &deps)
	if err != nil {
		return err
	}
	defer end()
	d.Started("waiting for " + c.NATS)
	released, err := c.dial(ctx, d, js.Web)
	if err != nil {
		return quiet(ctx, err)
	}
	defer released.Close()
	d.Link(string(js.Web), released)
	deps.Released = released
	if c.live() {
		live, err := c.dial(ctx, d, js.Gate)
		if err != nil {
			return quiet(ctx, err)
		}
		defer live.Close()
		d.Link(string(js.Gate), live)
		d.Health.Ready("live account", connected(live))
		deps.Live = live
	}
	d.Health.Ready("public account", connected(released))
	deps.Turned = d.Health.Loop("warehouse", 2*time.Minute).Turned
	w, err := warehouse.New(c.config(list), deps)
	if err != nil {
		return daemon.Config(err)
	}
	d.Started("keeping the streams of hall " + c.Hall)
	return quiet(ctx, w.Run(ctx))
}

// databases connects to both databases, or starts an engine that has them.
func (c *Warehouse) databases(ctx context.Context, d *daemon.Daemon, deps *warehouse.Deps) (end func(), err error) {
	var ends []func()
	end = func() {
		for i := len(ends) - 1; i >= 0; i-- {
			ends[i]()
		}
	}
	var live, public *clickhouse.Options
	switch {
	case c.Data != "":
		e, stop, err := hall.StartEngine(ctx, c.Lib, c.Data, d.Log)
		if err != nil {
			return nil, err
		}
		ends = append(ends, stop)
		live, public = e.Options(engine.Live, "default"), e.Options(engine.Public, "default")
	default:
		if c.DSN != "" {
			if live, err = serverAt(c.DSN, "BOARDWIRE_WAREHOUSE_PASSWORD"); err != nil {
				return nil, daemon.Config(err)
			}
		}
		if c.PublicDSN != "" {
			if public, err = serverAt(c.PublicDSN, "BOARDWIRE_WAREHOUSE_PUBLIC_PASSWORD"); err != nil {
				return nil, daemon.Config(err)
			}
		}
	}
	if live != nil {
		if deps.LiveDB, err = warehouse.Connect(live); err != nil {
			end()
			return nil, err
		}
		ends = append(ends, func() { deps.LiveDB.Close() })
	}
	if public != nil {
		if deps.PublicDB, err = warehouse.Connect(public); err != nil {
			end()
			return nil, err
		}
		ends = append(ends, func() { deps.PublicDB.Close() })
	}
	return end, nil
}
