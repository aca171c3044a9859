package query

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Formats are those that Write knows.
var Formats = []string{"table", "csv", "json"}

// Write writes an answer as a table for people, as CSV with a heading (RFC
// 4180), or as JSON: one array of objects. No value is "-" in the table, empty
// in CSV and null in JSON. Times are RFC 3339, UTC.
func (t Table) Write(w io.Writer, format string) error {
	switch format {
	case "table":
		return t.table(w)
	case "csv":
		return t.csv(w)
	case "json":
		return t.json(w)
	}
	return fmt.Errorf("format %q: want %s", format, strings.Join(Formats, ", "))
}

// text is a cell in words.
func text(cell any, none string) string {
	switch c := cell.(type) {
	case nil:
		return none
	case string:
		return c
	case []string:
		return strings.Join(c, " ")
	case time.Time:
		return c.UTC().Format("2006-01-02T15:04:05.000Z")
	case float64:
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return none
		}
		return strconv.FormatFloat(c, 'f', -1, 64)
	}
	return fmt.Sprint(cell)
}

func (t Table) table(w io.Writer) error {
	width := make([]int, len(t.Columns))
	lines := [][]string{t.Columns}
	for _, r := range t.Rows {
		line := make([]string, len(r))
		for i, c := range r {
			if line[i] = text(c, "-"); line[i] == "" {
				line[i] = "-"
			}
		}
		lines = append(lines, line)
	}
	for _, l := range lines {
		for i, s := range l {
			width[i] = max(width[i], utf8.RuneCountInString(s))
		}
	}
	for n, l := range lines {
		var b strings.Builder
		for i, s := range l {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(s))
			if n > 0 && number(t.Rows[n-1][i]) {
				b.WriteString(pad + s)
			} else {
				b.WriteString(s + pad)
			}
			b.WriteString("  ")
		}
		if _, err := io.WriteString(w, strings.TrimRight(b.String(), " ")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// number says whether a cell is set to the right.
func number(cell any) bool {
	switch cell.(type) {
	case string, []string, time.Time, bool:
		return false
	}
	return true
}

func (t Table) csv(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(t.Columns); err != nil {
		return err
	}
	for _, r := range t.Rows {
		line := make([]string, len(r))
		for i, cell := range r {
			line[i] = text(cell, "")
		}
		if err := c.Write(line); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func (t Table) json(w io.Writer) error {
	var b strings.Builder
	b.WriteByte('[')
	for n, r := range t.Rows {
		if n > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n{")
		for i, cell := range r {
			if i > 0 {
				b.WriteByte(',')
			}
			key, err := json.Marshal(t.Columns[i])
			if err != nil {
				return err
			}
			switch c := cell.(type) {
			case time.Time:
				cell = text(c, "")
			case float64:
				if math.IsNaN(c) || math.IsInf(c, 0) {
					cell = nil
				}
			case []string:
				if c == nil {
					cell = []string{}
				}
			}
			value, err := json.Marshal(cell)
			if err != nil {
				return err
			}
			b.Write(key)
			b.WriteByte(':')
			b.Write(value)
		}
		b.WriteByte('}')
	}
	if len(t.Rows) > 0 {
		b.WriteByte('\n')
	}
	b.WriteString("]\n")
	_, err := io.WriteString(w, b.String())
	return err
}
