//go:build !linux

package board

import (
	"errors"
	"time"
)

// pty exists on Linux only.
type pty struct{ name string }

func openPty(func(bool, bool)) (*pty, error) {
	return nil, errors.New("emulated boards need Linux: no pseudo terminal with a watch on it here")
}

func (*pty) now()                        {}
func (*pty) read() bool                  { return false }
func (*pty) unread() int                 { return 0 }
func (*pty) hear([]byte) (int, error)    { return 0, errors.New("no port") }
func (*pty) write([]byte, time.Duration) {}
func (*pty) close()                      {}
