package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// written puts a text into a file and returns its name.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const tidyGame = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "?"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1/2-1/2

`

func TestPGNReadsLenientlyAndWritesStrictly(t *testing.T) {
	spanish := written(t, "torneo.pgn", "[White \"A]\n[Result \"½-½\"]\n1.e4 e5 2.Cf3 Cc6 3.Ab5 Cf6 4.0-0 ½-½\n")
	code, out, errText := boardwire("pgn", "--notation", "es", spanish)
	if code != exitOK {
		t.Errorf("code %d, want 0", code)
	}
	if diff := cmp.Diff(tidyGame, out); diff != "" {
		t.Errorf("out (-want +got):\n%s", diff)
	}
	want := spanish + ":1:9: tag_form: the value has no closing quote\n" +
		spanish + ":2:2: result_form: the Result tag \"½-½\" is taken as 1/2-1/2\n" +
		spanish + ":3:35: result_form: result \"½-½\" is taken as 1/2-1/2\n"
	if diff := cmp.Diff(want, errText); diff != "" {
		t.Errorf("err (-want +got):\n%s", diff)
	}
	// What it writes it has nothing to say about, however strict.
	tidy := written(t, "tidy.pgn", out)
	code, again, errText := boardwire("pgn", "--strict", tidy)
	if code != exitOK || again != out || errText != "" {
		t.Errorf("again: code %d, err %q, out\n%s", code, errText, again)
	}
}

func TestPGNExitsWith1WhenSomethingIsCut(t *testing.T) {
	bad := written(t, "bad.pgn", "[White \"A\"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n[White \"B\"]\n\n1. d4 *\n")
	empty := written(t, "empty.pgn", "\n")
	code, out, errText := boardwire("pgn", bad, empty)
	if code != exitFailed {
		t.Errorf("code %d, want 1", code)
	}
	if !strings.Contains(out, "1. e4 e5 1-0\n") || !strings.Contains(out, "1. d4 *\n") {
		t.Errorf("the good part is not there:\n%s", out)
	}
	for _, want := range []string{bad + ":3:13: illegal_move: the moves end here", empty + ": no game\n", "boardwire: 1 of 2 games are cut\n"} {
		if !strings.Contains(errText, want) {
			t.Errorf("err lacks %q:\n%s", want, errText)
		}
	}
}

func TestPGNFromStandardInput(t *testing.T) {
	var out, errs bytes.Buffer
	latin := "[White \"M\xfcller\"]\n\n1. e4 *\n"
	code := run([]string{"pgn", "--encoding", "latin-1", "-"}, streams{in: strings.NewReader(latin), out: &out, err: &errs})
	if code != exitOK || !strings.Contains(out.String(), "Müller") || errs.Len() > 0 {
		t.Errorf("code %d, err %q, out\n%s", code, errs.String(), out.String())
	}
}

func TestPGNUsage(t *testing.T) {
	for _, tc := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"pgn", "--notation", "klingon", "x.pgn"}, exitUsage, "klingon"},
		{[]string{"pgn", "--encoding", "ebcdic", "x.pgn"}, exitUsage, "ebcdic"},
		{[]string{"pgn"}, exitUsage, "file"},
		{[]string{"pgn", filepath.Join(t.TempDir(), "none.pgn")}, exitFailed, "none.pgn"},
	} {
		code, _, errText := boardwire(tc.args...)
		if code != tc.code || !strings.Contains(errText, tc.says) {
			t.Errorf("%q: code %d, says %q; want %d and %q", tc.args, code, errText, tc.code, tc.says)
		}
	}
	if code, out, _ := boardwire("pgn", "--help"); code != 0 || !strings.Contains(out, "  boardwire pgn") {
		t.Errorf("help: code %d\n%s", code, out)
	}
}
