package chdb

import (
	"errors"
	"io"
	"runtime"
	"unsafe"
)

// Conn is a session.
type Conn struct {
	lib    *Library
	handle unsafe.Pointer // to the connection
}

// Close ends the session and what it runs.
func (c *Conn) Close() {
	if c.handle != nil {
		c.lib.close(c.handle)
		c.handle = nil
	}
}

func (c *Conn) conn() unsafe.Pointer { return *(*unsafe.Pointer)(c.handle) }

// Exception is what ClickHouse says of a statement: "Code: 60. DB::Exception: …".
type Exception struct{ Text string }

func (e *Exception) Error() string { return e.Text }

// Param is a value for a {name:Type} in a statement, in ClickHouse's escaped
// text form.
type Param struct{ Name, Value string }

// Stats are what a statement touched.
type Stats struct {
	RowsRead, BytesRead, RowsWritten uint64
}

// Class is what a statement does to what outlives it.
type Class uint32

// The classes, as the engine's parser sees them. Control is everything for the
// session alone or out of the databases: SET, USE, SYSTEM, KILL, a file.
const (
	ReadOnly Class = iota
	Mutating
	MutatingGlobal
	Control
	Unknown // does not parse
)

// Classify says what a text would do and how many statements it holds, 0 if it
// does not parse. Nothing is executed.
func (c *Conn) Classify(sql string) (Class, int, error) {
	out := struct{ size, statements, flags, class uint32 }{size: 16}
	s := bytesOf(sql)
	state := c.lib.classify(c.conn(), s.pointer, s.length, nil, 0, unsafe.Pointer(&out))
	runtime.KeepAlive(&out)
	runtime.KeepAlive(s)
	if state != 0 {
		return Unknown, 0, errors.New("the warehouse engine did not classify a statement")
	}
	return Class(out.class), int(out.statements), nil
}

// Exec runs a text to its end and returns its whole output in the format.
func (c *Conn) Exec(sql, format string, params ...Param) ([]byte, Stats, error) {
	s, f, p := bytesOf(sql), bytesOf(format), paramsOf(params)
	result := c.lib.query(c.conn(), s.pointer, s.length, f.pointer, f.length, p.names, p.nameLens, p.values, p.valueLens, uintptr(len(params)))
	runtime.KeepAlive([]any{s, f, p})
	return c.take(result)
}

// take copies a result and frees it.
func (c *Conn) take(result unsafe.Pointer) ([]byte, Stats, error) {
	if result == nil {
		return nil, Stats{}, errors.New("the warehouse engine gave no answer")
	}
	defer c.lib.free(result)
	if text := c.lib.errorText(result); text != "" {
		return nil, Stats{}, &Exception{text}
	}
	stats := Stats{c.lib.rowsRead(result), c.lib.bytesRead(result), c.lib.rowsWritten(result)}
	n := int(c.lib.length(result))
	if n == 0 {
		return nil, stats, nil
	}
	out := make([]byte, n)
	copy(out, unsafe.Slice((*byte)(c.lib.buffer(result)), n))
	return out, stats, nil
}

// Answer is the output of a statement, piece by piece. Close must be called.
type Answer struct {
	conn   *Conn
	stream unsafe.Pointer
	rest   []byte
	stats  Stats
	err    error
}

// Query starts a statement; its output is read from the answer while it runs.
// One piece of output at a time is in memory.
func (c *Conn) Query(sql, format string, params ...Param) (*Answer, error) {
	s, f, p := bytesOf(sql), bytesOf(format), paramsOf(params)
	stream := c.lib.stream(c.conn(), s.pointer, s.length, f.pointer, f.length, p.names, p.nameLens, p.values, p.valueLens, uintptr(len(params)))
	runtime.KeepAlive([]any{s, f, p})
	if stream == nil {
		return nil, errors.New("the warehouse engine gave no answer")
	}
	if text := c.lib.errorText(stream); text != "" {
		c.lib.free(stream)
		return nil, &Exception{text}
	}
	return &Answer{conn: c, stream: stream}, nil
}

// Read gives the output; io.EOF at its end, *Exception where the statement
// fails in its course.
func (a *Answer) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.err != nil {
			return 0, a.err
		}
		piece, stats, err := a.conn.take(a.conn.lib.fetch(a.conn.conn(), a.stream))
		a.stats.RowsRead += stats.RowsRead
		a.stats.BytesRead += stats.BytesRead
		a.stats.RowsWritten += stats.RowsWritten
		switch {
		case err != nil:
			a.err = err
		case len(piece) == 0:
			a.err = io.EOF
		}
		a.rest = piece
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// Stats are the figures so far.
func (a *Answer) Stats() Stats { return a.stats }

// Close stops the statement if it still runs and frees the answer.
func (a *Answer) Close() {
	if a.stream == nil {
		return
	}
	if a.err == nil {
		a.conn.lib.cancel(a.conn.conn(), a.stream)
	}
	a.conn.lib.free(a.stream)
	a.stream = nil
	a.err = io.ErrClosedPipe
}

// Insert runs an INSERT, given without its FORMAT clause, whose rows are read
// from data in the format. The rows count as written when it returns without
// an error; what is held at a time is one read and one block of rows.
func (c *Conn) Insert(sql, format string, data io.Reader, params ...Param) (Stats, error) {
	s, f, p := bytesOf(sql), bytesOf(format), paramsOf(params)
	stream := c.lib.insert(c.conn(), s.pointer, s.length, f.pointer, f.length, p.names, p.nameLens, p.values, p.valueLens, uintptr(len(params)))
	runtime.KeepAlive([]any{s, f, p})
	if stream == nil {
		return Stats{}, errors.New("the warehouse engine took no insert")
	}
	defer c.lib.freeInsert(stream)
	if text := c.lib.insertError(stream); text != "" {
		return Stats{}, &Exception{text}
	}
	buf := make([]byte, 256<<10)
	for {
		n, err := data.Read(buf)
		if n > 0 && c.lib.push(stream, unsafe.Pointer(&buf[0]), uintptr(n)) != 0 {
			break // the reason comes with the end
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			c.lib.abandon(stream)
			return Stats{}, err
		}
	}
	_, stats, err := c.take(c.lib.done(stream))
	return stats, err
}

// cBytes is a Go string as C sees it. It must stay alive over the call.
type cBytes struct {
	pointer unsafe.Pointer
	length  uintptr
}

func bytesOf(s string) cBytes {
	if s == "" {
		s = "\x00"
		return cBytes{unsafe.Pointer(unsafe.StringData(s)), 0}
	}
	return cBytes{unsafe.Pointer(unsafe.StringData(s)), uintptr(len(s))}
}

// cParams are parallel arrays as C sees them; nil where there are none.
type cParams struct {
	names, nameLens, values, valueLens unsafe.Pointer
}

func paramsOf(params []Param) cParams {
	if len(params) == 0 {
		return cParams{}
	}
	var names, values []unsafe.Pointer
	var nameLens, valueLens []uintptr
	for _, p := range params {
		n, v := bytesOf(p.Name), bytesOf(p.Value)
		names, nameLens = append(names, n.pointer), append(nameLens, n.length)
		values, valueLens = append(values, v.pointer), append(valueLens, v.length)
	}
	return cParams{unsafe.Pointer(&names[0]), unsafe.Pointer(&nameLens[0]), unsafe.Pointer(&values[0]), unsafe.Pointer(&valueLens[0])}
}
