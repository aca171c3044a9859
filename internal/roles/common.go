package roles

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/alecthomas/kong"

	"boardwire/internal/config"
	"boardwire/internal/daemon"
)

// Common are the flags of every daemon.
type Common struct {
	Config      string `env:"BOARDWIRE_CONFIG" type:"path" help:"A TOML file whose keys are the names of flags. A flag wins over the environment, the environment over the file."`
	Hall        string `default:"main" env:"BOARDWIRE_HALL" help:"The hall's name, as in subjects: a-z, 0-9, -."`
	NATS        string `name:"nats" default:"nats://127.0.0.1:4222" env:"BOARDWIRE_NATS_URL" help:"The NATS server. It has to sync every write, and is asked whether it does."`
	Secrets     string `env:"BOARDWIRE_SECRETS,CREDENTIALS_DIRECTORY" type:"path" help:"A folder with one file for each password: nats-live, nats-sys, …. BOARDWIRE_NATS_LIVE_PASSWORD, … in the environment win. There is no flag for a password."`
	Unproved    bool   `env:"BOARDWIRE_UNPROVED" help:"You vouch that the server syncs every write; it is not asked, and the password of user sys is not needed."`
	AdminListen string `default:"${admin}" env:"BOARDWIRE_ADMIN_LISTEN" help:"Health, metrics and profiles. Never public."`
	LogLevel    string `default:"info" env:"BOARDWIRE_LOG_LEVEL" help:"debug, info, warn or error."`
	CheckConfig bool   `help:"Say everything that is wrong with the configuration, and exit (78 if anything is)."`

	Version kong.VersionFlag `help:"Print the version and exit."`
}

func (c *Common) shared() *Common { return c }

// common returns the faults that every daemon can have.
func (c *Common) common() (all []error) {
	if err := config.CheckHall(c.Hall); err != nil {
		all = append(all, fmt.Errorf("--hall: %w", err))
	}
	if _, err := daemon.ParseLevel(c.LogLevel); err != nil {
		all = append(all, fmt.Errorf("--log-level: %w", err))
	}
	u, err := url.Parse(c.NATS)
	switch {
	case err != nil:
		all = append(all, fmt.Errorf("--nats %s: this is no address; want nats://HOST:PORT", c.NATS))
	case u.User != nil:
		all = append(all, fmt.Errorf("--nats: the address holds a user or a password; leave them out, and put passwords into --secrets or the environment"))
	case u.Host == "":
		all = append(all, fmt.Errorf("--nats %q: the address names no host; want nats://HOST:PORT", c.NATS))
	}
	return append(all, address("--admin-listen", c.AdminListen, true)...)
}

// address says what is wrong with a listener's address. optional ones may be empty.
func address(flag, addr string, optional bool) []error {
	if addr == "" && optional {
		return nil
	}
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return []error{fmt.Errorf("%s %q: want HOST:PORT, 127.0.0.1:8080 say", flag, addr)}
	}
	return nil
}

// folder says that a folder is not named.
func folder(data, what string) []error {
	if strings.TrimSpace(data) == "" {
		return []error{fmt.Errorf("--data: missing; name the folder in which %s lies", what)}
	}
	return nil
}

// listen opens a listener; the error says what to do.
func listen(flag, addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w; name another address or stop what listens there", flag, addr, err)
	}
	return l, nil
}
