// Package panels shows Grafana dashboards without Grafana: it asks a Prometheus
// what each panel asks, joins and names columns as the panel says, and writes
// text or a page. It knows the kinds of panels that boardwire's dashboards have.
package panels

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// Dashboard is what is read of a dashboard's file.
type Dashboard struct {
	UID         string
	Title       string
	Description string
	Panels      []Panel
	Templating  struct{ List []Choice }
}

// Choice is a variable of a dashboard; its query gives what there is to choose.
type Choice struct {
	Type, Name string
	Datasource struct{ Type string }
	// Query is a text for ClickHouse and an object for Prometheus.
	Query json.RawMessage
}

// SQL is the query of a choice out of ClickHouse, empty for others.
func (c Choice) SQL() (sql string) {
	if c.Type == "query" && c.Datasource.Type == "grafana-clickhouse-datasource" {
		decode(c.Query, &sql)
	}
	return sql
}

// Panel is one panel.
type Panel struct {
	Type, Title, Description string
	GridPos                  struct{ X, Y, W, H int }
	Datasource               struct{ Type string }
	Targets                  []Target
	FieldConfig              struct {
		Defaults  Field
		Overrides []struct {
			Matcher    struct{ Options string }
			Properties []struct {
				ID    string
				Value json.RawMessage
			}
		}
	}
	Transformations []struct {
		ID      string
		Options struct {
			ByField string
			Include struct{ Names []string }
			// RenameByName gives a column its title, IndexByName its place.
			RenameByName map[string]string
			IndexByName  map[string]int
		}
	}
}

// Field says how values are shown.
type Field struct {
	Unit       string
	Mappings   []Mapping
	Thresholds Thresholds
}

// Mapping has words for values.
type Mapping struct {
	Options map[string]struct{ Text, Color string }
}

// Thresholds colour values; the first step has no value.
type Thresholds struct {
	Steps []struct {
		Value *float64
		Color string
	}
}

// Target is one query.
type Target struct {
	RefID, Expr, RawSQL, LegendFormat string
	Instant                           bool
}

// Load reads a dashboard.
func Load(path string) (Dashboard, error) {
	var d Dashboard
	b, err := os.ReadFile(path)
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(b, &d); err != nil {
		return d, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// Variables stand in queries, as in Grafana: $hall, $__rate_interval.
type Variables map[string]string

// In puts the variables into a query.
func (v Variables) In(query string) string {
	for name, value := range v {
		query = strings.ReplaceAll(query, "${"+name+"}", value)
		query = strings.ReplaceAll(query, "$"+name, value)
	}
	return query
}

// Prometheus says whether a panel's queries are for Prometheus.
func (p Panel) Prometheus() bool { return p.Datasource.Type == "prometheus" }
