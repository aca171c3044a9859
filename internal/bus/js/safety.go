package js

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// UnsafeError says that a server may lose what it acknowledged.
type UnsafeError struct {
	Server string
	What   string
}

func (e *UnsafeError) Error() string {
	return fmt.Sprintf("server %s is not safe for a record: %s", e.Server, e.What)
}

// jsz is the part of a server's JSZ answer that tells how it keeps things.
type jsz struct {
	Server struct {
		Name string `json:"name"`
		ID   string `json:"id"`
	} `json:"server"`
	Data *struct {
		Disabled bool `json:"disabled"`
		Config   struct {
			SyncAlways bool `json:"sync_always"`
		} `json:"config"`
	} `json:"data"`
	Error *struct {
		Description string `json:"description"`
	} `json:"error"`
}

func (z jsz) check() error {
	name := z.Server.Name
	if name == "" {
		name = z.Server.ID
	}
	switch {
	case z.Error != nil:
		return &UnsafeError{Server: name, What: "it did not say how it syncs: " + z.Error.Description}
	case z.Data == nil:
		return &UnsafeError{Server: name, What: "it did not say how it syncs"}
	case z.Data.Disabled:
		// A server of the cluster without JetStream keeps nothing.
		return nil
	case !z.Data.Config.SyncAlways:
		return &UnsafeError{Server: name, What: "a power cut would lose acknowledged messages; set `sync_interval: always` in its jetstream block"}
	}
	return nil
}

// proveSafe asks every server of the cluster whether it syncs each write.
func proveSafe(ctx context.Context, c Config) error {
	if c.SysPassword == "" {
		if c.Unproved {
			return nil
		}
		return &UnsafeError{Server: redact(c.URL), What: "whether it syncs every write is not proved; give the password of user sys, or state that the server is vouched for"}
	}
	opts := append(options(c, Sys, c.SysPassword), nats.NoReconnect())
	nc, err := nats.Connect(c.URL, opts...)
	if err != nil {
		return fmt.Errorf("connect to %v to ask how it syncs: %w", Config{URL: c.URL, User: Sys}, err)
	}
	defer nc.Close()
	inbox := nc.NewRespInbox()
	sub, err := nc.SubscribeSync(inbox)
	if err != nil {
		return err
	}
	if err := nc.PublishRequest("$SYS.REQ.SERVER.PING.JSZ", inbox, []byte("{}")); err != nil {
		return err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	for answers := 0; ; answers++ {
		wait, stop := ctx, context.CancelFunc(func() {})
		if answers > 0 {
			// The first answer is that of the server asked; the others of a
			// cluster are not counted beforehand.
			wait, stop = context.WithTimeout(ctx, 300*time.Millisecond)
		}
		m, err := sub.NextMsgWithContext(wait)
		stop()
		if err != nil {
			if answers > 0 && errors.Is(err, context.DeadlineExceeded) {
				return nil
			}
			return &UnsafeError{Server: redact(c.URL), What: fmt.Sprintf("it did not say how it syncs: %v", err)}
		}
		var z jsz
		if err := json.Unmarshal(m.Data, &z); err != nil {
			return &UnsafeError{Server: redact(c.URL), What: fmt.Sprintf("it did not say how it syncs: %v", err)}
		}
		if err := z.check(); err != nil {
			return err
		}
	}
}
