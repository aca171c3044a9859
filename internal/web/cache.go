package web

import (
	"net/http"
	"sync"
)

// cache keeps what everybody gets until what it is made of has changed. A round
// of two hundred boards takes tens of milliseconds to draw: without it a few
// impatient readers would take a processor from the hall.
type cache struct {
	mu   sync.Mutex
	of   stamp
	made map[string]*made
}

// stamp says of what a body is made: the state's version, and the second where
// the body shows running clocks.
type stamp struct {
	version uint64
	second  int64
}

// made is a body that is made once, by the first who asks.
type made struct {
	once   sync.Once
	body   []byte
	status int
}

// get returns the body of a key, made at most once for each stamp. What is not
// found is not kept: there is no end to addresses that do not exist.
func (c *cache) get(key string, of stamp, build func() ([]byte, int)) ([]byte, int) {
	c.mu.Lock()
	if c.of != of || c.made == nil {
		c.of, c.made = of, map[string]*made{}
	}
	m := c.made[key]
	if m == nil {
		m = &made{}
		c.made[key] = m
	}
	c.mu.Unlock()
	m.once.Do(func() {
		m.status = http.StatusInternalServerError // should build panic
		m.body, m.status = build()
	})
	if m.status != http.StatusOK {
		c.mu.Lock()
		if c.made[key] == m {
			delete(c.made, key)
		}
		c.mu.Unlock()
	}
	return m.body, m.status
}
