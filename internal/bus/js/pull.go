package js

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// question is how a puller asks.
type question struct {
	batch int           // messages at once
	open  time.Duration // how long the server keeps it open
	// pulse is how often the server says that it is open. Three times as long it
	// may say nothing at all.
	pulse time.Duration
}

// usual is how readers ask: 500 messages at once would halve the speed of a
// replay.
var usual = question{batch: 5000, open: 30 * time.Second, pulse: 5 * time.Second}

// puller is a consumer of one stream from a message on, and the questions for
// its messages. It takes what the server sends as it comes: anything out of
// order, and a connection that was lost, is an error, after which another puller
// goes on. The client has an ordered consumer for it, whose every message costs
// a timer, two channels and its place read twice.
type puller struct {
	store *Store
	how   question
	next  string // subject of the questions
	inbox string
	sub   *nats.Subscription
	msgs  chan *nats.Msg
	links chan nats.Status
	quiet *time.Timer
	asked int    // messages that are asked for and have not come
	last  uint64 // consumer sequence of the last delivery
}

// delivery is one message with its place in the stream.
type delivery struct {
	*nats.Msg
	seq uint64
	at  time.Time
}

// newPuller makes a consumer that begins with message from and asks for the
// first messages. The server forgets it when nobody asks for half a minute.
func newPuller(ctx context.Context, s *Store, stream string, from uint64, how question) (*puller, error) {
	p := &puller{
		store: s, how: how, inbox: s.nc.NewInbox(), quiet: time.NewTimer(3 * how.pulse),
		// Never more is under way than was asked for, and a few words of the
		// server: nothing is dropped for want of room.
		msgs:  make(chan *nats.Msg, how.batch+64),
		links: s.nc.StatusChanged(nats.RECONNECTING, nats.CONNECTED, nats.CLOSED),
	}
	var err error
	if p.sub, err = s.nc.ChanSubscribe(p.inbox, p.msgs); err != nil {
		p.stop()
		return nil, err
	}
	c, err := s.js.CreateConsumer(ctx, stream, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy,
		OptStartSeq:   from,
		AckPolicy:     jetstream.AckNonePolicy,
		MemoryStorage: true,
		Replicas:      1,
		// A reader that went away leaves its consumer behind for so long; a
		// stream has room for a thousand.
		InactiveThreshold: 30 * time.Second,
	})
	if err == nil {
		p.next = "$JS.API.CONSUMER.MSG.NEXT." + stream + "." + c.CachedInfo().Name
		err = p.ask()
	}
	if err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

func (p *puller) stop() {
	p.quiet.Stop()
	p.store.nc.RemoveStatusListener(p.links)
	if p.sub != nil && p.store.nc.IsConnected() {
		_ = p.sub.Unsubscribe() // a lost line has ended it already
	}
}

// ask tops up what is asked for.
func (p *puller) ask() error {
	n := p.how.batch - p.asked
	b, err := json.Marshal(struct {
		Batch   int           `json:"batch"`
		Expires time.Duration `json:"expires"`
		Pulse   time.Duration `json:"idle_heartbeat"`
	}{n, p.how.open, p.how.pulse})
	if err != nil {
		return err
	}
	if err := p.store.nc.PublishRequest(p.next, p.inbox, b); err != nil {
		return err
	}
	p.asked += n
	return nil
}

var (
	errMute   = errors.New("the server says nothing any more")
	errLinked = errors.New("the connection was lost")
	errMissed = errors.New("a delivery did not come")
)

// take returns the next message. ctx's error leaves the puller as it was; after
// any other it is of no use.
func (p *puller) take(ctx context.Context) (delivery, error) {
	for {
		var m *nats.Msg
		select {
		case m = <-p.msgs: // while there is a backlog
		default:
			var err error
			if m, err = p.wait(ctx); err != nil {
				return delivery{}, err
			}
		}
		if m == nil {
			return delivery{}, errLinked
		}
		place, ok, err := deliveredAt(m.Reply)
		if err != nil {
			return delivery{}, err
		}
		if !ok {
			if err := p.heed(m); err != nil {
				return delivery{}, err
			}
			continue
		}
		if place.order != p.last+1 {
			return delivery{}, errMissed
		}
		p.last = place.order
		if p.asked--; p.asked <= p.how.batch/2 {
			if err := p.ask(); err != nil {
				return delivery{}, err
			}
		}
		return delivery{m, place.seq, place.at}, nil
	}
}

func (p *puller) wait(ctx context.Context) (*nats.Msg, error) {
	p.quiet.Reset(3 * p.how.pulse)
	select {
	case m := <-p.msgs:
		return m, nil
	case <-p.links:
		return nil, errLinked
	case <-p.quiet.C:
		return nil, errMute
	case <-p.store.closed:
		return nil, nats.ErrConnectionClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// heed takes a word of the server that is no message of the stream.
func (p *puller) heed(m *nats.Msg) error {
	switch status := m.Header.Get("Status"); status {
	case "100": // the question is open
		return nil
	case "408": // the question was open long enough
		left, err := strconv.Atoi(m.Header.Get("Nats-Pending-Messages"))
		if err != nil {
			return fmt.Errorf("%s messages are left of a question: %w", m.Header.Get("Nats-Pending-Messages"), err)
		}
		p.asked = max(0, p.asked-left)
		return p.ask()
	default:
		return fmt.Errorf("the server ends a consumer: %s %s", status, m.Header.Get("Description"))
	}
}

// place says which message of its stream and of its consumer a delivery is.
type place struct {
	seq, order uint64
	at         time.Time
}

// deliveredAt reads a delivery's reply subject, whose last tokens are the
// sequences in the stream and of the consumer, the time in nanoseconds, and how
// many more there are; a newer server has one more behind a domain and an
// account's hash before them. It is not ok for what is no delivery.
func deliveredAt(reply string) (p place, ok bool, err error) {
	rest, ok := strings.CutPrefix(reply, "$JS.ACK.")
	if !ok {
		return p, false, nil
	}
	// <stream> <consumer> <times> <seq> <order> <time> <more>, or the same
	// between <domain> <account> and <random>.
	before := 3
	switch n := strings.Count(rest, "."); {
	case n == 6:
	case n >= 8:
		before = 5
	default:
		return p, false, fmt.Errorf("a delivery says %q of its place", reply)
	}
	var number [3]uint64
	for i := range before + 3 {
		token, after, _ := strings.Cut(rest, ".")
		rest = after
		if i < before {
			continue
		}
		if number[i-before], err = strconv.ParseUint(token, 10, 63); err != nil {
			return p, false, fmt.Errorf("a delivery says %q of its place: %w", reply, err)
		}
	}
	return place{number[0], number[1], time.Unix(0, int64(number[2])).UTC()}, true, nil
}
