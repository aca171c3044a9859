package panels

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Text writes answers for a terminal: a line for a figure, tables as tables, and
// of lines over time the last values.
func Text(w io.Writer, d Dashboard, answers []Answer) {
	fmt.Fprintf(w, "%s\n\n", d.Title)
	for _, a := range answers {
		switch a.Type {
		case "table":
			fmt.Fprintf(w, "\n%s\n", a.Title)
			a.Table.text(w)
		case "stat":
			var values []string
			for _, s := range a.Series {
				text, _ := a.FieldConfig.Defaults.Show(Cell{Number: s.Last(), Is: true})
				values = append(values, strings.TrimSpace(s.Labels[""]+" "+text))
			}
			fmt.Fprintf(w, "%-24s %s\n", a.Title, strings.Join(values, ", "))
		default:
			fmt.Fprintf(w, "\n%s\n", a.Title)
			for _, s := range a.Series {
				text, _ := a.FieldConfig.Defaults.Show(Cell{Number: s.Last(), Is: true})
				fmt.Fprintf(w, "  %-32s %s\n", s.Labels[""], text)
			}
		}
	}
}

func (t Table) text(w io.Writer) {
	wide := make([]int, len(t.Columns))
	lines := [][]string{{}}
	for _, c := range t.Columns {
		lines[0] = append(lines[0], c.Title)
	}
	for _, row := range t.Rows {
		var line []string
		for i, c := range row {
			text, _ := t.Columns[i].Show(c)
			line = append(line, text)
		}
		lines = append(lines, line)
	}
	for _, l := range lines {
		for i, text := range l {
			wide[i] = max(wide[i], utf8.RuneCountInString(text))
		}
	}
	for _, l := range lines {
		var b strings.Builder
		for i, text := range l {
			b.WriteString("  " + text + strings.Repeat(" ", wide[i]-utf8.RuneCountInString(text)))
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}
