package main

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

var update = flag.Bool("update", false, "write the dashboards anew")

const folder = "../../../dashboards"

// What is committed is what the definitions make, and nothing else lies there.
func TestFilesAreGenerated(t *testing.T) {
	names := []string{}
	for _, b := range boards() {
		text, err := b.encode()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, b.file())
		names = append(names, b.file())
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		kept, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(kept), string(text)); diff != "" {
			t.Errorf("%s is not what its definition makes; `make golden` (-kept +made):\n%s", path, diff)
		}
	}
	files, err := filepath.Glob(folder + "/*.json")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	for i, f := range files {
		files[i] = filepath.Base(f)
	}
	if diff := cmp.Diff(names, files); diff != "" {
		t.Errorf("files (-defined +there):\n%s", diff)
	}
}

// Grafana's own types, read strictly, know every field of the dashboards, but
// for those of the ClickHouse plugin's queries, which are not among them.
func TestGrafanaKnowsEveryField(t *testing.T) {
	plugins.RegisterDefaultPlugins()
	check := func(text []byte) error {
		//lint:ignore SA1019 the older form is what every Grafana's file provisioning reads
		var d dashboard.Dashboard
		var found cog.BuildErrors
		if err := d.UnmarshalJSONStrict(text); err != nil && (!errors.As(err, &found) || len(found) > 0) {
			return err
		}
		if err := d.Validate(); err != nil && (!errors.As(err, &found) || len(found) > 0) {
			return err
		}
		return nil
	}
	for _, b := range boards() {
		text, err := b.encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := check(text); err != nil {
			t.Errorf("%s: %v", b.UID, err)
		}
		for _, known := range []string{`"graphTooltip"`, `"reduceOptions"`, `"legendFormat"`, `"fieldConfig"`, `"displayMode"`} {
			if bad := strings.Replace(string(text), known, `"nonsense"`, 1); bad != string(text) && check([]byte(bad)) == nil {
				t.Errorf("%s: a misspelt %s passes", b.UID, known)
			}
		}
	}
}

var (
	uid      = regexp.MustCompile(`^boardwire-[a-z]+$`)
	variable = regexp.MustCompile(`\$\{?(\w+)(?::\w+)?\}?`)
	// builtIn are variables that Grafana gives.
	builtIn = []string{"__rate_interval", "__interval", "__from", "__to", "__timeFilter"}
)

func TestDashboardsAreWhole(t *testing.T) {
	uids, titles := map[string]bool{}, map[string]bool{}
	for _, b := range boards() {
		t.Run(b.UID, func(t *testing.T) {
			if !uid.MatchString(b.UID) || uids[b.UID] || titles[b.Title] || b.About == "" || !slices.Contains(b.Tags, "boardwire") {
				t.Errorf("uid %q, title %q, tags %v: want a uid and a title of its own, what it is about, and the tag boardwire", b.UID, b.Title, b.Tags)
			}
			uids[b.UID], titles[b.Title] = true, true
			known := slices.Clone(builtIn)
			for _, v := range b.variables() {
				known = append(known, v.(object)["name"].(string))
			}
			names := map[string]bool{}
			for _, p := range b.Panels {
				if names[p.Title] && p.Kind != stat && p.Kind != row {
					t.Errorf("two panels %q", p.Title)
				}
				names[p.Title] = p.Kind != stat
				if p.Kind == row {
					continue
				}
				if p.Title == "" || p.About == "" || p.Unit == "" || len(p.Asks) == 0 || p.W == 0 || p.H == 0 {
					t.Errorf("panel %q: want a title, what it is about, a unit, a size and a query", p.Title)
				}
				if !strings.HasSuffix(p.About, ".") {
					t.Errorf("panel %q: what it is about is no sentence", p.Title)
				}
				if p.Kind == table && p.Source == prometheus && (len(p.Columns) == 0 || len(p.Asks) > 1 && p.By == "") {
					t.Errorf("table %q: want columns, and what its queries are joined by", p.Title)
				}
				if len(p.Asks) > 1 && p.Kind == lines && p.Source == prometheus {
					for _, a := range p.Asks {
						if a.Name == "" {
							t.Errorf("panel %q: %s has no legend", p.Title, a.Query)
						}
					}
				}
				for _, a := range p.Asks {
					for _, v := range variable.FindAllStringSubmatch(a.Query, -1) {
						if !slices.Contains(known, v[1]) {
							t.Errorf("panel %q: the dashboard has no variable %s", p.Title, v[0])
						}
					}
					if p.Source == prometheus && !strings.Contains(a.Query, `{hall="$hall"`) && !strings.Contains(a.Query, `,hall="$hall"`) {
						t.Errorf("panel %q: %s asks for all halls", p.Title, a.Query)
					}
				}
			}
		})
	}
}

// Panels have numbers of their own, lie within 24 columns, and none lies on
// another; nothing of an export for sharing is in the files.
func TestPanelsLieBesideEachOther(t *testing.T) {
	for _, b := range boards() {
		text, err := b.encode()
		if err != nil {
			t.Fatal(err)
		}
		if s := string(text); strings.Contains(s, "__inputs") || strings.Contains(s, "${DS_") {
			t.Errorf("%s: holds what file provisioning does not fill in", b.UID)
		}
		var d struct {
			Panels []struct {
				ID      int
				Title   string
				GridPos struct{ X, Y, W, H int }
			}
		}
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatal(err)
		}
		ids := map[int]bool{}
		taken := map[[2]int]string{}
		for _, p := range d.Panels {
			if ids[p.ID] || p.ID == 0 {
				t.Errorf("%s: panel %q has the number %d of another", b.UID, p.Title, p.ID)
			}
			ids[p.ID] = true
			g := p.GridPos
			if g.X+g.W > 24 {
				t.Errorf("%s: panel %q ends in column %d", b.UID, p.Title, g.X+g.W)
			}
			for x := g.X; x < g.X+g.W; x++ {
				for y := g.Y; y < g.Y+g.H; y++ {
					if other, ok := taken[[2]int{x, y}]; ok {
						t.Fatalf("%s: %q lies on %q", b.UID, p.Title, other)
					}
					taken[[2]int{x, y}] = p.Title
				}
			}
		}
	}
}

// Every metric that a dashboard or an alert names is one that a process shows,
// and every one that the processes show is looked at somewhere.
func TestMetricsAreThoseThatAreShown(t *testing.T) {
	shown := map[string]bool{}
	for _, file := range []string{"../../roles/testdata/metrics/*.txt", "../../e2e/testdata/metrics-*.txt"} {
		files, err := filepath.Glob(file)
		if err != nil || len(files) == 0 {
			t.Fatal(file, err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				if name, _, ok := strings.Cut(line, " "); ok && strings.HasPrefix(name, "boardwire_") {
					shown[name] = false
				}
			}
		}
	}
	name := regexp.MustCompile(`\b(boardwire_[a-z_]+[a-z])\b`)
	alerts, err := os.ReadFile("../../../deploy/prometheus/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	look := func(where, text string) {
		for _, m := range name.FindAllString(text, -1) {
			of := m
			for _, end := range []string{"_bucket", "_sum", "_count"} {
				if cut := strings.TrimSuffix(m, end); cut != m {
					if _, ok := shown[cut]; ok {
						of = cut
					}
				}
			}
			if _, ok := shown[of]; !ok {
				t.Errorf("%s asks for %s, which no process shows", where, m)
				continue
			}
			shown[of] = true
		}
	}
	look("an alert", string(alerts))
	for _, b := range boards() {
		for _, p := range b.Panels {
			for _, a := range p.Asks {
				if p.Source == prometheus {
					look(b.UID+", "+p.Title, a.Query)
				}
			}
		}
	}
	for m, looked := range shown {
		if !looked {
			t.Errorf("nobody looks at %s: give it a place on a dashboard, or take it away", m)
		}
	}
}
