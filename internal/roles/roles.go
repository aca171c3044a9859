// Package roles is the three daemons: ingest, projector and broadcast. Each is a
// command line with its checks, and a run that ties together what the other
// packages do. A hall in one process (internal/hall) uses the same parts.
//
// The daemons start in any order. What is not there yet is waited for, with
// growing pauses and a line in the log; what is wrong ends the process with
// exit code 78 and every fault at once.
package roles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"boardwire/internal/config"
	"boardwire/internal/daemon"
)

// command is one daemon's command line.
type command interface {
	// shared returns what every daemon has.
	shared() *Common
	// faults are all that is wrong with the configuration, without asking the
	// network.
	faults() []error
	// run works until ctx ends.
	run(ctx context.Context, d *daemon.Daemon) error
}

// Main runs a daemon by its name, "ingest", "projector", "broadcast" or
// "warehouse", and returns the exit code: 0 stopped as asked, 1 failed, 2 wrong flags, 78 wrong
// configuration.
func Main(name string, args []string) int {
	return start(name, args, os.Stdout, os.Stderr)
}

// roster is what Main knows.
var roster = map[string]struct {
	make  func() command
	about string
	admin string
}{
	"ingest": {func() command { return &Ingest{} },
		"Read the boards of this machine into the record of a hall.", "127.0.0.1:8091"},
	"projector": {func() command { return &Projector{} },
		"Fold a hall's record through the Laws into facts, and serve the arbiters' desk.", "127.0.0.1:8092"},
	"broadcast": {func() command { return &Broadcast{} },
		"Release facts to audiences (role gate), show what was released (role web), and send it to other sites (role push).", "127.0.0.1:8093"},
	"warehouse": {func() command { return &Warehouse{} },
		"Keep a hall's record and facts, and what was released, in ClickHouse.", "127.0.0.1:8097"},
}

func start(name string, args []string, out, errs io.Writer) (code int) {
	r, ok := roster[name]
	if !ok {
		fmt.Fprintf(errs, "boardwire: there is no daemon %q\n", name)
		return daemon.ExitUsage
	}
	cmd := r.make()
	defer func() {
		if e, ok := recover().(leave); ok {
			code = int(e)
		}
	}()
	if err := parse(name, r.about, r.admin, cmd, args, out, errs); err != nil {
		fmt.Fprintf(errs, "%s: %v\n", name, err)
		if daemon.Code(err) == daemon.ExitConfig {
			return daemon.ExitConfig
		}
		fmt.Fprintf(errs, "try: %s --help\n", name)
		return daemon.ExitUsage
	}
	faults := cmd.faults()
	for _, f := range faults {
		fmt.Fprintf(errs, "%s: %s\n", name, strings.ReplaceAll(f.Error(), "\n", "\n  "))
	}
	switch {
	case len(faults) > 0:
		return daemon.ExitConfig
	case cmd.shared().CheckConfig:
		if c, ok := cmd.(interface{ tournament() string }); ok && c.tournament() != "" {
			file, err := config.Load(c.tournament()) // without faults, just now
			if err != nil {
				fmt.Fprintf(errs, "%s: %v\n", name, err)
				return daemon.ExitConfig
			}
			for _, doubt := range file.Doubts() {
				fmt.Fprintf(out, "%s: %s: look again: %s\n", name, c.tournament(), doubt)
			}
		}
		fmt.Fprintf(out, "%s: no faults\n", name)
		return daemon.ExitOK
	}
	level, err := daemon.ParseLevel(cmd.shared().LogLevel)
	if err != nil {
		fmt.Fprintf(errs, "%s: %v\n", name, err)
		return daemon.ExitUsage
	}
	return daemon.Main(name, daemon.Options{AdminListen: cmd.shared().AdminListen, Level: level, Stderr: errs}, cmd.run)
}

// leave is how kong ends after --help and --version.
type leave int

func parse(name, about, admin string, cmd command, args []string, out, errs io.Writer) error {
	options := []kong.Option{
		kong.Name(name),
		kong.Description(about + "\n\n" + strings.Join(examples[name], "\n")),
		kong.Writers(out, errs),
		kong.Exit(func(code int) { panic(leave(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"admin": admin, "version": daemon.BuildInfo().String()},
	}
	if path := configPath(args, os.Getenv); path != "" {
		file, err := readFile(path)
		if err != nil {
			return daemon.Config(err)
		}
		options = append(options, kong.Resolvers(file))
	}
	parser, err := kong.New(cmd, options...)
	if err != nil {
		return err
	}
	_, err = parser.Parse(args)
	var wrong *fileError
	if errors.As(err, &wrong) {
		return daemon.Config(wrong)
	}
	return err
}

// examples stand in --help.
var examples = map[string][]string{
	"ingest": {
		"  ingest --data /var/lib/boardwire/ingest --nats nats://hub.example:4222",
		"  ingest --data data/ingest --port '/tmp/boards/*' --check-config"},
	"projector": {
		"  projector --file open.toml --data /var/lib/boardwire/projector",
		"  kill -HUP PID    reads the tournament file again"},
	"broadcast": {
		"  broadcast --role gate --file open.toml --data /var/lib/boardwire/gate",
		"  broadcast --role web --audience public:public:15m --listen 0.0.0.0:8080",
		"  broadcast --role web --audience press:commentary:5m --desk-listen 127.0.0.1:8083 --data data/press",
		"  broadcast --role push --file open.toml --secrets secrets"},
	"warehouse": {
		"  boardwire warehouse write --file open.toml --dsn clickhouse://boardwire_live@db.example:9000",
		"  boardwire warehouse write --audience public:public:15m --public-dsn clickhouse://boardwire_public@db.example:9000",
		"  boardwire warehouse write --file open.toml --data /var/lib/boardwire/warehouse"},
}
