package desk

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"boardwire/events"
	"boardwire/feeds"
)

// Entry is one ruling with its answer, as the desk tells them.
type Entry struct {
	// At is when the ruling was recorded.
	At feeds.Instant `json:"at"`
	// Table is a game, a round or a tournament id; empty for the hall.
	Table string `json:"table,omitempty"`
	Kind  string `json:"kind"`
	// Data is the ruling without who stated it; absent for a roster.
	Data    json.RawMessage `json:"data,omitempty"`
	Author  string          `json:"author"`
	Article string          `json:"article,omitempty"`
	// Note is the note's text, as long as it is kept.
	Note    string `json:"note,omitempty"`
	Request string `json:"request"`

	Answer   string   `json:"answer"`
	Articles []string `json:"articles,omitempty"`
	Text     string   `json:"text,omitempty"`
	Verdict  string   `json:"verdict,omitempty"`

	note events.Hash
}

// Book is what was ruled since the open sitting began, with the answers, in the
// order of the record. Its methods are safe for concurrent use.
type Book struct {
	mu      sync.Mutex
	sitting string
	entries []Entry
	at      map[string]int // index by request
}

// mostKept bounds the book; the oldest half goes when there are more.
const mostKept = 20_000

// add takes a ruling as recorded and its answer. A ruling that was repeated is
// one entry with the latest answer.
func (b *Book) add(e events.Event, raw []byte, r events.Ruling, a events.Answered) {
	by := r.By()
	entry := Entry{
		At: feeds.Instant{Time: e.Recorded}, Table: tableOf(e.Scope), Kind: r.EventType().Kind(), Data: bareData(raw),
		Author: by.Author, Article: by.Article, Request: by.Request, note: by.Note,
		Answer: a.Answer, Articles: a.Articles, Text: a.Text, Verdict: a.Verdict,
	}
	if _, ok := r.(events.Roster); ok {
		entry.Data = nil // a whole round
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.at == nil {
		b.at = map[string]int{}
	}
	if i, ok := b.at[by.Request]; ok {
		x := &b.entries[i]
		x.Answer, x.Articles, x.Text, x.Verdict = a.Answer, a.Articles, a.Text, a.Verdict
		return
	}
	if len(b.entries) == mostKept {
		b.entries = slices.Clone(b.entries[mostKept/2:])
		clear(b.at)
		for i, x := range b.entries {
			b.at[x.Request] = i
		}
	}
	b.at[by.Request] = len(b.entries)
	b.entries = append(b.entries, entry)
}

// mostTold is how many rulings one answer holds: the latest.
const mostTold = 200

// about returns the latest rulings that concern a table: its own and those on
// its round, its tournament and the hall. Of a round or tournament they are
// those on its tables as well; of the hall, all.
func (b *Book) about(table string) []Entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := []Entry{}
	for _, e := range slices.Backward(b.entries) {
		if !within(e.Table, table) && !within(table, e.Table) {
			continue
		}
		if list = append(list, e); len(list) == mostTold {
			break
		}
	}
	slices.Reverse(list)
	return list
}

// within says whether id names what outer names or a part of it.
func within(id, outer string) bool {
	return outer == "" || id == outer || strings.HasPrefix(id, outer+".")
}

func tableOf(s events.Scope) string {
	_, id, _ := strings.Cut(string(s), "/")
	return id
}

// bareData returns the data of a ruling as stored, without the common fields.
func bareData(raw []byte) json.RawMessage {
	var e struct {
		Data map[string]json.RawMessage `json:"data"`
	}
	if json.Unmarshal(raw, &e) != nil {
		return nil
	}
	for _, k := range []string{"request", "author", "article", "note", "saw"} {
		delete(e.Data, k)
	}
	data, err := json.Marshal(e.Data)
	if err != nil || string(data) == "{}" {
		return nil
	}
	return data
}

// begin makes the book that of a sitting: what was ruled in another one is not in
// it any more.
func (b *Book) begin(sitting string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sitting != sitting {
		b.sitting, b.entries, b.at = sitting, nil, nil
	}
}

// history answers GET /desk/rulings?table=…: what was ruled about a table, and
// what the answers were; with &sitting=… in one before the open one.
func (d *Desk) history(w http.ResponseWriter, r *http.Request, g *group) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if g.name != Arbiters {
		fail(w, http.StatusForbidden, "the rulings are for the arbiters")
		return
	}
	table := r.URL.Query().Get("table")
	if _, err := scope(table); err != nil {
		fail(w, http.StatusBadRequest, "%v", err)
		return
	}
	book := d.bookOf(w, r, r.URL.Query().Get("sitting"))
	if book == nil {
		return
	}
	list := book.about(table)
	for i := range list {
		list[i].Note = d.noteText(r.Context(), list[i].note)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"rulings": list})
}

// noteText returns the text of a note, empty where there is none or it was
// erased.
func (d *Desk) noteText(ctx context.Context, h events.Hash) string {
	if h == "" || d.people == nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	e, err := d.people.Get(ctx, "note-"+string(h))
	if err != nil {
		return ""
	}
	var n note
	if json.Unmarshal(e.Value, &n) != nil {
		return ""
	}
	return n.Text
}
