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
