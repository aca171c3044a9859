package rules

// Setup is any arrangement of pieces with what a FEN adds to it. Nothing about
// it is checked; Position does that. It is comparable with ==. Whoever fills one
// by hand sets EnPassant to NoSquare: the zero value is a1.
type Setup struct {
	Board     Board
	Turn      Color
	Castling  Bitboard // squares of the rooks that may still castle
	EnPassant Square   // the square a pawn has just passed over, or NoSquare
	Halfmoves int      // moves of either side since the last capture or pawn move
	Fullmoves int      // number of the move about to be played, from 1
}

// maxCounter keeps the move counters in a sane range.
const maxCounter = 1 << 20

// Position makes a playable position of the setup. Faults outside allow are
// returned in a *SetupError; with allow, a faulty position is representable,
// as after an illegal move that stands, and Position.Faults names what is wrong
// with it. See each Fault for what tolerating it means.
func (s Setup) Position(allow Fault) (Position, error) {
	found := s.faults()
	if bad := found & (^allow | intolerable); bad != 0 {
		return Position{}, &SetupError{Faults: bad, Setup: s}
	}
	p := Position{board: s.Board, turn: s.Turn, ep: s.EnPassant}
	p.castling = s.soundCastling()
	if found.Has(BadEnPassant) {
		p.ep = NoSquare
	}
	p.halfmoves = int32(min(max(s.Halfmoves, 0), maxCounter))
	p.fullmoves = int32(min(max(s.Fullmoves, 1), maxCounter))
	p.faults = p.standing()
	return p, nil
}

func (s Setup) faults() Fault {
	var f Fault
	if s.Turn != White && s.Turn != Black {
		f |= BadTurn
	}
	for _, c := range [...]Color{White, Black} {
		if s.Board.Pieces(c, King).several() {
			f |= TooManyKings
		}
	}
	if s.soundCastling() != s.Castling {
		f |= BadCastling
	}
	if s.EnPassant < NoSquare && !s.soundEnPassant() || s.EnPassant > NoSquare {
		f |= BadEnPassant
	}
	if s.Halfmoves < 0 || s.Halfmoves > maxCounter || s.Fullmoves < 1 || s.Fullmoves > maxCounter {
		f |= BadCounters
	}
	if f&intolerable == 0 {
		p := Position{board: s.Board, turn: s.Turn}
		f |= p.standing()
	}
	return f
}

// standing are the faults that lie in the arrangement of the pieces.
func (p *Position) standing() Fault {
	var f Fault
	if p.board.role[Pawn]&lastTwo != 0 {
		f |= PawnOnLastRank
	}
	mine, theirs := p.board.King(p.turn), p.board.King(p.turn.Other())
	if mine == NoSquare || theirs == NoSquare {
		f |= MissingKing
	}
	if mine != NoSquare && theirs != NoSquare && kingFrom[mine].Has(theirs) {
		f |= KingsAdjoining
	}
	// Adjoining kings have a fault of their own.
	if theirs != NoSquare && p.attackers(theirs, p.turn, p.board.Occupied())&^p.board.role[King] != 0 {
		f |= OpponentInCheck
	}
	return f
}

// soundCastling keeps the rights that have a rook of the king's color on the
// king's back rank; two on one side of a king are both dropped.
func (s Setup) soundCastling() Bitboard {
	var sound Bitboard
	for _, c := range [...]Color{White, Black} {
		king := s.Board.King(c)
		if king == NoSquare || !backRank(c).Has(king) {
			continue
		}
		rooks := s.Castling & s.Board.Pieces(c, Rook) & backRank(c)
		left := rooks & (king.bit() - 1)
		right := rooks &^ left
		if !left.several() {
			sound |= left
		}
		if !right.several() {
			sound |= right
		}
	}
	return sound
}

func (s Setup) soundEnPassant() bool {
	passed := s.EnPassant
	var stands, from Square
	switch {
	case s.Turn == White && passed.Rank() == 5:
		stands, from = passed-8, passed+8
	case s.Turn == Black && passed.Rank() == 2:
		stands, from = passed+8, passed-8
	default:
		return false
	}
	return s.Board.At(stands) == PieceOf(s.Turn.Other(), Pawn) &&
		!s.Board.Occupied().Has(passed) && !s.Board.Occupied().Has(from)
}
