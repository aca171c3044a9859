package boardstate

import "boardwire/rules"

// Verdict is what an inference found.
type Verdict uint8

// The verdicts. Each says what the surface means for the position asked about.
const (
	// Unchanged: the surface shows the position.
	Unchanged Verdict = iota
	// Moving: men are in the air or on the way; some legal move may come of it.
	Moving
	// Settled: Moves (one, or a short sequence that alone explains it) lead
	// from the position, after taking back Back plies, to the surface.
	Settled
	// Ambiguous: several legal moves explain it; Among lists them.
	Ambiguous
	// NoLegalMove: no legal move explains the surface.
	NoLegalMove
	// TakenBack: the surface shows an earlier position; Back says how many plies.
	TakenBack
	// Resetting: the men are being set up again.
	Resetting
	// Signalled: the kings tell a result; Result says which.
	Signalled
)

// Inference is the answer of Infer.
type Inference struct {
	Verdict Verdict
	// Back is how many plies are taken back before Moves are played.
	Back int
	// Moves lead to the surface. They may be shared and must not be written to.
	Moves []rules.Move
	// Among lists, where Verdict is Ambiguous, the moves it may be: each one
	// alone, or the first of a sequence. Where it is Moving, the captures it
	// is if no man is in the air (boards without piece recognition only).
	Among []rules.Move
	// Result is what the kings say, where Verdict is Signalled.
	Result rules.Result
	// Touched is the square of the first man lifted since the last settled
	// position, NoSquare if none was.
	Touched rules.Square
}
