package testport

import (
	"fmt"
	"net"
	"testing"
)

func TestPortsAreFreeAndNobodyElseGetsThem(t *testing.T) {
	given := map[int]bool{}
	for range 50 {
		port := Free(t, 4)
		for p := port; p < port+4; p++ {
			if given[p] {
				t.Errorf("port %d is given twice", p)
			}
			given[p] = true
			if again := take(p, 1); again != nil {
				drop(again)
				t.Errorf("port %d is free for others", p)
			}
			l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", p))
			if err != nil {
				t.Error(err)
				continue
			}
			l.Close()
		}
	}
}

func TestPortsAreFreeAfterTheTest(t *testing.T) {
	var port int
	t.Run("one", func(t *testing.T) { port = Free(t, 1) })
	again := take(port, 1)
	if again == nil {
		t.Fatalf("port %d is held after the test that asked for it", port)
	}
	drop(again)
}
