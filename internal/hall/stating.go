package hall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/config"
	"boardwire/internal/daemon"
	"boardwire/internal/desk"
)

// answerWithin is how long the fold may take to answer a ruling of the file.
const answerWithin = 30 * time.Second

// Stating enters what a tournament file states into a hall, through the one
// door: all of it in a new sitting, and from then on the differences, so that
// what arbiters ruled since is not ruled back by a file that did not change
// there. One goroutine uses it.
type Stating struct {
	Hall string
	// Path is the tournament file; Kept the folder with a copy of what was
	// stated last in each sitting.
	Path, Kept string
	Salt       config.Salt
	Live       bus.Store
	People     bus.Table
	Door       desk.Door
	Log        *slog.Logger
	// Changed, where set, hears of each file that Follow reads without a fault.
	Changed func(config.File)

	file config.File
	text []byte
}

// Read reads the file; a fault leaves what was read before.
func (s *Stating) Read() error {
	file, err := config.Load(s.Path)
	if err != nil {
		return daemon.Config(err)
	}
	text, err := os.ReadFile(s.Path)
	if err != nil {
		return daemon.Config(fmt.Errorf("tournament file: %w", err))
	}
	if file.SHA != hash(text) {
		return fmt.Errorf("tournament file %s is just being written; ask again", s.Path)
	}
	s.file, s.text = file, text
	return nil
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// File is what was read last.
func (s *Stating) File() config.File { return s.file }

// State enters what the file states and was not stated in this sitting. A
// statement that the hall refuses is a fault of the configuration, and ends it.
// When it ends early the next State goes on: the same statement of the same
// file is ruled once.
func (s *Stating) State(ctx context.Context, sitting string) error {
	kept, err := s.kept(ctx, sitting)
	if err != nil {
		return err
	}
	before := s.before(kept)
	if before != nil && before.SHA == s.file.SHA {
		return nil
	}
	for _, p := range s.file.People(s.Salt) {
		if _, err := s.People.Put(ctx, p.Key, p.Entry()); err != nil {
			return fmt.Errorf("name of %s: %w", p.Key, err)
		}
	}
	for _, r := range s.file.Rulings(before, s.Salt) {
		answering, cancel := context.WithTimeout(ctx, answerWithin)
		a, err := s.Door.Submit(answering, r.Scope, r.Ruling)
		cancel()
		if err != nil {
			return err
		}
		if a.Answer == events.AnswerRefused {
			return daemon.Config(fmt.Errorf("%s: the hall refuses %s for %s: %s", s.Path, r.Ruling.EventType(), r.Scope, a.Text))
		}
	}
	return keep(kept, s.text)
}

// kept is where the copy for a sitting lies. Its name has the record's first
// message in it: another record of the same name was told nothing yet.
func (s *Stating) kept(ctx context.Context, sitting string) (string, error) {
	record, err := s.Live.Open(ctx, "IN-"+s.Hall+"-"+sitting)
	if err != nil {
		return "", err
	}
	first, err := record.Get(ctx, 1)
	if err != nil {
		return "", err
	}
	return filepath.Join(s.Kept, sitting+"-"+hash(first.Data)[:12]+".toml"), nil
}

// before is the file that was stated last, nil for none.
func (s *Stating) before(kept string) *config.File {
	text, err := os.ReadFile(kept)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var file config.File
	if err == nil {
		file, err = config.Parse(kept, text)
	}
	if err != nil {
		s.Log.Warn("what was stated last cannot be read; everything is stated again", "err", err)
		return nil
	}
	return &file
}

// keep replaces the copy as a whole. One that is lost in a power cut costs
// nothing but stating everything again.
func keep(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	next := path + ".next"
	if err := os.WriteFile(next, text, 0o600); err != nil {
		return err
	}
	return os.Rename(next, path)
}

// Follow states the file again in each new sitting, and reads it again when
// asked. A file with a fault changes nothing. It returns when ctx ends.
func (s *Stating) Follow(ctx context.Context, sitting func() string, reload <-chan os.Signal) error {
	in := sitting()
	each := time.NewTicker(time.Second)
	defer each.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-each.C:
			now := sitting()
			if now == in {
				continue
			}
			s.Log.Info("stating the tournament file in the new sitting", "sitting", now)
		case <-reload:
			if err := s.Read(); err != nil {
				s.Log.Error("the tournament file has a fault; nothing was changed", "err", err)
				continue
			}
			s.Log.Info("stating the tournament file again", "path", s.Path)
			if s.Changed != nil {
				s.Changed(s.file)
			}
		}
		in = sitting()
		if err := s.State(ctx, in); err != nil && ctx.Err() == nil {
			s.Log.Error("the tournament file is not stated", "err", err)
		}
	}
}

// Audiences are those of a tournament file.
func Audiences(file config.File) []feeds.Audience {
	var out []feeds.Audience
	for _, a := range file.Audiences {
		kind, err := feeds.ParseAudienceKind(a.Kind)
		if err != nil {
			continue // config knows the same words
		}
		out = append(out, feeds.Audience{Name: a.Name, Kind: kind, Delay: a.Delay})
	}
	return out
}
