package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"boardwire/internal/bus/js"
	"boardwire/internal/failpoint"
	inhouse "boardwire/internal/hall"
	"boardwire/internal/verify"
	"boardwire/internal/warehouse"
	"boardwire/internal/warehouse/engine"
	"boardwire/pgn"
	"boardwire/sim"
)

// roundKills is how often writer and engine are killed.
const roundKills = 20

// round plays a round of real games through a hall with a warehouse, and
// compares what is kept with the file: as it was played, after merges, after a
// rebuild, and written anew by writers that are killed with their engines.
func round(ctx context.Context, out io.Writer, path string, n int) error {
	lib := os.Getenv(engineLibrary)
	if _, err := os.Stat(lib); lib == "" || err != nil {
		return errors.New("the engine is not there (make warehouse-engine)")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	games := pgn.Read(text)
	games = games[:min(n, len(games))]
	dir, err := os.MkdirTemp("", "boardwire-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &roundOf{games: games, dir: dir, lib: lib, out: out}
	if err := r.engine(ctx); err != nil {
		return err
	}
	defer func() { r.e.Close() }()
	fmt.Fprintf(out, "\nWarehouse: the first %d games of %s through one hall\n", len(games), filepath.Base(path))
	began := time.Now()
	left := false
	verdicts, err := verify.Run(ctx, verify.Config{
		Games: games, Boards: len(games), Speed: sim.SpeedMax, Seed: 7, Dir: dir,
		Warehouse: &inhouse.Warehouse{Live: r.e.Options(engine.Live, "default"), Public: r.e.Options(engine.Public, "default")},
		Left: func(ctx context.Context, folder string) error {
			left = true
			fmt.Fprintf(out, "  played in %.0f s\n", time.Since(began).Seconds())
			return r.compare(ctx, filepath.Join(folder, "data"))
		},
	})
	for _, v := range verdicts {
		if !v.Equal {
			err = errors.Join(err, fmt.Errorf("game %d came out otherwise: ply %d: %s", v.Number, v.Ply, v.Why))
		}
	}
	if err == nil && !left {
		err = errors.New("nothing was compared")
	}
	return err
}

type roundOf struct {
	games    []pgn.Game
	dir, lib string
	out      io.Writer
	e        *engine.Engine
}

// engine starts the engine that the hall uses.
func (r *roundOf) engine(ctx context.Context) (err error) {
	r.e, err = startEngine(ctx, r.lib, filepath.Join(r.dir, "kept"))
	return err
}

func startEngine(ctx context.Context, lib, data string) (*engine.Engine, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return engine.Start(ctx, engine.Config{
		Lib: lib, Data: filepath.Join(data, "warehouse"),
		Command: []string{self, "warehouse", "engine"},
	})
}

// compare goes through all that may happen to the tables.
func (r *roundOf) compare(ctx context.Context, data string) error {
	const password = "a-password-of-benches"
	server, err := js.StartServer(ctx, js.ServerConfig{
		Dir: filepath.Join(data, "nats"), Listen: "127.0.0.1:0", Passwords: map[js.User]string{js.Gate: password, js.Web: password},
	})
	if err != nil {
		return err
	}
	defer server.Close()
	w, end, err := r.writer(ctx, server)
	if err != nil {
		return err
	}
	defer end()
	writing, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- w.Run(writing) }()
	err = w.Drained(ctx)
	stop()
	if err = errors.Join(err, <-done); err != nil {
		return err
	}
	if err := r.equal(ctx, r.e, "as it was played"); err != nil {
		return err
	}
	for user, tables := range map[string][]string{
		engine.Live:   {"observations", "facts", "plies", "games", "deliveries"},
		engine.Public: {"plies", "games"},
	} {
		conn, err := warehouse.Connect(r.e.Options(user, "default"))
		if err != nil {
			return err
		}
		defer conn.Close()
		for _, t := range tables {
			if err := conn.Exec(ctx, "OPTIMIZE TABLE boardwire_"+user+"."+t+" FINAL"); err != nil {
				return err
			}
		}
	}
	if err := r.equal(ctx, r.e, "after merges"); err != nil {
		return err
	}
	compared, err := w.Rebuild(ctx, false)
	if err != nil {
		return err
	}
	for _, c := range compared {
		if !c.Equal {
			return fmt.Errorf("rebuilt %s.%s: %d rows before, %d after, and not the same", c.Database, c.Table, c.Before, c.After)
		}
	}
	if err := r.equal(ctx, r.e, fmt.Sprintf("after a rebuild of %d tables, each equal row for row", len(compared))); err != nil {
		return err
	}
	return r.killed(ctx, server.URL(), password)
}

// writer makes one on the hall's streams.
func (r *roundOf) writer(ctx context.Context, server *js.Server) (*warehouse.Writer, func(), error) {
	var deps warehouse.Deps
	live, err := server.Store("boardwire-bench", js.Gate)
	if err != nil {
		return nil, nil, err
	}
	released, err := server.Store("boardwire-bench", js.Web)
	if err != nil {
		return nil, nil, err
	}
	deps.Live, deps.Released = live, released
	if deps.LiveDB, err = warehouse.Connect(r.e.Options(engine.Live, "default")); err != nil {
		return nil, nil, err
	}
	if deps.PublicDB, err = warehouse.Connect(r.e.Options(engine.Public, "default")); err != nil {
		return nil, nil, err
	}
	cfg := warehouse.Config{Hall: "verify"}
	if cfg.Audiences, err = warehouse.KnownAudiences(ctx, deps.LiveDB, cfg); err != nil {
		return nil, nil, err
	}
	w, err := warehouse.New(cfg, deps)
	return w, func() {
		live.Close()
		released.Close()
		deps.LiveDB.Close()
		deps.PublicDB.Close()
	}, err
}

// equal compares both databases with the file.
func (r *roundOf) equal(ctx context.Context, e *engine.Engine, when string) error {
	for user, database := range map[string]string{engine.Live: warehouse.DefaultLive, engine.Public: warehouse.DefaultPublic} {
		conn, err := warehouse.Connect(e.Options(user, "default"))
		if err != nil {
			return err
		}
		differences, err := verify.Kept(ctx, conn, database, r.games)
		conn.Close()
		if err != nil {
			return err
		}
		if len(differences) > 0 {
			return fmt.Errorf("%s, %s: %s", when, database, strings.Join(differences, "\n"))
		}
	}
	plies := 0
	for _, g := range r.games {
		plies += len(g.Plies)
	}
	fmt.Fprintf(r.out, "  %s: %d games (%d plies in the file) equal in both databases\n", when, len(r.games), plies)
	return nil
}

// killed writes the same streams into empty databases with a writer that has an
// engine of its own, and kills both again and again.
func (r *roundOf) killed(ctx context.Context, url, password string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	data := filepath.Join(r.dir, "killed")
	random := rand.New(rand.NewPCG(3, 5))
	writers, engines := 0, 0
	for i := 0; ; i++ {
		// A writer whose engine is killed before it has answered ends by itself.
		last := writers >= roundKills
		if i > 3*roundKills {
			return fmt.Errorf("of %d writers only %d were killed", i, writers)
		}
		cmd := exec.Command(self, "warehouse", "write", "--nats", url, "--unproved", "--hall", "verify", "--audience", "public:public:1s",
			"--data", data, "--lib", r.lib, "--admin-listen", "", "--log-level", "error")
		cmd.Env = append(os.Environ(), asHall+"=1", "BOARDWIRE_NATS_GATE_PASSWORD="+password, "BOARDWIRE_NATS_WEB_PASSWORD="+password)
		if i%3 == 0 && !last {
			cmd.Env = append(cmd.Env, failpoint.Variable+"="+failpoint.BetweenInserts+":"+strconv.Itoa(1+random.IntN(12)))
		}
		cmd.Stderr = os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			return err
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		if last {
			err := written(ctx, data, ended)
			cmd.Process.Signal(syscall.SIGTERM)
			<-ended
			if err != nil {
				return err
			}
			break
		}
		select {
		case <-ended:
		case <-time.After(time.Duration(500+random.IntN(2500)) * time.Millisecond):
			if i%3 == 1 { // the engine alone, and the writer a moment later
				for _, pid := range children(cmd.Process.Pid) {
					if syscall.Kill(pid, syscall.SIGKILL) == nil {
						engines++
					}
				}
				if err := wait(ctx, time.Duration(random.IntN(800))*time.Millisecond); err != nil {
					return err
				}
			}
			cmd.Process.Kill()
			<-ended
		}
		if s := cmd.ProcessState.Sys().(syscall.WaitStatus); s.Signaled() && s.Signal() == syscall.SIGKILL {
			writers++
		}
		// The engine ends when its writer is gone; its folder has to be free.
		if err := wait(ctx, 300*time.Millisecond); err != nil {
			return err
		}
	}
	e, err := startEngine(ctx, r.lib, data)
	if err != nil {
		return err
	}
	defer e.Close()
	return r.equal(ctx, e, fmt.Sprintf("written anew by writers of which %d were killed with their engines, and %d engines before them", writers, engines))
}

// written waits until the writer says that everything is in.
func written(ctx context.Context, data string, ended chan error) error {
	began, said := time.Now(), "nothing"
	for limit := began.Add(5 * time.Minute); ; {
		if o, ok, err := warehouse.Running(ctx, data, engine.Live); err == nil && ok {
			if conn, err := warehouse.Connect(o); err == nil {
				_, streams, err := warehouse.Status(ctx, conn, warehouse.DefaultLive)
				conn.Close()
				whole := err == nil && len(streams) >= 3
				said = fmt.Sprint(streams, err)
				for _, s := range streams {
					whole = whole && s.Behind() == 0 && s.Told.After(began)
				}
				if whole {
					return wait(ctx, 3*time.Second) // the public database, which nobody can ask here
				}
			}
		}
		if time.Now().After(limit) {
			return fmt.Errorf("the writer did not finish within five minutes; it says %s", said)
		}
		select {
		case err := <-ended:
			ended <- err
			return fmt.Errorf("the writer ended: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// children are the processes that a process has started, by any of its threads.
func children(pid int) (out []int) {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil
	}
	for _, list := range lists {
		b, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for _, f := range strings.Fields(string(b)) {
			if n, err := strconv.Atoi(f); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}
