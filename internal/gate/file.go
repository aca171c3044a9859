package gate

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// FileState keeps the state in a file, which is replaced as a whole.
func FileState(path string) State { return fileState(path) }

type fileState string

func (f fileState) Load() ([]byte, error) {
	data, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

func (f fileState) Save(data []byte) error { return replace(string(f), data) }

// keySize is the length of a new key in bytes.
const keySize = 32

// LoadKey reads the key from a file, or makes one there that only its owner can
// read. A gate that loses its key does not know its own messages again and
// refuses to start.
func LoadKey(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key := make([]byte, keySize)
		rand.Read(key)
		return key, replace(path, []byte(hex.EncodeToString(key)+"\n"))
	}
	if err != nil {
		return nil, fmt.Errorf("gate key: %w", err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != keySize {
		return nil, fmt.Errorf("gate key %s: want %d hex digits; put back the file as it was", path, 2*keySize)
	}
	return key, nil
}

// replace writes a file so that after a power cut it holds the old or the new
// bytes, and never a part of them.
func replace(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
