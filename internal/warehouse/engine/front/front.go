// Package front answers as much of ClickHouse's HTTP interface as the driver
// clickhouse-go uses, from an engine in the same process.
//
// Every request is a session of its own: database, settings and parameters of
// its URL hold for it alone. Not taken: session_id, external tables, several
// statements in one request, files (INTO OUTFILE, FROM INFILE).
package front

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go/compress"

	"boardwire/internal/warehouse/engine/chdb"
)

// Config is what a front serves, and to whom.
type Config struct {
	Library *chdb.Library
	Args    []string // of every connection to the library, --path first
	User    string
	Secret  string // of the user
	// Confined says that the system keeps the engine from files that are not
	// its own. Where it does not, statements that name what reads or writes
	// files are refused, as far as their words show it.
	Confined bool
	AtOnce   int // statements that run at a time; 8 if 0
	Log      *slog.Logger
}

// Front is an http.Handler.
type Front struct {
	cfg    Config
	secret [sha256.Size]byte
	slots  chan struct{}
}

// New makes a front. Nothing is opened before the first request.
func New(cfg Config) *Front {
	if cfg.AtOnce == 0 {
		cfg.AtOnce = 8
	}
	return &Front{cfg: cfg, secret: sha256.Sum256([]byte(cfg.Secret)), slots: make(chan struct{}, cfg.AtOnce)}
}

// queueTime is how long a statement waits for one of the slots.
const queueTime = 10 * time.Second

// ServeHTTP answers one statement. Errors have ClickHouse's number in a header
// and its text in the body; one that comes after the answer has begun is
// framed within the body.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := &answer{w: w}
	if r.URL.Path == "/ping" {
		io.WriteString(w, "Ok.\n")
		return
	}
	if err := f.serve(a, r); err != nil {
		e := exceptionOf(err)
		f.cfg.Log.Debug("statement failed", "code", e.code, "err", e.text)
		a.fail(e)
	}
}

func (f *Front) serve(a *answer, r *http.Request) error {
	if r.URL.Path != "/" {
		return refuse(codeNotImplemented, "NOT_IMPLEMENTED", "there is nothing at %.80q", r.URL.Path)
	}
	if err := f.admit(r); err != nil {
		return err
	}
	q, err := read(r)
	if err != nil {
		return err
	}
	wait := time.NewTimer(queueTime)
	defer wait.Stop()
	select {
	case f.slots <- struct{}{}:
		defer func() { <-f.slots }()
	case <-wait.C:
		return refuse(codeTooMany, "TOO_MANY_SIMULTANEOUS_QUERIES", "%d statements run already", f.cfg.AtOnce)
	case <-r.Context().Done():
		return r.Context().Err()
	}
	return f.run(r.Context(), a, q)
}

// admit compares name and secret; how long it takes says nothing about either.
func (f *Front) admit(r *http.Request) error {
	user, secret, ok := r.BasicAuth()
	if !ok {
		user, secret = r.Header.Get("X-ClickHouse-User"), r.Header.Get("X-ClickHouse-Key")
	}
	got := sha256.Sum256([]byte(secret))
	if subtle.ConstantTimeCompare(got[:], f.secret[:])&subtle.ConstantTimeCompare([]byte(user), []byte(f.cfg.User)) != 1 {
		return refuse(codeAuthentication, "AUTHENTICATION_FAILED", "%.40q: Authentication failed: the secret is wrong, or there is no such user here", user)
	}
	return nil
}

// run opens a session, makes it what the request asks for, and executes.
func (f *Front) run(ctx context.Context, a *answer, q *request) error {
	if q.look.file {
		return refuse(codeNotImplemented, "NOT_IMPLEMENTED", "INTO OUTFILE and FROM INFILE would be files of the engine, not yours")
	}
	if q.look.files && !f.cfg.Confined {
		return refuse(497, "ACCESS_DENIED", "the function file and engines with files of their own are not used where the system does not confine the engine")
	}
	mark := newMark()
	conn, err := f.cfg.Library.Open(append(f.cfg.Args[:len(f.cfg.Args):len(f.cfg.Args)], "--async_insert=0", "--implicit_select=0")...)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, statements, err := conn.Classify(q.sql)
	if err != nil {
		return err
	}
	if statements > 1 && q.data == nil {
		return refuse(codeSyntax, "SYNTAX_ERROR", "%d statements in one request, where one is taken", statements)
	}
	if q.database != "" {
		if _, _, err := conn.Exec("USE "+identifier(q.database), "Null"); err != nil {
			return err
		}
	}
	comment := mark
	for i, s := range q.settings {
		if s.name == "log_comment" {
			comment += " " + s.value
			q.settings = append(q.settings[:i], q.settings[i+1:]...)
			break
		}
	}
	q.settings = append([]setting{{"log_comment", comment}}, q.settings...)
	if _, _, err := conn.Exec(q.set(), "Null"); err != nil {
		return err
	}
	stop := f.killOnCancel(ctx, mark)
	defer stop()
	if q.id != "" {
		a.w.Header().Set("X-Clickhouse-Query-Id", q.id)
	}
	if q.data != nil {
		return f.insert(conn, a, q)
	}
	return f.query(ctx, conn, a, q)
}

func (f *Front) insert(conn *chdb.Conn, a *answer, q *request) error {
	sql, format := q.sql, q.look.format
	if format == "" {
		format = "Values"
	} else {
		sql = sql[:q.look.formatAt]
	}
	stats, err := conn.Insert(sql, format, q.data, q.params...)
	if err != nil {
		return err
	}
	a.summary(stats)
	a.w.WriteHeader(http.StatusOK)
	return nil
}

func (f *Front) query(ctx context.Context, conn *chdb.Conn, a *answer, q *request) error {
	format := q.look.format
	if format == "" {
		format = q.format
	}
	class, _, err := conn.Classify(q.sql)
	if err != nil {
		return err
	}
	if class != chdb.ReadOnly || !q.look.query {
		out, stats, err := conn.Exec(q.sql, q.format, q.params...)
		if err != nil {
			return err
		}
		a.summary(stats)
		a.begin(format, q.compress)
		return a.copy(ctx, bytes.NewReader(out), format, q.revision)
	}
	rows, err := conn.Query(q.sql, q.format, q.params...)
	if err != nil {
		return err
	}
	a.begin(format, q.compress)
	err = a.copy(ctx, rows, format, q.revision)
	rows.Close()
	if err != nil || a.began || !strings.EqualFold(format, "Native") {
		return err
	}
	// Without rows the engine writes nothing; the driver then knows no columns.
	b, err := columnsOf(conn, q)
	if err != nil {
		f.cfg.Log.Warn("an empty answer has no columns", "err", err)
		return nil
	}
	return a.write(b)
}

// killOnCancel ends the marked statement when the client goes away. What it
// returns must be called before the statement's connection is closed.
func (f *Front) killOnCancel(ctx context.Context, mark string) func() {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-over:
			return
		case <-ctx.Done():
		}
		conn, err := f.cfg.Library.Open(f.cfg.Args...)
		if err != nil {
			f.cfg.Log.Warn("statement of a client that left cannot be ended", "err", err)
			return
		}
		defer conn.Close()
		again := time.NewTicker(50 * time.Millisecond)
		defer again.Stop()
		for {
			if _, _, err := conn.Exec("KILL QUERY WHERE startsWith(Settings['log_comment'], "+literal(mark)+") ASYNC", "Null"); err != nil {
				f.cfg.Log.Warn("statement of a client that left cannot be ended", "err", err)
				return
			}
			select {
			case <-over:
				return
			case <-again.C:
			}
		}
	}()
	return func() { close(over); <-ended }
}

func newMark() string {
	var b [12]byte
	rand.Read(b[:])
	return "boardwire-" + hex.EncodeToString(b[:])
}

// answer is a response in its making.
type answer struct {
	w     http.ResponseWriter
	frame *compress.Writer
	tag   string
	began bool // bytes of the body are out
}

func (a *answer) summary(s chdb.Stats) {
	b, err := json.Marshal(map[string]uint64{"read_rows": s.RowsRead, "read_bytes": s.BytesRead, "written_rows": s.RowsWritten})
	if err == nil {
		a.w.Header().Set("X-Clickhouse-Summary", string(b))
	}
}

func (a *answer) begin(format string, frames bool) {
	h := a.w.Header()
	h.Set("X-Clickhouse-Format", format)
	h.Set("Content-Type", contentType(format))
	a.tag = newTag()
	h.Set(tagHeader, a.tag)
	if frames {
		a.frame = compress.NewWriter(compress.LevelZero, compress.LZ4)
	}
}

// copy gives an answer on; Native in the form that the revision asks for.
func (a *answer) copy(ctx context.Context, r io.Reader, format string, revision uint64) error {
	if strings.EqualFold(format, "Native") {
		blocks := newNativeBlocks(r, revision)
		for {
			b, err := blocks.next()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			if err := a.write(b); err != nil {
				return err
			}
		}
	}
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			if err := a.write(buf[:n]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

func (a *answer) write(b []byte) error {
	a.began = true
	if a.frame != nil {
		if err := a.frame.Compress(b); err != nil {
			return err
		}
		b = a.frame.Data
	}
	_, err := a.w.Write(b)
	return err
}

// fail tells of an error in the way that is left.
func (a *answer) fail(e *exception) {
	if a.began {
		a.w.Write(e.framed(a.tag))
		return
	}
	h := a.w.Header()
	h.Del(tagHeader)
	h.Set(codeHeader, strconv.Itoa(e.code))
	h.Set("Content-Type", "text/plain; charset=UTF-8")
	a.w.WriteHeader(e.status())
	io.WriteString(a.w, e.text+"\n")
}

func contentType(format string) string {
	switch {
	case strings.HasPrefix(format, "JSON"):
		return "application/json; charset=UTF-8"
	case strings.HasPrefix(format, "CSV"):
		return "text/csv; charset=UTF-8; header=absent"
	case format == "Native":
		return "application/octet-stream"
	}
	return "text/plain; charset=UTF-8"
}
