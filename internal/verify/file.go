package verify

import (
	"fmt"
	"strconv"
	"strings"

	"boardwire/clockstate"
	"boardwire/sim"
)

// tournament writes the tournament file of a batch: pairings with the players'
// names, and the time control that the clocks show.
func tournament(batch []entry, truth []sim.Game) string {
	var b strings.Builder
	b.WriteString(`[tournament]
id = "verify"
name = "Verified games"
edition = "2023"
kind = "standard"
supervised = true
control = "90/40+30+30"
default_time = "30m"

# The shortest delay that holds anything: one step of the gate's grid.
[[audience]]
name = "public"
kind = "public"
delay = "1s"

[[audience]]
name = "arbiter"
kind = "arbiter"
delay = "0s"
`)
	for i, e := range batch {
		for _, side := range []struct{ id, tag string }{{"w", "White"}, {"b", "Black"}} {
			name := tag(e.game, side.tag)
			if strings.TrimSpace(name) == "" {
				name = "?"
			}
			fmt.Fprintf(&b, "\n[[player]]\nid = \"%s%d\"\nname = %s\n", side.id, i+1, quoted(name))
		}
	}
	b.WriteString("\n[[round]]\nid = \"1\"\n")
	for i, e := range batch {
		fmt.Fprintf(&b, "\n[[round.table]]\nboard = %d\nwhite = \"w%d\"\nblack = \"b%d\"\ndevice = %q\ncontrol = %q\n",
			i+1, i+1, i+1, truth[i].Device, controlOf(e, truth[i]))
	}
	return b.String()
}

// quoted writes a basic string of TOML.
func quoted(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// controlOf is the tag's time control where it is one and fits the clocks, else
// what the clocks say.
func controlOf(e entry, g sim.Game) string {
	main := max(g.White, g.Black) - g.Bonus
	c, err := clockstate.ParseControl(tag(e.game, "TimeControl"))
	if err == nil && len(c.Periods) > 0 {
		first := c.Periods[0]
		if off := int(first.Main.Seconds()) - main; -90 <= off && off <= 90 && int(first.Bonus.Seconds()) == g.Bonus {
			return c.String()
		}
	}
	minutes := max((main+30)/60, 1)
	if g.Bonus == 0 {
		return strconv.Itoa(minutes)
	}
	return fmt.Sprintf("%d+%d", minutes, g.Bonus)
}
