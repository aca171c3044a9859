package cli

import (
	"context"
	"os"

	"boardwire/internal/daemon"
	"boardwire/internal/warehouse/engine/process"
)

// warehouseCmd are the tools of the warehouse.
type warehouseCmd struct {
	Status  warehouseStatusCmd  `cmd:"" help:"Say what the warehouse holds and how far its writer is."`
	Rebuild warehouseRebuildCmd `cmd:"" help:"Write all tables anew from the streams, compare, and exchange them."`
	Write   warehouseWriteCmd   `cmd:"" help:"Write the streams of a NATS server into ClickHouse, as a daemon (a hall does it with --warehouse)."`
	Engine  warehouseEngineCmd  `cmd:"" hidden:"" help:"Serve an embedded ClickHouse on a socket; a hall starts it."`
}

type warehouseEngineCmd struct {
	Lib      string `required:"" help:"The engine's shared library." type:"path"`
	Data     string `required:"" help:"The folder of the data." type:"path"`
	Socket   string `required:"" help:"Where to listen, in a private folder." type:"path"`
	User     string `default:"live" help:"Who may use it, with the secret that is the first line of the standard input."`
	Memory   int64  `help:"Bytes for statements and merges together (1 GiB)."`
	LogLevel string `default:"info" help:"debug, info, warn or error."`
}

func (c warehouseEngineCmd) Run(std streams) error {
	level, err := daemon.ParseLevel(c.LogLevel)
	if err != nil {
		return usageError{err}
	}
	return exitCode(daemon.Main("warehouse-engine", daemon.Options{Level: level, Stderr: std.err}, func(ctx context.Context, d *daemon.Daemon) error {
		return process.Run(ctx, process.Config{
			Library: c.Lib, Data: c.Data, Socket: c.Socket, User: c.User, Memory: c.Memory,
			Parent: os.Stdin, Ready: std.out, Log: d.Log,
		})
	}))
}
