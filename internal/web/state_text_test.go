package web

import (
	"testing"

	"boardwire/feeds"
)

func TestTheLineUnderABoard(t *testing.T) {
	moved := []feeds.Move{{Ply: 1}}
	for _, c := range []struct {
		view feeds.View
		want string
	}{
		{feeds.View{Status: feeds.StatusPlaying}, "Not started"},
		{feeds.View{Status: feeds.StatusPlaying, Moves: moved}, "Playing"},
		{feeds.View{Status: feeds.StatusAdjourned, Moves: moved}, "Adjourned"},
		{feeds.View{Status: feeds.StatusEnded, ReasonText: "Draw: agreement"}, "Draw: agreement (provisional)"},
		{feeds.View{Status: feeds.StatusFinal, ReasonText: "Draw: agreement"}, "Draw: agreement"},
	} {
		if got := stateText(c.view); got != c.want {
			t.Errorf("%s with %d moves: %q, want %q", c.view.Status, len(c.view.Moves), got, c.want)
		}
	}
}
