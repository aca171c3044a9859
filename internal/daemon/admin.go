package daemon

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves health, metrics and profiles: /healthz (the loops turn),
// /readyz (a line a check), /metrics, /debug/pprof/.
func (d *Daemon) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		lines, ok := d.Health.Alive()
		report(w, lines, ok)
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		lines, ok := d.Health.Serving(r.Context())
		report(w, lines, ok)
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(d.Registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

func report(w http.ResponseWriter, lines []string, ok bool) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if !ok {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	fmt.Fprintln(w, strings.Join(lines, "\n"))
}

// listen starts the admin listener and returns what stops it.
func (d *Daemon) listen(addr string) (stop func(), err error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("admin listener: %w; name a free address with --admin-listen", err)
	}
	d.admin = l.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		o := Listening{Conns: adminConns, Unhurried: true, Log: d.Log}
		if err := Serve(ctx, l, named(l.Addr(), d.Handler()), o); err != nil {
			d.Log.Error("admin listener ended", "err", err)
		}
	}()
	return func() { cancel(); <-done }, nil
}

// adminConns is enough for operators and for what collects their metrics.
const adminConns = 64

// named refuses requests by another name where the listener is on the
// loopback: a page of somewhere else whose name was made to point here would
// otherwise read what is live.
func named(addr net.Addr, next http.Handler) http.Handler {
	if at, err := netip.ParseAddrPort(addr.String()); err != nil || !at.Addr().IsLoopback() {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err != nil && host != "localhost" {
			http.Error(w, "ask by address", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
