package notation_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"boardwire/notation"
	"boardwire/rules"
)

// starts are where random games begin: the usual array, Chess960, and
// positions full of promotions, captures in passing and twins.
var starts = []string{
	rules.StartFEN, rules.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
	"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb -",
	"4k3/PPPPPPPP/8/8/8/8/pppppppp/4K3 w - -",
	"n3k2n/8/1N3N2/8/8/1n3n2/8/N3K2N w - -",
	"4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3 b - -",
	"4k3/8/1Q3Q2/8/3Q4/8/1q3q2/4K3 w - -",
}

// wander plays up to n random moves.
func wander(tb failer, r *rand.Rand, n int) rules.Position {
	tb.Helper()
	s, err := rules.ParseFEN(starts[r.IntN(len(starts))])
	if err != nil {
		tb.Fatal(err)
	}
	p, err := s.Position(rules.OpponentInCheck)
	if err != nil {
		tb.Fatal(err)
	}
	for range r.IntN(n) {
		moves := p.AppendLegal(nil)
		if len(moves) == 0 {
			break
		}
		if p, err = p.Play(moves[r.IntN(len(moves))]); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

// TestWhatIsWrittenIsRead holds for every language, style and legal move; and
// no two moves of a position are written the same.
func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		pos := wander(t, r, 60)
		style := notation.Style{
			Long: r.IntN(3) == 0, Zeros: r.IntN(2) == 0, BarePromotion: r.IntN(2) == 0,
			DoublePlus: r.IntN(2) == 0, Passant: r.IntN(2) == 0, NoCapture: r.IntN(3) == 0,
		}
		for _, l := range notation.Languages() {
			seen := map[string]rules.Move{}
			for m := range pos.Legal() {
				text := notation.Format(pos, m, l, style)
				if twin, ok := seen[text]; ok {
					t.Fatalf("%s: %v and %v are both %s in %v", pos.FEN(), m, twin, text, l)
				}
				seen[text] = m
				back, marks, err := notation.Parse(pos, text, l)
				if err != nil || back != m {
					t.Fatalf("%s: %v is written %s in %v and read as %v, %v", pos.FEN(), m, text, l, back, err)
				}
				after, _ := pos.Play(m)
				want := notation.Marks{Capture: pos.Captured(m) != rules.NoPiece && !style.NoCapture}
				want.Passant = style.Passant && pos.Captured(m) != rules.NoPiece && pos.Board().At(m.To) == rules.NoPiece
				if after.InCheck() {
					want.Sign = notation.Check
					if !after.HasLegal() {
						want.Sign = notation.Mate
					}
				}
				if marks != want {
					t.Fatalf("%s: %s in %v has the marks %+v, want %+v", pos.FEN(), text, l, marks, want)
				}
			}
		}
	})
}

// failer is a test, of package testing or rapid.
type failer interface {
	Helper()
	Fatal(args ...any)
}

// TestEnglishIsSAN: the fast reader and this one agree on every text that is
// nearly a move, but for what this one takes beyond.
func TestEnglishIsSAN(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	read, refused := 0, 0
	for range 300 {
		pos := wander(t, r, 60)
		for m := range pos.Legal() {
			text := spoil(r, pos.SAN(m))
			if agree(t, pos, text) {
				read++
			} else {
				refused++
			}
		}
	}
	if read == 0 || refused == 0 {
		t.Errorf("%d read, %d refused: want some of both", read, refused)
	}
}

// spoil changes a text a little, or not at all.
func spoil(r *rand.Rand, s string) string {
	const letters = "abcdefgh12345678NBRQKPxO0-=+#() e.p."
	switch i := r.IntN(len(s)); r.IntN(4) {
	case 0:
		return s[:i] + s[i+1:]
	case 1:
		return s[:i] + string(letters[r.IntN(len(letters))]) + s[i+1:]
	case 2:
		return s[:i] + string(letters[r.IntN(len(letters))]) + s[i:]
	}
	return s
}

// agree reports whether ParseSAN read the text.
func agree(t *testing.T, pos rules.Position, text string) bool {
	t.Helper()
	want, werr := pos.ParseSAN(text)
	got, _, err := notation.Parse(pos, text, notation.English)
	if werr == nil {
		if err != nil || got != want {
			t.Fatalf("%s: %q is %v, and %v, %v by notation", pos.FEN(), text, want, got, err)
		}
		return true
	}
	var ambiguous *rules.AmbiguousMoveError
	if err == nil && (!errors.Is(werr, rules.ErrSyntax) || errors.As(werr, &ambiguous)) {
		t.Fatalf("%s: %q is refused (%v), and %v by notation", pos.FEN(), text, werr, got)
	}
	return false
}

// TestWhyIsTrue checks the explanation against the rules in other ways: what is
// pinned or in check could move without its king, what is blocked could move
// without what blocks it.
func TestWhyIsTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	seen := map[notation.Cause]int{}
	pos := rules.Start()
	for i := range 200 * 6 * 64 {
		role, to := rules.Role(1+i/64%6), rules.Square(i%64)
		if i%(6*64) == 0 {
			pos = wander(t, r, 60)
		}
		text := strings.TrimPrefix(string(rune(role.Letter())), "P")
		if r.IntN(4) == 0 {
			text += string(rune('a' + r.IntN(8)))
		}
		text += to.String()
		switch {
		case role == rules.Pawn && r.IntN(4) == 0:
			text += "=Q"
		case to == rules.A1:
			text = "O-O"
		}
		_, _, err := notation.Parse(pos, text, notation.English)
		var e *notation.IllegalError
		if !errors.As(err, &e) {
			continue
		}
		seen[e.Cause]++
		if e.Cause.String() == "" {
			t.Fatalf("%s: %s: no cause", pos.FEN(), text)
		}
		s, m := pos.Setup(), rules.Move{From: e.Piece, To: to}
		switch e.Cause {
		case notation.Pinned, notation.StaysInCheck:
			s.Board.Put(s.Board.King(s.Turn), rules.NoPiece)
		case notation.IntoCheck:
			for sq := range s.Board.ByColor(s.Turn.Other()).Squares() {
				if p := s.Board.At(sq); p.Role() != rules.King && sq != to {
					s.Board.Put(sq, rules.NoPiece)
				}
			}
			s.Board.Put(s.Board.King(s.Turn.Other()), rules.NoPiece)
		case notation.Blocked:
			if s.Board.At(to).Role() == rules.King || role != rules.Pawn && s.Board.At(to).Color() == s.Turn {
				continue // there is a second reason
			}
			for sq := range s.Board.Occupied().Squares() {
				if sq != e.Piece && (sq != to || role == rules.Pawn) {
					s.Board.Put(sq, rules.NoPiece)
				}
			}
		default:
			continue
		}
		s.EnPassant, s.Castling = pos.PassedOver(), 0
		free, err := s.Position(rules.MissingKing | rules.OpponentInCheck | rules.PawnOnLastRank | rules.KingsAdjoining | rules.BadEnPassant)
		if err != nil {
			t.Fatal(err)
		}
		if role == rules.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
			m.Promotion = rules.Queen
		}
		if !free.IsLegal(m) {
			t.Fatalf("%s: %s: %v (%v), but %v is not legal either at %s", pos.FEN(), text, e, e.Cause, m, free.FEN())
		}
	}
	for _, c := range []notation.Cause{notation.NoSuchPiece, notation.CannotReach, notation.Blocked, notation.OwnPiece, notation.Pinned,
		notation.StaysInCheck, notation.IntoCheck, notation.NothingToCapture, notation.CastlingLost, notation.CastlingBlocked} {
		if seen[c] == 0 {
			t.Errorf("%v was never met", c)
		}
	}
}

func FuzzParse(f *testing.F) {
	for i, s := range []string{"Cf3", "0-0", "Cbd7", "exd8=D+", "T1a3", "bxc6 a.p.", "e8(C)!? (=)", "Dh4e1++", "Крf1", "♘xf3", "ed6:", "d8/T"} {
		f.Add("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", s, byte(i))
	}
	f.Fuzz(func(t *testing.T, fen, s string, lang byte) {
		pos, err := parse(fen, rules.OpponentInCheck|rules.KingsAdjoining|rules.PawnOnLastRank|rules.MissingKing|rules.BadCastling|rules.BadEnPassant|rules.BadCounters)
		if err != nil {
			return
		}
		l := notation.Languages()[int(lang)%len(notation.Languages())]
		m, _, err := notation.Parse(pos, s, l)
		var e *notation.IllegalError
		switch {
		case err == nil && !pos.IsLegal(m):
			t.Fatalf("%s: %q reads as %v, which is not legal", pos.FEN(), s, m)
		case err == nil:
			text := notation.Format(pos, m, l, notation.Scoresheet())
			if back, _, err := notation.Parse(pos, text, l); err != nil || back != m {
				t.Fatalf("%s: %q is %v, written %s, read as %v, %v", pos.FEN(), s, m, text, back, err)
			}
		case !m.IsZero():
			t.Fatalf("%q: %v beside %v", s, m, err)
		case errors.As(err, &e) && e.Cause.String() == "":
			t.Fatalf("%s: %q: no cause: %v", pos.FEN(), s, err)
		case len(err.Error()) > 1000:
			t.Fatalf("%q: a message of %d bytes", s, len(err.Error()))
		}
		agree(t, pos, s)
	})
}
