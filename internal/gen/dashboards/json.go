package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

type object = map[string]any

// refs are the names of a panel's queries.
const refs = "ABCDEFGHIJKLMNOP"

// encode returns the JSON that Grafana's file provisioning reads: with variables
// for the data sources, and without what an export for sharing has.
func (b board) encode() ([]byte, error) {
	panels := []any{}
	x, y, tall := 0, 0, 0
	for i, p := range b.Panels {
		if x+p.W > 24 {
			x, y, tall = 0, y+tall, 0
		}
		panels = append(panels, p.encode(i+1, object{"x": x, "y": y, "w": p.W, "h": p.H}))
		x, tall = x+p.W, max(tall, p.H)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(object{
		"id": nil, "uid": b.UID, "title": b.Title, "description": b.About, "tags": b.Tags,
		"schemaVersion": 39, "version": 1, "editable": false, "graphTooltip": 1,
		"time": object{"from": b.From, "to": "now"}, "refresh": b.Refresh, "timezone": "browser",
		"annotations": object{"list": []any{}},
		"links": []any{object{
			"type": "dashboards", "tags": []string{"boardwire"}, "title": "boardwire", "asDropdown": true,
			"icon": "external link", "includeVars": true, "keepTime": true, "targetBlank": false, "tooltip": "", "url": "",
		}},
		"templating": object{"list": b.variables()},
		"panels":     panels,
	})
	return out.Bytes(), err
}

// variables are the data sources that the panels use, and what they are asked
// for.
func (b board) variables() []any {
	uses := map[source]bool{}
	for _, p := range b.Panels {
		uses[p.Source] = uses[p.Source] || p.Kind != row
	}
	pick := func(name, label, plugin string) object {
		return object{"type": "datasource", "name": name, "label": label, "query": plugin, "refresh": 1, "hide": 0, "multi": false, "includeAll": false}
	}
	query := func(name, label string, from object, q any) object {
		return object{"type": "query", "name": name, "label": label, "datasource": from, "query": q,
			"refresh": 2, "sort": 1, "hide": 0, "multi": false, "includeAll": false}
	}
	list := []any{}
	if uses[prometheus] {
		list = append(list, pick("datasource", "Prometheus", "prometheus"),
			query("hall", "Hall", prometheus.ref(), object{"query": "label_values(boardwire_build_info, hall)", "refId": "hall"}))
	}
	if uses[clickhouse] {
		list = append(list, pick("clickhouse", "ClickHouse", "grafana-clickhouse-datasource"),
			query("tournament", "Tournament", clickhouse.ref(), tournamentsQuery),
			query("round", "Round", clickhouse.ref(), roundsQuery))
	}
	return list
}

func (s source) ref() object {
	if s == clickhouse {
		return object{"type": "grafana-clickhouse-datasource", "uid": "${clickhouse}"}
	}
	return object{"type": "prometheus", "uid": "${datasource}"}
}

func (p panel) encode(id int, pos object) object {
	if p.Kind == row {
		return object{"id": id, "type": "row", "title": p.Title, "gridPos": pos, "collapsed": false, "panels": []any{}}
	}
	o := object{
		"id": id, "type": string(p.Kind), "title": p.Title, "description": p.About, "gridPos": pos,
		"datasource": p.Source.ref(), "targets": p.targets(),
		"fieldConfig": object{"defaults": p.defaults(), "overrides": p.overrides()},
		"options":     p.options(),
	}
	if t := p.transformations(); len(t) > 0 {
		o["transformations"] = t
	}
	return o
}

func (p panel) targets() []any {
	var list []any
	for i, a := range p.Asks {
		t := object{"refId": refs[i : i+1], "datasource": p.Source.ref()}
		now := p.Kind == stat || p.Kind == table
		switch {
		case p.Source == clickhouse:
			t["rawSql"], t["editorType"], t["queryType"], t["format"] = a.Query, "sql", "table", 1
		default:
			t["expr"], t["legendFormat"], t["instant"], t["range"], t["editorMode"] = a.Query, a.Name, now, !now, "code"
			t["format"] = "time_series"
			if p.Kind == table {
				t["format"] = "table"
			}
		}
		list = append(list, t)
	}
	return list
}

func (p panel) defaults() object {
	d := object{"unit": p.Unit, "mappings": mappings(p.Words), "thresholds": thresholds(p.Steps), "color": object{"mode": "thresholds"}, "custom": object{}}
	switch p.Kind {
	case lines:
		d["color"] = object{"mode": "palette-classic"}
		d["min"] = 0
		d["custom"] = object{"drawStyle": "line", "lineWidth": 1, "fillOpacity": 5, "showPoints": "never", "spanNulls": false}
		if len(p.Steps) > 0 {
			d["custom"].(object)["thresholdsStyle"] = object{"mode": "line"}
		}
	case states:
		d["custom"] = object{"fillOpacity": 80, "lineWidth": 0}
	case table:
		d["custom"] = object{"align": "auto", "cellOptions": object{"type": "auto"}, "inspect": false}
	}
	if p.Max != 0 {
		d["max"] = p.Max
	}
	return d
}

// overrides give a table's columns their units and colours, by the titles that
// organize gives them, or by the names that they have in SQL.
func (p panel) overrides() []any {
	list := []any{}
	for _, c := range p.Columns {
		var props []any
		set := func(id string, v any) { props = append(props, object{"id": id, "value": v}) }
		if c.Unit != "" {
			set("unit", c.Unit)
		}
		if len(c.Words) > 0 {
			set("mappings", mappings(c.Words))
		}
		if len(c.Words) > 0 || len(c.Steps) > 0 {
			set("custom.cellOptions", object{"type": "color-background", "mode": "basic"})
		}
		if len(c.Steps) > 0 {
			set("thresholds", thresholds(c.Steps))
		}
		if c.Width > 0 {
			set("custom.width", c.Width)
		}
		name := c.Title
		if p.Source == clickhouse {
			name = c.Field
			set("displayName", c.Title)
		}
		if len(props) > 0 {
			list = append(list, object{"matcher": object{"id": "byName", "options": name}, "properties": props})
		}
	}
	return list
}

// transformations join a table's queries and name its columns; what is no column
// is left out.
func (p panel) transformations() []any {
	if p.Kind != table || p.Source == clickhouse {
		return nil
	}
	var list []any
	if len(p.Asks) > 1 {
		list = append(list, object{"id": "joinByField", "options": object{"byField": p.By, "mode": "outer"}})
	}
	names, order, only := object{}, object{}, []string{}
	for i, c := range p.Columns {
		names[c.Field], order[c.Field] = c.Title, i
		only = append(only, c.Field)
	}
	if len(only) == 0 {
		return list
	}
	return append(list,
		object{"id": "filterFieldsByName", "options": object{"include": object{"names": only}}},
		object{"id": "organize", "options": object{"renameByName": names, "indexByName": order, "excludeByName": object{}}})
}

func (p panel) options() object {
	switch p.Kind {
	case stat:
		return object{"colorMode": "background", "graphMode": "none", "justifyMode": "center", "orientation": "auto", "textMode": "auto",
			"wideLayout": true, "percentChangeColorMode": "standard", "showPercentChange": false,
			"reduceOptions": object{"calcs": []string{"lastNotNull"}, "fields": "", "values": false}}
	case lines:
		return object{"legend": object{"displayMode": "list", "placement": "bottom", "showLegend": true, "calcs": []string{}},
			"tooltip": object{"mode": "multi", "sort": "desc"}}
	case states:
		return object{"mergeValues": true, "showValue": "never", "alignValue": "left", "rowHeight": 0.8,
			"legend":  object{"displayMode": "list", "placement": "bottom", "showLegend": true, "calcs": []string{}},
			"tooltip": object{"mode": "single", "sort": "none"}}
	case table:
		return object{"frameIndex": 0, "showHeader": true, "cellHeight": "sm", "footer": object{"show": false, "countRows": false, "reducer": []string{"sum"}}}
	}
	panic(fmt.Sprintf("no options for a panel of kind %s", p.Kind))
}

func mappings(words []word) []any {
	if len(words) == 0 {
		return []any{}
	}
	options := object{}
	for i, w := range words {
		options[fmt.Sprint(w.Value)] = object{"text": w.Text, "color": w.Colour, "index": i}
	}
	return []any{object{"type": "value", "options": options}}
}

func thresholds(steps []step) object {
	list := []any{}
	for i, s := range steps {
		var at any = s.At
		if i == 0 {
			at = nil
		}
		list = append(list, object{"value": at, "color": s.Colour})
	}
	if len(list) == 0 {
		list = append(list, object{"value": nil, "color": "text"})
	}
	return object{"mode": "absolute", "steps": list}
}

// file is the name of a dashboard's file.
func (b board) file() string { return strings.TrimPrefix(b.UID, "boardwire-") + ".json" }
