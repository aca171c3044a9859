package hall

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"golang.org/x/sync/errgroup"

	"boardwire/internal/bus/js"
	"boardwire/internal/warehouse"
	"boardwire/internal/warehouse/engine"
)

// Warehouse says where a hall keeps what is asked for after a round.
type Warehouse struct {
	// Lib is the library of the embedded engine, which keeps everything below
	// the hall's data; empty where Live and Public name a server.
	Lib string
	// Live and Public are the two users of a server.
	Live, Public *clickhouse.Options
	// Config names databases that are not the usual ones; hall and audiences
	// are filled in.
	Config warehouse.Config
}

// warehouseDrain is how long a hall that stops waits for its warehouse. What is
// not in by then is taken from the streams at the next start.
const warehouseDrain = 2 * time.Second

// keep starts the warehouse's writer beside the hall. The hall never waits for
// it: engine and writer come when they come, and what fails is logged and tried
// again.
func (h *Hall) keep(ctx context.Context, g *errgroup.Group) {
	if h.cfg.Warehouse == nil {
		return
	}
	log := h.d.Log.With("part", "warehouse")
	m := warehouse.NewMetrics(h.d.Registry)
	g.Go(func() error {
		for pause := time.Second; ; pause = min(2*pause, time.Minute) {
			err := h.keepOnce(ctx, m)
			if ctx.Err() != nil {
				return nil
			}
			log.Error("the warehouse does not run; the hall goes on without it", "err", err)
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(pause):
			}
		}
	})
}

// keepOnce runs the writer, and the engine where there is one.
func (h *Hall) keepOnce(ctx context.Context, m *warehouse.Metrics) error {
	log := h.d.Log.With("part", "warehouse")
	cfg := h.cfg.Warehouse.Config
	cfg.Hall, cfg.Audiences = h.cfg.Name, h.gated()
	if err := cfg.Fill(); err != nil {
		return err
	}
	live, public := h.cfg.Warehouse.Live, h.cfg.Warehouse.Public
	if lib := h.cfg.Warehouse.Lib; lib != "" {
		e, end, err := StartEngine(ctx, lib, h.cfg.Data, log)
		if err != nil {
			return err
		}
		defer end()
		live, public = e.Options(engine.Live, "default"), e.Options(engine.Public, "default")
	}
	deps := warehouse.Deps{Log: log, Metrics: m}
	var err error
	if deps.LiveDB, err = warehouse.Connect(live); err != nil {
		return err
	}
	defer deps.LiveDB.Close()
	if public != nil {
		if deps.PublicDB, err = warehouse.Connect(public); err != nil {
			return err
		}
		defer deps.PublicDB.Close()
	}
	// It reads with the rights of those who read, and writes nothing here.
	reading, err := h.server.Store("boardwire-warehouse/"+h.cfg.Name, js.Gate)
	if err != nil {
		return err
	}
	defer reading.Close()
	released, err := h.server.Store("boardwire-warehouse/"+h.cfg.Name, js.Web)
	if err != nil {
		return err
	}
	defer released.Close()
	deps.Live, deps.Released = reading, released
	w, err := warehouse.New(cfg, deps)
	if err != nil {
		return err
	}
	h.mu.Lock()
	h.kept = w
	h.mu.Unlock()
	if err := w.Run(ctx); err != nil {
		return err
	}
	return errors.New("the writer ended by itself")
}

// StartEngine starts the embedded engine on the data of a hall, and leaves word
// for the owner's tools how to reach it. The returned function ends it.
func StartEngine(ctx context.Context, lib, data string, log *slog.Logger) (*engine.Engine, func(), error) {
	// A socket's path is short; the data folder's may be long.
	sweep(warehouse.Left(data, engine.Live))
	dir, err := os.MkdirTemp("", socketFolder)
	if err != nil {
		return nil, nil, err
	}
	e, err := engine.Start(ctx, engine.Config{Lib: lib, Data: filepath.Join(data, "warehouse"), Dir: dir, Log: log})
	if err != nil {
		os.RemoveAll(dir)
		return nil, nil, err
	}
	reach := warehouse.Reach{Socket: e.Socket(engine.Live), User: engine.Live, Secret: e.Options(engine.Live, "default").Auth.Password}
	if err := reach.Save(data); err != nil {
		log.Warn("the warehouse cannot be asked from outside", "err", err)
	}
	return e, func() {
		reach.Forget(data)
		e.Close()
		os.RemoveAll(dir)
	}, nil
}

// socketFolder begins the names of the folders that sockets are made in.
const socketFolder = "boardwire-"

// sweep removes the folder of sockets that a killed hall on these data left.
func sweep(socket string) {
	folder := filepath.Dir(filepath.Dir(socket)) // one folder each for live and public
	if filepath.Dir(folder) == filepath.Clean(os.TempDir()) && strings.HasPrefix(filepath.Base(folder), socketFolder) {
		os.RemoveAll(folder)
	}
}

// drainWarehouse gives the warehouse a moment to take in the last of it.
func (h *Hall) drainWarehouse() {
	h.mu.Lock()
	w := h.kept
	h.mu.Unlock()
	if w == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), warehouseDrain)
	defer cancel()
	if err := w.Drained(ctx); err != nil {
		h.d.Log.Info("the warehouse has not got everything yet; it goes on from there at the next start")
	}
}
