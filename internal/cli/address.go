package cli

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// deskURL returns the address of something at the desk.
func deskURL(desk, path string) (string, error) {
	u, err := url.Parse(desk)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" {
		return "", usagef("--desk %q is no address of a desk; want http://HOST:PORT", desk)
	}
	return strings.TrimSuffix(desk, "/") + path, nil
}

// notTheDesk says what an answer means that no desk gives to a ruling or to a
// question.
func notTheDesk(desk string, resp *http.Response, text string) error {
	switch resp.StatusCode {
	case http.StatusMethodNotAllowed, http.StatusNotFound:
		if resp.Header.Get("X-Content-Type-Options") == "nosniff" && !strings.HasPrefix(text, "there is no") {
			return fmt.Errorf("%s is no desk: it answered %s; the hall's screen says where the desk is", desk, resp.Status)
		}
	}
	return fmt.Errorf("the desk answered %s: %s", resp.Status, text)
}
