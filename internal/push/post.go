package push

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"boardwire/feeds/lichess"
)

// Bounds of a request.
const (
	requestTime = 30 * time.Second
	answerTime  = 20 * time.Second
	maxHead     = 64 << 10
)

// transport verifies certificates, and keeps one connection to each site.
func transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout, t.MaxResponseHeaderBytes = answerTime, maxHead
	t.MaxIdleConnsPerHost, t.MaxConnsPerHost = 1, 2
	return t
}

// verdict is what came of a request.
type verdict struct {
	taken bool
	games []lichess.Game // of Lichess: the answer for each game
	// why, where it was not taken, and advice on what to do about it.
	why, advice string
	// after is how long the site asked to be left alone, 0 if it did not.
	after time.Duration
	// stubborn says that the same request would fail the same way.
	stubborn bool
}

// post makes one request with some items and judges its answer.
func (s *sender) post(ctx context.Context, due []*item) verdict {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	var body []byte
	for _, i := range due {
		body = append(body, i.pgn...)
	}
	status, header, answer, err := s.request(ctx, body)
	s.cfg.Metrics.asked(s.Name, status)
	if err != nil {
		return verdict{why: s.redact(err.Error(), due), advice: unreachable(err)}
	}
	v := s.judge(status, header, answer)
	v.why = s.redact(v.why, due)
	for i := range v.games {
		v.games[i].Error = s.redact(v.games[i].Error, due)
	}
	return v
}

// request posts, and returns the status, 0 for none. No redirect is followed:
// the token and the games are for this address alone.
func (s *sender) request(ctx context.Context, body []byte) (status int, header http.Header, answer []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, fmt.Errorf("request: %w", plain(err))
	}
	r.Header.Set("Content-Type", "text/plain; charset=utf-8")
	r.Header.Set("Accept", "application/json, */*;q=0.5")
	if s.cfg.Agent != "" {
		r.Header.Set("User-Agent", s.cfg.Agent)
	}
	if s.Token != "" {
		r.Header.Set("Authorization", "Bearer "+string(s.Token))
	}
	client := http.Client{Transport: s.cfg.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(r)
	if err != nil {
		return 0, nil, nil, plain(err)
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(resp.Body, lichess.MaxAnswer+1))
	if err != nil {
		return resp.StatusCode, nil, nil, fmt.Errorf("read the answer: %w", plain(err))
	}
	return resp.StatusCode, resp.Header, answer, nil
}

// plain takes the address out of an error: it may hold what is not to be logged.
func plain(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// redact makes words fit for a log: without the token, what may be secret of an
// address, and the players' names, for a site may repeat what it was sent; then
// in one short line.
func (s *sender) redact(text string, sent []*item) string {
	if text == "" {
		return ""
	}
	if s.Token != "" {
		text = strings.ReplaceAll(text, string(s.Token), s.Token.String())
	}
	if u, err := url.Parse(s.URL); err == nil {
		for _, part := range []string{u.RawQuery, u.Path} {
			if len(part) > 1 {
				text = strings.ReplaceAll(text, part, "…")
			}
		}
	}
	for _, i := range sent {
		for _, name := range []string{i.white, i.black} {
			if name != "" {
				text = strings.ReplaceAll(text, name, "…")
			}
		}
	}
	return lichess.Clean(text)
}

// judge says what an answer means.
func (s *sender) judge(status int, header http.Header, answer []byte) verdict {
	why := fmt.Sprint(status)
	if text := lichess.Reason(answer); text != "" {
		why += ": " + text
	}
	switch {
	case status >= 200 && status < 300:
		if s.Kind != Lichess {
			return verdict{taken: true}
		}
		games, err := lichess.ParseAnswer(answer)
		if err != nil {
			return verdict{why: err.Error(), advice: "this network may want you to sign in, or a proxy answers in the site's place"}
		}
		return verdict{taken: true, games: games}
	case status >= 300 && status < 400:
		where := "nowhere"
		if u, err := url.Parse(header.Get("Location")); err == nil && u.Host != "" {
			where = u.Scheme + "://" + u.Host
		}
		return verdict{why: fmt.Sprintf("%d: it points to %s, and that is not followed", status, where), stubborn: true,
			advice: "put the right address into url"}
	case status == http.StatusTooManyRequests:
		return verdict{why: why, after: max(retryAfter(header, time.Now()), rateWait), advice: "nothing, if it is rare; else a longer every"}
	case status >= 400 && status < 500:
		return verdict{why: why, stubborn: true, after: retryAfter(header, time.Now()), advice: advice(s.Kind, status)}
	}
	return verdict{why: why, after: retryAfter(header, time.Now()), advice: "wait; it is the site's trouble"}
}

// advice says what to do about a refusal.
func advice(kind string, status int) string {
	right := "see that the token in token_file is valid"
	if kind == Lichess {
		right = "put a token with the right study:write, of somebody who may edit the broadcast, into token_file"
	}
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return right
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone:
		return "see that url is the address for pushes, of a round that is there"
	case http.StatusRequestEntityTooLarge:
		return "the site takes less at once: push one round, name it with round"
	}
	if kind == Lichess {
		return "look at the round's settings at Lichess: it must have no source of its own"
	}
	return "ask who runs the site what it takes"
}

// unreachable says what to do about a site that gave no answer.
func unreachable(err error) string {
	var untrusted *tls.CertificateVerificationError
	if errors.As(err, &untrusted) {
		return "its certificate cannot be trusted: see that the machine's clock is right and that no proxy breaks the connection open; nothing was sent"
	}
	return "look at this machine's way to the internet; the newest games are sent once it is back"
}

// Bounds of what a site may ask for.
const (
	// rateWait is how long nothing is asked after "too many requests": Lichess
	// wants a minute.
	rateWait = time.Minute
	// maxAfter: what asks for more is looked at again all the same.
	maxAfter = 15 * time.Minute
)

// retryAfter reads how long a site wants to be left alone (RFC 9110, 10.2.3).
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if n, err := strconv.ParseUint(text, 10, 31); err == nil {
		return min(time.Duration(n)*time.Second, maxAfter)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(at.Sub(now), 0), maxAfter)
	}
	return 0
}
