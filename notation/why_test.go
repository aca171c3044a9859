package notation_test

import (
	"errors"
	"testing"

	"boardwire/notation"
	"boardwire/rules"
)

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		fen, text string
		cause     notation.Cause
		why       string
	}{
		{rules.StartFEN, "Nf6", notation.CannotReach, "no knight of White reaches f6"},
		{rules.StartFEN, "Ng2f3", notation.NoSuchPiece, "White has no knight on g2, there stands White's pawn"},
		{rules.StartFEN, "Ng3f5", notation.NoSuchPiece, "White has no knight on g3"},
		{rules.StartFEN, "Ndf3", notation.NoSuchPiece, "White has no knight on the d-file"},
		{rules.StartFEN, "R3a4", notation.NoSuchPiece, "White has no rook on rank 3"},
		{"4k3/8/8/8/8/8/2P1P3/4K3 w - -", "d3", notation.NoSuchPiece, "White has no pawn on the d-file"},
		{"4k3/8/8/8/8/8/3N4/4K3 w - -", "Nf6", notation.CannotReach, "the knight on d2 does not reach f6"},
		{"4k3/8/8/8/8/8/8/4K3 w - -", "Qd1", notation.NoSuchPiece, "White has no queen"},
		{rules.StartFEN, "Bc4", notation.Blocked, "the bishop on f1 is blocked by the pawn on e2"},
		{rules.StartFEN, "Rh3", notation.Blocked, "the rook on h1 is blocked by the pawn on h2"},
		{rules.StartFEN, "Bd2", notation.OwnPiece, "the bishop on c1 cannot take its own pawn on d2"},
		{rules.StartFEN, "e5", notation.CannotReach, "the pawn on e2 does not reach e5"},
		{"4k3/8/8/8/8/4p3/4P3/4K3 w - -", "e3", notation.Blocked, "the pawn on e2 is blocked by the pawn on e3"},
		{"4k3/8/8/8/8/4p3/4P3/4K3 w - -", "e4", notation.Blocked, "the pawn on e2 is blocked by the pawn on e3"},
		{"4k3/8/8/8/8/4P3/8/4K3 w - -", "e5", notation.CannotReach, "the pawn on e3 does not reach e5"},
		{rules.StartFEN, "Nxf3", notation.NothingToCapture, "the knight on g1 has nothing to capture on f3"},
		{rules.StartFEN, "exd3", notation.NothingToCapture, "the pawn on e2 has nothing to capture on d3"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - -", "d5", notation.FileMissing, "the pawn on e4 can only capture on d5, and a pawn's capture must name its file"},
		{passing, "d6", notation.FileMissing, "the pawn on e5 can only capture on d6, and a pawn's capture must name its file"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - -", "exd5e.p.", notation.NotEnPassant, "the pawn on e4 does not capture in passing on d5"},
		{pinned, "Nce2", notation.Pinned, "the knight on c3 cannot leave the king to the bishop on b4"},
		{"8/8/8/r2Pp2K/8/8/4k3/8 w - e6", "dxe6", notation.Pinned, "the pawn on d5 cannot leave the king to the rook on a5"},
		{"1b6/8/8/3Pp3/8/8/4k2K/8 w - e6", "dxe6", notation.Pinned, "the pawn on d5 cannot leave the king to the bishop on b8"},
		{"4k3/8/8/8/8/8/4r3/R3K3 w - -", "Rb1", notation.StaysInCheck, "the rook on a1 does not save the king from the rook on e2"},
		{"4k3/4r3/8/8/8/8/8/3QK3 w - -", "Kf2", 0, ""},
		{"4k3/5r2/8/8/8/8/8/3QK3 w - -", "Kf2", notation.IntoCheck, "the king on e1 would be in check on f2 from the rook on f7"},
		{"8/8/8/8/8/4k3/8/4K3 w - -", "Ke2", notation.IntoCheck, "the king on e1 would be in check on e2 from the king on e3"},
		{promote, "e8", notation.PromotionMissing, "the pawn on e7 must become a piece on e8: say which"},
		{promote, "e8=", notation.PromotionMissing, "the pawn on e7 must become a piece on e8: say which"},
		{promote, "e8=K", notation.BadPromotion, "the pawn on e7 cannot become a king"},
		{rules.StartFEN, "e4=Q", notation.NoPromotion, "the pawn on e2 does not promote on e4"},
		{rules.StartFEN, "e4=", notation.NoPromotion, "the pawn on e2 does not promote on e4"},
		{rules.StartFEN, "O-O", notation.CastlingBlocked, "the bishop on f1 stands in the way"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w kq -", "O-O", notation.CastlingLost, "White may not castle on that side: king or rook has moved, or is not there"},
		{"r3k2r/8/8/8/8/8/4r3/R3K2R w KQkq -", "O-O", notation.CastlingInCheck, "the king is in check from the rook on e2"},
		{"r3k2r/8/8/8/8/8/5r2/R3K2R w KQkq -", "O-O", notation.CastlingThrough, "f1, which the king must cross or reach, is attacked by the rook on f2"},
		{"r3k2r/8/8/8/8/8/6r1/R3K2R w KQkq -", "O-O", notation.CastlingThrough, "g1, which the king must cross or reach, is attacked by the rook on g2"},
		{"r3k2r/8/8/8/8/8/1r6/R3K2R w KQkq -", "O-O-O", 0, ""},
		{"4k1rr/1b1p3p/nn1p4/P3Np2/3P1bp1/6PP/P5R1/1B1K2N1 b k -", "O-O", notation.CastlingBlocked, "the rook on g8 stands in the way"},
		// The rook leaves the king to the one behind it.
		{"4k3/8/8/8/8/8/8/rR1K4 w B -", "O-O-O", notation.CastlingThrough, "c1, which the king must cross or reach, is attacked by the rook on a1"},
		{castle, "Kg1", notation.CannotReach, "the king on e1 does not reach g1"},
		{castle, "Kh1", notation.CannotReach, "the king on e1 does not reach h1"},
	} {
		m, _, err := notation.Parse(position(t, c.fen), c.text, notation.English)
		if c.cause == 0 {
			if err != nil {
				t.Errorf("%s: %s: %v", c.fen, c.text, err)
			}
			continue
		}
		var illegal *notation.IllegalError
		if !errors.As(err, &illegal) {
			t.Errorf("%s: %s is %v, %v; want it illegal: %v", c.fen, c.text, m, err, c.cause)
			continue
		}
		want := "cannot play " + c.text + " for " + side(illegal.In.Turn()) + " at move 1: " + c.why
		if illegal.Cause != c.cause || err.Error() != want {
			t.Errorf("%s: %v: %s\nwant %v: %s", c.fen, illegal.Cause, err, c.cause, want)
		}
		var general *rules.IllegalMoveError
		if !errors.As(err, &general) || general.Token != c.text || general.Why != c.why {
			t.Errorf("%s: %+v is no illegal move of package rules", c.text, general)
		}
	}
}

func side(c rules.Color) string {
	if c == rules.Black {
		return "Black"
	}
	return "White"
}

func TestSyntaxErrorShowsTheLanguage(t *testing.T) {
	for l, want := range map[notation.Language]string{
		notation.English: `"Zz" is not a move in English notation, want something like Nf3, exd5, e8=Q or 0-0`,
		notation.Spanish: `"Zz" is not a move in Spanish notation, want something like Cf3, exd5, e8=D or 0-0`,
		notation.Russian: `"Zz" is not a move in Russian notation, want something like Кf3, exd5, e8=Ф or 0-0`,
	} {
		if _, _, err := notation.Parse(rules.Start(), "Zz", l); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", l, err, want)
		}
	}
}
