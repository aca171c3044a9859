package front

import (
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/ClickHouse/ch-go/compress"

	"boardwire/internal/warehouse/engine/chdb"
)

// The largest texts and data that a request may bring, uncompressed.
const (
	MaxStatement = 16 << 20
	MaxInsert    = 256 << 20
)

// request is what one HTTP request asks of the engine.
type request struct {
	database string
	id       string // query_id
	format   string // where the statement names none
	revision uint64 // client_protocol_version
	compress bool   // the answer in ClickHouse's own compressed frames
	readOnly bool
	settings []setting
	params   []chdb.Param
	sql      string
	look     statement
	data     io.Reader // an INSERT's rows, nil without
}

type setting struct{ name, value string }

// ours are the parameters of a URL that are no settings.
var ours = []string{"database", "query", "query_id", "default_format", "client_protocol_version", "compress", "decompress",
	"user", "password", "quota_key", "buffer_size", "wait_end_of_query", "stacktrace"}

// read takes a request apart. The statement is bounded, an INSERT's rows are
// read later.
func read(r *http.Request) (*request, error) {
	if r.Method != http.MethodPost && r.Method != http.MethodGet {
		return nil, refuse(codeNotImplemented, "NOT_IMPLEMENTED", "method %s is not answered", r.Method)
	}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, refuse(36, "BAD_ARGUMENTS", "the URL's parameters cannot be read: %v", err)
	}
	q := &request{
		database: values.Get("database"), id: values.Get("query_id"), format: values.Get("default_format"),
		compress: on(values.Get("compress")), readOnly: r.Method == http.MethodGet,
	}
	if q.format == "" {
		q.format = "TabSeparated"
	}
	if !plainWord(q.format) {
		return nil, refuse(73, "UNKNOWN_FORMAT", "default_format %.40q is no name of a format", q.format)
	}
	if v := values.Get("client_protocol_version"); v != "" {
		if q.revision, err = strconv.ParseUint(v, 10, 32); err != nil {
			return nil, refuse(36, "BAD_ARGUMENTS", "client_protocol_version %.40q is no number", v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		param, isParam := strings.CutPrefix(name, "param_")
		switch {
		case isParam:
			q.params = append(q.params, chdb.Param{Name: param, Value: values.Get(name)})
		case name == "session_id" || name == "role":
			return nil, refuse(codeNotImplemented, "NOT_IMPLEMENTED", "%s is not known here: every request is a session of its own", name)
		case slices.Contains(ours, name):
		case !plainWord(name):
			return nil, refuse(115, "UNKNOWN_SETTING", "setting %.40q is none", name)
		default:
			q.settings = append(q.settings, setting{name, values.Get(name)})
		}
	}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return nil, refuse(codeNotImplemented, "NOT_IMPLEMENTED", "external tables are not taken")
	}
	body, err := decoded(r, on(values.Get("decompress")))
	if err != nil {
		return nil, err
	}
	return q, q.take(values.Get("query"), body)
}

// take parts the statement from the rows.
func (q *request) take(sql string, body io.Reader) error {
	if sql != "" {
		if q.look = look(sql); q.look.insert && !q.look.selects && !q.look.inline {
			q.sql, q.data = sql, &limited{r: body, left: MaxInsert}
			return nil
		}
	}
	rest, err := io.ReadAll(&limited{r: body, left: MaxStatement})
	if err != nil {
		return err
	}
	if q.sql = sql + string(rest); strings.TrimSpace(q.sql) == "" {
		return refuse(codeSyntax, "SYNTAX_ERROR", "Empty query")
	}
	q.look = look(q.sql)
	return nil
}

// decoded is the body without its compression.
func decoded(r *http.Request, frames bool) (io.Reader, error) {
	var body io.Reader = r.Body
	switch encoding := r.Header.Get("Content-Encoding"); encoding {
	case "", "identity":
	case "gzip":
		z, err := gzip.NewReader(body)
		if err != nil {
			return nil, refuse(354, "ZLIB_INFLATE_FAILED", "the body is not gzip: %v", err)
		}
		body = z
	case "deflate":
		z, err := zlib.NewReader(body)
		if err != nil {
			return nil, refuse(354, "ZLIB_INFLATE_FAILED", "the body is not deflate: %v", err)
		}
		body = z
	default:
		return nil, refuse(codeNotImplemented, "NOT_IMPLEMENTED", "Content-Encoding %.40q is not taken", encoding)
	}
	if frames {
		body = frameReader{compress.NewReader(body)}
	}
	return body, nil
}

// frameReader reads ClickHouse's compressed frames; its end is the end of one.
type frameReader struct{ r *compress.Reader }

func (f frameReader) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	switch {
	case err == nil || !errors.Is(err, io.EOF):
		return n, err
	case strings.HasSuffix(err.Error(), "header: EOF"): // nothing after a whole frame
		return n, io.EOF
	}
	return n, io.ErrUnexpectedEOF
}

// limited fails where more comes than is allowed.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	if int64(n) > l.left {
		return 0, refuse(codeTooLarge, "TOO_MANY_BYTES", "the body is larger than is taken in one request")
	}
	l.left -= int64(n)
	return n, err
}

func on(v string) bool { return v == "1" || strings.EqualFold(v, "true") }

// plainWord reports whether s can stand in a statement as it is.
func plainWord(s string) bool {
	for i := range len(s) {
		if !letter(s[i]) && (i == 0 || !digit(s[i])) {
			return false
		}
	}
	return s != "" && len(s) <= 100
}

// literal is a string as SQL writes it.
func literal(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\x00", `\0`).Replace(s) + "'"
}

func identifier(s string) string {
	return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`", "\x00", `\0`).Replace(s) + "`"
}

// set is the statement that makes the settings hold.
func (q *request) set() string {
	var parts []string
	if q.readOnly {
		q.settings = append(q.settings, setting{"readonly", "2"})
	}
	for _, s := range q.settings {
		parts = append(parts, fmt.Sprintf("%s = %s", s.name, literal(s.value)))
	}
	if len(parts) == 0 {
		return ""
	}
	return "SET " + strings.Join(parts, ", ")
}
