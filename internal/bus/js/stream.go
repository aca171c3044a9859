package js

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"boardwire/internal/bus"
)

// maxMsgSize is what a stream takes; bus.MaxMessage leaves room in it for the
// headers of an append.
const maxMsgSize = 64 << 10

func (s *Store) config(spec bus.Spec) jetstream.StreamConfig {
	c := jetstream.StreamConfig{
		Name:               spec.Name,
		Subjects:           spec.Subjects,
		Storage:            jetstream.FileStorage,
		Retention:          jetstream.LimitsPolicy,
		Discard:            jetstream.DiscardNew,
		MaxBytes:           -1,
		MaxMsgs:            -1,
		MaxMsgsPerSubject:  -1,
		MaxMsgSize:         maxMsgSize,
		Replicas:           s.replicas,
		DenyDelete:         true,
		DenyPurge:          true,
		AllowDirect:        true,
		AllowAtomicPublish: true,
		Duplicates:         time.Minute,
		Description:        descriptions[spec.Role],
	}
	if spec.MaxBytes > 0 {
		c.MaxBytes = spec.MaxBytes
	}
	return c
}

// descriptions tell the roles apart: they are all set up alike.
var descriptions = map[bus.Role]string{
	bus.Record: "boardwire record",
	bus.Facts:  "boardwire facts",
	bus.Public: "boardwire public",
}

// lasting says what would let a stream forget.
func (s *Store) lasting(c jetstream.StreamConfig) []string {
	var faults []string
	want := func(ok bool, what string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Sprintf(what, args...))
		}
	}
	want(c.Storage == jetstream.FileStorage, "it is kept in memory, want file storage")
	want(c.PersistMode == jetstream.DefaultPersistMode, "its persist mode is async, want the default: async loses what was acknowledged")
	want(c.Retention == jetstream.LimitsPolicy, "its retention is %v, want limits", c.Retention)
	want(c.Discard == jetstream.DiscardNew, "it discards %v messages when full, want new", c.Discard)
	want(c.DenyDelete, "messages can be deleted, want deny_delete")
	want(c.DenyPurge, "it can be purged, want deny_purge")
	want(c.MaxAge == 0, "messages expire after %v, want never", c.MaxAge)
	want(c.MaxMsgs <= 0, "it holds %d messages at most, want no limit", c.MaxMsgs)
	want(c.MaxMsgsPerSubject <= 0, "it holds %d messages a subject at most, want no limit", c.MaxMsgsPerSubject)
	want(!c.NoAck, "it does not acknowledge, want no_ack off")
	want(!c.AllowMsgTTL, "messages may name their own end, want allow_msg_ttl off")
	want(!c.AllowRollup, "messages may roll up others, want allow_rollup_hdrs off")
	want(c.Mirror == nil && len(c.Sources) == 0, "it copies from other streams, want none")
	want(c.Replicas == s.replicas, "it has %d replicas, want %d", c.Replicas, s.replicas)
	return faults
}

// Create makes a stream, or verifies the one there: a *bus.SpecError says what
// differs. A greater MaxBytes raises the limit; a smaller one is taken as met.
func (s *Store) Create(ctx context.Context, spec bus.Spec) (bus.Log, error) {
	if err := bus.CheckSpec(spec); err != nil {
		return nil, err
	}
	if err := s.writes(); err != nil {
		return nil, fmt.Errorf("create stream %s: %w", spec.Name, err)
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	want := s.config(spec)
	st, err := s.js.Stream(ctx, spec.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		st, err = s.js.CreateStream(ctx, want)
	}
	if err != nil {
		return nil, fmt.Errorf("create stream %s: %w", spec.Name, s.cause(err))
	}
	have := st.CachedInfo().Config
	faults := s.lasting(have)
	if !slices.Equal(have.Subjects, want.Subjects) {
		faults = append(faults, fmt.Sprintf("its subjects are %v, want %v", have.Subjects, want.Subjects))
	}
	if have.Description != want.Description {
		faults = append(faults, fmt.Sprintf("it is %q, want %q", have.Description, want.Description))
	}
	if have.MaxMsgSize != -1 && have.MaxMsgSize < want.MaxMsgSize {
		faults = append(faults, fmt.Sprintf("it takes messages of %d bytes, want %d", have.MaxMsgSize, want.MaxMsgSize))
	}
	if !have.AllowDirect {
		faults = append(faults, "messages cannot be asked for directly, want allow_direct")
	}
	if !have.AllowAtomicPublish && !have.Sealed {
		faults = append(faults, "it takes no atomic batches, want allow_atomic")
	}
	if faults != nil {
		return nil, &bus.SpecError{Stream: spec.Name, Faults: faults}
	}
	if !have.Sealed && have.MaxBytes > 0 && (want.MaxBytes <= 0 || want.MaxBytes > have.MaxBytes) {
		have.MaxBytes = want.MaxBytes
		if st, err = s.js.UpdateStream(ctx, have); err != nil {
			return nil, fmt.Errorf("raise stream %s to %d bytes: %w", spec.Name, want.MaxBytes, s.cause(err))
		}
	}
	if spec.Role == bus.Public {
		if err := s.makeTail(ctx, spec.Name); err != nil {
			return nil, err
		}
	}
	return &log{store: s, name: spec.Name, subjects: want.Subjects, st: st}, nil
}

// tailSubject is where a public stream's new messages are announced.
func tailSubject(stream string) string { return "bw.tail." + stream }

// makeTail makes the one consumer of a public stream. It says each new message
// after it was stored, to however many listen; they may make none themselves.
func (s *Store) makeTail(ctx context.Context, stream string) error {
	_, err := s.js.CreateOrUpdatePushConsumer(ctx, stream, jetstream.ConsumerConfig{
		Durable:        "tail",
		DeliverSubject: tailSubject(stream),
		DeliverPolicy:  jetstream.DeliverNewPolicy,
		AckPolicy:      jetstream.AckNonePolicy,
		MemoryStorage:  true,
		Replicas:       1,
	})
	if err != nil {
		return fmt.Errorf("make the tail of stream %s: %w", stream, s.cause(err))
	}
	return nil
}
