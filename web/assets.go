// Package web holds what browsers get: the built scripts and styles, the pieces
// and the page templates.
package web

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"path"
)

// dist is made by the build from src/ and the pieces; a fresh checkout has only
// the .keep, without which nothing could be embedded.
//
//go:embed all:dist
var dist embed.FS

//go:embed templates/*.html
var templates embed.FS

// ErrNotBuilt says that the scripts and styles were not built before the
// program was.
var ErrNotBuilt = errors.New("the web pages' scripts are missing from this program: run `make build`")

// Asset is one file with the hash of its content in its name.
type Asset struct {
	Name string // "main-4F2A.js"
	Type string // media type
	Data []byte
}

// Assets are the built files.
type Assets struct {
	files map[string]Asset
	names map[string]string
}

// Load returns the built files, or ErrNotBuilt.
func Load() (Assets, error) {
	return load(dist)
}

func load(dist fs.FS) (Assets, error) {
	a := Assets{files: map[string]Asset{}, names: map[string]string{}}
	text, err := fs.ReadFile(dist, "dist/manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return a, ErrNotBuilt
	}
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(text, &a.names); err != nil {
		return a, fmt.Errorf("dist/manifest.json: %w; run `make build`", err)
	}
	for plain, hashed := range a.names {
		data, err := fs.ReadFile(dist, "dist/"+hashed)
		if err != nil {
			return a, fmt.Errorf("%s: %w; run `make build`", plain, err)
		}
		a.files[hashed] = Asset{Name: hashed, Type: mediaType(hashed), Data: data}
	}
	return a, nil
}

// mediaType does not ask the system's tables, which differ between machines.
func mediaType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	default:
		return mime.TypeByExtension(ext)
	}
}

// File returns the file of that hashed name.
func (a Assets) File(name string) (Asset, bool) {
	f, ok := a.files[name]
	return f, ok
}

// URL returns the address of a file by its plain name ("main.js"). Where nothing
// was built it is an address that leads nowhere.
func (a Assets) URL(plain string) string {
	if hashed, ok := a.names[plain]; ok {
		return "/assets/" + hashed
	}
	return "/assets/" + plain
}

// Templates parses the page templates with the given functions.
func Templates(funcs template.FuncMap) (*template.Template, error) {
	return template.New("pages").Funcs(funcs).ParseFS(templates, "templates/*.html")
}
