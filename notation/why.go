package notation

import (
	"fmt"

	"boardwire/rules"
)

// refuse explains why no legal move fits. It looks at each piece that the text
// may mean and tells what hinders the one that came nearest.
func refuse(pos rules.Position, token string, p parts, marks Marks) *IllegalError {
	w := why{pos: pos, board: pos.Board(), us: pos.Turn(), parts: p, marks: marks}
	var best verdict
	if p.castle != 0 {
		best = w.castling()
	} else {
		best = w.pieces()
	}
	return &IllegalError{Token: token, In: pos, Cause: best.cause, Piece: best.piece, By: best.by, why: best.text}
}

type why struct {
	parts
	pos   rules.Position
	board rules.Board
	us    rules.Color
	marks Marks
}

// verdict is what hinders one piece; near says how near it came to moving.
type verdict struct {
	cause     Cause
	near      int
	piece, by rules.Square
	text      string
}

func (w *why) pieces() verdict {
	best, asked := verdict{cause: NoSuchPiece, near: -1, piece: rules.NoSquare, by: rules.NoSquare}, 0
	for from := range w.board.Pieces(w.us, w.role).Squares() {
		if !w.said(from) || w.elsewhere(from) {
			continue
		}
		asked++
		if v := w.hindrance(from); v.near > best.near {
			best = v
		}
	}
	switch {
	case best.cause == NoSuchPiece:
		best.text = w.missing()
	case best.cause == CannotReach && asked > 1:
		best.piece, best.text = rules.NoSquare, fmt.Sprintf("no %v of %s reaches %v", w.role, name(w.us), w.to)
	}
	return best
}

// elsewhere reports a pawn that a text without a file cannot mean, even by
// mistake: it stands on another file and captures nothing on the target.
func (w *why) elsewhere(from rules.Square) bool {
	return w.role == rules.Pawn && w.file < 0 && from.File() != w.to.File() &&
		!(strides(w.board.At(from), from, w.to) && (w.board.At(w.to).Color() == w.us.Other() || w.passes()))
}

// missing says which piece is not there, and what stands in its place.
func (w *why) missing() string {
	where, stands := "", ""
	switch {
	case w.file >= 0 && w.rank >= 0:
		s := rules.SquareAt(w.file, w.rank)
		where = " on " + s.String()
		if p := w.board.At(s); p != rules.NoPiece {
			stands = fmt.Sprintf(", there stands %s's %v", name(p.Color()), p.Role())
		}
	case w.file >= 0:
		where = fmt.Sprintf(" on the %c-file", 'a'+w.file)
	case w.role == rules.Pawn:
		where = fmt.Sprintf(" on the %c-file", 'a'+w.to.File())
	case w.rank >= 0:
		where = fmt.Sprintf(" on rank %d", w.rank+1)
	}
	return fmt.Sprintf("%s has no %v%s%s", name(w.us), w.role, where, stands)
}

// at names a piece where it stands: "the knight on c3".
func (w *why) at(s rules.Square) string { return fmt.Sprintf("the %v on %v", w.board.At(s).Role(), s) }

func (w *why) hindrance(from rules.Square) verdict {
	v := verdict{piece: from, by: rules.NoSquare}
	tell := func(cause Cause, near int, by rules.Square, format string, args ...any) verdict {
		v.cause, v.near, v.by, v.text = cause, near, by, w.at(from)+" "+fmt.Sprintf(format, args...)
		return v
	}
	target := w.board.At(w.to)
	capture := false
	switch {
	case w.role == rules.Pawn && from.File() == w.to.File():
		if steps := (w.to.Rank() - from.Rank()) * ahead(w.us); steps != 1 && (steps != 2 || from.Rank() != second(w.us)) {
			return tell(CannotReach, 0, rules.NoSquare, "does not reach %v", w.to)
		}
		if by := hurdle(w.board, from, w.to); by != rules.NoSquare {
			return tell(Blocked, 2, by, "is blocked by %s", w.at(by))
		}
		if target != rules.NoPiece {
			return tell(Blocked, 2, w.to, "is blocked by %s", w.at(w.to))
		}
	case !strides(w.board.At(from), from, w.to):
		return tell(CannotReach, 0, rules.NoSquare, "does not reach %v", w.to)
	case w.role == rules.Pawn && w.file < 0:
		return tell(FileMissing, 3, w.to, "can only capture on %v, and a pawn's capture must name its file", w.to)
	case target.Color() == w.us:
		return tell(OwnPiece, 1, w.to, "cannot take its own %v on %v", target.Role(), w.to)
	case hurdle(w.board, from, w.to) != rules.NoSquare:
		by := hurdle(w.board, from, w.to)
		return tell(Blocked, 2, by, "is blocked by %s", w.at(by))
	case target.Role() == rules.King:
		return tell(KingTaken, 3, w.to, "cannot take a king")
	case target != rules.NoPiece:
		capture = true
	case w.role == rules.Pawn && !w.passes():
		return tell(NothingToCapture, 3, w.to, "has nothing to capture on %v", w.to)
	case w.role == rules.Pawn:
		capture = true
	}
	last := w.role == rules.Pawn && (w.to.Rank() == 0 || w.to.Rank() == 7)
	switch safe, checker := w.safe(from); {
	case !safe:
		return w.check(tell, checker)
	case last && !w.promotes, last && w.promotion == rules.NoRole:
		return tell(PromotionMissing, 5, rules.NoSquare, "must become a piece on %v: say which", w.to)
	case last && (w.promotion == rules.Pawn || w.promotion == rules.King):
		return tell(BadPromotion, 5, rules.NoSquare, "cannot become a %v", w.promotion)
	case !last && w.promotes:
		return tell(NoPromotion, 5, rules.NoSquare, "does not promote on %v", w.to)
	case w.marks.Capture && !capture:
		return tell(NothingToCapture, 5, w.to, "has nothing to capture on %v", w.to)
	}
	return tell(NotEnPassant, 5, w.to, "does not capture in passing on %v", w.to)
}

// check tells which king is in check, and why.
func (w *why) check(tell func(Cause, int, rules.Square, string, ...any) verdict, by rules.Square) verdict {
	switch {
	case w.role == rules.King:
		return tell(IntoCheck, 4, by, "would be in check on %v from %s", w.to, w.at(by))
	case w.pos.InCheck():
		return tell(StaysInCheck, 4, by, "does not save the king from %s", w.at(by))
	}
	return tell(Pinned, 4, by, "cannot leave the king to %s", w.at(by))
}

func second(c rules.Color) int {
	if c == rules.Black {
		return 6
	}
	return 1
}

// passes reports whether a pawn has just passed over the target.
func (w *why) passes() bool { return w.pos.PassedOver() == w.to }

// safe reports whether the king is safe after the move, and who attacks him if
// he is not.
func (w *why) safe(from rules.Square) (bool, rules.Square) {
	b := w.board
	if w.role == rules.Pawn && from.File() != w.to.File() && b.At(w.to) == rules.NoPiece {
		b.Put(rules.SquareAt(w.to.File(), from.Rank()), rules.NoPiece)
	}
	b.Put(w.to, b.At(from))
	b.Put(from, rules.NoPiece)
	king := b.King(w.us)
	if king == rules.NoSquare {
		return true, rules.NoSquare
	}
	by := attacker(b, king, w.us.Other())
	return by == rules.NoSquare, by
}

func (w *why) castling() verdict {
	v := verdict{piece: w.board.King(w.us), by: rules.NoSquare}
	tell := func(cause Cause, by rules.Square, format string, args ...any) verdict {
		v.cause, v.by, v.text = cause, by, fmt.Sprintf(format, args...)
		return v
	}
	rook := rules.NoSquare
	for s := range (w.pos.Setup().Castling & w.board.Pieces(w.us, rules.Rook)).Squares() {
		if v.piece != rules.NoSquare && (s > v.piece) == (w.castle > 0) {
			rook = s
		}
	}
	if rook == rules.NoSquare {
		return tell(CastlingLost, rook, "%s may not castle on that side: king or rook has moved, or is not there", name(w.us))
	}
	if w.pos.InCheck() {
		by := attacker(w.board, v.piece, w.us.Other())
		return tell(CastlingInCheck, by, "the king is in check from %s", w.at(by))
	}
	kingTo, rookTo := rules.SquareAt(6, v.piece.Rank()), rules.SquareAt(5, v.piece.Rank())
	if w.castle < 0 {
		kingTo, rookTo = rules.SquareAt(2, v.piece.Rank()), rules.SquareAt(3, v.piece.Rank())
	}
	b := w.board
	b.Put(v.piece, rules.NoPiece)
	b.Put(rook, rules.NoPiece)
	for _, way := range [...][2]rules.Square{{v.piece, kingTo}, {rook, rookTo}} {
		for s := min(way[0], way[1]); s <= max(way[0], way[1]); s++ {
			if b.At(s) != rules.NoPiece {
				return tell(CastlingBlocked, s, "%s stands in the way", w.at(s))
			}
		}
	}
	for s := min(v.piece, kingTo); s <= max(v.piece, kingTo); s++ {
		after := w.board
		after.Put(v.piece, rules.NoPiece)
		if s == kingTo { // the rook has moved by then
			after.Put(rook, rules.NoPiece)
			after.Put(rookTo, w.board.At(rook))
		}
		if by := attacker(after, s, w.us.Other()); by != rules.NoSquare {
			return tell(CastlingThrough, by, "%v, which the king must cross or reach, is attacked by %s", s, w.at(by))
		}
	}
	return tell(CastlingLost, rules.NoSquare, "castling there is not legal")
}
