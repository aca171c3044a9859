package warehouse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
)

// Reach is how another process of the same owner gets to a hall's engine while
// it runs. It lies in a file that only the owner can read.
type Reach struct {
	Socket string `json:"socket"`
	User   string `json:"user"`
	Secret string `json:"secret"`
}

func reachFile(data, user string) string {
	return filepath.Join(data, "secrets", "warehouse-"+user)
}

// Save writes it below a hall's data. It holds for one run of the engine.
func (r Reach) Save(data string) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	path := reachFile(data, r.User)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", b, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Forget removes what Save wrote.
func (r Reach) Forget(data string) { os.Remove(reachFile(data, r.User)) }

// Left returns the socket of the run before, where that was killed and could
// not Forget; "" where there is none.
func Left(data, user string) string {
	var r Reach
	b, err := os.ReadFile(reachFile(data, user))
	if err != nil || json.Unmarshal(b, &r) != nil {
		return ""
	}
	return r.Socket
}

// RunningSoon is Running, but gives an engine that a hall is starting anew some
// time to come back: as long as held says that the hall runs, until ctx ends.
func RunningSoon(ctx context.Context, data, user string, held func() bool) (*clickhouse.Options, bool, error) {
	for {
		o, ok, err := Running(ctx, data, user)
		if ok || err != nil {
			return o, ok, err
		}
		if _, err := os.Stat(reachFile(data, user)); err != nil || !held() {
			return nil, false, nil
		}
		select {
		case <-ctx.Done():
			return nil, false, nil
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// Running says how to reach the engine of a hall that runs; ok is false where
// none does.
func Running(ctx context.Context, data, user string) (o *clickhouse.Options, ok bool, err error) {
	b, err := os.ReadFile(reachFile(data, user))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	var r Reach
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, false, fmt.Errorf("%s: %w", reachFile(data, user), err)
	}
	dial := func(ctx context.Context, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", r.Socket)
	}
	c, err := dial(ctx, "")
	if err != nil {
		return nil, false, nil // left behind by a hall that was killed
	}
	c.Close()
	return &clickhouse.Options{
		Protocol: clickhouse.HTTP, Addr: []string{"engine"}, DialContext: dial,
		Auth: clickhouse.Auth{Database: "default", Username: r.User, Password: r.Secret},
	}, true, nil
}
