package perft

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// peer is a running stockfish that is spoken to in UCI.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// startPeer starts the program on one thread and waits until it is ready.
func startPeer(ctx context.Context, path string) (*peer, error) {
	cmd := exec.CommandContext(ctx, path)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &peer{cmd: cmd, in: in, out: bufio.NewScanner(out)}
	if err := p.say("setoption name Threads value 1\nisready"); err != nil {
		return nil, errors.Join(err, p.close())
	}
	if _, err := p.waitFor("readyok"); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

func (p *peer) say(line string) error {
	_, err := io.WriteString(p.in, line+"\n")
	return err
}

// waitFor reads up to the line with that beginning and returns its rest.
func (p *peer) waitFor(prefix string) (string, error) {
	for p.out.Scan() {
		if rest, ok := strings.CutPrefix(p.out.Text(), prefix); ok {
			return strings.TrimSpace(rest), nil
		}
	}
	if err := p.out.Err(); err != nil {
		return "", err
	}
	return "", fmt.Errorf("it ended before it said %q", prefix)
}

func (p *peer) perft(c Case) (uint64, error) {
	if err := p.say(fmt.Sprintf("position fen %s\ngo perft %d", c.FEN, c.Depth)); err != nil {
		return 0, err
	}
	text, err := p.waitFor("Nodes searched:")
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(text, 10, 64)
}

// close asks the program to leave and waits for it.
func (p *peer) close() error {
	err := p.say("quit")
	return errors.Join(err, p.in.Close(), p.cmd.Wait())
}

// divide returns the counts below every move of a position, and the castling
// field with which the peer prints the position.
func (p *peer) divide(fen string, chess960 bool, depth int) (map[string]uint64, string, error) {
	if err := p.say(fmt.Sprintf("setoption name UCI_Chess960 value %v\nposition fen %s\nd\ngo perft %d", chess960, fen, depth)); err != nil {
		return nil, "", err
	}
	read, err := p.waitFor("Fen:")
	if err != nil {
		return nil, "", err
	}
	fields := strings.Fields(read)
	if len(fields) < 3 {
		return nil, "", fmt.Errorf("it prints the position as %q", read)
	}
	out := map[string]uint64{}
	for p.out.Scan() {
		move, count, ok := strings.Cut(p.out.Text(), ": ")
		if !ok || strings.Contains(move, " ") && move != "Nodes searched" {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(count), 10, 64)
		switch {
		case move == "Nodes searched" && err == nil:
			return out, fields[2], nil
		case err == nil && (len(move) == 4 || len(move) == 5):
			out[move] = n
		}
	}
	return nil, "", errors.Join(p.out.Err(), errors.New("it ended within a count"))
}
