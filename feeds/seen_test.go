package feeds

import (
	"fmt"
	"testing"

	"boardwire/events"

	"github.com/google/go-cmp/cmp"
)

// take gives a fact's frame to an audience, if it may see it.
func take(t *testing.T, s *Seen, kind AudienceKind, game string, p events.Payload) {
	t.Helper()
	e := events.Event{ID: "f", Type: p.EventType(), Scope: events.TableScope(game), Data: p}
	frame, ok := FrameOf(kind, e, noon)
	if !ok {
		t.Fatalf("%s is not for the %s audience", e.Type, kind)
	}
	b, err := frame.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Take(events.PublicSubject("public", e.Scope, frame.Kind), b); err != nil {
		t.Fatal(err)
	}
}

var pairing = events.Paired{White: "p1", Black: "p2", Edition: "2023", Kind: "standard", Control: "90+30",
	FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Rate: 1}

func TestGamesAreSeenInTheOrderOfBoards(t *testing.T) {
	s := NewSeen(Public)
	for _, id := range []string{"demo.10.1", "demo.2.10", "demo.2.9", "demo.tb-1.1", "alpha.1.1"} {
		take(t, s, Public, id, pairing)
	}
	take(t, s, Public, "demo.2.3", events.Made{Ply: 1, UCI: "e2e4", SAN: "e4", FEN: "x"}) // of no pairing yet
	want := []string{"alpha.1.1", "demo.2.9", "demo.2.10", "demo.10.1", "demo.tb-1.1"}
	if diff := cmp.Diff(want, s.IDs()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	gone := pairing
	gone.Gone = true
	take(t, s, Public, "demo.2.9", gone)
	if _, there := s.Game("demo.2.9"); there || len(s.IDs()) != 4 || s.Games() != 6 {
		t.Errorf("a pairing that was taken back is shown: %v", s.IDs())
	}
	take(t, s, Public, "demo.2.9", pairing)
	if diff := cmp.Diff(want, s.IDs()); diff != "" {
		t.Errorf("paired again (-want +got):\n%s", diff)
	}
}

func TestNamesAreShownOnceTheyAreKnown(t *testing.T) {
	s := NewSeen(Public)
	take(t, s, Public, "demo.1.1", pairing)
	shown := func() string {
		v, _ := s.Game("demo.1.1")
		return fmt.Sprint(v.White.Shown(), "/", v.Black.Shown(), "/", s.Title("demo"))
	}
	for _, c := range []struct{ key, value, want string }{
		{"p3", `{"name":"Nobody"}`, "p1/p2/demo"},
		{"p1", `{"name":"Ash, Ann","rating":2000}`, "Ash, Ann/p2/demo"},
		{"tournament.demo", `{"name":"Open"}`, "Ash, Ann/p2/Open"},
		{"p1", `{"name":`, "Ash, Ann/p2/Open"},
		{"p1", "", "p1/p2/Open"},
	} {
		var value []byte
		if c.value != "" {
			value = []byte(c.value)
		}
		_ = s.Name(c.key, value)
		if got := shown(); got != c.want {
			t.Errorf("after %s = %s: %s, want %s", c.key, c.value, got, c.want)
		}
	}
}

// What an audience may not see changes nothing, whoever wrote it.
func TestWhatIsNotForAnAudienceIsNotFolded(t *testing.T) {
	s := NewSeen(Public)
	for name, m := range map[string]struct{ subject, data string }{
		"not a frame":     {"bw.pub.public.demo.1.1.made", `{}`},
		"another kind":    {"bw.pub.public.demo.1.1.made", `{"kind":"withdrawn","game":"demo.1.1","at":"2026-03-01T12:00:00.000000Z","ply":1}`},
		"the desk's kind": {"bw.pub.public.demo.1.1.lifted", `{"kind":"lifted","game":"demo.1.1","at":"2026-03-01T12:00:00.000000Z","square":"e2","piece":"P"}`},
		"a fact's id":     {"bw.pub.public.demo.1.1.withdrawn", `{"kind":"withdrawn","game":"demo.1.1","at":"2026-03-01T12:00:00.000000Z","fact":"f","ply":1}`},
		"no game":         {"bw.pub.public.demo._._.withdrawn", `{"kind":"withdrawn","at":"2026-03-01T12:00:00.000000Z","ply":1}`},
	} {
		if _, err := s.Take(m.subject, []byte(m.data)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if s.Games() != 0 {
		t.Errorf("%d games of nothing", s.Games())
	}
}
