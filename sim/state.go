package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"boardwire/pgn"
)

// Standing is where one game stands.
type Standing struct {
	// Board counts from 1.
	Board int `json:"board"`
	// Plies are completed: pressed, or the last one lying on the board.
	Plies int `json:"plies"`
	// Ticks and Touches were done since.
	Ticks   int `json:"ticks"`
	Touches int `json:"touches"`
	// White and Black are the clocks in seconds.
	White int `json:"white"`
	Black int `json:"black"`
	// Started: the clock was started. Stopped: it was stopped for good.
	// Flag: the flag of the side to move fell.
	Started bool `json:"started,omitempty"`
	Stopped bool `json:"stopped,omitempty"`
	Flag    bool `json:"flag,omitempty"`
	// Over: nobody does anything at this board any more.
	Over bool `json:"over,omitempty"`
}

// State is what a state file holds.
type State struct {
	// Round is the SHA-256 of what is played; another round does not go on here.
	Round  string     `json:"round"`
	Seed   uint64     `json:"seed"`
	Tables []Standing `json:"tables"`
}

// ReadState reads a state file. That there is none is fs.ErrNotExist.
func ReadState(path string) (State, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return State{}, fmt.Errorf("emulator's state: %w", err)
	}
	var s State
	if err := json.Unmarshal(b, &s); err != nil {
		return State{}, fmt.Errorf("emulator's state %s: %w; remove it to begin anew", path, err)
	}
	return s, nil
}

// roundOf identifies games and script, so that a state is not used for others.
func roundOf(games []pgn.Game, s Script) (string, error) {
	h := sha256.New()
	for _, g := range games {
		w := g.Writable()
		w.Tags = nil // names may be corrected
		if err := pgn.Write(h, w); err != nil {
			return "", err
		}
		for _, p := range g.Tail {
			fmt.Fprintln(h, p.SAN)
		}
	}
	if err := json.NewEncoder(h).Encode(s); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// keeper keeps the state file: at once after each ply, and about once a second
// for what happens within one.
type keeper struct {
	path string
	mu   sync.Mutex
	s    State
	last time.Time
	err  error
}

// saveEach is how old the file may be within a ply.
const saveEach = time.Second

// newKeeper reads the file, if there is one, and takes over its seed.
func newKeeper(c *Config) (*keeper, error) {
	round, err := roundOf(c.Games, c.Script)
	if err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	k := &keeper{path: c.State, s: State{Round: round, Seed: c.Seed, Tables: make([]Standing, c.Tables)}}
	if k.path == "" {
		return k, nil
	}
	if err := os.MkdirAll(filepath.Dir(k.path), 0o755); err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	old, err := ReadState(k.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return k, nil
	case err != nil:
		return nil, err
	case old.Round != round || len(old.Tables) != c.Tables:
		return nil, fmt.Errorf("emulator's state %s is of another round; remove it to begin anew", k.path)
	}
	k.s, c.Seed = old, old.Seed
	return k, nil
}

// save takes over how one game stands.
func (k *keeper) save(at Standing, now bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.s.Tables[at.Board-1] = at
	if k.path == "" || !now && time.Since(k.last) < saveEach {
		return
	}
	k.last = time.Now()
	if err := k.write(); err != nil && k.err == nil {
		k.err = err
	}
}

// write puts a new file in the place of the old one, so that there is always a
// whole one.
func (k *keeper) write() error {
	b, err := json.Marshal(k.s)
	if err != nil {
		return err
	}
	next := k.path + ".next"
	f, err := os.Create(next)
	if err != nil {
		return fmt.Errorf("emulator's state: %w", err)
	}
	_, err = f.Write(append(b, '\n'))
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(next, k.path)
	}
	if err != nil {
		return fmt.Errorf("emulator's state: %w", err)
	}
	return nil
}
