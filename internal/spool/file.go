package spool

import "os"

// file is the disk of a real outbox.
type file struct{ *os.File }

// Sync makes what was written durable.
func (f *file) Sync() error { return datasync(f.File) }
