package cli

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/drivers"
	"boardwire/events"
	"boardwire/internal/ingest"
)

type decodeCmd struct {
	Driver string `required:"" help:"The board family (${drivers})."`
	Base64 bool   `name:"base64" help:"The file has one chunk of bytes a line, in base64."`
	File   string `arg:"" help:"The bytes; - reads standard input."`
}

func (decodeCmd) Help() string {
	return `Squares are in the board's own frame (its connector on White's left), clock sides are left and right, times are seconds.

  boardwire decode --driver dgt --base64 game.inbytes
  {"type":"board.v1.square","square":"e2"}
  {"type":"board.v1.square","square":"e4","piece":"P"}
  {"type":"clock.v1.reading","left":181,"right":180,"running":true,"lever":"right"}`
}

func (c decodeCmd) Run(std streams) error {
	protocol, err := driver(c.Driver)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(std.out)
	defer w.Flush()
	var failed error
	noise, err := feed(protocol, c.File, c.Base64, std.in, func(s serial.Sight) {
		if failed == nil {
			failed = printSight(w, s)
		}
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	if noise > 0 {
		fmt.Fprintf(std.err, "boardwire: noise on the line %d times: bytes were passed over to find the next frame\n", noise)
	}
	return nil
}

func driver(name string) (serial.Protocol, error) {
	open, ok := drivers.Lookup(name)
	if !ok {
		return nil, usagef("driver %q is not known; there are: %s", name, strings.Join(drivers.Names(), ", "))
	}
	return open(), nil
}

// printSight writes one sight as the observation it becomes, without raw bytes.
func printSight(w io.Writer, s serial.Sight) error {
	var p events.Payload
	switch x := ingest.Observe(s).(type) {
	case events.BoardSurface:
		x.Raw = ""
		p = x
	case events.ClockReading:
		x.Raw = ""
		p = x
	case events.BoardSquare:
		p = x
	default:
		if s.Info == nil {
			return nil
		}
		p = events.DeviceSeen{Serial: s.Info.Serial, Version: s.Info.Version, Trademark: s.Info.Trademark}
	}
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if d, ok := p.(events.DeviceSeen); ok { // a file has no driver and port to tell
		if b, err = json.Marshal(struct {
			Serial    string `json:"serial,omitempty"`
			Version   string `json:"version,omitempty"`
			Trademark string `json:"trademark,omitempty"`
		}{d.Serial, d.Version, d.Trademark}); err != nil {
			return err
		}
	}
	sep := ","
	if bytes.Equal(b, []byte("{}")) {
		sep = ""
	}
	_, err = fmt.Fprintf(w, `{"type":"%s"%s%s`+"\n", p.EventType(), sep, b[1:])
	return err
}

// feed gives a file's bytes to a protocol, chunk by chunk, and returns how
// often it met noise.
func feed(p serial.Protocol, path string, isBase64 bool, stdin io.Reader, see func(serial.Sight)) (noise int, err error) {
	in := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		in = f
	}
	take := func(chunk []byte) error {
		switch err := p.Feed(chunk, time.Time{}, see); {
		case errors.Is(err, serial.ErrNoise):
			noise++
		case err != nil:
			return err
		}
		return nil
	}
	if !isBase64 {
		buf := make([]byte, 4096)
		for {
			n, err := in.Read(buf)
			if n > 0 {
				if err := take(buf[:n]); err != nil {
					return noise, err
				}
			}
			if errors.Is(err, io.EOF) {
				return noise, nil
			}
			if err != nil {
				return noise, err
			}
		}
	}
	s := bufio.NewScanner(in)
	s.Buffer(nil, 1<<20)
	for line := 1; s.Scan(); line++ {
		text := strings.TrimSpace(s.Text())
		if text == "" {
			continue
		}
		chunk, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return noise, fmt.Errorf("%s line %d: %w; --base64 wants one base64 chunk a line", path, line, err)
		}
		if err := take(chunk); err != nil {
			return noise, err
		}
	}
	return noise, s.Err()
}
