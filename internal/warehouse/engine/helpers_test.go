package engine_test

import (
	"fmt"
	"net"
	"reflect"
	"time"

	"boardwire/internal/warehouse/engine"
)

// only leaves out the public process.
func only(cfg engine.Config) engine.Config {
	cfg.LiveOnly = true
	return cfg
}

// cell is a pointer to a new value of a type.
func cell(t reflect.Type) any { return reflect.New(t).Interface() }

func deref(v any) any { return reflect.ValueOf(v).Elem().Interface() }

// plain makes values comparable however the driver hands them out.
func plain(v any) any {
	switch v := v.(type) {
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	case net.IP:
		return v.String()
	case []byte:
		return net.IP(v).String()
	case map[string]any:
		return fmt.Sprint([]any{v["ply"], v["san"]})
	case []any:
		return fmt.Sprint(v)
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer {
		if r.IsNil() {
			return nil
		}
		return plain(r.Elem().Interface())
	}
	return fmt.Sprint(v)
}
