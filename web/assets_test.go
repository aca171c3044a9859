package web

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
)

func TestAFreshCheckoutSaysHowToBuild(t *testing.T) {
	_, err := load(fstest.MapFS{"dist/.keep": {}})
	if !errors.Is(err, ErrNotBuilt) || !strings.Contains(err.Error(), "make build") {
		t.Errorf("load of an empty dist: %v", err)
	}
	_, err = load(fstest.MapFS{"dist/manifest.json": {Data: []byte(`{"main.js":"main-1.js"}`)}})
	if err == nil || !strings.Contains(err.Error(), "main.js") {
		t.Errorf("load without a file of the manifest: %v", err)
	}
	a, err := load(fstest.MapFS{"dist/manifest.json": {Data: []byte(`{"main.js":"main-1.js"}`)}, "dist/main-1.js": {Data: []byte("x")}})
	if err != nil || a.URL("main.js") != "/assets/main-1.js" {
		t.Errorf("load: %v, %s", err, a.URL("main.js"))
	}
	if f, ok := a.File("main-1.js"); !ok || string(f.Data) != "x" {
		t.Error("the file is not there")
	}
	if _, ok := a.File("manifest.json"); ok {
		t.Error("the manifest is served")
	}
}
