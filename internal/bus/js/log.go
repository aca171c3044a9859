package js

import (
	"context"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"boardwire/internal/bus"
)

type log struct {
	store    *Store
	name     string
	subjects []string
	st       jetstream.Stream
}

func (l *log) Name() string { return l.name }

// info asks the server; nothing of the answer is kept.
func (l *log) info(ctx context.Context) (*jetstream.StreamInfo, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	info, err := l.st.Info(ctx)
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", l.name, l.store.cause(err))
	}
	return info, nil
}

func (l *log) Last(ctx context.Context) (uint64, error) {
	info, err := l.info(ctx)
	if err != nil {
		return 0, err
	}
	return info.State.LastSeq, nil
}

// Size returns the bytes in use and the limit, 0 where there is none.
func (l *log) Size() (used, limit int64, err error) {
	info, err := l.info(context.Background())
	if err != nil {
		return 0, 0, err
	}
	return int64(info.State.Bytes), max(0, info.Config.MaxBytes), nil
}

func (l *log) LastOn(ctx context.Context, filter string) (bus.Msg, bool, error) {
	if err := bus.CheckFilter(filter); err != nil {
		return bus.Msg{}, false, fmt.Errorf("last message of %s: %w", l.name, err)
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	raw, err := l.st.GetLastMsgForSubject(ctx, filter)
	if err != nil {
		if err = l.store.cause(err); err == bus.ErrNoMessage {
			return bus.Msg{}, false, nil
		}
		return bus.Msg{}, false, fmt.Errorf("last message of %s on %s: %w", l.name, filter, err)
	}
	return fromRaw(raw), true, nil
}

func (l *log) Get(ctx context.Context, seq uint64) (bus.Msg, error) {
	if seq == 0 {
		return bus.Msg{}, fmt.Errorf("message 0 of %s: %w", l.name, bus.ErrNoMessage)
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	raw, err := l.st.GetMsg(ctx, seq)
	if err != nil {
		return bus.Msg{}, fmt.Errorf("message %d of %s: %w", seq, l.name, l.store.cause(err))
	}
	return fromRaw(raw), nil
}

func (l *log) Seal(ctx context.Context) error {
	if err := l.store.writes(); err != nil {
		return fmt.Errorf("seal stream %s: %w", l.name, err)
	}
	info, err := l.info(ctx)
	if err != nil {
		return err
	}
	if info.Config.Sealed {
		return nil
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	c := info.Config
	c.Sealed = true
	if _, err := l.store.js.UpdateStream(ctx, c); err != nil {
		return fmt.Errorf("seal stream %s: %w", l.name, l.store.cause(err))
	}
	return nil
}

func fromRaw(m *jetstream.RawStreamMsg) bus.Msg {
	return bus.Msg{Subject: m.Subject, Header: headers(m.Header), Data: m.Data, Seq: m.Sequence, Time: m.Time.UTC()}
}

// headers leaves out what the server and the append put there.
func headers(h nats.Header) map[string]string {
	var out map[string]string
	for k, v := range h {
		if strings.HasPrefix(k, "Nats-") || len(v) == 0 {
			continue
		}
		if out == nil {
			out = make(map[string]string, len(h))
		}
		out[k] = v[0]
	}
	return out
}
