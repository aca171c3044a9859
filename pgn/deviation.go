package pgn

import (
	"fmt"
	"strconv"
	"strings"
)

// Code names one way in which a text departs from the PGN standard. The words
// are for machines and stay as they are.
type Code string

// These tell that something of the text is not in the game, or is set aside in
// a Tail: Code.Cuts is true.
const (
	IllegalMove   Code = "illegal_move"   // the moves of the line end before it
	AmbiguousMove Code = "ambiguous_move" // the moves of the line end before it
	NotAMove      Code = "not_a_move"     // the moves of the line end before it
	NullMove      Code = "null_move"      // a pass; the moves of the line end before it
	BadStart      Code = "bad_start"      // the FEN tag gives no position: no move is read
	OtherGame     Code = "other_game"     // the Variant tag names a game with other rules: no move is read
	TagLost       Code = "tag_lost"       // brackets without a name and a value
	TagTwice      Code = "tag_twice"      // a second value of a tag is dropped
	TextLost      Code = "text_lost"      // a comment, word or value over the limit, or text in no place for it
	TooMany       Code = "too_many"       // tags, plies, glyphs or variations over the limit
	TooLarge      Code = "too_large"      // a game over Reader.Limit: the rest of it is skipped
	VariationLost Code = "variation_lost" // a variation where none can stand
	Unfinished    Code = "unfinished"     // the text ends in the middle of something
)

// These tell that the text was read in a way that its writer can hardly not
// have meant, or that two parts of it contradict each other.
const (
	EncodingForm   Code = "encoding"         // bytes that are no UTF-8
	TagForm        Code = "tag_form"         // brackets, quotes or name of a tag
	TagLate        Code = "tag_late"         // a tag behind moves
	SetUpForm      Code = "setup_form"       // SetUp and FEN tags that do not fit, or a FEN that had to be mended
	VariantForm    Code = "variant_form"     // a Variant tag with an unknown word
	CommentForm    Code = "comment_form"     // braces that do not fit
	VariationForm  Code = "variation_form"   // parentheses that do not fit
	ClockForm      Code = "clock_form"       // no time, or one not written h:mm:ss; the latter told once a game
	MoveForm       Code = "move_form"        // a move that is not in algebraic notation
	MoveNumber     Code = "move_number"      // a number that is not the move's; told once a game
	GlyphForm      Code = "glyph_form"       // an annotation sign that has no number
	Stray          Code = "stray"            // a sign without meaning there
	ResultForm     Code = "result_form"      // a result written in another way
	ResultForfeit  Code = "result_forfeit"   // a result that says the game was not played
	ResultMissing  Code = "result_missing"   // the moves end without a result
	ResultDiffers  Code = "result_differs"   // the Result tag and the end of the moves
	ResultUnknown  Code = "result_unknown"   // a Result tag that is no result
	AfterResult    Code = "after_result"     // text behind the result
	BeforeTags     Code = "before_tags"      // text before the first tag
	MovesAfterDead Code = "moves_after_dead" // moves in a position where nobody can win (Laws 5.2.2)
)

// These tell of layout alone. They are told when Reader.Strict is set.
const (
	ByteOrderMark Code = "byte_order_mark" // a mark that no reader needs
	Blanks        Code = "blanks"          // blanks or empty lines: too many, too few
	NumberForm    Code = "number_form"     // a move number that is missing or not needed
	Roster        Code = "roster"          // one of the seven tags is missing (PGN standard, 8.1.1)
	SetUpMissing  Code = "setup_missing"   // a FEN tag without [SetUp "1"] (PGN standard, 9.7.1)
	MoveStyle     Code = "move_style"      // a move that is not in its shortest form
)

// Cuts reports whether something of the text was lost or set aside.
func (c Code) Cuts() bool {
	switch c {
	case IllegalMove, AmbiguousMove, NotAMove, NullMove, BadStart, OtherGame, TagLost, TagTwice,
		TextLost, TooMany, TooLarge, VariationLost, Unfinished:
		return true
	}
	return false
}

// Layout reports whether the code is about layout alone.
func (c Code) Layout() bool {
	switch c {
	case ByteOrderMark, Blanks, NumberForm, Roster, SetUpMissing, MoveStyle:
		return true
	}
	return false
}

// Deviation is one place where a text departs from the standard.
type Deviation struct {
	Code Code
	// Line and Column say where it begins, from 1. Columns count bytes.
	Line, Column int
	// Ply is how many plies of the main line were read before.
	Ply int
	// Text says what is wrong and what was made of it.
	Text string
	// Err is the error of the rules, if there is one.
	Err error
}

// Error says where and what.
func (d *Deviation) Error() string {
	s := fmt.Sprintf("pgn line %d", d.Line)
	if d.Ply > 0 {
		s += fmt.Sprintf(" after ply %d", d.Ply)
	}
	return s + ": " + d.What()
}

// What says what is wrong without saying where.
func (d *Deviation) What() string {
	if d.Err == nil {
		return d.Text
	}
	return d.Text + ": " + d.Err.Error()
}

// Unwrap returns the error of the rules, if there is one.
func (d *Deviation) Unwrap() error { return d.Err }

// quote shows a piece of a text in a message.
func quote(s string) string { return strconv.Quote(clip(s)) }

func clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}
