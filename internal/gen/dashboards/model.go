package main

// board is one Grafana dashboard.
type board struct {
	// UID is for ever: links and bookmarks hold it.
	UID, Title, About string
	Tags              []string
	// From is how far back it looks at first, Refresh how often it asks.
	From, Refresh string
	Panels        []panel
}

// source is where a panel's figures come from.
type source uint8

const (
	prometheus source = iota
	clickhouse
)

// kind is how a panel shows them; the words are Grafana's.
type kind string

const (
	stat   kind = "stat"
	lines  kind = "timeseries"
	table  kind = "table"
	states kind = "state-timeline"
	row    kind = "row"
)

// panel is one panel. Panels flow from left to right in 24 columns, in order.
type panel struct {
	Kind   kind
	Source source
	Title  string
	// About says what is seen, when it is bad and what to look at then.
	About string
	Unit  string
	W, H  int
	// Asks are queries; those of a table with several are joined by By.
	Asks []ask
	By   string
	// Steps colour a value; the first begins at nothing.
	Steps []step
	// Words stand for values.
	Words []word
	// Max is the top of the axis, 0 for as it comes.
	Max float64
	// Columns are those of a table, in order, by the name that the answer has.
	Columns []column
}

// ask is one query. Name is the legend.
type ask struct{ Query, Name string }

type step struct {
	At     float64
	Colour string
}

type word struct {
	Value        int
	Text, Colour string
}

// column is one column of a table.
type column struct {
	// Field is its name in the answer: a label, "Value #B" of the second query,
	// or that of a column in SQL.
	Field, Title, Unit string
	Words              []word
	Steps              []step
	Width              int
}

// good is green, and turns with each limit.
func good(limits ...float64) []step {
	colours := []string{"green", "orange", "red"}
	if len(limits) == 1 {
		colours = []string{"green", "red"}
	}
	steps := []step{{0, colours[0]}}
	for i, at := range limits {
		steps = append(steps, step{at, colours[i+1]})
	}
	return steps
}

// wanted is red below a limit.
func wanted(limit float64) []step { return []step{{0, "red"}, {limit, "green"}} }
