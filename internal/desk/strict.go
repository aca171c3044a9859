package desk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// strict decodes one JSON object without unknown fields or trailing text. Its
// errors say what is wrong with the text, in no words of a program's.
func strict(b []byte, into any) error {
	if len(bytes.TrimSpace(b)) == 0 {
		return errors.New("the body is empty: send one JSON object")
	}
	if !utf8.Valid(b) {
		return errors.New("the text is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return said(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("text after the JSON object: send one ruling at a time")
	}
	return nil
}

// said is a decoder's error in plain words.
func said(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("not JSON: the text ends too early")
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON, at byte %d: %s", syntax.Offset, syntax.Error())
	case errors.As(err, &kind):
		if kind.Field == "" {
			return fmt.Errorf("a JSON %s where an object is wanted", kind.Value)
		}
		return fmt.Errorf("%s is a JSON %s, which it cannot be", kind.Field, kind.Value)
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Errorf("there is no field %s here", field)
	}
	return fmt.Errorf("not JSON: %w", err)
}

// printable says whether a short text can stand in a line and is read as it is
// written: no control characters, none that turn the direction of writing.
func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) })
}
