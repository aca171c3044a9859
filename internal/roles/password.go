package roles

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"boardwire/internal/bus/js"
)

// variable is where a user's password is found in the environment.
func variable(u js.User) string {
	return "BOARDWIRE_NATS_" + strings.ToUpper(string(u)) + "_PASSWORD"
}

// password finds a user's password in the environment or the folder of
// secrets; empty where there is none.
func (c *Common) password(u js.User) (string, error) {
	if p := os.Getenv(variable(u)); p != "" {
		// nats.conf wants quotes that are part of the value; one environment
		// may serve both.
		return strings.Trim(p, `"`), nil
	}
	if c.Secrets == "" {
		return "", nil
	}
	path := filepath.Join(c.Secrets, "nats-"+string(u))
	st, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("password of user %s: %w", u, err)
	}
	if st.Mode().Perm()&0o007 != 0 {
		return "", fmt.Errorf("password of user %s: everybody can read %s; chmod 600 it", u, path)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("password of user %s: %w", u, err)
	}
	return strings.TrimSpace(string(b)), nil
}

// needs returns a fault for each user whose password is missing.
func (c *Common) needs(users ...js.User) (all []error) {
	for _, u := range users {
		p, err := c.password(u)
		switch {
		case err != nil:
			all = append(all, err)
		case p != "":
		case u == js.Sys:
			all = append(all, fmt.Errorf("password of user sys: missing, so the server cannot be asked whether it syncs every write; set %s or %s, or vouch for the server with --unproved", variable(u), c.secretFile(u)))
		default:
			all = append(all, fmt.Errorf("password of user %s: missing; set %s or %s", u, variable(u), c.secretFile(u)))
		}
	}
	return all
}

func (c *Common) secretFile(u js.User) string {
	if c.Secrets == "" {
		return "the file nats-" + string(u) + " in --secrets"
	}
	return filepath.Join(c.Secrets, "nats-"+string(u))
}

// writers are the users of a process that writes: with proof that the server
// is safe, unless somebody vouches for it.
func (c *Common) writers(users ...js.User) []js.User {
	if c.Unproved {
		return users
	}
	return append(users, js.Sys)
}
