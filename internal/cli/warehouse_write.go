package cli

import "boardwire/internal/roles"

// warehouseWriteCmd is a daemon with the flags that all daemons have.
type warehouseWriteCmd struct {
	Args []string `arg:"" optional:"" passthrough:"" help:"The daemon's flags; write -- --help lists them."`
}

func (warehouseWriteCmd) Help() string {
	return `It has the flags that all daemons have, and reads with the passwords of the users gate and web.

  boardwire warehouse write --file open.toml --dsn clickhouse://boardwire_live@db.example:9000`
}

func (c warehouseWriteCmd) Run() error {
	if len(c.Args) > 0 && c.Args[0] == "--" {
		c.Args = c.Args[1:]
	}
	return exitCode(roles.Main("warehouse", c.Args))
}
