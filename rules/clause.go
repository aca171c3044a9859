package rules

// Clause names what an article says, whatever its number in an edition.
type Clause uint8

// The clauses.
const (
	_                   Clause = iota
	MoveMade                   // when a move is made
	CompletedByPress           // a move is completed by pressing the clock
	CompletedByEnd             // ... or by ending the game
	CompletedByNextMove        // ... or by the same player's next move
	HasTheMove                 // who has the move
	Checkmate                  // the mated side loses
	Stalemate                  // no legal move and no check: drawn
	DeadPosition               // neither side can mate by any legal moves: drawn
	Fivefold                   // a position for the fifth time: drawn
	SeventyFive                // 75 moves by each without capture or pawn move: drawn
	ThreefoldClaim             // a claim on a position for the third time
	FiftyClaim                 // a claim on 50 moves by each
	FlagNoticed                // when a flag counts as fallen
	FlagLoss                   // a fallen flag loses
	FlagDraw                   // ... but draws when the opponent cannot mate
	Resignation                // a resignation loses
	ResignationDraw            // ... but draws when the opponent cannot mate
	Agreement                  // a draw by agreement
	DrawOffer                  // how a draw is offered
	IllegalMove                // an illegal move is found
	IllegalMovePenalty         // what an illegal move costs
	PressedWithoutMove         // the clock may be pressed only after a move
	DefaultTime                // arriving after the default time loses
	ArbiterNoSignal            // what the arbiter must not tell
	SignedResult               // the result both players signed stands
	clauseCount
)

var clauseNames = [clauseCount]string{
	MoveMade: "move made", CompletedByPress: "completed by press", CompletedByEnd: "completed by the end of the game",
	CompletedByNextMove: "completed by the next move", HasTheMove: "has the move", Checkmate: "checkmate",
	Stalemate: "stalemate", DeadPosition: "dead position", Fivefold: "fivefold repetition",
	SeventyFive: "seventy-five moves", ThreefoldClaim: "threefold claim", FiftyClaim: "fifty moves claim",
	FlagNoticed: "flag noticed", FlagLoss: "flag loses", FlagDraw: "flag draws", Resignation: "resignation",
	ResignationDraw: "resignation draws", Agreement: "agreement", DrawOffer: "draw offer",
	IllegalMove: "illegal move", IllegalMovePenalty: "illegal move penalty",
	PressedWithoutMove: "pressed without move", DefaultTime: "default time",
	ArbiterNoSignal: "arbiter does not signal", SignedResult: "signed result",
}

// String names the clause in English.
func (c Clause) String() string {
	if c < clauseCount {
		return clauseNames[c]
	}
	return ""
}
