package notation

// Cause is why a move that reads as one cannot be played: a closed list.
type Cause uint8

// The causes, with the article of the Laws of 2023 where there is one.
const (
	_                Cause = iota
	NoSuchPiece            // no such piece of the side to move stands there
	CannotReach            // the piece does not move that way (3.2-3.8)
	Blocked                // another piece stands in its way (3.5)
	OwnPiece               // a piece of its own color stands there (3.1)
	KingTaken              // the opponent's king stands there (1.4.1)
	Pinned                 // its own king would be in check without it (3.9.2)
	StaysInCheck           // the king is in check and would stay so (3.9.2)
	IntoCheck              // the king would step into check (3.9.2)
	NothingToCapture       // the text captures, but nothing stands there
	NotEnPassant           // the text says e.p., but it is none (3.7.3)
	FileMissing            // a pawn's capture must name its file (C.8 to C.10)
	PromotionMissing       // the pawn must become something (3.7.3.3)
	BadPromotion           // ... but not that
	NoPromotion            // the pawn has not reached the last rank
	CastlingLost           // king or rook has moved, or there is no such rook (3.8.2.1)
	CastlingBlocked        // a piece stands between (3.8.2.2)
	CastlingInCheck        // the king stands in check (3.8.2.2)
	CastlingThrough        // the king would cross or reach an attacked square (3.8.2.2)
	causeCount
)

var causeNames = [causeCount]string{
	NoSuchPiece: "no such piece", CannotReach: "cannot reach", Blocked: "blocked", OwnPiece: "own piece",
	KingTaken: "king taken", Pinned: "pinned", StaysInCheck: "stays in check", IntoCheck: "into check",
	NothingToCapture: "nothing to capture", NotEnPassant: "not en passant", FileMissing: "file missing",
	PromotionMissing: "promotion missing", BadPromotion: "bad promotion", NoPromotion: "no promotion",
	CastlingLost: "castling lost", CastlingBlocked: "castling blocked", CastlingInCheck: "castling in check",
	CastlingThrough: "castling through check",
}

// String names the cause in English; "" for none.
func (c Cause) String() string {
	if c < causeCount {
		return causeNames[c]
	}
	return ""
}
