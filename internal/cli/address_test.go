package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardwire/feeds"
	"boardwire/internal/web"
)

func TestAddressesOfADesk(t *testing.T) {
	for desk, want := range map[string]string{
		"http://127.0.0.1:8081":      "http://127.0.0.1:8081/desk/link",
		"http://127.0.0.1:8081/":     "http://127.0.0.1:8081/desk/link",
		"https://desk.example/round": "https://desk.example/round/desk/link",
		"127.0.0.1:8081":             "", "ftp://x": "", "": "", "http://": "", "desk": "", "http://x?y": "",
	} {
		got, err := deskURL(desk, "/desk/link")
		if got != want || (err != nil) != (want == "") || err != nil && !strings.Contains(err.Error(), "want http://HOST:PORT") {
			t.Errorf("%q: %q, %v", desk, got, err)
		}
	}
}

// Who asks at the spectators' pages for the desk is told so.
func TestThePagesAreNoDesk(t *testing.T) {
	pages := httptest.NewServer(web.New(web.Config{Audience: feeds.Audience{Name: "public", Kind: feeds.Public}}).Handler())
	defer pages.Close()
	data := t.TempDir()
	if err := os.MkdirAll(filepath.Join(data, "secrets"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "secrets", "desk-token"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := ruleCmd{Desk: pages.URL, Data: data}
	_, err := r.post("/desk/link", nil)
	if err == nil || !strings.Contains(err.Error(), "is no desk") {
		t.Errorf("rule: %v", err)
	}
	err = tailCmd{Log: "facts", Desk: pages.URL, Data: data}.Run(streams{out: io.Discard, err: io.Discard})
	if err == nil || !strings.Contains(err.Error(), "is no desk") {
		t.Errorf("tail: %v", err)
	}
	for _, c := range []struct {
		status int
		text   string
		want   string
	}{
		{http.StatusNotFound, "there is no such log; sittings are s0001", "no such log"},
		{http.StatusForbidden, "the logs are for the arbiters", "the desk answered 403"},
	} {
		resp := &http.Response{StatusCode: c.status, Status: "403 Forbidden", Header: http.Header{"X-Content-Type-Options": {"nosniff"}}}
		if err := notTheDesk(pages.URL, resp, c.text); !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d: %v", c.status, err)
		}
	}
}
