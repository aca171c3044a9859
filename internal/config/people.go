package config

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"boardwire/events"
)

// Salt is the secret that salts are made with. With it and a name one can tell
// whether a hash is the name's: it stays on the machine, and is not backed up
// with the record.
type Salt []byte

// LoadSalt reads a secret of 32 bytes in hex, or makes one that only the owner
// can read.
func LoadSalt(path string) (Salt, error) {
	b, err := os.ReadFile(path)
	if err == nil {
		s, err := hex.DecodeString(string(b))
		if err != nil || len(s) != 32 {
			return nil, fmt.Errorf("secret %s does not hold 64 hex digits; restore it, or remove it to make a new one", path)
		}
		return s, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("secret: %w", err)
	}
	s := make(Salt, 32)
	if _, err := rand.Read(s); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	defer f.Close()
	if _, err := f.WriteString(hex.EncodeToString(s)); err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	if err := f.Sync(); err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	return s, nil
}

// of returns the salt of a text under a key: the same each time the file is
// read, so that a re-read changes nothing.
func (s Salt) of(key, text string) string {
	m := hmac.New(sha256.New, s)
	fmt.Fprintf(m, "%d:%s%s", len(key), key, text)
	return hex.EncodeToString(m.Sum(nil)[:16])
}

// hash returns SHA-256(salt + text).
func (s Salt) hash(key, text string) events.Hash {
	sum := sha256.Sum256([]byte(s.of(key, text) + text))
	return events.Hash(hex.EncodeToString(sum[:]))
}

// Person is an entry of the table "people", which is where names live: the
// record holds ids and hashes only. Removing the entry erases the person.
type Person struct {
	// Key is the player's id, or "tournament.<id>" for a tournament's name.
	Key  string      `json:"-"`
	Hash events.Hash `json:"-"`
	Salt string      `json:"salt"`
	Name string      `json:"name"`
	// Title, Fed, Rating and FIDE are published with the name.
	Title  string `json:"title,omitempty"`
	Fed    string `json:"fed,omitempty"`
	Rating int    `json:"rating,omitempty"`
	FIDE   int    `json:"fide,omitempty"`
}

// Entry returns the entry's value.
func (p Person) Entry() []byte {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // strings and integers always have a JSON form
	}
	return b
}

// tournamentKey is where a tournament's name lies in the table of people.
func tournamentKey(id string) string { return "tournament." + id }

// People returns the names that the file states: the tournament's, then the
// players' in the order of the file.
func (f File) People(salt Salt) []Person {
	key := tournamentKey(f.Tournament.ID)
	name := f.Tournament.Name
	all := []Person{{Key: key, Name: name, Salt: salt.of(key, name), Hash: salt.hash(key, name)}}
	for _, p := range f.Players {
		all = append(all, Person{
			Key: p.ID, Name: p.Name, Salt: salt.of(p.ID, p.Name), Hash: salt.hash(p.ID, p.Name),
			Title: p.Title, Fed: p.Fed, Rating: p.Rating, FIDE: p.FIDE,
		})
	}
	return all
}
