package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"boardwire/feeds"
	"boardwire/internal/bus"
)

// names copies what is published of players into the public account, when
// their first pairing is released and not before. A correction goes out by
// itself afterwards, at a point of the grid: never with a later pairing, which
// it would give away.
type names struct {
	live, pub bus.Store
	people    bus.Table
	table     bus.Table
	// out holds what was written, by player; nil where there was no entry.
	out map[string][]byte
	// changed are entries of the table of people that were written.
	changed map[string]bool
	cell    time.Time
	// told are the delays that the pages were told, by audience.
	told map[string]time.Duration
}

// person is what may be published of an entry. Whatever else it holds, such as
// the salt of a hash, stays inside.
type person struct {
	Name   string `json:"name,omitempty"`
	Title  string `json:"title,omitempty"`
	Fed    string `json:"fed,omitempty"`
	Rating int    `json:"rating,omitempty"`
	FIDE   int    `json:"fide,omitempty"`
}

func newNames(live, pub bus.Store) *names {
	return &names{live: live, pub: pub, out: map[string][]byte{}, changed: map[string]bool{}, told: map[string]time.Duration{}}
}

// published notes whose names a message of the stream already let out.
func (n *names) published(m bus.Msg) {
	if !strings.HasSuffix(m.Subject, "."+feeds.KindPaired) {
		return
	}
	frame, err := feeds.ParseFrame(m.Data)
	if err != nil {
		return
	}
	if b, ok := frame.Body.(feeds.Paired); ok {
		tournament, _, _ := strings.Cut(frame.Game, ".")
		for _, id := range []string{"tournament." + tournament, b.White, b.Black} {
			n.out[id] = nil
			n.changed[id] = true // compare it once
		}
	}
}

// release copies one name unless it is out.
func (n *names) release(ctx context.Context, id string) error {
	if _, ok := n.out[id]; ok || id == "" {
		return nil
	}
	return n.copy(ctx, id)
}

// correct copies the names again that are out and were changed, once for a
// point of the grid.
func (n *names) correct(ctx context.Context, now feeds.Now) error {
	cell := now.Wall.Truncate(feeds.Grid)
	if cell.Equal(n.cell) {
		return nil
	}
	n.cell = cell
	for _, id := range slices.Sorted(maps.Keys(n.changed)) {
		if _, isOut := n.out[id]; isOut {
			if err := n.copy(ctx, id); err != nil {
				return err
			}
		}
		delete(n.changed, id)
	}
	return nil
}

// copy writes one name to the public table where it differs from what is there.
func (n *names) copy(ctx context.Context, id string) error {
	if bus.CheckKey(id) != nil {
		n.out[id] = nil // nobody can have entered a name for it
		return nil
	}
	if err := n.open(ctx); err != nil || n.people == nil {
		return err
	}
	entry, err := n.people.Get(ctx, id)
	if errors.Is(err, bus.ErrNoEntry) {
		n.out[id] = nil
		return nil
	}
	if err != nil {
		return fmt.Errorf("gate: name of %s: %w", id, err)
	}
	var p person
	if err := json.Unmarshal(entry.Value, &p); err != nil {
		n.out[id] = nil // the id is shown instead
		return nil
	}
	value, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("gate: name of %s: %w", id, err)
	}
	if was, ok := n.out[id]; ok && bytes.Equal(was, value) {
		return nil
	}
	if _, err := n.table.Put(ctx, id, value); err != nil {
		return fmt.Errorf("gate: name of %s: %w", id, err)
	}
	n.out[id] = value
	return nil
}

// delays tells the pages how far behind play each audience is. They cannot know
// it from their configuration: a ruling or an edited file may have changed it.
func (n *names) delays(ctx context.Context, g *feeds.Gate, audiences []feeds.Audience) error {
	for _, a := range audiences {
		policy, ok := g.Policy(a.Name)
		if was, told := n.told[a.Name]; !ok || told && was == policy.Delay {
			continue
		}
		key, value := feeds.DelayKey(a.Name), fmt.Appendf(nil, `{"delay_ms":%d}`, policy.Delay.Milliseconds())
		entry, err := n.table.Get(ctx, key)
		if errors.Is(err, bus.ErrNoEntry) || err == nil && !bytes.Equal(entry.Value, value) {
			_, err = n.table.Put(ctx, key, value)
		}
		if err != nil {
			return fmt.Errorf("gate: delay of audience %s: %w", a.Name, err)
		}
		n.told[a.Name] = policy.Delay
	}
	return nil
}

// make makes or finds the public table.
func (n *names) make(ctx context.Context) (err error) {
	if n.table != nil {
		return nil
	}
	if n.table, err = n.pub.Table(ctx, "names", true); err != nil {
		n.table = nil
		return fmt.Errorf("gate: table names: %w", err)
	}
	return nil
}

func (n *names) open(ctx context.Context) (err error) {
	if err := n.make(ctx); err != nil {
		return err
	}
	if n.people == nil {
		n.people, err = n.live.Table(ctx, "people", false)
		if errors.Is(err, bus.ErrNoStream) {
			n.people = nil
			return nil // nobody has a name yet
		}
		if err != nil {
			n.people = nil
			return fmt.Errorf("gate: table people: %w", err)
		}
	}
	return nil
}
