// Package failpoint kills the process at a named place, as a power cut would,
// so that tests can look at what is left.
//
// It does nothing unless the environment has BOARDWIRE_FAILPOINT=name:count:
// then the count-th time that Hit is called with that name the process gets
// SIGKILL. Without ":count" it is the first time. The variable is read once,
// when the process starts.
package failpoint

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
)

// Variable is the environment variable that arms a failpoint.
const Variable = "BOARDWIRE_FAILPOINT"

// The failpoints there are.
const (
	AfterOutboxFsync       = "after-outbox-fsync"
	AfterPublishBeforeTrim = "after-publish-before-trim"
	BetweenFacts           = "between-facts" // of one cause
	BetweenReleaseAndPub   = "between-release-and-pub"
	WhileClosing           = "while-closing"   // a sitting
	BetweenInserts         = "between-inserts" // of one batch of the warehouse
)

var armed = parse(os.Getenv(Variable))

type point struct {
	name string
	left atomic.Int64
}

func parse(s string) *point {
	if s == "" {
		return nil
	}
	name, count, found := strings.Cut(s, ":")
	n := 1
	if found {
		var err error
		if n, err = strconv.Atoi(count); err != nil || n < 1 {
			fmt.Fprintf(os.Stderr, "%s=%s: want name:count with a count from 1\n", Variable, s)
			os.Exit(78)
		}
	}
	p := &point{name: name}
	p.left.Store(int64(n))
	return p
}

// Hit ends the process with SIGKILL if this is the armed failpoint and its
// count is reached; no deferred call runs and nothing is flushed.
func Hit(name string) {
	if armed == nil || armed.name != name || armed.left.Add(-1) != 0 {
		return
	}
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
	select {} // the signal is on its way
}
