package front

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLook(t *testing.T) {
	for sql, want := range map[string]statement{
		"SELECT 1":              {query: true, formatAt: -1},
		"SELECT 1 FORMAT JSON":  {query: true, format: "JSON", formatAt: 9},
		"SELECT 1 format CSV ;": {query: true, format: "CSV", formatAt: 9},
		"SELECT 1 FORMAT CSV SETTINGS max_threads = 1":     {query: true, format: "CSV", formatAt: 9},
		"SELECT 'FORMAT JSON'":                             {query: true, formatAt: -1},
		"SELECT 'it''s \\' FORMAT JSON'":                   {query: true, formatAt: -1},
		"SELECT $x$ FORMAT JSON $x$":                       {query: true, formatAt: -1},
		"SELECT 1 -- FORMAT JSON":                          {query: true, formatAt: -1},
		"SELECT 1 /* FORMAT */ FORMAT /* x */ TSV":         {query: true, format: "TSV", formatAt: 22},
		"SELECT format FROM t":                             {query: true, formatAt: -1},
		"SELECT (SELECT 1 FORMAT JSON)":                    {query: true, formatAt: -1},
		"-- why\nWITH 1 AS x SELECT x":                     {query: true, formatAt: -1},
		"(SELECT 1) UNION ALL (SELECT 2)":                  {query: true, formatAt: -1},
		"DESCRIBE TABLE t FORMAT Native":                   {format: "Native", formatAt: 17},
		"INSERT INTO t FORMAT Native":                      {insert: true, format: "Native", formatAt: 14},
		"INSERT INTO t (a, `format`) FORMAT Native":        {insert: true, format: "Native", formatAt: 28},
		"INSERT INTO format (a) FORMAT Native":             {insert: true, format: "Native", formatAt: 23},
		"INSERT INTO db.values FORMAT Native":              {insert: true, format: "Native", formatAt: 22},
		"INSERT INTO t SETTINGS x = 1 FORMAT Native":       {insert: true, format: "Native", formatAt: 29},
		"INSERT INTO t FORMAT CSV\n1,2\n":                  {insert: true, inline: true, format: "CSV", formatAt: 14},
		"INSERT INTO t VALUES (1, 'x')":                    {insert: true, inline: true, formatAt: -1},
		"INSERT INTO t SELECT 1":                           {insert: true, selects: true, formatAt: -1},
		"INSERT INTO t WITH 1 AS x SELECT x":               {insert: true, selects: true, formatAt: -1},
		"INSERT INTO t FROM INFILE '/x' FORMAT CSV":        {insert: true, file: true, format: "CSV", formatAt: 31},
		"SELECT 1 INTO OUTFILE '/x'":                       {query: true, file: true, formatAt: -1},
		"SELECT 1 INTO/**/oUTFILE '/x'":                    {query: true, file: true, formatAt: -1},
		"SELECT 'INTO OUTFILE'":                            {query: true, formatAt: -1},
		"SELECT file('/x')":                                {query: true, files: true, formatAt: -1},
		"SELECT `file`('/x')":                              {query: true, files: true, formatAt: -1},
		"SELECT `\\x66ile`('/x')":                          {query: true, files: true, formatAt: -1},
		"SELECT * APPLY File FROM t":                       {query: true, files: true, formatAt: -1},
		"SELECT 'file'":                                    {query: true, formatAt: -1},
		"CREATE TABLE t (a Int8) ENGINE = embeddedRocksDB": {files: true, formatAt: -1},
		"`":  {files: false, formatAt: -1},
		"":   {formatAt: -1},
		"'":  {formatAt: -1},
		"$":  {formatAt: -1},
		"/*": {formatAt: -1},
	} {
		if diff := cmp.Diff(want, look(sql), cmp.AllowUnexported(statement{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", sql, diff)
		}
	}
}

// FuzzLook: any text is looked at to its end, and where FORMAT is found it stands.
func FuzzLook(f *testing.F) {
	for _, s := range []string{"SELECT 1 FORMAT JSON", "INSERT INTO t (`a`) FORMAT Native", "SELECT 'a''b' /* c */ -- d", "$x$ y $x$", "INSERT INTO t VALUES (1)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		s := look(sql)
		if s.formatAt >= 0 && !strings.EqualFold(sql[s.formatAt:s.formatAt+6], "FORMAT") || (s.formatAt >= 0) != (s.format != "") {
			t.Errorf("%q: %+v", sql, s)
		}
		l := lexer{text: sql}
		for at := 0; ; {
			tok, ok := l.next()
			if !ok {
				break
			}
			if tok.at < at || tok.text == "" {
				t.Fatalf("%q: token %q at %d after %d", sql, tok.text, tok.at, at)
			}
			at = tok.at + len(tok.text)
		}
	})
}
