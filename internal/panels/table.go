package panels

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Table is a table panel's answer.
type Table struct {
	Columns []Column
	// Rows are sorted by what they were joined by.
	Rows [][]Cell
}

// Column is one column and how its values are shown.
type Column struct {
	Title string
	Field
	// Coloured columns show their values' colour.
	Coloured bool
}

// Cell is one value: a text, or a number. Neither, there is none.
type Cell struct {
	Text   string
	Number float64
	Is     bool // a number
}

// join makes a table of a panel's answers, one for each of its queries.
func (p Panel) join(answers [][]Series) Table {
	by, only, titles, place := "", []string{}, map[string]string{}, map[string]int{}
	for _, t := range p.Transformations {
		switch t.ID {
		case "joinByField":
			by = t.Options.ByField
		case "filterFieldsByName":
			only = t.Options.Include.Names
		case "organize":
			titles, place = t.Options.RenameByName, t.Options.IndexByName
		}
	}
	rows := map[string]map[string]Cell{}
	for i, series := range answers {
		field := "Value"
		if len(answers) > 1 {
			field = "Value #" + p.Targets[i].RefID
		}
		for n, s := range series {
			key := s.Labels[by]
			if by == "" {
				key = strings.Repeat("~", n) // one row a series, in order
			}
			if rows[key] == nil {
				rows[key] = map[string]Cell{}
			}
			for l, v := range s.Labels {
				rows[key][l] = Cell{Text: v}
			}
			rows[key][field] = Cell{Number: s.Last(), Is: true}
		}
	}
	only = slices.Clone(only)
	slices.SortFunc(only, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	var t Table
	for _, f := range only {
		t.Columns = append(t.Columns, p.column(titles[f]))
	}
	for _, key := range slices.Sorted(keys(rows)) {
		var cells []Cell
		for _, f := range only {
			cells = append(cells, rows[key][f])
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// column finds how a column's values are shown.
func (p Panel) column(title string) Column {
	c := Column{Title: title, Field: p.FieldConfig.Defaults}
	for _, o := range p.FieldConfig.Overrides {
		if o.Matcher.Options != title {
			continue
		}
		for _, prop := range o.Properties {
			switch prop.ID {
			case "unit":
				decode(prop.Value, &c.Unit)
			case "mappings":
				decode(prop.Value, &c.Mappings)
			case "thresholds":
				decode(prop.Value, &c.Thresholds)
			case "custom.cellOptions":
				c.Coloured = true
			}
		}
	}
	return c
}

// Show returns a value as people read it, and its colour.
func (f Field) Show(c Cell) (text, colour string) {
	if !c.Is {
		return c.Text, ""
	}
	for _, m := range f.Mappings {
		if w, ok := m.Options[number(c.Number)]; ok {
			return w.Text, w.Color
		}
	}
	for _, s := range f.Thresholds.Steps {
		if s.Value == nil || c.Number >= *s.Value {
			colour = s.Color
		}
	}
	if math.IsNaN(c.Number) {
		return "-", ""
	}
	return unit(c.Number, f.Unit), colour
}
