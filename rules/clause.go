package rules

// Clause names what an article says, whatever its number in an edition.
type Clause uint8

// The clauses, in the order in which the golden lists and docs/laws.md print
// them. An edition that has no such clause cites nothing for it.
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

	OneHand            // each move with one hand
	Touched            // a touched piece is moved or taken
	CastlingLost       // the right to castle is lost when the king or the rook has moved
	RookFirst          // castling by touching the rook first
	PromotionChoice    // when the choice of the new piece is final
	PromotionInAnyWay  // the pawn need not stand on the last rank first
	ComplaintLost      // the right to complain of a touch is lost by touching
	ReplacingMove      // what binds the move that replaces an illegal one
	SameHand           // the hand that moved presses the clock
	ClockHandling      // pressing otherwise than after a move, hitting the clock
	FlagChecked        // the moves are counted as soon as a flag falls
	BothFlagsGoOn      // both flags, nobody knows which first: play goes on
	BothFlagsDraw      // ... or the game is drawn
	ClockDefect        // the clock is right unless it is plainly defective
	ClockSetting       // a wrong setting is put right
	Displays           // displays in the hall, and that no claim rests on them
	ClockTimes         // the times after an irregularity
	WrongSetup         // the pieces were wrongly set up
	WrongBoard         // the board was wrongly placed
	ColorsReversed     // the players have each other's color
	Displaced          // a player knocked pieces over
	DisplacedFound     // pieces are found off their squares
	UnpromotedPawn     // the clock pressed with a pawn on the last rank
	PressIsIllegal     // pressing without a move counts as an illegal move
	TwoHandsIllegal    // two hands for one move count as an illegal move
	Recording          // the moves are written down
	RecordingExempt    // ... but not with less than five minutes
	UpdatedAfterFlag   // the scoresheets are completed after the flag
	UpdatedByBoth      // ... neither player had to write
	UpdatedByOne       // ... one had not to
	Reconstruction     // ... and no sheet is complete: on a second board
	MoveCountInDoubt   // the scoresheets do not show how many moves were made
	DrawForbidden      // the event may forbid to agree a draw
	ClaimIsOffer       // a claim is an offer of a draw too
	ClaimLost          // the right to claim is lost
	ClaimMade          // how a claim is made: the clocks, no way back
	WrongClaim         // what a wrong claim costs
	QuickplayFinish    // the last phase, all moves in a limited time
	QuickplayClaim     // a claim in the last two minutes
	QuickplayAnnounced // these rules hold only where the event has announced them
	QuickplayScope     // ... and not for games with a bonus, nor for blitz
	QuickplayExtraTime // a player asks for a bonus in the last two minutes
	QuickplayDrawn     // the arbiter agrees to the claim
	QuickplayPostponed // ... or puts his decision off
	QuickplayRejected  // ... or rejects the claim
	QuickplayAfterFlag // what was put off is decided later, after a flag too
	QuickplayFinal     // nobody appeals against that decision
	QuickplayNoArbiter // ... and where there is no arbiter
	Points             // what a game scores
	PointsCapped       // ... never more than a game has
	Refusal            // who refuses to keep to the Laws loses
	RefusalByBoth      // ... both lose
	PhoneRule          // a telephone or another device
	ArbiterEnforces    // the arbiter sees that the Laws are kept
	ArbiterPenalties   // the penalties an arbiter may impose
	Bystanders         // what others may say

	ClockStarted          // White's clock starts at the appointed time
	NobodyPresent         // neither player is there: White loses the time
	SealedMove            // a game is adjourned: the player who has the move seals it
	SealedEarly           // he adjourns before the end of the session
	Envelope              // what is written on the envelope
	EnvelopeKept          // the arbiter checks and keeps it
	OfferAfterSealing     // a draw offered by the player who did not seal
	ResumedPosition       // the position and the clocks on resumption
	EndedBeforeResumption // agreed or resigned before
	EnvelopeOpened        // only when the player who replies is there
	SealedMoveWrong       // a sealed move that is ambiguous or illegal loses
	ReplierPresent        // the player who replies is there
	ReplierAbsent         // ... is not: his clock runs, the envelope stays closed
	SealerAbsent          // the player who sealed is not: the reply may be sealed
	LateOnResumption      // who comes too late loses, unless the sealed move ended the game
	NobodyOnResumption    // neither is there: the player who replies loses the time
	EnvelopeMissing       // the envelope is lost: on from the position and the times
	PositionLost          // ... and the position too: a new game
	ResumedTimes          // a time wrongly indicated on resumption
	SessionTimed          // the sessions' start and length

	RapidDefined        // what a rapid game is
	RapidSupervised     // when the competition rules hold in a rapid game
	RapidNoRecording    // nobody has to write the moves down
	RapidOnRequest      // rulings in a rapid game only when asked
	RapidTooLate        // how long set-up and clock can be complained of
	RapidIllegal        // an illegal move in a rapid game
	RapidBothKings      // both kings in check, or a pawn on the last rank
	RapidFlag           // what the arbiter does about a flag
	RapidFlagClaim      // how a win on time is claimed
	RapidBothFlags      // both flags in a rapid game
	RapidPenalty        // other penalties in a rapid game
	BlitzDefined        // what a blitz game is
	BlitzSupervised     // when the competition rules hold in a blitz game
	BlitzByRapid        // otherwise the rules for rapid games
	BlitzIllegal        // an illegal move in a blitz game
	BlitzPotential      // a win needs mating potential
	BlitzNoTwoMinutes   // no claim in the last two minutes
	BlitzPenalty        // other penalties in a blitz game
	RegimeForWholeEvent // the event says beforehand which rules hold
	Chess960Play        // Chess960
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

	OneHand: "one hand", Touched: "touched piece", CastlingLost: "castling, right lost", RookFirst: "castling, rook first",
	PromotionChoice: "promotion choice", PromotionInAnyWay: "promotion in any way", ComplaintLost: "complaint lost",
	ReplacingMove: "replacing move", SameHand: "same hand", ClockHandling: "clock handling",
	FlagChecked: "flag checked", BothFlagsGoOn: "both flags, play goes on", BothFlagsDraw: "both flags, drawn",
	ClockDefect: "clock defect", ClockSetting: "clock setting", Displays: "displays", ClockTimes: "clock times",
	WrongSetup: "wrong set-up", WrongBoard: "wrong board", ColorsReversed: "colors reversed",
	Displaced: "displaced by a player", DisplacedFound: "displaced, found later", UnpromotedPawn: "unpromoted pawn",
	PressIsIllegal: "press counts as illegal", TwoHandsIllegal: "two hands count as illegal",
	Recording: "recording", RecordingExempt: "recording, exempt", UpdatedAfterFlag: "updated after the flag",
	UpdatedByBoth: "updated by both", UpdatedByOne: "updated by one", Reconstruction: "reconstruction",
	MoveCountInDoubt: "move count in doubt", DrawForbidden: "draw forbidden", ClaimIsOffer: "claim is an offer",
	ClaimLost: "claim lost", ClaimMade: "claim made", WrongClaim: "wrong claim",
	QuickplayFinish: "quickplay finish", QuickplayClaim: "claim in the last two minutes",
	QuickplayAnnounced: "quickplay rules announced", QuickplayScope: "quickplay without bonus only",
	QuickplayExtraTime: "extra time asked for", QuickplayDrawn: "last two minutes, drawn",
	QuickplayPostponed: "last two minutes, postponed", QuickplayRejected: "last two minutes, rejected",
	QuickplayAfterFlag: "last two minutes, after the flag", QuickplayFinal: "last two minutes, final",
	QuickplayNoArbiter: "last two minutes, no arbiter", Points: "points", PointsCapped: "points, no more than a game has", Refusal: "refusal",
	RefusalByBoth: "refusal by both", PhoneRule: "telephone", ArbiterEnforces: "arbiter enforces",
	ArbiterPenalties: "arbiter's penalties", Bystanders: "bystanders",
	ClockStarted: "White's clock started", NobodyPresent: "nobody present", SealedMove: "sealed move",
	SealedEarly: "sealed before the session's end", Envelope: "envelope", EnvelopeKept: "envelope kept",
	OfferAfterSealing: "offer after sealing", ResumedPosition: "position on resumption",
	EndedBeforeResumption: "ended before resumption", EnvelopeOpened: "envelope opened",
	SealedMoveWrong: "sealed move ambiguous or illegal", ReplierPresent: "replying player present",
	ReplierAbsent: "replying player absent", SealerAbsent: "sealing player absent",
	LateOnResumption: "late on resumption", NobodyOnResumption: "nobody on resumption",
	EnvelopeMissing: "envelope missing", PositionLost: "position lost", ResumedTimes: "times on resumption",
	SessionTimed: "sessions timed",

	RapidDefined: "rapid defined", RapidSupervised: "rapid, supervised",
	RapidNoRecording: "rapid, no recording", RapidOnRequest: "rapid, on request",
	RapidTooLate: "rapid, too late to complain", RapidIllegal: "rapid, illegal move",
	RapidBothKings: "rapid, both kings in check", RapidFlag: "rapid, flag", RapidFlagClaim: "rapid, flag claimed",
	RapidBothFlags: "rapid, both flags", RapidPenalty: "rapid, penalties", BlitzDefined: "blitz defined",
	BlitzSupervised: "blitz, supervised", BlitzByRapid: "blitz by the rapid rules",
	BlitzIllegal: "blitz, illegal move", BlitzPotential: "blitz, mating potential",
	BlitzNoTwoMinutes: "blitz, no last two minutes", BlitzPenalty: "blitz, penalties",
	RegimeForWholeEvent: "regime for the whole event", Chess960Play: "chess960",
}

// String names the clause in English.
func (c Clause) String() string {
	if c < clauseCount {
		return clauseNames[c]
	}
	return ""
}

// Clauses returns all clauses in their order.
func Clauses() []Clause {
	out := make([]Clause, 0, clauseCount-1)
	for c := Clause(1); c < clauseCount; c++ {
		out = append(out, c)
	}
	return out
}
