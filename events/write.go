package events

import (
	"strconv"
	"time"
)

// writer writes canonical bytes. A text that needs an escape makes it bad, and
// the slow twin writes the event.
type writer struct {
	b   []byte
	bad bool
}

// encodeFast writes a checked event whose type comes often. False means only
// that the slow twin must write it.
func encodeFast(e *Event) ([]byte, bool) {
	w := writer{b: make([]byte, 0, 512)}
	w.b = append(w.b, '{')
	w.str(`"id":`, string(e.ID))
	w.str(`"type":`, string(e.Type))
	w.str(`"scope":`, string(e.Scope))
	w.str(`"source":`, e.Source)
	w.key(`"seq":`)
	w.b = strconv.AppendUint(w.b, e.Seq, 10)
	w.time(`"observed":`, e.Observed)
	w.time(`"recorded":`, e.Recorded)
	w.optional(`"cause":`, string(e.Cause))
	w.optional(`"prev":`, string(e.Prev))
	w.key(`"data":`)
	w.b = append(w.b, '{')
	if !w.data(e.Data) || w.bad {
		return nil, false
	}
	return append(w.b, '}', '}'), true
}

// key writes a name with its colon, after a comma unless it is the first.
func (w *writer) key(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(w.b, name...)
}

// text writes a quoted string.
func (w *writer) text(s string) {
	for i := range len(s) {
		if !plain[s[i]] {
			w.bad = true
			return
		}
	}
	w.b = append(w.b, '"')
	w.b = append(w.b, s...)
	w.b = append(w.b, '"')
}

func (w *writer) str(name, s string) {
	w.key(name)
	w.text(s)
}

func (w *writer) optional(name, s string) {
	if s != "" {
		w.str(name, s)
	}
}

func (w *writer) whole(name string, n int64) {
	w.key(name)
	w.b = strconv.AppendInt(w.b, n, 10)
}

func (w *writer) yes(name string, is bool) {
	if is {
		w.key(name)
		w.b = append(w.b, "true"...)
	}
}

func (w *writer) list(name string, list []string) {
	w.key(name)
	w.b = append(w.b, '[')
	for i, s := range list {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.text(s)
	}
	w.b = append(w.b, ']')
}

func (w *writer) optionalList(name string, list []string) {
	if len(list) > 0 {
		w.list(name, list)
	}
}

// time writes a stamp; the slow twin tells what is wrong with one that cannot
// be written.
func (w *writer) time(name string, t time.Time) {
	if checkTime(t) != nil {
		w.bad = true
		return
	}
	w.key(name)
	t = t.UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	w.b = append(w.b, '"')
	w.digits(year, 4)
	w.b = append(w.b, '-')
	w.digits(int(month), 2)
	w.b = append(w.b, '-')
	w.digits(day, 2)
	w.b = append(w.b, 'T')
	w.digits(hour, 2)
	w.b = append(w.b, ':')
	w.digits(minute, 2)
	w.b = append(w.b, ':')
	w.digits(second, 2)
	w.b = append(w.b, '.')
	w.digits(t.Nanosecond()/1000, 6)
	w.b = append(w.b, 'Z', '"')
}

// digits writes n with leading zeros.
func (w *writer) digits(n, width int) {
	at := len(w.b)
	w.b = append(w.b, "000000"[:width]...)
	for i := at + width - 1; n > 0 && i >= at; i-- {
		w.b[i] = '0' + byte(n%10)
		n /= 10
	}
}
