package bustest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/bus"
)

func tables(t *testing.T, open func(t *testing.T) bus.Store) {
	table := func(t *testing.T) (bus.Store, bus.Table) {
		t.Helper()
		s := store(t, open)
		tab, err := s.Table(within(t), "sittings", true)
		if err != nil {
			t.Fatal(err)
		}
		return s, tab
	}
	t.Run("an absent table is ErrNoStream", func(t *testing.T) {
		if _, err := store(t, open).Table(within(t), "sittings", false); !errors.Is(err, bus.ErrNoStream) {
			t.Errorf("got %v, want ErrNoStream", err)
		}
	})
	t.Run("the last value counts, through every handle", func(t *testing.T) {
		s, tab := table(t)
		for _, v := range []string{"one", "two"} {
			rev, err := tab.Put(within(t), "main", []byte(v))
			if err != nil {
				t.Fatal(err)
			}
			again, err := s.Table(within(t), "sittings", false)
			if err != nil {
				t.Fatal(err)
			}
			got, err := again.Get(within(t), "main")
			if want := (bus.Entry{Key: "main", Value: []byte(v), Revision: rev}); err != nil || !cmp.Equal(got, want) {
				t.Errorf("got %+v, %v, want %+v", got, err, want)
			}
		}
	})
	t.Run("an absent or deleted key is ErrNoEntry", func(t *testing.T) {
		_, tab := table(t)
		if _, err := tab.Get(within(t), "main"); !errors.Is(err, bus.ErrNoEntry) {
			t.Errorf("absent: got %v", err)
		}
		if _, err := tab.Put(within(t), "main", []byte("x")); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := tab.Delete(within(t), "main"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := tab.Get(within(t), "main"); !errors.Is(err, bus.ErrNoEntry) {
			t.Errorf("deleted: got %v", err)
		}
	})
	t.Run("Swap writes only over what it knows", func(t *testing.T) {
		_, tab := table(t)
		swap := func(value string, rev uint64, wantErr error) uint64 {
			t.Helper()
			next, err := tab.Swap(within(t), "main", []byte(value), rev)
			if !errors.Is(err, wantErr) {
				t.Fatalf("swap %s at %d: got %v, want %v", value, rev, err, wantErr)
			}
			return next
		}
		swap("one", 7, bus.ErrConflict)
		first := swap("one", 0, nil)
		swap("other", 0, bus.ErrConflict)
		second := swap("two", first, nil)
		swap("other", first, bus.ErrConflict)
		if e, err := tab.Get(within(t), "main"); err != nil || string(e.Value) != "two" || e.Revision != second {
			t.Errorf("got %+v, %v", e, err)
		}
		if err := tab.Delete(within(t), "main"); err != nil {
			t.Fatal(err)
		}
		swap("other", second, bus.ErrConflict)
		swap("three", 0, nil)
	})
	t.Run("All gives what is there, by key", func(t *testing.T) {
		_, tab := table(t)
		if all, err := tab.All(within(t)); err != nil || len(all) != 0 {
			t.Errorf("empty: %v, %v", all, err)
		}
		for _, k := range []string{"b", "a", "gone", "dir/c.1"} {
			if _, err := tab.Put(within(t), k, []byte("v"+k)); err != nil {
				t.Fatal(err)
			}
		}
		if err := tab.Delete(within(t), "gone"); err != nil {
			t.Fatal(err)
		}
		all, err := tab.All(within(t))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range all {
			got = append(got, e.Key+"="+string(e.Value))
		}
		if want := []string{"a=va", "b=vb", "dir/c.1=vdir/c.1"}; !cmp.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("bad keys are refused", func(t *testing.T) {
		_, tab := table(t)
		for _, k := range []string{"", "a b", ".a", "a.", "a*", ">"} {
			if _, err := tab.Put(within(t), k, nil); err == nil {
				t.Errorf("key %q: no error", k)
			}
		}
	})
	t.Run("a watch sees what is there and then every change", func(t *testing.T) {
		_, tab := table(t)
		for _, k := range []string{"old", "gone"} {
			if _, err := tab.Put(within(t), k, []byte("1")); err != nil {
				t.Fatal(err)
			}
		}
		if err := tab.Delete(within(t), "gone"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(within(t))
		defer cancel()
		seen := make(chan string, 16)
		ended := make(chan error, 1)
		go func() {
			ended <- tab.Watch(ctx, func(e bus.Entry) {
				if e.Value == nil {
					seen <- e.Key + " deleted"
					return
				}
				seen <- fmt.Sprintf("%s=%s", e.Key, e.Value)
			})
		}()
		expect := func(want string) {
			t.Helper()
			select {
			case got := <-seen:
				if got != want {
					t.Errorf("saw %s, want %s", got, want)
				}
			case <-within(t).Done():
				t.Fatalf("did not see %s", want)
			}
		}
		expect("old=1")
		if _, err := tab.Put(within(t), "new", []byte("2")); err != nil {
			t.Fatal(err)
		}
		expect("new=2")
		if _, err := tab.Put(within(t), "old", []byte{}); err != nil {
			t.Fatal(err)
		}
		expect("old=")
		if err := tab.Delete(within(t), "new"); err != nil {
			t.Fatal(err)
		}
		expect("new deleted")
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the watch ended with %v, want that of its context", err)
		}
	})
}
