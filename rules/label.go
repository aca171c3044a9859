package rules

// Certainty tells how well something is known about an edition.
type Certainty uint8

// The certainties. The zero value is Absent.
const (
	// Absent: the edition says no such thing.
	Absent Certainty = iota
	// Unverified: the edition is believed to say it, but no text of it that
	// was at hand shows where or how much. There is no number then.
	Unverified
	// Certain: seen in a text of the edition or in an official list of its
	// changes, or following from one.
	Certain
)

// String returns "absent", "unverified" or "certain".
func (c Certainty) String() string {
	switch c {
	case Unverified:
		return "unverified"
	case Certain:
		return "certain"
	}
	return "absent"
}

// label is where an edition says something.
type label struct {
	articles []Article
	known    Certainty
}

// unverified is the label of what is not known for certain: it has no number.
var unverified = label{known: Unverified}

// at is the label of what is known.
func at(articles ...Article) label { return label{articles, Certain} }
