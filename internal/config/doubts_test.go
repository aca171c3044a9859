package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The kind that a file states is compared with the edition's own definition; it
// is no fault where they differ.
func TestAKindThatTheEditionCallsOtherwise(t *testing.T) {
	for _, c := range []struct {
		edition, kind, control string
		want                   []string
	}{
		{"2023", "standard", "90/40+30+30", nil},
		{"2023", "standard", "15+10", []string{"control: 15+10 is rapid by the Laws of 2023 (A.1), and the file says standard: it is played as standard"}},
		{"2023", "standard", "60", nil},
		{"2023", "rapid", "10", []string{"control: 10 is blitz by the Laws of 2023 (B.1), and the file says rapid: it is played as rapid"}},
		{"2009", "rapid", "14", []string{"control: 14 is blitz by the Laws of 2009 (B), and the file says rapid: it is played as rapid"}},
		{"2014", "rapid", "14", nil},
		{"2023", "rapid", "50+10", []string{"control: 50+10 is standard by the Laws of 2023 (A.1), and the file says rapid: it is played as rapid"}},
		{"1997", "rapid", "50+10", nil}, // the bonus counts since 2005
		{"2023", "blitz", "3+2", nil},
	} {
		text := strings.ReplaceAll(club(t), `edition = "2023"`, `edition = "`+c.edition+`"`)
		text = strings.ReplaceAll(text, `kind = "standard"`, `kind = "`+c.kind+"\"\nsupervised = true")
		text = strings.ReplaceAll(text, `control = "90/40+30+30"`, `control = "`+c.control+`"`)
		f := mustParse(t, text)
		var got []string
		for _, d := range f.Doubts() {
			if strings.HasPrefix(d, "control") {
				got = append(got, d)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %s %s (-want +got):\n%s", c.edition, c.kind, c.control, diff)
		}
	}
}
