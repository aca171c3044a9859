package daemon

import (
	"context"
	"log/slog"
	"net"
	"strconv"
	"time"
)

// notifier talks to systemd as sd_notify(3) says: one datagram a message to the
// socket that the environment names. Without one it is silent.
type notifier struct {
	conn  net.Conn
	every time.Duration
	log   *slog.Logger
}

// newNotifier reads NOTIFY_SOCKET and WATCHDOG_USEC.
func newNotifier(getenv func(string) string, log *slog.Logger) *notifier {
	path := getenv("NOTIFY_SOCKET")
	if path == "" {
		return nil
	}
	// A name that begins with "@" is in the abstract namespace; package net
	// knows that form.
	conn, err := net.Dial("unixgram", path)
	if err != nil {
		log.Warn("the service manager cannot be told", "err", err)
		return nil
	}
	n := &notifier{conn: conn, log: log}
	if usec, err := strconv.ParseInt(getenv("WATCHDOG_USEC"), 10, 64); err == nil && usec > 0 {
		n.every = time.Duration(usec) * time.Microsecond / 2
	}
	return n
}

func (n *notifier) say(text string) {
	if n == nil {
		return
	}
	if _, err := n.conn.Write([]byte(text)); err != nil {
		n.log.Warn("the service manager cannot be told", "err", err)
	}
}

// watchdog says that the process lives, as long as its loops turn.
func (n *notifier) watchdog(ctx context.Context, h *Health) {
	if n == nil || n.every == 0 {
		return
	}
	tick := time.NewTicker(n.every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if _, ok := h.Alive(); ok {
				n.say("WATCHDOG=1")
			}
		}
	}
}

func (n *notifier) close() {
	if n != nil {
		n.conn.Close()
	}
}
