package roles

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardwire/internal/bus/js"
)

const unitFolder = "../../deploy/systemd"

// Each unit gives its daemon flags that it knows, and the passwords that it
// needs and no other.
func TestUnitsStartTheDaemonsAsTheyAre(t *testing.T) {
	units, err := filepath.Glob(filepath.Join(unitFolder, "boardwire-*.service"))
	if err != nil || len(units) != 7 {
		t.Fatalf("units: %v, %v", units, err)
	}
	for _, path := range units {
		if filepath.Base(path) == "boardwire-nats.service" {
			continue
		}
		r := newRig(t)
		file := r.write("t.toml", readText(t, "testdata/tournament.toml"))
		sites, _ := r.pushing("https://lichess.org/api/broadcast/round/aBcD1234/push")
		configs := map[string]string{
			"ingest.toml": "", "projector.toml": "file = \"" + file + "\"", "gate.toml": "file = \"" + file + "\"",
			"web-public.toml": "audience = [\"public:public:15m\"]\nadmin-listen = \"127.0.0.1:8094\"", "push-public.toml": `admin-listen = "127.0.0.1:8095"`,
			// What the unit of the push "public" gets as credentials.
			"open.toml":      strings.Replace(readText(t, sites), `"lichess"`, `"public"`, 1),
			"warehouse.toml": "file = \"" + file + "\"\ndsn = \"clickhouse://boardwire_live@127.0.0.1:9000\"\npublic-dsn = \"clickhouse://boardwire_public@127.0.0.1:9000\"",
		}
		for name, text := range configs {
			r.write("etc/"+name, text)
		}
		text := strings.NewReplacer("%i", "public", "%d", r.path("etc"), "%S", r.path("state"), "/etc/boardwire/", r.path("etc")+"/").Replace(readText(t, path))
		var users []js.User
		starts := []string{}
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if u, ok := strings.CutPrefix(line, "LoadCredential=nats-"); ok {
				user, file, _ := strings.Cut(u, ":")
				if filepath.Base(file) != "nats-"+user {
					t.Errorf("%s: %s", path, line)
				}
				users = append(users, js.User(user))
			}
			if s, ok := strings.CutPrefix(line, "ExecStart=/usr/lib/boardwire/"); ok {
				starts = append(starts, s)
			}
		}
		if len(starts) != 1 || !strings.Contains(text, "ExecStartPre=/usr/lib/boardwire/"+starts[0]+" --check-config\n") {
			t.Errorf("%s: what is started and what is checked differ: %q", path, starts)
			continue
		}
		words := strings.Fields(strings.Replace(starts[0], "boardwire warehouse write ", "warehouse ", 1))
		secrets := r.secrets(users...)
		if strings.Contains(text, "LoadCredential=push-public:") {
			r.write(filepath.Base(secrets)+"/push-public", pushToken)
		}
		t.Setenv("CREDENTIALS_DIRECTORY", secrets)
		if code, out := checks(t, words[0], words[1:]...); code != 0 {
			t.Errorf("%s: %s: exit code %d\n%s", path, starts[0], code, out)
		}
		// One password less is a fault: none is given for nothing.
		for i := range users {
			fewer := append(append([]js.User{}, users[:i]...), users[i+1:]...)
			t.Setenv("CREDENTIALS_DIRECTORY", r.secrets(fewer...))
			if code, _ := checks(t, words[0], words[1:]...); code != 78 {
				t.Errorf("%s: starts without the password of user %s", path, users[i])
			}
		}
	}
}

// systemd itself finds nothing to complain of, where it is installed.
func TestSystemdAcceptsTheUnits(t *testing.T) {
	verify, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Log("systemd-analyze is not installed: the units were not verified by it")
		return
	}
	dir := t.TempDir()
	units, err := filepath.Glob(filepath.Join(unitFolder, "boardwire-*.service"))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"verify", "--man=no"}
	for _, path := range units {
		var text []string
		for line := range strings.Lines(readText(t, path)) {
			// The programs are not installed here.
			if key, _, ok := strings.Cut(line, "=/usr/lib/boardwire/"); ok {
				line = key + "=/bin/true\n"
			}
			text = append(text, line)
		}
		name := strings.Replace(filepath.Base(path), "@.", "@public.", 1)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(text, "")), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, filepath.Join(dir, name))
	}
	if out, err := exec.Command(verify, args...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
