package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tree is a TOML document: its values, and the line of every key.
type tree struct {
	values map[string]any
	// lines maps a path such as "round[1].table[0].white" to its line.
	lines map[string]int
}

// parse reads a document. A fault of syntax hides all that follows it, so it
// comes alone.
func parse(text []byte) (tree, *Fault) {
	t := tree{values: map[string]any{}, lines: map[string]int{}}
	if err := toml.Unmarshal(text, &t.values); err != nil {
		f := &Fault{What: err.Error()}
		var at *toml.DecodeError
		if errors.As(err, &at) {
			f.Line, _ = at.Position()
			f.Key = strings.Join(at.Key(), ".")
			f.What = "not TOML: " + strings.TrimPrefix(at.Error(), "toml: ")
		}
		return t, f
	}
	w := walker{tree: t, text: text, arrays: map[string]int{}}
	w.parser.Reset(text)
	for w.parser.NextExpression() {
		w.expression(w.parser.Expression())
	}
	return t, nil
}

// walker notes on which line each key stands.
type walker struct {
	tree
	parser unstable.Parser
	text   []byte
	prefix string         // of the table being read
	arrays map[string]int // how many elements of each array of tables began
	at     int            // offset up to which lines were counted
	line   int
}

func (w *walker) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.Table:
		w.prefix = w.header(n, false)
	case unstable.ArrayTable:
		w.prefix = w.header(n, true)
	case unstable.KeyValue:
		w.keyValue(w.prefix, n)
	}
}

// header resolves a table's key to a path: "round.table" means the table of
// the round that began last.
func (w *walker) header(n *unstable.Node, array bool) string {
	path := ""
	for it := n.Key(); it.Next(); {
		key := it.Node()
		path = join(path, string(key.Data))
		last := it.IsLast()
		if last && array {
			w.arrays[path]++
		}
		if _, ok := w.lines[path]; !ok {
			w.lines[path] = w.lineOf(key)
		}
		if count := w.arrays[path]; count > 0 {
			path = fmt.Sprintf("%s[%d]", path, count-1)
		}
		if last {
			w.lines[path] = w.lineOf(key)
		}
	}
	return path
}

func (w *walker) keyValue(prefix string, n *unstable.Node) {
	path := prefix
	for it := n.Key(); it.Next(); {
		key := it.Node()
		path = join(path, string(key.Data))
		if _, ok := w.lines[path]; !ok {
			w.lines[path] = w.lineOf(key)
		}
	}
	w.value(path, n.Value())
}

func (w *walker) value(path string, n *unstable.Node) {
	switch n.Kind {
	case unstable.InlineTable:
		for it := n.Children(); it.Next(); {
			w.keyValue(path, it.Node())
		}
	case unstable.Array:
		i := 0
		for it := n.Children(); it.Next(); i++ {
			element := fmt.Sprintf("%s[%d]", path, i)
			w.lines[element] = w.lines[path]
			w.value(element, it.Node())
		}
	}
}

func (w *walker) lineOf(key *unstable.Node) int {
	offset := int(key.Raw.Offset)
	if w.line == 0 || offset < w.at {
		w.line, w.at = 1, 0
	}
	for ; w.at < offset && w.at < len(w.text); w.at++ {
		if w.text[w.at] == '\n' {
			w.line++
		}
	}
	return w.line
}

func join(prefix, key string) string {
	if prefix == "" {
		return key
	}
	return prefix + "." + key
}
