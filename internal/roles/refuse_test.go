package roles

import (
	"bytes"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"boardwire/internal/bus/js"
)

// checks runs a daemon's checks in this process.
func checks(t *testing.T, name string, args ...string) (code int, text string) {
	t.Helper()
	var b bytes.Buffer
	code = start(name, append(args, "--check-config"), &b, &b)
	return code, b.String()
}

// refusal is a command line with what its check says.
type refusal struct {
	name string
	args []string
	code int
	want []string
}

func TestCheckConfigNamesEveryFaultAtOnce(t *testing.T) {
	r := newRig(t)
	bad := r.write("bad.toml", "[tournament]\nid = \"X\"\nkint = \"blitz\"\n")
	all := r.path("secrets")
	quick := r.write("quick.toml", strings.Replace(readText(t, "testdata/tournament.toml"), `"90+30"`, `"15+10"`, 1))
	again := []string{": look again: control: 15+10 is rapid by the Laws of 2023 (A.1), and the file says standard", "no faults"}
	tests := []refusal{
		{"ingest", []string{"--hall", "Main Hall", "--nats", "nats://live:secret@hub:4222", "--driver", "dtg", "--port", "[", "--log-level", "loud"}, 78,
			[]string{"--hall", "--nats: the address holds", "--driver \"dtg\" is not known, want dgt", "--port [", "--log-level", "--data: missing",
				"user live: missing; set BOARDWIRE_NATS_LIVE_PASSWORD", "user sys: missing"}},
		{"ingest", []string{"--data", r.path("i"), "--secrets", all}, 0, []string{"no faults"}},
		{"ingest", []string{"--data", r.path("i"), "--secrets", r.secrets(js.Live), "--unproved"}, 0, []string{"no faults"}},
		{"projector", []string{"--file", bad, "--desk-listen", "8081", "--rate", "20"}, 78,
			[]string{"kint: is not known; did you mean kind?", "edition", "--desk-listen \"8081\": want HOST:PORT", "--rate 20", "--data: missing", "user live"}},
		{"projector", []string{"--file", r.path("none.toml"), "--data", r.dir, "--secrets", all}, 78, []string{"none.toml"}},
		{"projector", []string{"--file", "testdata/tournament.toml", "--data", r.dir, "--secrets", all}, 0, nil},
		{"projector", []string{"--file", quick, "--data", r.dir, "--secrets", all}, 0, again},
		{"broadcast", []string{"--role", "gate", "--data", r.dir, "--file", quick, "--secrets", all}, 0, again},
		{"broadcast", []string{"--secrets", all}, 78, []string{"--role \"\": want gate, web, push or all", "--audience: missing"}},
		{"broadcast", []string{"--role", "gate", "--audience", "public:publik:15m", "--audience", "a:public:soon", "--audience", "b:arbiter:0s", "--audience", "c"}, 78,
			[]string{"publik", "soon", "arbiters read", "no such audience", "--data: missing", "user gate", "user publisher", "user sys"}},
		{"broadcast", []string{"--role", "gate", "--data", r.dir, "--file", "testdata/tournament.toml", "--secrets", all}, 0, nil},
		{"broadcast", []string{"--role", "web", "--audience", "a:public:15m", "--audience", "b:public:1m", "--audience", "press:commentary:5m", "--secrets", r.secrets(js.Web)}, 78,
			[]string{"a and b are both public", "--data: missing; name the folder in which the token of audience press lies"}},
		{"broadcast", []string{"--role", "web", "--audience", "public:public:15m", "--secrets", r.secrets(js.Web)}, 0, nil},
		// The wall: a page server that could read what is live does not start.
		{"broadcast", []string{"--role", "web", "--audience", "public:public:15m", "--secrets", all}, 78,
			[]string{"given the password of user live", "given the password of user gate", "given the password of user publisher"}},
	}
	sites, secret := r.pushing("https://lichess.org/api/broadcast/round/aBcD1234/push")
	open := r.write("token-for-all", secret)
	chmod(t, open, 0o644)
	readable := r.write("readable.toml", strings.Replace(readText(t, sites), `"token"`, `"token-for-all"`, 1))
	absent := r.write("absent.toml", strings.Replace(readText(t, sites), `"token"`, `"no-such-token"`, 1))
	torn := r.write("torn.toml", strings.Replace(readText(t, sites), `"token"`, `"testament"`, 1))
	r.write("testament", "I leave\nall my books")
	tests = append(tests, []refusal{
		{"broadcast", []string{"--role", "push", "--file", sites, "--secrets", r.secrets(js.Web)}, 0, nil},
		{"broadcast", []string{"--role", "push", "--file", sites, "--push", "lichess", "--secrets", r.secrets(js.Web)}, 0, nil},
		{"broadcast", []string{"--role", "push"}, 78, []string{"--file: missing; name the tournament file, which says in [[push]]", "user web: missing"}},
		{"broadcast", []string{"--role", "push", "--file", bad, "--secrets", r.secrets(js.Web)}, 78, []string{"did you mean kind?"}},
		{"broadcast", []string{"--role", "push", "--file", "testdata/tournament.toml", "--secrets", r.secrets(js.Web)}, 78, []string{"there is no [[push]] in it"}},
		{"broadcast", []string{"--role", "push", "--file", sites, "--push", "lichees", "--secrets", r.secrets(js.Web)}, 78, []string{"--push lichees: the tournament file has no such [[push]]; known there: lichess"}},
		{"broadcast", []string{"--role", "push", "--file", readable, "--secrets", r.secrets(js.Web)}, 78, []string{"token of push lichess: everybody can read " + open + "; chmod 600 it"}},
		{"broadcast", []string{"--role", "push", "--file", absent, "--secrets", r.secrets(js.Web)}, 78, []string{"token of push lichess: open", "no-such-token"}},
		{"broadcast", []string{"--role", "push", "--file", torn, "--secrets", r.secrets(js.Web)}, 78, []string{"testament holds something else than a token"}},
		{"broadcast", []string{"--role", "all", "--data", r.dir, "--file", absent, "--secrets", all}, 78, []string{"no-such-token"}},
		{"broadcast", []string{"--role", "web", "--push", "lichess", "--audience", "public:public:15m", "--secrets", r.secrets(js.Web)}, 78, []string{"--push: only role push sends"}},
		// The wall holds for what sends too.
		{"broadcast", []string{"--role", "push", "--file", sites, "--secrets", all}, 78,
			[]string{"role push was given the password of user live", "given the password of user gate", "given the password of user publisher"}},
	}...)
	for _, tt := range tests {
		code, text := checks(t, tt.name, tt.args...)
		if code != tt.code {
			t.Errorf("%s %v: exit code %d, want %d\n%s", tt.name, tt.args, code, tt.code, text)
		}
		for _, w := range tt.want {
			if !strings.Contains(text, w) {
				t.Errorf("%s %v: nothing about %q in\n%s", tt.name, tt.args, w, text)
			}
		}
		if strings.Contains(text, "0123456789abcdef") || strings.Contains(text, secret) || strings.Contains(text, "books") {
			t.Errorf("%s %v: a password is printed\n%s", tt.name, tt.args, text)
		}
	}
}

func TestWrongFlagsAndHelp(t *testing.T) {
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--lisen", "x"}, 2, "try: broadcast --help"},
		{[]string{"--live-password", "x"}, 2, "unknown flag"},
		{[]string{"--help"}, 0, "--role web --audience public:public:15m"},
		{[]string{"--version"}, 0, ""},
	} {
		var b bytes.Buffer
		if code := start("broadcast", tt.args, &b, &b); code != tt.code || !strings.Contains(b.String(), tt.want) {
			t.Errorf("%v: exit code %d, want %d and %q\n%s", tt.args, code, tt.code, tt.want, b.String())
		}
	}
}

func TestAFlagWinsOverTheEnvironmentAndThatOverTheFile(t *testing.T) {
	r := newRig(t)
	path := r.write("projector.toml", "hall = \"three\"\nrate = 3\ndemo = true\ndesk-listen = \"127.0.0.1:3\"\n")
	t.Setenv("BOARDWIRE_RATE", "2")
	t.Setenv("BOARDWIRE_DESK_LISTEN", "127.0.0.1:2")
	cmd := &Projector{}
	var b bytes.Buffer
	if err := parse("projector", "", "", cmd, []string{"--config", path, "--desk-listen", "127.0.0.1:1"}, &b, &b); err != nil {
		t.Fatal(err)
	}
	got := []any{cmd.Hall, cmd.Rate, cmd.Demo, cmd.DeskListen, cmd.NATS}
	want := []any{"three", 2, true, "127.0.0.1:1", "nats://127.0.0.1:4222"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAKeyOfTheFileThatIsNoFlagIsNamed(t *testing.T) {
	r := newRig(t)
	path := r.write("ingest.toml", "hal = \"main\"\npassword = \"x\"\n")
	code, text := checks(t, "ingest", "--config", path)
	if code != 78 || !strings.Contains(text, "key hal is not known") || !strings.Contains(text, "key password is not known") || !strings.Contains(text, "known here: ") {
		t.Errorf("exit code %d\n%s", code, text)
	}
	if code, text := checks(t, "ingest", "--config="+r.write("torn.toml", "hall = ")); code != 78 || !strings.Contains(text, "torn.toml") {
		t.Errorf("torn file: exit code %d\n%s", code, text)
	}
}

func TestASecretThatEverybodyReadsIsRefused(t *testing.T) {
	r := newRig(t)
	dir := r.secrets(js.Live, js.Sys)
	chmod(t, dir+"/nats-live", 0o644)
	code, text := checks(t, "ingest", "--data", r.dir, "--secrets", dir)
	if code != 78 || !strings.Contains(text, "everybody can read") {
		t.Errorf("exit code %d\n%s", code, text)
	}
}

// A wrong password ends each process with code 78 and says where to look.
func TestAWrongPasswordIsAFaultOfTheConfiguration(t *testing.T) {
	r := newRig(t)
	r.nats()
	r.listens("nats")
	wrong := func(u js.User) string { return variable(u) + "=wrong-password-0123456789" }
	for _, tt := range []struct {
		name string
		user js.User
		args []string
	}{
		{"ingest", js.Live, append(r.common("ingest", r.path("secrets")), "--data", r.path("i"))},
		{"projector", js.Live, append(r.common("projector", r.path("secrets")), "--data", r.path("p"), "--file", "testdata/tournament.toml", "--desk-listen", r.at("desk"))},
		{"broadcast", js.Publisher, append(r.common("gate", r.path("secrets")), "--role", "gate", "--data", r.path("g"), "--audience", "public:public:0s")},
		{"broadcast", js.Web, append(r.common("web", r.secrets(js.Web)), "--role", "web", "--audience", "public:public:0s", "--listen", r.at("public"))},
	} {
		p := r.start(tt.name, []string{wrong(tt.user)}, tt.args...)
		code, text := p.wait(), p.log.String()
		if code != 78 || !strings.Contains(text, "Authorization") || !strings.Contains(text, variable(tt.user)) || strings.Contains(text, "wrong-password") {
			t.Errorf("%s: exit code %d\n%s", tt.name, code, text)
		}
	}
}

// A server that may lose what it acknowledged is refused by every writer.
func TestAnUnsafeServerIsRefused(t *testing.T) {
	r := newRig(t)
	url := unsafeServer(t)
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"ingest", []string{"--data", r.path("i")}},
		{"projector", []string{"--data", r.path("p"), "--file", "testdata/tournament.toml", "--desk-listen", r.at("desk")}},
		{"broadcast", []string{"--role", "gate", "--data", r.path("g"), "--audience", "public:public:0s"}},
	} {
		p := r.start(tt.name, nil, append(tt.args, "--nats", url, "--admin-listen", "127.0.0.1:0", "--secrets", r.path("secrets"))...)
		if code, text := p.wait(), p.log.String(); code != 78 || !strings.Contains(text, "sync_interval: always") {
			t.Errorf("%s: exit code %d\n%s", tt.name, code, text)
		}
	}
}

// unsafeServer has the accounts, and syncs each second.
func unsafeServer(t *testing.T) string {
	t.Helper()
	opts := &server.Options{}
	conf := fmt.Sprintf(`jetstream { store_dir: %q, sync_interval: "1s" }
accounts {
  LIVE { jetstream: enabled, users: [
    { user: live, password: "pw-live-0123456789abcdef" }, { user: gate, password: "pw-gate-0123456789abcdef" } ] }
  SYS { users: [ { user: sys, password: "pw-sys-0123456789abcdef" } ] }
}
system_account: SYS`, t.TempDir())
	if err := opts.ProcessConfigString(conf); err != nil {
		t.Fatal(err)
	}
	opts.Host, opts.Port, opts.NoSigs, opts.NoLog = "127.0.0.1", server.RANDOM_PORT, true, true
	s, err := server.NewServer(opts)
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// A port that is taken is told at once, with the flag to change.
func TestABusyPortIsTold(t *testing.T) {
	r := newRig(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	busy := l.Addr().String()
	for _, tt := range []struct {
		flag, name string
		args       []string
	}{
		{"--admin-listen", "ingest", []string{"--secrets", r.path("secrets"), "--data", r.path("i")}},
		{"--desk-listen", "projector", []string{"--secrets", r.path("secrets"), "--data", r.path("p"), "--file", "testdata/tournament.toml"}},
		{"--listen", "broadcast", []string{"--secrets", r.secrets(js.Web), "--role", "web", "--audience", "public:public:0s"}},
		{"--desk-listen", "broadcast", []string{"--secrets", r.secrets(js.Web), "--role", "web", "--audience", "press:commentary:0s", "--data", r.path("w")}},
	} {
		args := append(tt.args, "--nats", "nats://"+r.at("nats"))
		if tt.flag != "--admin-listen" {
			args = append(args, "--admin-listen", "127.0.0.1:0")
		}
		p := r.start(tt.name, nil, append(args, tt.flag, busy)...)
		if code, text := p.wait(), p.log.String(); code != 1 || !strings.Contains(text, tt.flag) || !strings.Contains(text, "address already in use") {
			t.Errorf("%s %s: exit code %d\n%s", tt.name, tt.flag, code, text)
		}
	}
}

// Two gates for one audience: one is fenced off and ends, saying so.
func TestASecondGateIsFencedOff(t *testing.T) {
	r := newRig(t)
	r.nats()
	r.projector()
	first := r.gate()
	r.eventually("the first gate releases", 30*time.Second, func() (bool, string) {
		status, body := r.get(r.at("gate")+"/metrics", "")
		return status == 200 && strings.Contains(body, `boardwire_gate_released_total{audience="public"}`), tail(first.log.String(), 500)
	})
	// The second has the first one's key, as a copy of its folder would.
	r.write("gate2/secrets/gate-key", r.token("gate/secrets/gate-key")+"\n")
	second := r.start("broadcast", nil, append(r.common("all", r.secrets(js.Gate, js.Publisher, js.Sys)),
		"--role", "gate", "--data", r.path("gate2"), "--file", "testdata/tournament.toml")...)
	r.sim()
	r.ingest()
	r.eventually("one of the two ends", 60*time.Second, func() (bool, string) {
		select {
		case <-first.done:
			return true, ""
		case <-second.done:
			return true, ""
		default:
			return false, ""
		}
	})
	ended := second
	select {
	case <-first.done:
		ended = first
	default:
	}
	if code, text := ended.wait(), ended.log.String(); code != 1 || !strings.Contains(text, "run one gate for a hall") {
		t.Errorf("exit code %d\n%s", code, tail(text, 1000))
	}
}
