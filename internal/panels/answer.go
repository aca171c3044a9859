package panels

import (
	"context"
	"fmt"
	"regexp"
	"time"
)

// Answer is a panel with what was answered to its queries.
type Answer struct {
	Panel
	// Series are the answers of all queries, each with its legend under "".
	Series []Series
	// Table is that of a table panel.
	Table Table
}

// Look is when and how far a dashboard looks.
type Look struct {
	To   time.Time
	Back time.Duration
	Step time.Duration
}

// Ask asks a Prometheus all that a dashboard's panels ask; panels of other
// sources are left out.
func (d Dashboard) Ask(ctx context.Context, from Prometheus, v Variables, look Look) ([]Answer, error) {
	var out []Answer
	for _, p := range d.Panels {
		if p.Type == "row" || !p.Prometheus() {
			continue
		}
		a := Answer{Panel: p}
		var all [][]Series
		for _, t := range p.Targets {
			var series []Series
			var err error
			if t.Instant {
				series, err = from.Instant(ctx, v.In(t.Expr), look.To)
			} else {
				series, err = from.Range(ctx, v.In(t.Expr), look.To.Add(-look.Back), look.To, look.Step)
			}
			if err != nil {
				return nil, fmt.Errorf("%s, panel %q: %w", d.Title, p.Title, err)
			}
			all = append(all, series)
			for _, s := range series {
				a.Series = append(a.Series, s.named(t.LegendFormat))
			}
		}
		if p.Type == "table" {
			a.Table = p.join(all)
		}
		out = append(out, a)
	}
	return out, nil
}

// Unasked names the panels that Ask leaves out: they ask the warehouse.
func (d Dashboard) Unasked() []string {
	var out []string
	for _, p := range d.Panels {
		if p.Type != "row" && !p.Prometheus() {
			out = append(out, p.Title)
		}
	}
	return out
}

var inLegend = regexp.MustCompile(`\{\{\s*(\w+)\s*\}\}`)

// named gives a series its legend.
func (s Series) named(format string) Series {
	labels := map[string]string{}
	for k, v := range s.Labels {
		labels[k] = v
	}
	labels[""] = inLegend.ReplaceAllStringFunc(format, func(m string) string {
		return s.Labels[inLegend.FindStringSubmatch(m)[1]]
	})
	return Series{Labels: labels, Points: s.Points}
}
