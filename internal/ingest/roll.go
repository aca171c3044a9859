package ingest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"boardwire/adapters/serial"
)

// rollName is the file of the roll in Config.Dir.
const rollName = "boards"

// absentAfter is how long after a start a board may take to answer that
// answered before it.
const absentAfter = 10 * time.Second

// roll is the list of the boards that answer, kept in a file. A cable that came
// out while nothing ran was seen by nobody: from the roll the next start knows
// whom it misses. A roll that is lost costs no more than that.
type roll struct {
	path   string
	here   map[string]string // port by board
	missed map[string]string // of the run before, not seen since
}

// openRoll reads what the run before left. The roll can be used even with an
// error.
func openRoll(path string) (*roll, error) {
	r := &roll{path: path, here: map[string]string{}, missed: map[string]string{}}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &r.missed)
	}
	if err != nil || r.missed == nil {
		r.missed = map[string]string{}
		return r, fmt.Errorf("the list of boards %s cannot be read, so nobody misses one that is gone: %w", path, err)
	}
	return r, nil
}

// seen puts a board on the roll.
func (r *roll) seen(d serial.Device) error {
	was, ok := r.here[d.Name]
	delete(r.missed, d.Name)
	if ok && was == d.Port {
		return nil
	}
	r.here[d.Name] = d.Port
	return r.save()
}

// lost takes a board off the roll.
func (r *roll) lost(name string) error {
	_, here := r.here[name]
	_, missed := r.missed[name]
	if !here && !missed {
		return nil
	}
	delete(r.here, name)
	delete(r.missed, name)
	return r.save()
}

// absent returns the boards that answered before the start and have not since,
// by name.
func (r *roll) absent() []serial.Device {
	var out []serial.Device
	for _, name := range slices.Sorted(maps.Keys(r.missed)) {
		out = append(out, serial.Device{Name: name, Port: r.missed[name]})
	}
	return out
}

// save writes the roll as a whole. Who is still missed stays on it: a run that
// ends before it could tell leaves that to the next one.
func (r *roll) save() error {
	all := maps.Clone(r.missed)
	maps.Copy(all, r.here)
	b, err := json.Marshal(all) // sorted by name
	if err != nil {
		return err
	}
	next := r.path + ".next"
	if err := os.WriteFile(next, append(b, '\n'), 0o600); err != nil {
		return fmt.Errorf("list of boards: %w", err)
	}
	if err := os.Rename(next, r.path); err != nil {
		return fmt.Errorf("list of boards: %w", err)
	}
	return nil
}
