package projector

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/failpoint"
)

// turn closes the open sitting: the next is opened and the pointer moves; the
// old one stays until its sources have drained. Repeating it after a crash
// does no harm: each step looks whether it was done.
func (p *Projector) turn(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	old := p.open
	next, err := following(old.id)
	if err != nil {
		return err
	}
	// A start may find the sitting closing, with the desk's chain not taken up
	// yet; and a ruling may have come in since the last step.
	if _, err := old.step(ctx); err != nil {
		return err
	}
	p.catchUp()
	// The desk writes no more into the old sitting: its own last word first.
	if slices.Contains(old.fold.Hall().Undrained(), p.chain.Source) {
		guard, _, err := p.guard(ctx, old)
		if err != nil {
			return err
		}
		e := p.stamp(events.HallScope, events.SourceDrained{Sitting: old.id})
		if err := p.append(ctx, old.record, old.id, e, guard); err != nil {
			return err
		}
		if _, err := old.step(ctx); err != nil {
			return err
		}
	}
	failpoint.Hit(failpoint.WhileClosing)
	marks := old.fold.Hall().Sources()
	at := Pointer{Sitting: next, Gen: "g1"}
	if err := p.begin(ctx, at, marks, old.fold.Hall().Secrets().Games()); err != nil {
		return err
	}
	failpoint.Hit(failpoint.WhileClosing)
	open, err := p.openSitting(ctx, at.Sitting, at.Gen)
	if err != nil {
		return err
	}
	p.closing, p.open = append(p.closing, old), open
	p.log.Info("sitting closed", "sitting", old.id, "next", next)
	p.forgetFile()
	_, err = p.open.step(ctx)
	p.catchUp()
	return err
}

// drain seals and exports a closing sitting once every source has drained.
func (p *Projector) drain(ctx context.Context, s *sitting) (bool, error) {
	if len(s.fold.Hall().Undrained()) > 0 {
		return false, nil
	}
	failpoint.Hit(failpoint.WhileClosing)
	if err := s.record.Seal(ctx); err != nil && !errors.Is(err, bus.ErrSealed) {
		return false, fmt.Errorf("sitting %s: seal: %w", s.id, err)
	}
	if err := p.export(ctx, s); err != nil {
		return false, fmt.Errorf("sitting %s: export: %w", s.id, err)
	}
	s.close()
	p.m.tables.end(s.id)
	p.log.Info("sitting sealed", "sitting", s.id, "messages", s.fold.Next()-1)
	return true, nil
}

// openClosing takes up the sittings before the open one that a crash left
// unsealed: those that are not exported.
func (p *Projector) openClosing(ctx context.Context, open string) (closing []*sitting, err error) {
	names, err := p.live.Streams(ctx)
	if err != nil {
		return nil, err
	}
	prefix := "IN-" + p.cfg.Hall + "-"
	for _, name := range names {
		id, ok := strings.CutPrefix(name, prefix)
		if !ok || !sittingName.MatchString(id) || events.CompareSittings(id, open) >= 0 || p.exported(id) {
			continue
		}
		s, err := p.openSitting(ctx, id, "g1")
		if err != nil {
			for _, s := range closing {
				s.close()
			}
			return nil, err
		}
		closing = append(closing, s)
	}
	return closing, nil
}

func (p *Projector) exportPath(sitting string) string {
	return filepath.Join(p.cfg.ExportDir, p.cfg.Hall+"-"+sitting+".jsonl")
}

func (p *Projector) exported(sitting string) bool {
	if p.cfg.ExportDir == "" {
		return false
	}
	_, err := os.Stat(p.exportPath(sitting))
	return err == nil
}

// export writes a sealed record, one event a line, as stored. Only its owner can
// read it: it may be ahead of what has been released.
func (p *Projector) export(ctx context.Context, s *sitting) error {
	if p.cfg.ExportDir == "" || p.exported(s.id) {
		return nil
	}
	if err := os.MkdirAll(p.cfg.ExportDir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(p.cfg.ExportDir, ".export-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	r, err := s.record.Read(ctx, 1)
	if err != nil {
		return err
	}
	defer r.Close()
	w := bufio.NewWriter(f)
	for range s.fold.Next() - 1 {
		reading, cancel := context.WithTimeout(ctx, 30*time.Second)
		m, err := r.Next(reading)
		cancel()
		if err != nil {
			return err
		}
		w.Write(m.Data)
		w.WriteByte('\n')
	}
	if err := errors.Join(w.Flush(), f.Sync()); err != nil {
		return err
	}
	return os.Rename(f.Name(), p.exportPath(s.id))
}
