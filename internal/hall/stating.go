package hall

import (
	"context"
	"fmt"
	"log/slog"
	"os"
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
// door: all of it in each sitting, the differences after the file is read
// again. One goroutine uses it.
type Stating struct {
	Path   string
	Salt   config.Salt
	People bus.Table
	Door   desk.Door
	Log    *slog.Logger

	file config.File
	// stated is the file whose rulings were last entered in this sitting.
	stated *config.File
}

// Read reads the file; a fault leaves what was read before.
func (s *Stating) Read() error {
	file, err := config.Load(s.Path)
	if err != nil {
		return daemon.Config(err)
	}
	s.file = file
	return nil
}

// Anew forgets what was entered: the next State enters everything. What the
// record holds already is not ruled twice.
func (s *Stating) Anew() { s.stated = nil }

// File is what was read last.
func (s *Stating) File() config.File { return s.file }

// State enters what the file states and was not entered in this sitting. A
// statement that the hall refuses is a fault of the configuration, and ends it.
func (s *Stating) State(ctx context.Context) error {
	for _, p := range s.file.People(s.Salt) {
		if _, err := s.People.Put(ctx, p.Key, p.Entry()); err != nil {
			return fmt.Errorf("name of %s: %w", p.Key, err)
		}
	}
	for _, r := range s.file.Rulings(s.stated, s.Salt) {
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
	file := s.file
	s.stated = &file
	return nil
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
			in, s.stated = now, nil
			s.Log.Info("stating the tournament file in the new sitting", "sitting", now)
		case <-reload:
			if err := s.Read(); err != nil {
				s.Log.Error("the tournament file has a fault; nothing was changed", "err", err)
				continue
			}
			s.Log.Info("stating the tournament file again", "path", s.Path)
		}
		if err := s.State(ctx); err != nil && ctx.Err() == nil {
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
