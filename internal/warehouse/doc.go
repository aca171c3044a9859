// Package warehouse keeps what a hall's streams say in ClickHouse, for
// questions that are asked after a round.
//
// The streams are the truth and the buffer: the writer reads them as any other
// reader does, nobody waits for it, and where it stopped it goes on from what
// ClickHouse itself holds. Every row has a key that follows from the event, so
// that a batch written twice is one batch.
//
// There are two databases with two users: live holds record and facts, public
// only what a gate has released to everybody, read with the credentials of the
// web. Rows hold ids; names are kept elsewhere and can be erased there.
package warehouse

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	"boardwire/feeds"
)

// Config says which hall is kept, and where.
type Config struct {
	// Hall is the hall's token.
	Hall string
	// Live and Public are the databases' names; empty means boardwire_live and
	// boardwire_public.
	Live, Public string
	// Cluster, where set, makes replicated tables on the cluster of that name.
	Cluster string
	// Audiences are those of the gate. What went to each is counted; what went
	// to the public kind is kept in the public database.
	Audiences []feeds.Audience
}

// The databases' usual names.
const (
	DefaultLive   = "boardwire_live"
	DefaultPublic = "boardwire_public"
)

const (
	// batchRows is how many rows one insert has at most: 10,000 cost hardly
	// more than one, and a block of a single partition is atomic.
	batchRows = 10_000
	// batchWithin is how long a row waits for others.
	batchWithin = 500 * time.Millisecond
)

var plainName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// Fill sets what was left out, and says what is wrong.
func (c *Config) Fill() error {
	if c.Hall == "" {
		return errors.New("warehouse: no hall is named")
	}
	if c.Live == "" {
		c.Live = DefaultLive
	}
	if c.Public == "" {
		c.Public = DefaultPublic
	}
	for _, name := range []string{c.Live, c.Public} {
		if !plainName.MatchString(name) {
			return fmt.Errorf("warehouse: database %q: a name has a-z, 0-9 and _, and begins with a letter", name)
		}
	}
	if c.Live == c.Public {
		return fmt.Errorf("warehouse: database %s cannot be both live and public", c.Live)
	}
	if c.Cluster != "" && !plainName.MatchString(c.Cluster) {
		return fmt.Errorf("warehouse: cluster %q: a name has a-z, 0-9 and _, and begins with a letter", c.Cluster)
	}
	return nil
}
