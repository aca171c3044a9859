package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"boardwire/adapters/serial"
	"boardwire/internal/config"
	"boardwire/internal/daemon"
	"boardwire/internal/hall"
	"boardwire/sim"
	"boardwire/sim/demo"
)

type hallCmd struct {
	Demo  bool      `help:"Run the demonstration: eight emulated boards, short delays."`
	Speed sim.Speed `default:"20" help:"With --demo: clock seconds in one second, or max."`

	Name        string   `default:"main" env:"BOARDWIRE_HALL" help:"The hall's name, as in subjects: a-z, 0-9, -."`
	File        string   `env:"BOARDWIRE_FILE" help:"The tournament file." type:"path"`
	Data        string   `env:"BOARDWIRE_DATA" help:"The folder in which everything lies (data/demo with --demo)." type:"path"`
	Listen      string   `default:"127.0.0.1:8080" env:"BOARDWIRE_LISTEN" help:"The public pages."`
	DeskListen  string   `default:"127.0.0.1:8081" env:"BOARDWIRE_DESK_LISTEN" help:"The pages of arbiters and of those who see more or earlier than the public."`
	AdminListen string   `default:"127.0.0.1:8082" env:"BOARDWIRE_ADMIN_LISTEN" help:"Health, metrics and profiles. Never public."`
	Port        []string `env:"BOARDWIRE_PORT" help:"Globs of serial ports (/dev/serial/by-id/*, /dev/ttyUSB*, /dev/ttyACM* if not given)."`
	Warehouse   string   `default:"off" env:"BOARDWIRE_WAREHOUSE" help:"Where record and facts are kept for questions: off, on (the embedded engine) or a ClickHouse server, as clickhouse://USER@HOST:9000 (password in BOARDWIRE_WAREHOUSE_PASSWORD)."`
	PublicDSN   string   `name:"warehouse-public" env:"BOARDWIRE_WAREHOUSE_PUBLIC" help:"With a server: the user of the public database (password in BOARDWIRE_WAREHOUSE_PUBLIC_PASSWORD)."`
	EngineLib   string   `name:"warehouse-lib" env:"BOARDWIRE_WAREHOUSE_LIB" help:"With on: the engine's library; where make warehouse-engine puts it if not given." type:"path"`
	CheckConfig bool     `help:"Say what is wrong with the tournament file, and exit (78 if anything is)."`
	LogLevel    string   `default:"info" env:"BOARDWIRE_LOG_LEVEL" help:"debug, info, warn or error."`
}

func (hallCmd) Help() string {
	return `A tournament file names the audiences with their delays, the players, the rounds and the sites that games are sent to; SIGHUP reads it again.

  boardwire hall --demo
  boardwire hall --demo --speed 60 --data /tmp/demo
  boardwire hall --demo --warehouse on
  boardwire hall --file open.toml --data data/open
  boardwire hall --file open.toml --check-config`
}

func (c hallCmd) Run(std streams) error {
	if err := serial.ReserveDescriptors(serial.DefaultPorts); err != nil {
		fmt.Fprintln(std.err, "boardwire:", err)
	}
	if c.Data == "" && c.Demo {
		c.Data = filepath.Join("data", "demo")
	}
	level, err := daemon.ParseLevel(c.LogLevel)
	if err != nil {
		return usageError{err}
	}
	cfg := hall.Config{
		Name: c.Name, File: c.File, Data: c.Data, Listen: c.Listen, DeskListen: c.DeskListen,
		Ports: c.Port, Rate: 1, Demo: c.Demo, Out: std.out,
	}
	if cfg.Warehouse, err = c.warehouse(); err != nil {
		return err
	}
	if c.Demo {
		cfg.Rate = c.rate()
		if cfg.File == "" {
			if cfg.File, err = demoFile(c.Data); err != nil {
				return err
			}
		}
	}
	switch {
	case cfg.File == "":
		return usagef("--file names the tournament file (or try --demo)")
	case c.CheckConfig:
		file, err := config.Load(cfg.File)
		if err != nil {
			return configError{err}
		}
		if _, err := hall.Pushes(file, cfg.File, ""); err != nil {
			return configError{err}
		}
		for _, doubt := range file.Doubts() {
			fmt.Fprintf(std.out, "%s: look again: %s\n", cfg.File, doubt)
		}
		fmt.Fprintf(std.out, "%s: no faults\n", cfg.File)
		return nil
	case c.Data == "":
		return usagef("--data names the folder in which the hall keeps everything")
	}
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	defer signal.Stop(reload)
	cfg.Reload = reload
	log := std.err
	if c.Demo && !c.CheckConfig {
		file, err := os.OpenFile(filepath.Join(c.Data, "hall.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer file.Close()
		log = &screenLog{file: file, screen: std.err}
	}
	return exitCode(daemon.Main("hall", daemon.Options{AdminListen: c.AdminListen, Level: level, Stderr: log}, func(ctx context.Context, d *daemon.Daemon) error {
		if !c.Demo {
			return hall.Run(ctx, d, cfg)
		}
		e := emulator{data: c.Data, speed: c.Speed, log: d.Log}
		if len(cfg.Ports) == 0 {
			cfg.Ports = []string{filepath.Join(e.links(), "*")}
		}
		started, err := e.start()
		if err != nil {
			return fmt.Errorf("emulated boards: %w", err)
		}
		err = hall.Run(ctx, d, cfg)
		// Boards that were there before belong to a hall that was killed, or to
		// one that runs.
		if started || ctx.Err() != nil {
			err = errors.Join(err, e.stop())
		}
		return err
	}))
}

// warehouse reads where the streams are kept.
func (c hallCmd) warehouse() (*hall.Warehouse, error) {
	switch c.Warehouse {
	case "off", "":
		return nil, nil
	case "on":
		lib := engineLibrary(c.EngineLib)
		if lib == "" {
			return nil, usagef("--warehouse on: --warehouse-lib names the engine's library (make warehouse-engine fetches it)")
		}
		return &hall.Warehouse{Lib: lib}, nil
	}
	live, err := serverOptions(c.Warehouse, passwordVariable)
	if err != nil {
		return nil, err
	}
	w := &hall.Warehouse{Live: live}
	if c.PublicDSN != "" {
		if w.Public, err = serverOptions(c.PublicDSN, publicPasswordVariable); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// rate is what the hall is told of the clocks' pace.
func (c hallCmd) rate() int {
	if c.Speed < 1 {
		return 1000 // no pacing: as fast as the line
	}
	return int(c.Speed)
}

// demoFile writes the demonstration's tournament file, once.
func demoFile(data string) (string, error) {
	path := filepath.Join(data, "tournament.toml")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, demo.Tournament, 0o644)
}

// emulator is the process that plays the demonstration's boards. It outlives a
// kill of the hall, as boards do, and is found again by its lock.
type emulator struct {
	data  string
	speed sim.Speed
	log   *slog.Logger
}

func (e emulator) links() string { return filepath.Join(e.data, "boards") }
func (e emulator) pid() string   { return filepath.Join(e.data, "sim.pid") }

// start starts the emulator unless it runs, and says whether it did.
func (e emulator) start() (started bool, err error) {
	running, err := lockedBy(e.pid())
	if err != nil {
		return false, err
	}
	if running > 0 {
		e.log.Info("the boards are there already", "pid", running)
		return false, nil
	}
	self, err := os.Executable()
	if err != nil {
		return false, err
	}
	logFile, err := os.OpenFile(filepath.Join(e.data, "sim.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return false, err
	}
	defer logFile.Close()
	cmd := exec.Command(self, "sim", "--link", e.links(), "--state", filepath.Join(e.data, "sim.state"),
		"--speed", e.speed.String(), "--patient", "--pid-file", e.pid())
	cmd.Stdout, cmd.Stderr = logFile, logFile
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // Ctrl-C is the hall's alone
	if err := cmd.Start(); err != nil {
		return false, err
	}
	go func() { _ = cmd.Wait() }()
	for range 100 {
		if pid, err := lockedBy(e.pid()); err == nil && pid == cmd.Process.Pid {
			return true, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return false, fmt.Errorf("the emulator did not start; see %s", logFile.Name())
}

// stop asks the emulator to put away where its games stand.
func (e emulator) stop() error {
	pid, err := lockedBy(e.pid())
	if err != nil || pid == 0 {
		return err
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	if err := p.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	for range 100 {
		if pid, err := lockedBy(e.pid()); err != nil || pid == 0 {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("the emulator (process %s) did not stop", strconv.Itoa(pid))
}

// exitCode carries a daemon's exit code through the command line; what went
// wrong was logged.
func exitCode(code int) error {
	if code == exitOK {
		return nil
	}
	return codeError(code)
}

// codeError is an exit code whose reason was said already.
type codeError int

func (e codeError) Error() string { return "exit code " + strconv.Itoa(int(e)) }

// screenLog keeps a demonstration's log in a file; the screen gets the errors.
type screenLog struct {
	file, screen io.Writer
}

// Write takes one line of the log, as slog writes it.
func (l *screenLog) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(`"level":"ERROR"`)) {
		if n, err := l.screen.Write(b); err != nil {
			return n, err
		}
	}
	return l.file.Write(b)
}
