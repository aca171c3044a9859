package js

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"boardwire/internal/bus"
)

// Headers of an atomic batch (NATS architecture decision 50).
const (
	batchID     = "Nats-Batch-Id"
	batchSeq    = "Nats-Batch-Sequence"
	batchCommit = "Nats-Batch-Commit"
)

// Error codes of the server, as in its errors.json.
const (
	codeWrongLast         = 10071
	codeWrongLastConstant = 10164
	codeSealed            = 10109
	codeStoreFailed       = 10077
	codeNoResources       = 10023
	codeStorageExceeded   = 10047
	codeAtomicDisabled    = 10174
)

// ack is the server's answer to a publish, single or batch.
type ack struct {
	Error *jetstream.APIError `json:"error"`
	Seq   uint64              `json:"seq"`
	Count int                 `json:"count"`
}

func (l *log) Append(ctx context.Context, guard bus.Guard, msgs ...bus.Msg) (uint64, error) {
	if err := bus.CheckAppend(l.name, l.subjects, msgs); err != nil {
		return 0, err
	}
	if err := l.store.writes(); err != nil {
		return 0, fmt.Errorf("append to %s: %w", l.name, err)
	}
	if guard.Set && guard.Filter != "" {
		if err := bus.CheckFilter(guard.Filter); err != nil {
			return 0, fmt.Errorf("append to %s: guard: %w", l.name, err)
		}
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	var id string
	if len(msgs) > 1 {
		id = nuid.Next()
	}
	for i, m := range msgs {
		out := l.outgoing(m)
		if i == 0 && guard.Set {
			last := strconv.FormatUint(guard.Last, 10)
			if guard.Filter == "" {
				out.Header.Set(jetstream.ExpectedLastSeqHeader, last)
			} else {
				out.Header.Set(jetstream.ExpectedLastSubjSeqHeader, last)
				out.Header.Set(jetstream.ExpectedLastSubjSeqSubjHeader, guard.Filter)
			}
		}
		if id != "" {
			out.Header.Set(batchID, id)
			out.Header.Set(batchSeq, strconv.Itoa(i+1))
		}
		if i < len(msgs)-1 {
			if err := l.store.nc.PublishMsg(out); err != nil {
				return 0, fmt.Errorf("append to %s: %w", l.name, l.store.cause(err))
			}
			continue
		}
		if id != "" {
			out.Header.Set(batchCommit, "1")
		}
		reply, err := l.store.nc.RequestMsgWithContext(ctx, out)
		if err != nil {
			if l.store.cause(err) == bus.ErrClosed {
				return 0, fmt.Errorf("append to %s: %w", l.name, bus.ErrClosed)
			}
			return 0, fmt.Errorf("append to %s: %w: %w", l.name, bus.ErrUnacknowledged, l.store.cause(err))
		}
		return l.answer(ctx, guard, len(msgs), reply.Data)
	}
	return 0, nil
}

func (l *log) outgoing(m bus.Msg) *nats.Msg {
	out := nats.NewMsg(m.Subject)
	out.Data = m.Data
	for k, v := range m.Header {
		out.Header[k] = []string{v}
	}
	out.Header.Set(jetstream.ExpectedStreamHeader, l.name)
	return out
}

func (l *log) answer(ctx context.Context, guard bus.Guard, n int, data []byte) (uint64, error) {
	var a ack
	if err := json.Unmarshal(data, &a); err != nil {
		return 0, fmt.Errorf("append to %s: %w: answer %q: %w", l.name, bus.ErrUnacknowledged, data, err)
	}
	if a.Error == nil {
		if a.Seq == 0 || n > 1 && a.Count != n {
			return 0, fmt.Errorf("append to %s: %w: answer %q to %d messages", l.name, bus.ErrUnacknowledged, data, n)
		}
		return a.Seq, nil
	}
	if err := l.refusal(ctx, guard, a.Error); err != nil {
		return 0, err
	}
	return 0, fmt.Errorf("append to %s: %w", l.name, a.Error)
}

// refusal names a refusal that a caller can act on.
func (l *log) refusal(ctx context.Context, guard bus.Guard, e *jetstream.APIError) error {
	switch e.ErrorCode {
	case codeWrongLast, codeWrongLastConstant:
		actual, err := l.actual(ctx, guard, e)
		if err != nil {
			return err
		}
		return &bus.WrongSequenceError{Stream: l.name, Want: guard.Last, Actual: actual}
	case codeSealed:
		return fmt.Errorf("append to %s: %w", l.name, bus.ErrSealed)
	case codeAtomicDisabled:
		// Sealing switches batches off first.
		if info, err := l.info(ctx); err == nil && info.Config.Sealed {
			return fmt.Errorf("append to %s: %w", l.name, bus.ErrSealed)
		}
	case codeStoreFailed:
		if strings.Contains(e.Description, "maximum bytes") {
			return fmt.Errorf("append to %s: %w", l.name, bus.ErrFull)
		}
	case codeNoResources, codeStorageExceeded:
		return fmt.Errorf("append to %s: %w", l.name, bus.ErrNoSpace)
	}
	return nil
}

// actual reads the true sequence from the refusal, or asks for it.
func (l *log) actual(ctx context.Context, guard bus.Guard, e *jetstream.APIError) (uint64, error) {
	if _, text, ok := strings.Cut(e.Description, "wrong last sequence: "); ok {
		if n, err := strconv.ParseUint(text, 10, 64); err == nil {
			return n, nil
		}
	}
	if guard.Filter == "" {
		return l.Last(ctx)
	}
	m, _, err := l.LastOn(ctx, guard.Filter)
	if err != nil {
		return 0, errors.Join(fmt.Errorf("append to %s: %w", l.name, e), err)
	}
	return m.Seq, nil
}
