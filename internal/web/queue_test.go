package web

import (
	"regexp"
	"strings"
	"testing"

	"boardwire/feeds"
)

// The tables that press most come first, each finding says what it asks in plain
// words, and what must not be signalled is apart from what can be acted on.
func TestTheDeskShowsWhatNeedsAHumanFirst(t *testing.T) {
	s := newStage(t, feeds.Arbiter, 0)
	s.round()
	s.trouble()
	page := body(t, s.get("/r/demo.1"))
	queue, rest, ok := strings.Cut(page, `<details class="kept"`)
	if !ok {
		t.Fatal("the page has no place for what must not be signalled")
	}
	var got []string
	for _, m := range regexp.MustCompile(`<li class="needy (\w+)"><p class="whose"><a href="/g/demo\.1\.(\d)"`).FindAllStringSubmatch(queue, -1) {
		got = append(got, m[2]+" "+m[1])
	}
	if list := strings.Join(got, ", "); list != "3 now, 8 now, 7 while, 1 claim, 2 inform" {
		t.Errorf("tables: %s", list)
	}
	for _, words := range []string{
		"Must act now; can be done until the end of the game", "To be done, as ruled", "For your information", "May act until the opponent&#39;s next move",
		"Only on a claim, until the claimant touches a piece", "White pressed the clock and no legal move", "Art. 7.5.1", "Art. 9.4",
	} {
		if !strings.Contains(queue, words) {
			t.Errorf("the list does not say %q", words)
		}
	}
	if strings.Contains(queue, "39 moves were made") || !strings.Contains(rest, "39 moves were made") {
		t.Error("what must not be signalled is not apart")
	}
	if i, j := strings.Index(queue, "no legal move explains"), strings.Index(queue, "was lifted"); i > j {
		t.Error("board 3: what must be acted on does not come first")
	}
	for _, path := range []string{"/", "/g/demo.1.3"} {
		if p := body(t, s.get(path)); !strings.Contains(p, "no legal move explains") || !strings.Contains(p, `id="book"`) || !strings.Contains(p, s.site.assets.URL("desk.js")) {
			t.Errorf("%s is not the desk's", path)
		}
	}
}

// The desk's script and its parts of the pages are the arbiters' alone.
func TestOtherAudiencesGetNothingOfTheDesk(t *testing.T) {
	for _, kind := range []feeds.AudienceKind{feeds.Public, feeds.Commentary, feeds.Hall} {
		s := newStage(t, kind, 0)
		s.round()
		s.trouble()
		for _, path := range []string{"/", "/r/demo.1", "/g/demo.1.3"} {
			page := body(t, s.get(path))
			for _, word := range []string{"desk", "needy", "Needs a human", "data-rule", `id="book"`} {
				if strings.Contains(page, word) {
					t.Errorf("%s for %s has %q", path, kind, word)
				}
			}
		}
	}
}
