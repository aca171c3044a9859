package panels

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strconv"
)

// unit writes a number in one of the units that the dashboards use.
func unit(v float64, u string) string {
	switch u {
	case "s":
		return seconds(v)
	case "bytes", "Bps":
		per := map[string]string{"bytes": "B", "Bps": "B/s"}[u]
		i := 0
		for ; math.Abs(v) >= 1024 && i < 4; i++ {
			v /= 1024
		}
		return number(round(v)) + " " + []string{"", "Ki", "Mi", "Gi", "Ti"}[i] + per
	case "percentunit":
		return number(round(100*v)) + " %"
	case "cps":
		return number(round(v)) + " /s"
	}
	return number(round(v))
}

func seconds(v float64) string {
	switch a := math.Abs(v); {
	case a == 0:
		return "0 s"
	case a < 1e-3:
		return number(round(v*1e6)) + " µs"
	case a < 1:
		return number(round(v*1e3)) + " ms"
	case a < 120:
		return number(round(v)) + " s"
	case a < 7200:
		return number(round(v/60)) + " min"
	}
	return number(round(v/3600)) + " h"
}

// round keeps three figures.
func round(v float64) float64 {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return v
	}
	if math.Abs(v) >= 100 {
		return math.Round(v)
	}
	r, err := strconv.ParseFloat(fmt.Sprintf("%.3g", v), 64)
	if err != nil {
		return v
	}
	return r
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// decode reads a property; one that is no such thing leaves what is there.
func decode(raw json.RawMessage, into any) { _ = json.Unmarshal(raw, into) }

func keys[K comparable, V any](m map[K]V) iter.Seq[K] {
	return func(yield func(K) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}
