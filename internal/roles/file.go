package roles

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/pelletier/go-toml/v2"
)

// file is a daemon's own configuration file: flags by name. It yields to the
// environment, which kong by itself ranks lower.
type file struct {
	path   string
	values map[string]any
}

// fileError is a fault of the configuration file.
type fileError struct {
	path   string
	faults []string
}

func (e *fileError) Error() string {
	return fmt.Sprintf("%s: %s", e.path, strings.Join(e.faults, "; "))
}

// readFile reads a TOML file of flags.
func readFile(path string) (*file, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("configuration file: %w", err)
	}
	f := &file{path: path, values: map[string]any{}}
	if err := toml.Unmarshal(b, &f.values); err != nil {
		return nil, fmt.Errorf("configuration file %s: %w", path, err)
	}
	return f, nil
}

// notInFile are flags that make no sense in a file.
var notInFile = []string{"config", "check-config", "version", "help"}

// Validate names every key that is no flag.
func (f *file) Validate(app *kong.Application) error {
	var known []string
	for _, g := range app.AllFlags(true) {
		for _, flag := range g {
			if !slices.Contains(notInFile, flag.Name) {
				known = append(known, flag.Name)
			}
		}
	}
	slices.Sort(known)
	e := &fileError{path: f.path}
	for key := range f.values {
		if !slices.Contains(known, key) {
			e.faults = append(e.faults, fmt.Sprintf("key %s is not known", key))
		}
	}
	if len(e.faults) == 0 {
		return nil
	}
	slices.Sort(e.faults)
	e.faults = append(e.faults, "known here: "+strings.Join(known, " "))
	return e
}

// Resolve returns a flag's value, unless its variable is set.
func (f *file) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
	}
	return f.values[flag.Name], nil
}

// configPath finds the configuration file before the flags are read: they may
// come from it.
func configPath(args []string, getenv func(string) string) string {
	for i, a := range args {
		if a == "--" {
			break
		}
		if path, ok := strings.CutPrefix(a, "--config="); ok {
			return path
		}
		if a == "--config" && i+1 < len(args) {
			return args[i+1]
		}
	}
	return getenv("BOARDWIRE_CONFIG")
}
