package cli

import "boardwire/events"

type ruleClaim struct {
	Table     gameID `arg:"" help:"The game."`
	Ground    string `arg:"" enum:"threefold,fifty" help:"threefold or fifty."`
	Announced string `arg:"" optional:"" help:"The move that he wrote down and did not play, such as g8f6."`
	Player    string `enum:"white,black," default:"" help:"Who claims; who has the move if not given."`
	Touched   bool   `help:"He had touched a man before he claimed."`
}

func (ruleClaim) Help() string {
	return `Answered from the moves on record: correct, incorrect, or cannot say where one was not seen. A correct
claim ends the game provisionally; what an incorrect one costs is expected of the clock, not set.

  boardwire rule claim demo.1.8 threefold
  boardwire rule claim demo.1.8 fifty g8f6`
}

func (c ruleClaim) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "claim", events.Claim{Ground: c.Ground, Player: c.Player, Announced: c.Announced, Touched: c.Touched})
}

type ruleOffer struct {
	Table  gameID `arg:"" help:"The game."`
	Player string `arg:"" enum:"white,black" help:"Who offered, or rejects: white or black."`

	Rejected bool `help:"The player rejects the opponent's offer."`
}

func (ruleOffer) Help() string {
	return `It ends with the opponent's next move, or as the edition says.

  boardwire rule offer demo.1.8 white
  boardwire rule offer demo.1.8 black --rejected`
}

func (c ruleOffer) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "offer", events.Offer{Player: c.Player, Rejected: c.Rejected})
}

type ruleAgree struct {
	Table gameID `arg:"" help:"The game."`
}

func (ruleAgree) Help() string {
	return `The end is provisional until it is confirmed.

  boardwire rule agree demo.1.8`
}

func (c ruleAgree) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "agree", nil)
}

type ruleResign struct {
	Table  gameID `arg:"" help:"The game."`
	Player string `arg:"" enum:"white,black" help:"Who resigned: white or black."`
}

func (ruleResign) Help() string {
	return `By the Laws of 2023 it is a draw when the opponent cannot mate. Provisional until it is confirmed.

  boardwire rule resign demo.1.8 black`
}

func (c ruleResign) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "resign", events.Resign{Player: c.Player})
}

type ruleFlag struct {
	Table  gameID `arg:"" help:"The game."`
	Player string `arg:"" enum:"white,black,both" help:"Whose flag: white, black, or both when nobody knows which fell first."`
}

func (ruleFlag) Help() string {
	return `That a clock shows a flag and that it is declared fallen are two facts.

  boardwire rule flag demo.1.8 white`
}

func (c ruleFlag) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "flag", events.FlagRuling{Player: c.Player})
}

type ruleIllegal struct {
	Table   gameID `arg:"" help:"The game."`
	Player  string `arg:"" enum:"white,black" help:"Who made it: white or black."`
	Offence string `arg:"" optional:"" default:"illegal_move" enum:"illegal_move,unpromoted,king_taken,two_hands,press_without_move" help:"illegal_move, unpromoted, king_taken, two_hands or press_without_move."`
	Ply     int    `help:"The move's number, counted by plies from 1; his last move if not given."`
	Claimed bool   `help:"The opponent asked for it."`
	Agreed  bool   `help:"Both players want the position before it back, after the opponent's next move."`
}

func (ruleIllegal) Help() string {
	return `The answer says what it costs by the edition, the kind of game and the count; time is expected of the clock, not set.

  boardwire rule illegal demo.1.8 white
  boardwire rule illegal demo.1.8 black two_hands --ply 24`
}

func (c ruleIllegal) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "illegal", events.Illegal{Player: c.Player, Offence: c.Offence, Ply: c.Ply, Claimed: c.Claimed, Agreed: c.Agreed})
}

type ruleClock struct {
	Table gameID    `arg:"" help:"The game."`
	White clockTime `arg:"" help:"White's time, as 1:05:00, 5:00 or in seconds."`
	Black clockTime `arg:"" help:"Black's time."`
}

func (ruleClock) Help() string {
	return `Set the clock by hand: its readings fulfil the ruling or contradict it.

  boardwire rule clock demo.1.8 1:00:00 59:00`
}

func (c ruleClock) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "clock", events.ClockRuling{White: int(c.White), Black: int(c.Black)})
}

type ruleCorrect struct {
	Table gameID   `arg:"" help:"The game."`
	From  string   `arg:"" enum:"scoresheet,players,video,arbiter" help:"Where it is taken from: scoresheet, players, video or arbiter."`
	After int      `arg:"" help:"How many plies stand; all later ones are replaced."`
	Moves []string `arg:"" optional:"" help:"What was played then, as e2e4 e7e5."`
}

func (ruleCorrect) Help() string {
	return `A statement of what was played. It cites no article and changes no result.

  boardwire rule correction demo.1.8 scoresheet 24 g1f3 b8c6`
}

func (c ruleCorrect) Run(r *ruleCmd, std streams) error {
	moves := c.Moves
	if moves == nil {
		moves = []string{}
	}
	return r.send(std, string(c.Table), "correction", events.Correction{After: c.After, Moves: moves, From: c.From})
}
