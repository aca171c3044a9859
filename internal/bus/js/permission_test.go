package js_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/js"
)

// hallWithSecrets starts a server that holds a record, tables of both accounts
// and two public streams, each with one message.
func hallWithSecrets(t *testing.T, cfg js.ServerConfig) *js.Server {
	t.Helper()
	s := start(t, cfg)
	live, pub := as(t, s, js.Live), as(t, s, js.Publisher)
	write := func(st *js.Store, spec bus.Spec, subject, data string) {
		t.Helper()
		l, err := st.Create(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: subject, Data: []byte(data)}); err != nil {
			t.Fatal(err)
		}
	}
	write(live, bustest.Record("main", "s0001"), "bw.in.main.s0001.tick", "secret")
	for _, a := range []string{"public", "commentary"} {
		write(pub, publicSpec(a), "bw.pub."+a+".t.1.1.made", "shown to "+a)
	}
	for st, name := range map[*js.Store]string{live: "people", pub: "names"} {
		tab, err := st.Table(t.Context(), name, true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tab.Put(t.Context(), "p1", []byte("name")); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func publicSpec(audience string) bus.Spec {
	return bus.Spec{Name: "PUB-" + audience, Subjects: []string{"bw.pub." + audience + ".>"}, Role: bus.Public}
}

const (
	webPassword  = "web-password-0123456789"
	gatePassword = "gate-password-012345678"
)

// dial connects as the client of another process would.
func dial(t *testing.T, s *js.Server, user js.User, password string) *nats.Conn {
	t.Helper()
	return dialURL(t, s.URL(), user, password)
}

func dialURL(t *testing.T, url string, user js.User, password string) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect(url, nats.UserInfo(string(user), password), nats.CustomInboxPrefix("_INBOX."+string(user)),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// refused sends a request and reports how it was turned down; "" means that
// someone answered it.
func refused(nc *nats.Conn, subject, data string) string {
	denied := make(chan string, 8)
	nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) {
			denied <- err.Error()
		}
	})
	answered := make(chan string, 1)
	go func() {
		m, err := nc.Request(subject, []byte(data), 2*time.Second)
		if err != nil {
			answered <- "no answer: " + err.Error()
			return
		}
		answered <- "answer: " + string(m.Data)
	}()
	select {
	case d := <-denied:
		return d
	case a := <-answered:
		if strings.HasPrefix(a, "answer: ") {
			return ""
		}
		// A refusal arrives as an error of the connection, maybe just after.
		select {
		case d := <-denied:
			return d
		case <-time.After(100 * time.Millisecond):
			return a
		}
	}
}

func TestWebCanReadWhatIsPublicAndNothingElse(t *testing.T) {
	s := hallWithSecrets(t, js.ServerConfig{Listen: "127.0.0.1:0", Passwords: map[js.User]string{js.Web: webPassword}})
	web, err := js.Connect(t.Context(), js.Config{URL: s.URL(), User: js.Web, Password: webPassword})
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()

	t.Run("it sees the public streams and no other", func(t *testing.T) {
		names, err := web.Streams(t.Context())
		if got := fmt.Sprint(names); err != nil || got != "[PUB-commentary PUB-public]" {
			t.Errorf("streams: %s, %v", got, err)
		}
		for _, name := range []string{"IN-main-s0001", "FACT-main-s0001-g1"} {
			if _, err := web.Open(t.Context(), name); !errors.Is(err, bus.ErrNoStream) {
				t.Errorf("open %s: got %v, want ErrNoStream", name, err)
			}
		}
		if _, err := web.Table(t.Context(), "people", false); !errors.Is(err, bus.ErrNoStream) {
			t.Errorf("table people: got %v, want ErrNoStream", err)
		}
	})
	t.Run("through the store it can write nothing", func(t *testing.T) {
		if _, err := web.Create(short(t), publicSpec("mine")); err == nil {
			t.Error("it made a stream")
		}
		l, err := web.Open(t.Context(), "PUB-public")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Append(short(t), bus.Guard{}, bus.Msg{Subject: "bw.pub.public.t.1.1.made", Data: []byte("forged")}); err == nil {
			t.Error("it appended")
		}
		if err := l.Seal(short(t)); err == nil {
			t.Error("it sealed")
		}
		tab, err := web.Table(t.Context(), "names", false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tab.Put(short(t), "p1", []byte("forged")); err == nil {
			t.Error("it put")
		}
		if err := tab.Delete(short(t), "p1"); err == nil {
			t.Error("it deleted")
		}
		if _, err := web.Table(short(t), "mine", true); err == nil {
			t.Error("it made a table")
		}
	})

	// Whatever one may ask of a server that holds something secret.
	consumer := `{"stream_name":"PUB-public","config":{"deliver_subject":"bw.pub.commentary.t.1.1.made","ack_policy":"none","deliver_policy":"all"}}`
	requests := [][2]string{
		{"$JS.API.INFO", ""},
		{"$JS.API.STREAM.LIST", ""},
		{"$JS.API.STREAM.CREATE.MINE", `{"name":"MINE","subjects":["mine.>"]}`},
		{"$JS.API.STREAM.CREATE.PUB-public", `{"name":"PUB-public"}`},
		{"$JS.API.STREAM.UPDATE.PUB-public", `{"name":"PUB-public","subjects":["bw.pub.public.>"],"max_msgs":1}`},
		{"$JS.API.STREAM.DELETE.PUB-public", ""},
		{"$JS.API.STREAM.PURGE.PUB-public", ""},
		{"$JS.API.STREAM.MSG.DELETE.PUB-public", `{"seq":1}`},
		{"$JS.API.STREAM.MSG.GET.PUB-public", `{"seq":1}`},
		{"$JS.API.STREAM.SNAPSHOT.PUB-public", `{"deliver_subject":"_INBOX.web.x"}`},
		{"$JS.API.STREAM.RESTORE.MINE", `{"config":{"name":"MINE"}}`},
		{"$JS.API.STREAM.PEER.REMOVE.PUB-public", `{"peer":"x"}`},
		{"$JS.API.STREAM.LEADER.STEPDOWN.PUB-public", ""},
		{"$JS.API.CONSUMER.CREATE.PUB-public", consumer},
		{"$JS.API.CONSUMER.CREATE.PUB-public.mine", consumer},
		{"$JS.API.CONSUMER.CREATE.PUB-public.mine.bw.pub.public.>", consumer},
		{"$JS.API.CONSUMER.DURABLE.CREATE.PUB-public.mine", consumer},
		{"$JS.API.CONSUMER.NAMES.PUB-public", ""},
		{"$JS.API.CONSUMER.LIST.PUB-public", ""},
		{"$JS.API.CONSUMER.INFO.PUB-public.tail", ""},
		{"$JS.API.CONSUMER.DELETE.PUB-public.tail", ""},
		{"$JS.API.CONSUMER.PAUSE.PUB-public.tail", `{"pause_until":"2100-01-01T00:00:00Z"}`},
		{"$JS.API.CONSUMER.MSG.NEXT.PUB-public.tail", "1"},
		{"$JS.API.ACCOUNT.PURGE.PUB", ""},
		{"$JS.API.ACCOUNT.PURGE.LIVE", ""},
		{"$JS.API.META.LEADER.STEPDOWN", ""},
		{"$JS.API.SERVER.REMOVE", `{"peer":"x"}`},
		{"$JS.ACK.PUB-public.tail.1.1.1.1.0", "-NAK"},
		{"$JS.FC.PUB-public.tail.x", ""},
		{"$KV.names.p1", "forged"},
		{"$KV.people.p1", "forged"},
		{"bw.pub.public.t.1.1.made", "forged"},
		{"bw.tail.PUB-public", "forged"},
		{"bw.in.main.s0001.tick", "forged"},
		{"bw.fact.main.s0001.g1.t.1.1.move-made", "forged"},
		{"$SYS.REQ.SERVER.PING", ""},
		{"$SYS.REQ.SERVER.PING.VARZ", ""},
		{"$SYS.REQ.SERVER.PING.JSZ", `{"accounts":true,"streams":true}`},
		{"$SYS.REQ.SERVER.PING.CONNZ", `{"subscriptions":true,"account":"LIVE"}`},
		{"$SYS.REQ.ACCOUNT.PING.CONNZ", ""},
		{"$SYS.REQ.ACCOUNT.PING.STATZ", `{"accounts":["LIVE"]}`},
		{"$SYS.REQ.ACCOUNT.LIVE.JSZ", ""},
		{"$SYS.REQ.USER.INFO", ""},
		{"$SYS.DEBUG.SUBSCRIBERS", "bw.>"},
	}
	for _, of := range []string{"IN-main-s0001", "KV_people"} {
		requests = append(requests,
			[2]string{"$JS.API.STREAM.MSG.GET." + of, `{"seq":1}`},
			[2]string{"$JS.API.STREAM.DELETE." + of, ""},
			[2]string{"$JS.API.STREAM.SNAPSHOT." + of, `{"deliver_subject":"_INBOX.web.x"}`},
			[2]string{"$JS.API.CONSUMER.CREATE." + of + ".mine", strings.Replace(consumer, "PUB-public", of, 1)},
			[2]string{"$JS.LIVE.API.STREAM.MSG.GET." + of, `{"seq":1}`},
		)
	}
	nc := dial(t, s, js.Web, webPassword)
	for _, r := range requests {
		if how := refused(nc, r[0], r[1]); !strings.Contains(how, "Permissions Violation") {
			t.Errorf("request %s %s: %q, want a permissions violation", r[0], r[1], how)
		}
	}
	// These it may ask, of its own account; of the live one there is nothing.
	for _, subject := range []string{
		"$JS.API.STREAM.INFO.IN-main-s0001", "$JS.API.STREAM.INFO.KV_people",
		"$JS.API.DIRECT.GET.IN-main-s0001", "$JS.API.DIRECT.GET.KV_people.$KV.people.p1",
		"$JS.API.DIRECT.GET.IN-main-s0001.bw.in.main.s0001.tick",
	} {
		body := `{"seq":1}`
		if strings.Contains(subject, "INFO") {
			body = ""
		}
		m, err := nc.Request(subject, []byte(body), time.Second)
		if err == nil && !strings.Contains(string(m.Data), `"code":404`) {
			t.Errorf("request %s: answer %q %v, want none or 404", subject, m.Data, m.Header)
		}
	}
	for _, subject := range []string{
		">", "bw.>", "bw.in.>", "bw.fact.>", "bw.pub.>", "$KV.people.>", "$KV.>", "$JS.>", "$JS.EVENT.ADVISORY.>",
		"$SYS.>", "_INBOX.>", "_INBOX.live.>", "_INBOX.gate.>", "_INBOX.publisher.>", "*", "*.*.>",
	} {
		denied := make(chan error, 1)
		nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			select {
			case denied <- err:
			default:
			}
		})
		sub, err := nc.SubscribeSync(subject)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-denied:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("subscribe %s: %v", subject, err)
			}
		case <-time.After(2 * time.Second):
			t.Errorf("subscribe %s: allowed", subject)
		}
		sub.Unsubscribe()
	}
	// Nothing of all that left a trace.
	live, pub := as(t, s, js.Live), as(t, s, js.Publisher)
	for _, c := range []struct {
		st   *js.Store
		name string
	}{{live, "IN-main-s0001"}, {pub, "PUB-public"}, {pub, "PUB-commentary"}} {
		l, err := c.st.Open(t.Context(), c.name)
		if err != nil {
			t.Fatal(err)
		}
		if last, err := l.Last(t.Context()); last != 1 || err != nil {
			t.Errorf("%s: last %d, %v, want 1", c.name, last, err)
		}
	}
}

func TestWhatIsLiveIsNeverDeleted(t *testing.T) {
	s := hallWithSecrets(t, js.ServerConfig{Listen: "127.0.0.1:0", Passwords: map[js.User]string{js.Live: webPassword, js.Gate: gatePassword}})
	for user, password := range map[js.User]string{js.Live: webPassword, js.Gate: gatePassword} {
		nc := dial(t, s, user, password)
		for _, subject := range []string{
			"$JS.API.STREAM.DELETE.IN-main-s0001", "$JS.API.STREAM.PURGE.IN-main-s0001", "$JS.API.STREAM.MSG.DELETE.IN-main-s0001",
			"$JS.API.ACCOUNT.PURGE.LIVE", "$SYS.REQ.SERVER.PING",
		} {
			if how := refused(nc, subject, `{"seq":1}`); !strings.Contains(how, "Permissions Violation") {
				t.Errorf("%s: %s: %q, want a permissions violation", user, subject, how)
			}
		}
	}
	nc := dial(t, s, js.Gate, gatePassword)
	for _, subject := range []string{"bw.in.main.s0001.tick", "bw.fact.x.y.g1.t.1.1.z", "$KV.people.p1", "$KV.sittings.main", "$JS.API.STREAM.CREATE.MINE", "$JS.API.STREAM.UPDATE.IN-main-s0001"} {
		if how := refused(nc, subject, "{}"); !strings.Contains(how, "Permissions Violation") {
			t.Errorf("gate: %s: %q, want a permissions violation", subject, how)
		}
	}
}
