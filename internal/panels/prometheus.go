package panels

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Prometheus is a server's API.
type Prometheus struct {
	// URL is its address, such as http://127.0.0.1:9090.
	URL string
}

// Series is one series of an answer: its labels, and its values, one for an
// instant.
type Series struct {
	Labels map[string]string
	Points []Point
}

// Point is one value.
type Point struct {
	At    time.Time
	Value float64
}

// Last returns the last value.
func (s Series) Last() float64 { return s.Points[len(s.Points)-1].Value }

// Instant asks for the values at a time.
func (p Prometheus) Instant(ctx context.Context, query string, at time.Time) ([]Series, error) {
	return p.ask(ctx, "query", url.Values{"query": {query}, "time": {stamp(at)}})
}

// Range asks for the values over a time.
func (p Prometheus) Range(ctx context.Context, query string, from, to time.Time, step time.Duration) ([]Series, error) {
	return p.ask(ctx, "query_range", url.Values{"query": {query}, "start": {stamp(from)}, "end": {stamp(to)}, "step": {strconv.FormatFloat(step.Seconds(), 'f', 3, 64)}})
}

func stamp(t time.Time) string { return strconv.FormatFloat(float64(t.UnixMilli())/1000, 'f', 3, 64) }

func (p Prometheus) ask(ctx context.Context, what string, form url.Values) ([]Series, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+"/api/v1/"+what+"?"+form.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("prometheus: %w", err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 32<<20))
	if err != nil {
		return nil, fmt.Errorf("prometheus: %w", err)
	}
	var answer struct {
		Status, Error string
		Data          struct {
			Result []struct {
				Metric map[string]string
				Value  *point
				Values []point
			}
		}
	}
	if err := json.Unmarshal(b, &answer); err != nil {
		return nil, fmt.Errorf("prometheus answers %s to %s: %w", resp.Status, form.Get("query"), err)
	}
	if answer.Status != "success" {
		return nil, fmt.Errorf("prometheus refuses %s: %s", form.Get("query"), answer.Error)
	}
	var list []Series
	for _, r := range answer.Data.Result {
		s := Series{Labels: r.Metric}
		if r.Value != nil {
			r.Values = append(r.Values, *r.Value)
		}
		for _, v := range r.Values {
			s.Points = append(s.Points, Point(v))
		}
		if len(s.Points) > 0 {
			list = append(list, s)
		}
	}
	return list, nil
}

// point is [seconds, "value"].
type point Point

// UnmarshalJSON is json.Unmarshaler.
func (p *point) UnmarshalJSON(b []byte) error {
	var pair [2]any
	if err := json.Unmarshal(b, &pair); err != nil {
		return err
	}
	seconds, _ := pair[0].(float64)
	text, _ := pair[1].(string)
	v, err := strconv.ParseFloat(text, 64)
	p.At, p.Value = time.UnixMilli(int64(seconds*1000)), v
	return err
}
