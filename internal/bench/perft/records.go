package perft

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"boardwire/rules"
)

// Record is a position of a perft file with its counts.
type Record struct {
	ID, FEN string
	Counts  []Count // in the order of the file
}

// Count is the number of lines of a depth.
type Count struct {
	Depth int
	Nodes uint64
}

// Read reads a perft file: "id", "epd" and "perft DEPTH COUNT" lines; # begins
// a comment line. What is none of these is an error with its line.
func Read(r io.Reader) ([]Record, error) {
	var out []Record
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		key, rest, _ := strings.Cut(text, " ")
		rest = strings.TrimSpace(rest)
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
		case key == "id":
			out = append(out, Record{ID: rest})
		case key == "epd" && len(out) > 0:
			out[len(out)-1].FEN = rest
		case key == "perft" && len(out) > 0:
			c, err := readCount(rest)
			if err != nil {
				return nil, fmt.Errorf("line %d, %q: %w", n, text, err)
			}
			last := &out[len(out)-1]
			last.Counts = append(last.Counts, c)
		default:
			return nil, fmt.Errorf("line %d, %q: want id, epd or perft DEPTH COUNT", n, text)
		}
	}
	return out, lines.Err()
}

func readCount(s string) (c Count, err error) {
	depth, nodes, _ := strings.Cut(s, " ")
	if c.Depth, err = strconv.Atoi(depth); err != nil {
		return c, err
	}
	c.Nodes, err = strconv.ParseUint(strings.TrimSpace(nodes), 10, 64)
	return c, err
}

// Check counts what the record says with more than from nodes and up to as
// many, and returns how many counts and nodes that was. A wrong count is an
// error that names the position.
func (r Record) Check(from, upTo uint64) (counts int, nodes uint64, err error) {
	p, err := position(r.FEN)
	if err != nil {
		return 0, 0, fmt.Errorf("record %s: %w", r.ID, err)
	}
	for _, c := range r.Counts {
		if c.Nodes <= from || c.Nodes > upTo {
			continue
		}
		got := rules.Perft(p, c.Depth)
		if got != c.Nodes {
			return counts, nodes, fmt.Errorf("record %s, %s: perft %d = %d, want %d", r.ID, r.FEN, c.Depth, got, c.Nodes)
		}
		counts, nodes = counts+1, nodes+got
	}
	return counts, nodes, nil
}

func position(fen string) (rules.Position, error) {
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, err
	}
	return setup.Position(0)
}
