// Package testport finds TCP ports of the loopback for servers that tests start
// and that must be told their port.
package testport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"testing"
)

// usualLow is where ports begin that the kernel gives out by itself, where it
// does not say so.
const usualLow = 32768

// Free returns the first of n ports in a row on which nothing listens, and which
// no other test that asks here gets before this one is over. The kernel gives
// none of them to a connection in between, as it does with a port that was
// listened on and closed again.
func Free(tb testing.TB, n int) int {
	tb.Helper()
	low := usualLow
	if b, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range"); err == nil {
		_, _ = fmt.Sscan(string(b), &low)
	}
	const first = 10_000
	for range 1000 {
		port := first + rand.IntN(max(low-first-n, 1))
		if taken := take(port, n); taken != nil {
			tb.Cleanup(func() { drop(taken) })
			return port
		}
	}
	tb.Fatalf("no %d free ports in a row between %d and %d", n, first, low)
	return 0
}

// take holds n ports for datagrams, which no server of a test wants, so that
// other processes see them taken; nil where one is not free.
func take(port, n int) (taken []net.PacketConn) {
	for p := port; p < port+n; p++ {
		at := fmt.Sprintf("127.0.0.1:%d", p)
		held, err := net.ListenPacket("udp4", at)
		if err != nil {
			drop(taken)
			return nil
		}
		taken = append(taken, held)
		l, err := net.Listen("tcp4", at)
		if err != nil {
			drop(taken)
			return nil
		}
		_ = l.Close()
	}
	return taken
}

func drop(taken []net.PacketConn) {
	for _, c := range taken {
		_ = c.Close()
	}
}
