package hall

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardwire/internal/config"
	"boardwire/internal/push"
)

func TestTokensOfPushes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("beside", "of-the-file\n", 0o640)
	write("open", "for-all", 0o604)
	write("empty", " \n", 0o600)
	write("long", strings.Repeat("x", maxToken+1), 0o600)
	write("words", "two words", 0o600)
	secrets := filepath.Dir(write("secrets/push-site", "of-the-folder", 0o600))
	for _, c := range []struct{ file, secrets, token, fault string }{
		{"", "", "", ""},
		{"beside", "", "of-the-file", ""},
		{filepath.Join(dir, "beside"), "", "of-the-file", ""},
		{"beside", secrets, "of-the-folder", ""},
		{"", secrets, "of-the-folder", ""},
		{"none", "", "", "no such file"},
		{"open", "", "", "chmod 600"},
		{"empty", "", "", "is empty"},
		{"long", "", "", "something else than a token"},
		{"words", "", "", "something else than a token"},
	} {
		file := config.File{
			Tournament: config.Tournament{ID: "demo"},
			Audiences:  []config.Audience{{Name: "public", Kind: "public", Delay: time.Minute}},
			Pushes:     []config.Push{{Name: "site", Audience: "public", Kind: "pgn", URL: "https://a.example/", TokenFile: c.file, Every: time.Second}},
		}
		targets, err := Pushes(file, filepath.Join(dir, "open.toml"), c.secrets)
		switch {
		case c.fault != "":
			if err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), "two words") || strings.Contains(err.Error(), "for-all") {
				t.Errorf("%+v: %v", c, err)
			}
		case err != nil || len(targets) != 1 || targets[0].Token != push.Secret(c.token) || targets[0].Audience.Delay != time.Minute:
			t.Errorf("%+v: %v %v", c, err, len(targets))
		}
	}
}
