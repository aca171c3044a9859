// Package chdb calls the C interface of the chDB library, a ClickHouse without
// a server, through purego: no C compiler is needed and nothing is linked.
//
// A fault inside the library ends the process, so only the engine's own
// process may use this package.
package chdb

import (
	"errors"
	"runtime"
	"strings"
	"unsafe"
)

// Library is the loaded shared library. It keeps one storage path a process:
// every connection must name the same one. It can be used by any number of
// goroutines; it is never unloaded.
type Library struct {
	version     func() string
	signals     func(int32)
	connect     func(int32, unsafe.Pointer) unsafe.Pointer
	close       func(unsafe.Pointer)
	shutdown    func() int32
	classify    func(conn, sql unsafe.Pointer, n uintptr, db unsafe.Pointer, dbn uintptr, out unsafe.Pointer) int32
	query       func(conn, sql unsafe.Pointer, n uintptr, format unsafe.Pointer, fn uintptr, names, nameLens, values, valueLens unsafe.Pointer, params uintptr) unsafe.Pointer
	stream      func(conn, sql unsafe.Pointer, n uintptr, format unsafe.Pointer, fn uintptr, names, nameLens, values, valueLens unsafe.Pointer, params uintptr) unsafe.Pointer
	fetch       func(conn, stream unsafe.Pointer) unsafe.Pointer
	cancel      func(conn, stream unsafe.Pointer)
	insert      func(conn, sql unsafe.Pointer, n uintptr, format unsafe.Pointer, fn uintptr, names, nameLens, values, valueLens unsafe.Pointer, params uintptr) unsafe.Pointer
	push        func(stream, data unsafe.Pointer, n uintptr) int32
	done        func(stream unsafe.Pointer) unsafe.Pointer
	abandon     func(stream unsafe.Pointer)
	insertError func(stream unsafe.Pointer) string
	freeInsert  func(stream unsafe.Pointer)
	buffer      func(result unsafe.Pointer) unsafe.Pointer
	length      func(result unsafe.Pointer) uintptr
	errorText   func(result unsafe.Pointer) string
	rowsWritten func(result unsafe.Pointer) uint64
	rowsRead    func(result unsafe.Pointer) uint64
	bytesRead   func(result unsafe.Pointer) uint64
	free        func(result unsafe.Pointer)
}

// Version is the library's own version, such as "26.7.0".
func (l *Library) Version() string { return l.version() }

// Open makes a connection: a session of its own with its own current database
// and settings. Arguments are those of the command line, "--path=DIR" first;
// those that name a setting hold for this connection alone, the others matter
// to the first connection of the process only.
//
// A connection runs one statement at a time and is used by one goroutine at a
// time; connections work beside each other.
func (l *Library) Open(args ...string) (*Conn, error) {
	list := make([]*byte, 0, len(args)+2)
	for _, a := range append([]string{"clickhouse"}, args...) {
		if strings.IndexByte(a, 0) >= 0 {
			return nil, errors.New("an argument of the warehouse engine holds a zero byte")
		}
		list = append(list, unsafe.StringData(a+"\x00"))
	}
	n := len(list)
	list = append(list, nil)
	handle := l.connect(int32(n), unsafe.Pointer(&list[0]))
	runtime.KeepAlive(list)
	if handle == nil || *(*unsafe.Pointer)(handle) == nil {
		return nil, errors.New("the warehouse engine refused a connection")
	}
	return &Conn{lib: l, handle: handle}, nil
}

// Shutdown stops the engine's threads. Every connection must be closed before;
// afterwards nothing can be opened in this process.
func (l *Library) Shutdown() error {
	if l.shutdown() != 0 {
		return errors.New("the warehouse engine did not stop all its threads")
	}
	return nil
}
