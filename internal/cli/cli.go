// Package cli is the boardwire command: a hall in one process, and the tools
// of operators, arbiters and engineers.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"boardwire/adapters/serial/drivers"
	"boardwire/internal/daemon"
)

// The exit codes of every command.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
	exitConfig = 78 // as sysexits.h: the configuration is wrong
)

// commands is the command line.
type commands struct {
	Hall       hallCmd       `cmd:"" help:"Run a hall in one process: boards, log, laws, gate and pages." group:"run"`
	Sim        simCmd        `cmd:"" help:"Play a PGN on emulated boards, each on its own pseudo terminal." group:"run"`
	Rule       ruleCmd       `cmd:"" help:"State a ruling at the desk of a running hall." group:"people"`
	Tail       tailCmd       `cmd:"" help:"Print the record or the facts of a hall as they come." group:"people"`
	Decode     decodeCmd     `cmd:"" help:"Print what a board's bytes say, one JSON sight a line." group:"files"`
	Replay     replayCmd     `cmd:"" help:"Fold a recording through the Laws and print the game, or its facts." group:"files"`
	Adjudicate adjudicateCmd `cmd:"" help:"Say how a game stands by the Laws: ended, claimable, winnable." group:"files"`
	PGN        pgnCmd        `cmd:"" name:"pgn" help:"Read PGN of any kind and write it by the standard." group:"files"`
	Perft      perftCmd      `cmd:"" help:"Count the legal move sequences of a position." group:"files"`

	Query     queryCmd     `cmd:"" help:"Ask the warehouse a saved question: thinks, time trouble, data quality, delays, rulings." group:"people"`
	Warehouse warehouseCmd `cmd:"" help:"The warehouse of a hall: what it holds, and writing it anew." group:"people"`

	Version kong.VersionFlag `help:"Print the version and exit."`
}

// Usage is an error of whoever called: exit code 2.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// configError is a wrong configuration: exit code 78.
type configError struct{ err error }

func (e configError) Error() string { return e.err.Error() }
func (e configError) Unwrap() error { return e.err }

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// Main runs the command line and returns the exit code.
func Main(args []string) int {
	return run(args, streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
}

func run(args []string, std streams) (code int) {
	var c commands
	defer func() {
		// kong leaves by its Exit function; --help and --version are no faults.
		if r := recover(); r != nil {
			exit, ok := r.(exitNow)
			if !ok {
				panic(r)
			}
			code = int(exit)
		}
	}()
	parser, err := newParser(&c, std)
	if err != nil {
		fmt.Fprintln(std.err, "boardwire:", err)
		return exitFailed
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(std.err, "boardwire: %v\n", err)
		var p *kong.ParseError
		if errors.As(err, &p) && p.Context != nil && p.Context.Command() != "" {
			fmt.Fprintf(std.err, "try: %s --help\n", p.Context.Selected().FullPath())
		} else {
			fmt.Fprintln(std.err, "try: boardwire --help")
		}
		return exitUsage
	}
	return report(std.err, ctx.Run())
}

// newParser knows all commands.
func newParser(c *commands, std streams) (*kong.Kong, error) {
	return kong.New(c,
		kong.Name("boardwire"),
		kong.Description("A live relay for chess events: it keeps what boards and clocks said, applies the Laws, and shows each audience what it may see when it may see it."),
		kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { panic(exitNow(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
		kong.ExplicitGroups([]kong.Group{{Key: "run", Title: "Run:"}, {Key: "people", Title: "At the desk:"}, {Key: "files", Title: "Without a hall:"}}),
		kong.Bind(std),
		kong.Vars{"drivers": strings.Join(drivers.Names(), ", "), "version": daemon.BuildInfo().String()},
	)
}

type exitNow int

// report says what went wrong and returns the exit code for it.
func report(w io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	var code codeError
	if errors.As(err, &code) {
		return int(code)
	}
	fmt.Fprintf(w, "boardwire: %v\n", err)
	var usage usageError
	var config configError
	switch {
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &config):
		return exitConfig
	}
	return exitFailed
}
