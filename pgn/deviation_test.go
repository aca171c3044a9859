package pgn

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"boardwire/rules"
)

// show reads a text and returns each game as "moves result" and each deviation
// as "line:column code".
func show(t *testing.T, text string, set func(*Reader)) (games, deviations []string) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	if set != nil {
		set(r)
	}
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games, deviations
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, moves(g.Plies, g.Tail)+string(g.Result))
		for _, d := range g.Deviations {
			deviations = append(deviations, fmt.Sprintf("%d:%d %s", d.Line, d.Column, d.Code))
		}
	}
}

// moves shows plies with what hangs on them, and a tail behind a bar.
func moves(plies, tail []Ply) string {
	var b strings.Builder
	add := func(plies []Ply) {
		for _, p := range plies {
			b.WriteString(p.SAN + " ")
			for _, n := range p.NAGs {
				fmt.Fprintf(&b, "$%d ", n)
			}
			if p.Clk != nil {
				fmt.Fprintf(&b, "%v ", *p.Clk)
			}
			if p.Comment != "" {
				b.WriteString("{" + p.Comment + "} ")
			}
			for _, v := range p.Variations {
				b.WriteString("(")
				if v.Comment != "" {
					b.WriteString("{" + v.Comment + "} ")
				}
				b.WriteString(strings.TrimSpace(moves(v.Plies, v.Tail)) + ") ")
			}
		}
	}
	add(plies)
	if len(tail) > 0 {
		b.WriteString("| ")
		add(tail)
	}
	return b.String()
}

// Each oddity is read as far as its writer's meaning is plain, and told with its
// place.
func TestOddities(t *testing.T) {
	for _, c := range []struct {
		name, text string
		games      []string
		deviations []string
	}{
		// Tags.
		{"colon behind a tag name", "[BlackType: \"program\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:2 tag_form"}},
		{"blank in a tag name", "[White Elo \"2500\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:2 tag_form"}},
		{"quote that is not closed", "[Event \"A / B]\n[White \"C\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:9 tag_form"}},
		{"quote that is not opened", "[Event A\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:2 tag_form"}},
		{"quotes inside", "[Event \"A \"B\" C\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:9 tag_form"}},
		{"backslash before the last quote", "[Site \"C:\\\"]\n\n1. e4 *", []string{"e4 *"}, nil},
		{"bracket that is not closed", "[Event \"A\"\n[White \"B\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:11 tag_form"}},
		{"bracket that is not opened", "Event \"A\"]\n[White \"B\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:1 tag_form"}},
		{"two tags on a line", "[Event \"A\"] [White \"B\"] 1. e4 *", []string{"e4 *"}, nil},
		{"two tags on a line, the first not closed", "[Event \"A\" [White \"B\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:11 tag_form"}},
		{"value broken over lines", "[Event \"A\nB\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:9 tag_form"}},
		{"text behind a tag", "[Event \"A\"] new\n[White \"B\"]\n\n1. e4 *", []string{"e4 *"}, []string{"1:13 text_lost"}},
		{"tag twice", "[White \"A\"]\n[White \"B\"]\n\n1. e4 *", []string{"e4 *"}, []string{"2:2 tag_twice"}},
		{"empty lines between tags", "[Event \"A\"]\n\n[White \"B\"]\n\n\n1. e4 *", []string{"e4 *"}, nil},
		{"heads without moves", "[White \"A\"]\n[Result \"1-0\"]\n\n[White \"B\"]\n[Result \"0-1\"]\n", []string{"1-0", "0-1"},
			[]string{"4:1 result_missing", "6:1 result_missing"}},
		{"no empty line between games", "[White \"A\"]\n1. e4 *\n[White \"B\"]\n1. d4 *", []string{"e4 *", "d4 *"}, nil},
		{"no result before the next game", "[White \"A\"]\n\n1. e4\n\n[White \"B\"]\n\n1. d4 *", []string{"e4 *", "d4 *"}, []string{"5:1 result_missing"}},
		{"clock tag behind the moves", "[White \"A\"]\n\n1. e4 {x} [Clock \"B/0:15.29\"] e5 *", []string{"e4 {x} e5 *"}, []string{"3:11 tag_late"}},
		{"remark before the tags", "{made by a program}\n[White \"A\"]\n\n1. e4 *", []string{"e4 *"}, []string{"2:1 before_tags"}},

		// Starts.
		{"FEN without SetUp", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", []string{"e4 *"}, nil},
		{"FEN with wrong castling", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1\"]\n\n1. e4 *", []string{"e4 *"}, []string{"2:1 setup_form"}},
		{"FEN that is no position", "[FEN \"8/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", []string{"| e4 *"}, []string{"2:1 bad_start"}},
		{"SetUp without FEN", "[SetUp \"1\"]\n\n1. e4 *", []string{"e4 *"}, []string{"2:1 setup_form"}},
		{"another game", "[Variant \"Crazyhouse\"]\n\n1. e4 *", []string{"| e4 *"}, []string{"2:1 other_game"}},
		{"a variant nobody knows", "[Variant \"Caro-Kann\"]\n\n1. e4 c6 *", []string{"e4 c6 *"}, []string{"2:1 variant_form"}},
		{"Chess960 by another name", "[Variant \"Fischerandom\"]\n[FEN \"rbnnqkbr/pppppppp/8/8/8/8/PPPPPPPP/RBNNQKBR w HAha - 0 1\"]\n\n1. e4 *", []string{"e4 *"}, nil},

		// Comments and commands.
		{"comment before the first move", "{ text } 1. e4 *", []string{"e4 *"}, nil},
		{"two comments on a move", "1. e4 {a} {b} *", []string{"e4 {a b} *"}, nil},
		{"several commands in one comment", "1. e4 {[%clk 0:01:00][%eval 0.3][%csl Ge4]} *", []string{"e4 1m0s {[%eval 0.3] [%csl Ge4]} *"}, nil},
		{"command broken in its time", "1. e4 {[%clk 0:\n01:00]} *", []string{"e4 1m0s *"}, nil},
		{"command that is not closed", "1. e4 {[%clk 0:01:00} *", []string{"e4 1m0s *"}, []string{"1:7 clock_form"}},
		{"command outside braces", "1. e4 [%clk 0:01:00] e5 *", []string{"e4 1m0s e5 *"}, []string{"1:7 comment_form"}},
		{"hours, minutes and a dot", "1. e4 {[%clk 0:15.16]} e5 {[%clk 0:15.18]} *", []string{"e4 15m16s e5 15m18s *"}, []string{"1:7 clock_form"}},
		{"fraction of a second", "1. e4 {[%clk\n0:29:32.6][%timestamp 43]} *", []string{"e4 29m32.6s {[%timestamp 43]} *"}, nil},
		{"comment that is not closed before the next game", "[White \"A\"]\n\n1. e4 {x e5\n2. d4\n\n[White \"B\"]\n\n1. d4 *",
			[]string{"e4 {x e5 2. d4} *", "d4 *"}, []string{"3:7 comment_form", "6:1 result_missing"}},
		{"brace that is not opened", "1. e4 a word or two} e5 *", []string{"e4 {a word or two} e5 *"}, []string{"1:7 comment_form"}},
		{"stray brace", "1. e4 } e5 *", []string{"e4 e5 *"}, []string{"1:7 comment_form"}},
		{"stray bracket", "1. e4 [#] e5 *", []string{"e4 e5 *"}, []string{"1:7 stray", "1:8 move_form", "1:9 stray"}},
		{"line of the program", "1. e4\n%made up\ne5 *", []string{"e4 e5 *"}, nil},

		// Variations.
		{"variations in variations", "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 *", []string{"e4 e5 (c5 Nf3 (c3 d5) d6) (e6) Nf3 *"}, nil},
		{"variation with a remark first", "1. e4 ({Better is} 1. d4) *", []string{"e4 ({Better is} d4) *"}, nil},
		{"variation that ends badly", "1. e4 (1. d4 Ke5 2. c4) e5 *", []string{"e4 (d4 | Ke5 c4) e5 *"}, []string{"1:14 illegal_move"}},
		{"null move in a variation", "1. e4 (1. d4 -- 2. c4) e5 *", []string{"e4 (d4 | -- c4) e5 *"}, []string{"1:14 null_move"}},
		{"variation that is not closed", "1. e4 (1. d4 1-0\n\n[White \"B\"]\n\n*", []string{"e4 (d4 {1-0}) 1-0", "*"}, []string{"1:7 variation_form"}},
		{"parenthesis that is not opened", "1. e4 ) e5 *", []string{"e4 e5 *"}, []string{"1:7 variation_form"}},
		{"variation before any move", "(1. d4) 1. e4 *", []string{"e4 *"}, []string{"1:1 variation_lost"}},

		// Moves.
		{"null move", "1. e4 -- 2. d4 *", []string{"e4 | -- d4 *"}, []string{"1:7 null_move"}},
		{"null move by another name", "1. e4 Z0 2. d4 *", []string{"e4 | Z0 d4 *"}, []string{"1:7 null_move"}},
		{"coordinates", "1. g1f3 e7e5 *", []string{"g1f3 e7e5 *"}, []string{"1:4 move_form"}},
		{"castling with dashes", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O–O 0-0 *", []string{"Nf3 Nf6 g3 g6 Bg2 Bg7 O-O 0-0 *"}, nil},
		{"castling without hyphens", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. OO *", []string{"Nf3 Nf6 g3 g6 Bg2 Bg7 OO *"}, []string{"1:35 move_form"}},
		{"castling by the king's square", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. Kg1 *", []string{"Nf3 Nf6 g3 g6 Bg2 Bg7 Kg1 *"}, []string{"1:35 move_form"}},
		{"figurines", "1. ♘f3 ♞c6 *", []string{"Nf3 Nc6 *"}, nil},
		{"letters in the wrong case", "1. nf3 NC6 *", []string{"nf3 NC6 *"}, []string{"1:4 move_form", "1:8 move_form"}},
		{"x where nothing is taken", "1. Nxf3 *", []string{"Nxf3 *"}, []string{"1:4 move_form"}},
		{"colon for x", "1. e4 d5 2. e:d5 *", []string{"e4 d5 e:d5 *"}, []string{"1:13 move_form"}},
		{"evaluation on the move", "1. e4+- e5+/= 2. Nf3 ± *", []string{"e4+- $18 e5+/= $14 Nf3 $16 *"}, []string{"1:4 move_form", "1:9 move_form"}},
		{"novelty", "1. e4 N e5 *", []string{"e4 $146 e5 *"}, nil},
		{"too many exclamation marks", "1. e4!!! e5 *", []string{"e4 e5 *"}, []string{"1:4 glyph_form"}},
		{"offer of a draw", "1. e4 (=) e5 *", []string{"e4 {(=)} e5 *"}, nil},
		{"promotion in parentheses", "[FEN \"8/P7/1k6/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8(Q) *", []string{"a8=Q *"}, []string{"3:4 move_form"}},
		{"no promotion piece", "[FEN \"8/P7/1k6/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8 Kc7 *", []string{"| a8 Kc7 *"}, []string{"3:4 illegal_move"}},
		{"an origin where nothing stands", "1. Nbf3 e5 *", []string{"| Nbf3 e5 *"}, []string{"1:4 illegal_move"}},
		{"ambiguous move", "[FEN \"7k/8/8/8/R7/8/8/3R3K w - - 0 1\"]\n\n1. Rd4 Kg7 *", []string{"| Rd4 Kg7 *"}, []string{"3:4 ambiguous_move"}},
		{"wrong numbers", "11. e4 e5 12. Nf3 *", []string{"e4 e5 Nf3 *"}, []string{"1:1 move_number"}},
		{"dots apart", "1 . e4 1 ... e5 2. ... Nf3 *", []string{"e4 e5 Nf3 *"}, nil},
		{"blanks that do not break", "1.\u00a0e4\u00a0e5\u200b *", []string{"e4 e5 *"}, nil},
		{"moves after nobody can win", "[FEN \"7k/8/8/8/8/8/7p/7K w - - 0 1\"]\n\n1. Kxh2 Kg7 *", []string{"Kxh2 Kg7 *"}, []string{"3:9 moves_after_dead"}},

		// Results.
		{"halves", "[Result \"½-½\"]\n\n1. e4 ½-½", []string{"e4 1/2-1/2"}, []string{"1:2 result_form", "3:7 result_form"}},
		{"halves with blanks", "1. e4 1/2 - 1/2", []string{"e4 1/2-1/2"}, []string{"1:7 result_form"}},
		{"halves with signs and blanks", "1. e4 ½ - ½", []string{"e4 1/2-1/2"}, []string{"1:7 result_form"}},
		{"decimals", "[Result \"0.5-0.5\"]\n\n1. e4 0.5-0.5", []string{"e4 1/2-1/2"}, []string{"1:2 result_form", "3:7 result_form"}},
		{"decimal commas", "1. e4 0,5-0,5", []string{"e4 1/2-1/2"}, []string{"1:7 result_form"}},
		{"en dash", "[Result \"1–0\"]\n\n1. e4 1–0", []string{"e4 1-0"}, []string{"1:2 result_form", "3:7 result_form"}},
		{"blanks in it", "1. e4 1 - 0", []string{"e4 1-0"}, []string{"1:7 result_form"}},
		{"absent player", "[Result \"+--\"]\n\n+--", []string{"1-0"}, []string{"1:2 result_forfeit", "3:1 result_forfeit"}},
		{"absent White", "[Result \"--+\"]\n\n--+", []string{"0-1"}, []string{"1:2 result_forfeit", "3:1 result_forfeit"}},
		{"both lose", "[Result \"0-0\"]\n\n1. e4 e5 0-0", []string{"e4 e5 0-0"}, nil},
		{"half for one", "[Result \"1/2-0\"]\n\n1. e4 1/2-0", []string{"e4 1/2-0"}, nil},
		{"a tag that is none", "[Result \"?\"]\n\n1. e4 1-0", []string{"e4 1-0"}, []string{"1:2 result_unknown"}},
		{"result on the move", "1. e4 e5 2. Nf3 Nc6*", []string{"e4 e5 Nf3 Nc6 *"}, nil},
		{"twice", "1. e4 1-0 1-0\n", []string{"e4 1-0"}, []string{"1:10 after_result"}},
		{"remark behind it", "1. e4 1-0 {White won}\n\n1. d4 *", []string{"e4 {White won} 1-0", "d4 *"}, []string{"1:10 after_result"}},
		{"castling in what follows a bad move", "1. e4 Ke5 2. 0-0 0-0-0 3. d4 1-0", []string{"e4 | Ke5 0-0 0-0-0 d4 1-0"}, []string{"1:7 illegal_move"}},

		// Texts.
		{"nothing", "", nil, nil},
		{"blanks alone", " \n\t\n", nil, nil},
		{"a comment alone", "{nothing was played}", nil, nil},
		{"no PGN", "hello", []string{"| hello *"}, []string{"1:1 unfinished", "1:6 result_missing"}},
		{"line ends of all kinds", "[White \"A\"]\r\n\r\n1. e4\re5\n2. Ke3 *", []string{"e4 e5 | Ke3 *"}, []string{"5:4 illegal_move"}},
		{"zero bytes", "1. e4\x00 e5\x00 *", []string{"e4 e5 *"}, nil},
		{"ends in a move", "1. e4 e5 2. N", []string{"e4 e5 | N *"}, []string{"1:13 unfinished", "1:14 result_missing"}},
		{"ends in castling", "[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O", []string{"| O-O *"}, []string{"3:4 unfinished", "3:7 result_missing"}},
		{"ends in a time", "1. e4 {[%clk 0:01:0", []string{"e4 *"}, []string{"1:7 unfinished", "1:20 result_missing"}},
		{"ends in a tag", "[White \"Carls", []string{"*"}, []string{"1:9 unfinished", "1:14 result_missing"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, deviations := show(t, c.text, nil)
			if diff := cmp.Diff(c.games, games); diff != "" {
				t.Errorf("games (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.deviations, deviations); diff != "" {
				t.Errorf("deviations (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOddTagsKeepTheirValue(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{`[BlackType: "program"]`, "BlackType", "program"},
		{`[White Elo "2500"]`, "WhiteElo", "2500"},
		{`[Black-Elo "2400"]`, "Black_Elo", "2400"},
		{`[Event "A / B]`, "Event", "A / B"},
		{`[Event A B"]`, "Event", "A B"},
		{`[Event “A”]`, "Event", "A"},
		{`[Event "A "B" C"]`, "Event", `A "B" C`},
		{`[Event "A \"B\" \\ C"]`, "Event", `A "B" \ C`},
		{`[Site "C:\"]`, "Site", `C:\`},
		{"[Event \"A\nB\"]", "Event", "A B"},
		{`[ Event	"A" ]`, "Event", "A"},
		{`[Event"A"]`, "Event", "A"},
		{`[fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]`, "FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
		{"[White \"?\"]\n[White \"A\"]", "White", "A"},
		{"[White \"A\"]\n[White \"B\"]", "White", "A"},
	} {
		games := Read([]byte(c.text + "\n\n*"))
		if len(games) != 1 {
			t.Errorf("%s: got %d games, want 1", c.text, len(games))
			continue
		}
		if got, ok := games[0].Tag(c.name); !ok || got != c.want {
			t.Errorf("%s: got %s %q, want %q", c.text, c.name, got, c.want)
		}
	}
}

// Layout is told to a strict reader alone.
func TestStrictReader(t *testing.T) {
	roster := "[Event \"A\"]\n[Site \"B\"]\n[Date \"2025.01.01\"]\n[Round \"1\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n"
	strict := func(r *Reader) { r.Strict = true }
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"as it should be", roster + "\n1. e4 {a} 1... e5 2. Nf3 $1 2... Nc6 (2... d6 3. d4) 3. Bb5 *\n\n" + roster + "\n*\n\n", nil},
		{"byte order mark", "\ufeff" + roster + "\n*\n\n", []string{"1:1 byte_order_mark"}},
		{"a tag missing", roster[12:] + "\n*\n\n", []string{"6:1 roster"}},
		{"two empty lines before the moves", roster + "\n\n*\n\n", []string{"10:1 blanks"}},
		{"an empty line in the moves", roster + "\n1. e4\n\n1... e5 *\n\n", []string{"11:1 blanks", "11:6 number_form"}},
		{"no empty line at the end", roster + "\n*\n", []string{"9:2 blanks"}},
		{"number not needed", roster + "\n1. e4 1... e5 *\n\n", []string{"9:12 number_form"}},
		{"number missing", roster + "\n1. e4 e5 Nf3 *\n\n", []string{"9:10 number_form"}},
		{"number behind a comment missing", roster + "\n1. e4 {a} e5 *\n\n", []string{"9:11 number_form"}},
		{"check sign missing", roster + "\n1. e4 f5 2. Qh5 *\n\n", []string{"9:13 move_style"}},
		{"no blank behind a comment", roster + "\n1. e4 {a}1... e5 *\n\n", []string{"9:10 blanks"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, got := show(t, c.text, strict)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("deviations (-want +got):\n%s", diff)
			}
			if _, got := show(t, c.text, nil); got != nil {
				t.Errorf("a lenient reader tells %v", got)
			}
		})
	}
}

// What a reader is told to use for the moves is used, and Played sees each ply.
func TestReaderWithAnotherNotation(t *testing.T) {
	spanish := strings.NewReplacer("C", "N", "A", "B", "T", "R", "D", "Q", "R", "K")
	r := NewReader(strings.NewReader("1. e4 e5 2. Cf3 Cc6 3. Ab5 Ca1 *"))
	r.Moves = func(pos rules.Position, s string) (rules.Move, error) { return pos.ParseSAN(spanish.Replace(s)) }
	var played []string
	r.Played = func(l *rules.Line) { played = append(played, l.Move(l.Len()-1).UCI()) }
	g, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5"}, played); diff != "" {
		t.Errorf("plies (-want +got):\n%s", diff)
	}
	if len(g.Plies) != 5 || r.Line().Len() != 5 || len(g.Tail) != 1 {
		t.Errorf("got %d plies, a line of %d, a tail of %d; want 5, 5, 1", len(g.Plies), r.Line().Len(), len(g.Tail))
	}
}

// A game over a limit is cut, and the next one is whole.
func TestLimits(t *testing.T) {
	next := "\n\n[White \"next\"]\n\n1. d4 *\n"
	shuffle := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", maxPlies/4+10)
	deep := "1. e4 " + strings.Repeat("(1. d4 ", maxDepth+5) + strings.Repeat(")", maxDepth+5)
	for _, c := range []struct {
		name, text string
		limit      int
		want       Code
	}{
		{"plies", shuffle + "*", 0, TooMany},
		{"tags", func() string {
			var b strings.Builder
			for i := range maxTags + 1 {
				fmt.Fprintf(&b, "[T%d \"x\"]\n", i)
			}
			return b.String() + "\n*"
		}(), 0, TooMany},
		{"glyphs", "1. e4 " + strings.Repeat("$1 ", maxNAGs+1) + "*", 0, TooMany},
		{"variations", "1. e4 " + strings.Repeat("(1. d4) ", maxVariations+1) + "*", 0, TooMany},
		{"depth", deep + " *", 0, TooMany},
		{"a comment", "1. e4 {" + strings.Repeat("word ", maxComment/4) + "} *", 0, TextLost},
		{"comments on a move", "1. e4 " + strings.Repeat("{"+strings.Repeat("word ", maxComment/8)+"} ", 3) + "*", 0, TextLost},
		{"a value", "[Event \"" + strings.Repeat("x", maxComment+1) + "\"]\n\n*", 0, TextLost},
		{"a word", "1. " + strings.Repeat("x", 100_000) + " *", 0, NotAMove},
		{"the game", "[White \"A\"]\n\n" + shuffle[:4000] + "*", 20_000, TooLarge},
		{"comments of a game", "[White \"A\"]\n\n1. e4 e5 " + strings.Repeat("2. Nf3 {"+strings.Repeat("x", 1000)+"} Nf6 3. Ng1 Ng8 ", 30) + "*", 20_000, TooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := NewReader(strings.NewReader(c.text + next))
			r.Limit = c.limit
			g, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			if !g.Cut() {
				t.Error("the game is not cut")
			}
			found := false
			for _, d := range g.Deviations {
				found = found || d.Code == c.want
			}
			if !found {
				t.Errorf("got %v, want a %s", faults(g), c.want)
			}
			g, err = r.Next()
			if white, _ := g.Tag("White"); err != nil || white != "next" || len(g.Plies) != 1 || g.Cut() {
				t.Errorf("the next game: White %q, %d plies, error %v, %v", white, len(g.Plies), err, faults(g))
			}
			if _, err := r.Next(); err != io.EOF {
				t.Errorf("got %v behind the last game, want EOF", err)
			}
		})
	}
}

// Deviations are bounded, and those that cut are never the ones left out.
func TestDeviationsAreBounded(t *testing.T) {
	g := Read([]byte("1. e4 " + strings.Repeat("} ", 10*maxDeviations) + "Ke5 *"))[0]
	if len(g.Deviations) != maxDeviations || !g.Cut() {
		t.Errorf("got %d deviations, cut %v; want %d and a cut", len(g.Deviations), g.Cut(), maxDeviations)
	}
}

// An error of the file comes with what was read.
func TestReaderKeepsWhatCameBeforeAnError(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("1. e4 e5 2. Nf3"), failing{io.ErrClosedPipe})
	g, err := NewReader(broken).Next()
	if err != io.ErrClosedPipe || len(g.Plies) != 3 {
		t.Errorf("got %d plies and error %v, want 3 and %v", len(g.Plies), err, io.ErrClosedPipe)
	}
	if _, err := NewReader(stuck{}).Next(); err != io.ErrNoProgress {
		t.Errorf("got %v from a reader that gives nothing, want %v", err, io.ErrNoProgress)
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// However the bytes come, and wherever the window ends, the games are the same.
func TestReadsAreTheSameInPieces(t *testing.T) {
	var text bytes.Buffer
	for i := range 40 {
		fmt.Fprintf(&text, "[White \"A \\\"%d\\\"\"]\n[Black \"Müller\"]\r\n\r\n1. e4 {[%%clk 0:0%d:00] %s} 1... e5 (1... c5 {x\n[y]} 2. Nf3) 2. Bc4 Bc5 3. Nf3 Nf6 4. 0-0 0-0 1–0\n\n",
			i, i%10, strings.Repeat("word ", i*7))
	}
	want := Read(text.Bytes())
	if len(want) != 40 {
		t.Fatalf("got %d games, want 40", len(want))
	}
	for size := 2 * ahead; size < 2*ahead+97; size += 7 {
		r := NewReader(&drip{b: text.Bytes(), n: size % 13})
		r.s.buf = make([]byte, size)
		for i := range want {
			g, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want[i], g, cmpopts.EquateComparable(rules.Setup{})); diff != "" {
				t.Fatalf("window %d, game %d (-want +got):\n%s", size, i+1, diff)
			}
		}
	}
}

// drip gives n+1 bytes at a time.
type drip struct {
	b []byte
	n int
}

func (d *drip) Read(b []byte) (int, error) {
	if len(d.b) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), d.n+1)], d.b)
	d.b = d.b[n:]
	return n, nil
}
