package game

import (
	"fmt"
	"strings"
	"time"

	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// Game is one game at one table, as far as the record tells.
type Game struct {
	id      string
	paired  events.Paired
	laws    rules.Laws
	kind    rules.Kind
	control clockstate.Control
	rate    int
	// event is what the event announced beside the Laws.
	event eventRules

	// line is the moves by the rules since the last illegal move that stands;
	// base plies came before its first one, in the stretches before.
	line   *rules.Line
	base   int
	before []stretch
	plies  []ply
	// stray is an illegal move that was pressed and not answered yet.
	stray *stray
	// hand is what lies on the board, turned so that White sits below.
	hand boardstate.Hand
	// placed is false until a surface was seen.
	placed bool
	// seated is false until the start position told which way the board lies.
	seated bool
	lie    boardstate.Lie
	// whiteOn is the side of the clock on which White sits where that does not
	// follow from the board: NoSide until the clock told it.
	whiteOn clockstate.Side

	// touchedAt is when a touch or a dump last brought news; still that the
	// board was still since; explained that the surface is that of the line.
	touchedAt        time.Time
	still, explained bool
	// stale says that the board was away and was not dumped since; gap that it
	// was dumped, and what it shows was not explained yet.
	stale, gap bool

	clock clockstate.State
	// reading is the last one; waiting says that it is not taken yet, because
	// the seating was not known.
	reading *reading
	waiting bool
	// ran says that the clock ran in this game: from then on a standing clock
	// means that play stands. stands and stoppedAt are of the last reading that
	// was one.
	ran, stands bool
	stoppedAt   time.Time
	// startedAt and resumedAt are of the last ruling; looked is the start of
	// play for which it was looked whether a first move was made in time.
	startedAt, resumedAt, looked time.Time
	// pairedAt is when a roster first told of this game.
	pairedAt time.Time
	// missedAt is how many plies were made when the default time was over.
	missedAt int
	// playedOn is the board that showed the moves, or several.
	playedOn string
	// armed is when something is due, as the hall keeps it.
	armed time.Time
	// away says that the board was away and told no reading since.
	away bool
	// presses wait for the move that they complete, at most one of a colour.
	presses []press
	// fingers are the men lifted before the move that comes next.
	fingers fingers
	// idleAt is when the game was last seen stopped, or over.
	idleAt time.Time
	// warned says for whom it was told that he has little time in the last phase.
	warned [3]bool
	// unwritten says of a color in which period its player need not write the
	// moves down any more, counted from 1; 0 while he must. sheets are those that
	// must be completed since a flag fell.
	unwritten [rules.Black + 1]int
	sheets    sheets
	// bare is a press that had no move, until that is certain.
	bare *press

	// periods have ended, and their moves are not counted yet.
	periods []periodEnd

	paused bool
	// reset says that the men were set up again after play: what follows is
	// another game until a ruling says otherwise.
	reset bool
	// unexplained is the surface that no legal move explains, if told.
	unexplained string
	ended       *ended
	// firm says that the move that ended the game is no other one any more.
	firm     bool
	final    *final
	findings findings
	// offer is who offered a draw that stands, NoColor for nobody.
	offer rules.Color
	// tried is the ply for which its player pressed the clock last, whether the
	// board showed a move or not.
	tried int
	// offences are those that count against a player.
	offences []offence
	// voided are the moves that did not count and were put back.
	voided []voided
	// adjusted is what penalties added to the players' points and took from
	// them, in half points.
	adjusted events.Points
	// arrived says of a color that its player was said to be at the board.
	// cameAt is when.
	arrived [rules.Black + 1]bool
	cameAt  [rules.Black + 1]time.Time
	// awaits says that play stands until the board shows the position of the
	// game: men were displaced, or a new game is to be set up.
	awaits bool
	// swapped are the players, White first, as the roster had them when they
	// were found to sit the other way round; nil where they sit as paired.
	swapped *[2]string
	// claimant is who claimed a draw in a quickplay finish last, NoColor for
	// nobody; putOff that the arbiter put his decision off.
	claimant rules.Color
	putOff   bool
	// adjourned is where its adjournment stands; nil for a game that was not
	// adjourned. absent says of a color that its player was said not to be there.
	adjourned *adjourned
	absent    [rules.Black + 1]bool
	// due is what rulings ask of the clock; nil for nothing.
	due *due
	// start is where the roster says that the game begins; bars are the rights to
	// castle that rulings took since.
	start rules.Position
	bars  []bar
}

// ply is a move that was made.
type ply struct {
	move rules.Move
	san  string
	by   rules.Color
	made events.ID
	at   time.Time // when it was made
	// completed is "" or one of events.ByPress, ByEnd, ByNext.
	completed string
	// origin is "" for a move that the board showed when it was made.
	origin string
	// illegal says that the rules do not know it.
	illegal bool
	// stated says that the arbiter stated it, so that it counts as a move.
	stated bool
}

// ended is the provisional end that stands.
type ended struct {
	id     events.ID
	ending rules.Ending
	source string
	// chosen says that it is a penalty: what the game scores is the arbiter's.
	chosen bool
}

// String says who or what ended the game, and how.
func (e *ended) String() string {
	switch e.source {
	case events.SourceSignalled:
		return "the kings in the centre said " + string(e.ending.Result)
	case events.SourceRecorded:
		return "both players signed " + string(e.ending.Result)
	}
	return fmt.Sprintf("the game ended %s by %s", e.ending.Result, e.ending.Reason)
}

// final is the result that an arbiter ruled or confirmed.
type final struct {
	id     events.ID
	result rules.Result
	said   events.FinalResult
	// base is what it gives each player before penalties of points.
	base events.Points
}

func newGame(id string) *Game {
	return &Game{
		id: id, rate: 1, start: rules.Start(), line: rules.NewLine(rules.Start()), offer: rules.NoColor,
		event: eventRules{DrawOdds: rules.NoColor, Points: usualPoints},
	}
}

func (g *Game) scope() events.Scope { return events.TableScope(g.id) }

// round returns the id of its round.
func (g *Game) round() string { return g.id[:strings.LastIndexByte(g.id, '.')] }

// ID returns the game id, "<tournament>.<round>.<board>".
func (g *Game) ID() string { return g.id }

// Line returns the moves made so far, those since the last illegal move that
// stands; the caller must not change it.
func (g *Game) Line() *rules.Line { return g.line }

// Completed reports whether the move with the given ply (from 1) is completed.
func (g *Game) Completed(n int) bool {
	return n >= 1 && n <= len(g.plies) && g.plies[n-1].completed != ""
}

// Result returns the final result where there is one, else the provisional
// one, else "*".
func (g *Game) Result() rules.Result {
	switch {
	case g.final != nil:
		return g.final.result
	case g.ended != nil:
		return g.ended.ending.Result
	}
	return rules.Ongoing
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

func articles(a []rules.Article) []string {
	if len(a) == 0 {
		return nil
	}
	out := make([]string, len(a))
	for i, x := range a {
		out[i] = string(x)
	}
	return out
}
