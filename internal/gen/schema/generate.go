package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"

	"boardwire/events"

	"github.com/invopop/jsonschema"
	orderedmap "github.com/pb33f/ordered-map/v2"
)

// File is one generated file; Path is relative to the module's root.
type File struct {
	Path    string
	Content []byte
}

// schemaPath returns where the schema of a type is kept.
func schemaPath(t events.Type) string {
	return path.Join("events/schema", strings.ReplaceAll(string(t), ".", "/")+".json")
}

// Generate returns the schema of every type, in the order of events.Types. It
// reads the comments of package events below root.
func Generate(root string) ([]File, error) {
	r := jsonschema.Reflector{Anonymous: true, DoNotReference: true, ExpandedStruct: true}
	if err := addComments(&r, root); err != nil {
		return nil, err
	}
	g := generator{r: &r, used: make(map[string]bool)}
	var files []File
	for _, t := range events.Types() {
		s, err := g.event(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t, err)
		}
		content, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t, err)
		}
		files = append(files, File{schemaPath(t), append(content, '\n')})
	}
	for name := range fieldRules {
		if !g.used[name] {
			return nil, fmt.Errorf("rule %q fits no field: take it out", name)
		}
	}
	return files, nil
}

// addComments reads the doc comments of package events. The reflector wants a
// path relative to the working folder, and takes it as part of the package's.
func addComments(r *jsonschema.Reflector, root string) error {
	was, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	defer os.Chdir(was)
	if err := r.AddGoComments("boardwire", "./events", jsonschema.WithFullComment()); err != nil {
		return err
	}
	for name, text := range r.CommentMap {
		r.CommentMap[name] = strings.Join(strings.Fields(text), " ")
	}
	return nil
}

type generator struct {
	r    *jsonschema.Reflector
	used map[string]bool // rules that fitted a field
}

// event returns the schema of a whole event of one type.
func (g *generator) event(t events.Type) (*jsonschema.Schema, error) {
	payload, _ := events.New(t)
	data := g.r.ReflectFromType(reflect.TypeOf(payload))
	data.Version = ""
	title := data.Description
	data.Description = ""
	if err := g.constrain(t, "", data); err != nil {
		return nil, err
	}
	fact := isFact(t)
	id, cause := ownID, id
	if fact {
		id = factID
	}
	s := &jsonschema.Schema{
		Version:              jsonschema.Version,
		ID:                   jsonschema.ID("urn:boardwire:event:" + string(t)),
		Title:                string(t),
		Description:          title,
		Type:                 "object",
		AdditionalProperties: jsonschema.FalseSchema,
		Properties:           orderedmap.New[string, *jsonschema.Schema](),
		Required:             []string{"id", "type", "scope", "source", "seq", "observed", "recorded"},
	}
	for _, f := range []struct {
		name string
		rule rule
		text string
	}{
		{"id", id, "names the event for ever"},
		{"type", only(string(t)), "the type's name with its version"},
		{"scope", matches(scope), "what the event belongs to"},
		{"source", token, "who wrote it"},
		{"seq", atLeast(1), "numbers what the source wrote, from 1 and without holes"},
		{"observed", instant, "when the device side saw it; for a fact, that of its cause"},
		{"recorded", instant, "when the host put it into its outbox; for a fact, that of its cause"},
		{"cause", cause, "the event this one follows from"},
		{"prev", digest, "SHA-256 of the same source's previous event as stored; absent in its first"},
	} {
		field := &jsonschema.Schema{Type: "string", Description: f.text}
		if f.name == "seq" {
			field.Type = "integer"
		}
		f.rule(field)
		s.Properties.Set(f.name, field)
	}
	if fact {
		s.Required = append(s.Required, "cause")
	}
	s.Properties.Set("data", data)
	s.Required = append(s.Required, "data")
	return s, nil
}

// constrain puts the rules on every field of s; path leads to s within data.
func (g *generator) constrain(t events.Type, path string, s *jsonschema.Schema) error {
	switch s.Type {
	case "object":
		for p := s.Properties.Oldest(); p != nil; p = p.Next() {
			if err := g.constrain(t, strings.TrimPrefix(path+"."+p.Key, "."), p.Value); err != nil {
				return err
			}
		}
		return nil
	case "array":
		return g.constrain(t, path+"[]", s.Items)
	case "boolean":
		return nil
	}
	// A rule for one type goes before the one for a field of every type; the
	// whole path goes before its last name.
	names := []string{string(t) + " " + path, path}
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		names = append(names, path[i+1:])
	}
	for _, name := range names {
		if apply, ok := fieldRules[name]; ok {
			g.used[name] = true
			apply(s)
			return nil
		}
	}
	return fmt.Errorf("field %q has no rule: say in rules.go what it may hold", path)
}

// isFact says whether the fold writes events of this type.
func isFact(t events.Type) bool {
	return slices.Contains([]events.Type{
		events.TypePaired, events.TypeAdjourned, events.TypeCastling, events.TypeLifted, events.TypeMade, events.TypeCompleted, events.TypeWithdrawn,
		events.TypeClockChanged, events.TypeUnexplained, events.TypeEnded, events.TypeResult, events.TypeAnswered,
		events.TypeFindingRaised, events.TypeFindingCleared,
	}, t)
}
