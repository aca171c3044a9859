package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardwire/events"
)

// halfPoints is a score in half points, written as 1, 1/2, 0.5 or 1.5.
type halfPoints int

// UnmarshalText is called by the parser of the command line.
func (h *halfPoints) UnmarshalText(text []byte) error {
	s := string(text)
	if s == "1/2" {
		*h = 1
		return nil
	}
	whole, isHalf := strings.CutSuffix(s, ".5")
	n, err := strconv.ParseUint(whole, 10, 10)
	if err != nil {
		return fmt.Errorf("%q is no score: want 1, 1/2 or 1.5", s)
	}
	*h = halfPoints(2 * n)
	if isHalf {
		*h++
	}
	return nil
}

type rulePresence struct {
	Table  gameID `arg:"" help:"The game."`
	Player string `arg:"" enum:"white,black,both" help:"Who: white, black or both."`
	State  string `arg:"" enum:"arrived,absent" help:"arrived or absent."`
}

func (rulePresence) Help() string {
	return `The answer says what the default time of the event and the edition make of it. It is never a result:
state one where a game is lost.

  boardwire rule presence demo.1.8 black absent
  boardwire rule presence demo.1.8 black arrived`
}

func (c rulePresence) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "presence", events.Presence{Player: c.Player, State: c.State})
}

type ruleReversed struct {
	Table    gameID `arg:"" help:"The game."`
	Decision string `arg:"" optional:"" default:"" enum:"continue,restart," help:"continue or restart; what the edition says if not given."`
}

func (ruleReversed) Help() string {
	return `A board does not know who sits where. With continue the players change places in the pairing; with
restart the moves are annulled and a new game is played with the right colors.

  boardwire rule reversed demo.1.8
  boardwire rule reversed demo.1.8 restart`
}

func (c ruleReversed) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "reversed", events.Reversed{Decision: c.Decision})
}

type ruleDisplaced struct {
	Table  gameID `arg:"" help:"The game."`
	Player string `arg:"" optional:"" default:"" enum:"white,black," help:"Who did it, where it is known."`
}

func (ruleDisplaced) Help() string {
	return `What lies on the board is no play until the last position is shown again.

  boardwire rule displaced demo.1.8 white`
}

func (c ruleDisplaced) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "displaced", events.Displaced{Player: c.Player})
}

type ruleAnnul struct {
	Table gameID `arg:"" help:"The game."`
	Why   string `arg:"" enum:"wrong_setup,wrong_board,colors_reversed,displaced,envelope_lost,other" help:"wrong_setup, wrong_board, colors_reversed, displaced, envelope_lost or other."`
}

func (ruleAnnul) Help() string {
	return `What was played does not count, and a new game begins when the men are set up. The record keeps it.

  boardwire rule annul demo.1.8 wrong_setup`
}

func (c ruleAnnul) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "annul", events.Annul{Why: c.Why})
}

type ruleCastling struct {
	Table  gameID `arg:"" help:"The game."`
	Player string `arg:"" enum:"white,black" help:"Who may not castle: white or black."`
	Why    string `arg:"" enum:"misplaced,moved" help:"misplaced: king or rook stood wrong at the start, and that stands. moved: one has moved, and no move on record shows it."`
	Wing   string `enum:"kingside,queenside," default:"" help:"kingside or queenside; both if not given. In Chess960 where the rook stands beside the king."`
	After  int    `help:"After how many plies the right was lost; with moved. 0: it never was there."`
}

func (ruleCastling) Help() string {
	return `The positions are without the right from then on: a castling that comes is an illegal move, and claims count
positions accordingly. Moves that were played are corrected with correction, not with this.

  boardwire rule castling demo.1.8 white misplaced
  boardwire rule castling demo.1.8 black moved --wing queenside --after 24`
}

func (c ruleCastling) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "castling", events.CastlingRuling{Player: c.Player, Why: c.Why, Wing: c.Wing, After: c.After})
}

type rulePenalty struct {
	Table   gameID        `arg:"" help:"The game."`
	Player  string        `arg:"" enum:"white,black" help:"Who is penalised: white or black."`
	Penalty string        `arg:"" enum:"warning,opponent_more_time,less_time,opponent_more_points,less_points,loss,phone,fine,excluded,expelled" help:"warning, opponent_more_time, less_time, opponent_more_points, less_points, loss, phone, fine, excluded or expelled."`
	Time    time.Duration `help:"How much time, such as 2m, for a penalty of time."`
	Points  halfPoints    `help:"How many points, such as 1/2, for a penalty of points."`
}

func (rulePenalty) Help() string {
	return `Time is expected of the clock, not set; points go into the result; a loss ends the game provisionally.
A phone is what the edition makes of a telephone or other device.

  boardwire rule penalty demo.1.8 white warning --note "spoke to a spectator"
  boardwire rule penalty demo.1.8 black opponent_more_time --time 2m
  boardwire rule penalty demo.1.8 black less_points --points 1/2
  boardwire rule penalty demo.1.8 white phone`
}

func (c rulePenalty) Run(r *ruleCmd, std streams) error {
	if c.Time%time.Second != 0 {
		return usageError{fmt.Errorf("--time %v: want whole seconds", c.Time)}
	}
	return r.send(std, string(c.Table), "penalty", events.Penalty{
		Player: c.Player, Penalty: c.Penalty, Seconds: int(c.Time / time.Second), HalfPoints: int(c.Points),
	})
}

type ruleUncount struct {
	Table  gameID `arg:"" help:"The game."`
	Player string `arg:"" enum:"white,black" help:"Whose offence: white or black."`
	Ply    int    `help:"Its move's number, counted by plies from 1; his last one that counts if not given."`
}

func (ruleUncount) Help() string {
	return `The next offence is counted as if there had been one less. Time that was given for it stays given.

  boardwire rule uncount demo.1.8 white --ply 24`
}

func (c ruleUncount) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "uncount", events.Uncount{Player: c.Player, Ply: c.Ply})
}

type ruleSigned struct {
	Table  gameID `arg:"" help:"The game."`
	Result string `arg:"" help:"1-0, 0-1, 1/2-1/2, 0-0, 1/2-0 or 0-1/2."`
}

func (ruleSigned) Help() string {
	return `Provisional until it is confirmed; where the game ended otherwise you are told.

  boardwire rule signed demo.1.8 1/2-1/2`
}

func (c ruleSigned) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "signed", events.Signed{Result: c.Result})
}

type ruleQuickplay struct {
	Table  gameID `arg:"" help:"The game."`
	Player string `arg:"" enum:"white,black" help:"Who claimed: white or black."`
	Step   string `arg:"" enum:"claimed,drawn,postponed,rejected,increment,submitted" help:"claimed, or what you decided: drawn, postponed, rejected or increment; submitted where no arbiter is present."`
	Ground string `enum:"cannot_win,no_effort," default:"" help:"With submitted: cannot_win or no_effort."`
}

func (ruleQuickplay) Help() string {
	return `A claim in the last two minutes is yours to judge. The answer says what the edition allows and asks of the clocks.

  boardwire rule quickplay demo.1.8 white claimed
  boardwire rule quickplay demo.1.8 white rejected
  boardwire rule quickplay demo.1.8 white submitted --ground no_effort`
}

func (c ruleQuickplay) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "quickplay", events.Quickplay{Player: c.Player, Step: c.Step, Ground: c.Ground})
}
