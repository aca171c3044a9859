package panels

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
	"time"
)

// palette are the colours of lines.
var palette = []string{"#7eb26d", "#eab839", "#6ed0e0", "#ef843c", "#e24d42", "#1f78c1", "#ba43a9", "#705da0", "#508642", "#cca300"}

// colours are the names that the dashboards use.
var colours = map[string]string{
	"green": "#37872d", "orange": "#e0752d", "red": "#c4162a", "blue": "#1f60c4", "text": "#3a3f47", "transparent": "transparent", "": "transparent",
}

const style = `body{background:#14171c;color:#d8d9da;font:14px/1.35 system-ui,sans-serif;margin:16px}
h1{font-size:20px}.grid{display:grid;grid-template-columns:repeat(24,1fr);gap:8px}
.panel{background:#1d2127;border:1px solid #2c3138;border-radius:4px;padding:8px;overflow:hidden}
h2{font-size:13px;font-weight:600;margin:0 0 6px}.big{font-size:26px;text-align:center;border-radius:3px;padding:10px 0;margin-bottom:4px}
.big small{font-size:12px;display:block}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:4px 8px;border-bottom:1px solid #2c3138;white-space:nowrap}
th{color:#8e9aa6;font-weight:500}svg{width:100%;height:170px}text{fill:#8e9aa6;font-size:11px}.key{font-size:12px;margin-right:12px;white-space:nowrap}`

// Page writes answers as one page without scripts, laid out as the dashboard.
func Page(w io.Writer, d Dashboard, answers []Answer, look Look) {
	fmt.Fprintf(w, "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>%s</title><style>%s</style>\n<h1>%s</h1>\n<div class=\"grid\">\n",
		html.EscapeString(d.Title), style, html.EscapeString(d.Title))
	for _, a := range answers {
		fmt.Fprintf(w, "<div class=\"panel\" style=\"grid-column:span %d\"><h2>%s</h2>", a.GridPos.W, html.EscapeString(a.Title))
		switch a.Type {
		case "stat":
			a.figures(w)
		case "table":
			a.Table.page(w)
		case "state-timeline":
			a.bars(w, look)
		default:
			a.chart(w, look)
		}
		fmt.Fprint(w, "</div>\n")
	}
	fmt.Fprint(w, "</div></html>\n")
}

func (a Answer) figures(w io.Writer) {
	for _, s := range a.Series {
		text, colour := a.FieldConfig.Defaults.Show(Cell{Number: s.Last(), Is: true})
		fmt.Fprintf(w, "<div class=\"big\" style=\"background:%s\">%s<small>%s</small></div>", colours[colour], html.EscapeString(text), html.EscapeString(s.Labels[""]))
	}
}

func (t Table) page(w io.Writer) {
	fmt.Fprint(w, "<table><tr>")
	for _, c := range t.Columns {
		fmt.Fprintf(w, "<th>%s", html.EscapeString(c.Title))
	}
	for _, row := range t.Rows {
		fmt.Fprint(w, "<tr>")
		for i, c := range row {
			text, colour := t.Columns[i].Show(c)
			if !t.Columns[i].Coloured {
				colour = ""
			}
			fmt.Fprintf(w, "<td style=\"background:%s\">%s", colours[colour], html.EscapeString(text))
		}
	}
	fmt.Fprint(w, "</table>")
}

// The drawings' size, in units of their own.
const wide, high, left = 600.0, 170.0, 60.0

// across is where a time lies.
func (l Look) across(at time.Time) float64 {
	return left + (wide-left)*float64(at.Sub(l.To.Add(-l.Back)))/float64(l.Back)
}

func (a Answer) chart(w io.Writer, look Look) {
	top := 0.0
	for _, s := range a.Series {
		for _, p := range s.Points {
			if !math.IsNaN(p.Value) && !math.IsInf(p.Value, 0) {
				top = max(top, p.Value)
			}
		}
	}
	if top == 0 {
		top = 1
	}
	const base = high - 20
	fmt.Fprintf(w, "<svg viewBox=\"0 0 %g %g\" preserveAspectRatio=\"none\">", wide, high)
	for _, part := range []float64{0, 0.5, 1} {
		y := base - (base-10)*part
		fmt.Fprintf(w, "<line x1=\"%g\" x2=\"%g\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#2c3138\"/><text x=\"0\" y=\"%.1f\">%s</text>",
			left, wide, y, y, y+4, html.EscapeString(unit(top*part, a.FieldConfig.Defaults.Unit)))
	}
	a.times(w, look)
	for i, s := range a.Series {
		var line []string
		for _, p := range s.Points {
			if math.IsNaN(p.Value) || math.IsInf(p.Value, 0) {
				continue
			}
			line = append(line, fmt.Sprintf("%.1f,%.1f", look.across(p.At), base-(base-10)*max(p.Value, 0)/top))
		}
		fmt.Fprintf(w, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>", strings.Join(line, " "), palette[i%len(palette)])
	}
	fmt.Fprint(w, "</svg><div>")
	for i, s := range a.Series {
		fmt.Fprintf(w, "<span class=\"key\"><b style=\"color:%s\">&#9632;</b> %s</span>", palette[i%len(palette)], html.EscapeString(s.Labels[""]))
	}
	fmt.Fprint(w, "</div>")
}

func (a Answer) times(w io.Writer, look Look) {
	for part := range 4 {
		at := look.To.Add(-look.Back * time.Duration(3-part) / 4)
		fmt.Fprintf(w, "<text x=\"%.0f\" y=\"%g\">%s</text>", look.across(at)-50, high-4, at.UTC().Format("15:04:05"))
	}
}

// bars draws a state timeline: a bar for each series, coloured by its value.
func (a Answer) bars(w io.Writer, look Look) {
	slices.SortFunc(a.Series, func(x, y Series) int { return strings.Compare(x.Labels[""], y.Labels[""]) })
	each := (high - 24) / float64(max(len(a.Series), 1))
	fmt.Fprintf(w, "<svg viewBox=\"0 0 %g %g\" preserveAspectRatio=\"none\">", wide, high)
	for i, s := range a.Series {
		y := float64(i) * each
		fmt.Fprintf(w, "<text x=\"0\" y=\"%.1f\">%s</text>", y+each/2+4, html.EscapeString(s.Labels[""]))
		for _, p := range s.Points {
			_, colour := a.FieldConfig.Defaults.Show(Cell{Number: p.Value, Is: true})
			x := look.across(p.At)
			fmt.Fprintf(w, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
				x, y+1, (wide-left)*float64(look.Step)/float64(look.Back)+0.5, each-2, colours[colour])
		}
	}
	a.times(w, look)
	fmt.Fprint(w, "</svg>")
}
