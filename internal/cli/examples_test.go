package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every command line that a document or a --help shows is one that is
// understood.
func TestShownCommandLinesAreUnderstood(t *testing.T) {
	var texts []string
	for _, path := range []string{"../../README.md", "../../docs/operating.md", "../../docs/tournament.md", "../../docs/boards/dgt.md"} {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(b))
	}
	for _, cmd := range commandNames {
		_, out, _ := boardwire(append(strings.Fields(cmd), "--help")...)
		texts = append(texts, out)
	}
	// Files that examples name are those of whoever types them.
	t.Chdir(t.TempDir())
	if err := os.WriteFile("round.pgn", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?m)^ *(?:bin/)?boardwire ((?:[a-z]+ )?[a-z]+ [^A-Z\\n]*[^\\n]*)$|`boardwire ([^`]+ [^`]+)`")
	seen := 0
	for _, text := range texts {
		for _, m := range shown.FindAllStringSubmatch(text, -1) {
			args := words(m[1] + m[2])
			if !known(args[0]) {
				continue // a sentence about boardwire
			}
			seen++
			var c commands
			parser, err := newParser(&c, streams{in: strings.NewReader(""), out: &bytes.Buffer{}, err: &bytes.Buffer{}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(args); err != nil && !incomplete(args) {
				t.Errorf("%q: %v", args, err)
			}
		}
	}
	if seen < 40 {
		t.Errorf("%d command lines were found, want more", seen)
	}
}

// known tells whether a word is a command.
func known(word string) bool {
	for _, cmd := range commandNames {
		if strings.Fields(cmd)[0] == word {
			return true
		}
	}
	return false
}

// incomplete are names of commands in a sentence, without what they act on.
func incomplete(args []string) bool { return args[0] == "rule" && len(args) == 2 }

// words splits a line as a shell does, as far as examples need it. What follows
// a comment sign, a redirection or three blanks is not part of the command.
func words(line string) []string {
	for _, end := range []string{" #", " > ", "   "} {
		line, _, _ = strings.Cut(line, end)
	}
	var out []string
	for _, m := range regexp.MustCompile(`"([^"]*)"|'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		out = append(out, m[1]+m[2]+m[3])
	}
	return out
}
