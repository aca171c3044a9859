package rules_test

import (
	"strings"
	"testing"

	"boardwire/rules"
)

func TestArticlesAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct {
		edition rules.Edition
		text    string
		want    rules.Article // "" for none
	}{
		{rules.E2023, "9.2", "9.2"},
		{rules.E2023, "Art. 6.12", "6.12"},
		{rules.E2023, " article 7.5.5. ", "7.5.5"},
		{rules.E2023, "a.5.1", "A.5.1"},
		{rules.E2023, "A5.1", "A.5.1"},
		{rules.E2023, "6.12a", ""},
		{rules.E2023, "6.12.a.", ""},
		{rules.E2014, "7.5.b.", "7.5b"},
		{rules.E2014, "7.5 (b)", "7.5b"},
		{rules.E1997, "a4", "A4"},
		{rules.E1997, "3.5 a", "3.5a"},
		{rules.E2023, "61.2", ""},
		{rules.E2023, "banana", ""},
		{rules.E2023, "9,2", ""},
		{rules.E2023, "...", ""},
		{rules.E2023, "art.", ""},
		{rules.E2023, "", ""},
	} {
		laws, err := rules.Of(c.edition)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := laws.FindArticle(c.text); got != c.want || ok != (c.want != "") {
			t.Errorf("%s, %q: %q, %v; want %q", c.edition, c.text, got, ok, c.want)
		}
	}
}

// Every article that an edition cites is found as it is written there, and with
// the word before it and a dot after it; no two of one edition are taken for one.
func TestEveryArticleIsFound(t *testing.T) {
	for _, e := range rules.Carried() {
		laws, err := rules.Of(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range laws.Articles() {
			for _, text := range []string{string(a), "Art. " + string(a) + ".", strings.ToLower(string(a))} {
				if got, ok := laws.FindArticle(text); got != a || !ok {
					t.Errorf("%s, %q: %q, %v; want %s", e, text, got, ok, a)
				}
			}
		}
	}
}

func FuzzFindArticle(f *testing.F) {
	laws, err := rules.Of(rules.E2023)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"9.2", "Art. 6.12", "6.12.a.", "..", "a.", ".1", "A.5.1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, ok := laws.FindArticle(s)
		if again, same := laws.FindArticle(string(a)); ok && (again != a || !same) {
			t.Errorf("%q is %s, which is %s", s, a, again)
		}
	})
}
