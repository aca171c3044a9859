package cli

import "boardwire/events"

type ruleSeal struct {
	Table  gameID `arg:"" help:"The game."`
	Player string `arg:"" optional:"" default:"" enum:"white,black," help:"Who is to seal; who has the move if not given."`
}

func (ruleSeal) Help() string {
	return `From now on what the board shows is no move, and nobody but the arbiters sees it.

  boardwire rule seal demo.1.8`
}

func (c ruleSeal) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "seal", events.Seal{Player: c.Player})
}

type ruleNoSeal struct {
	Table gameID `arg:"" help:"The game."`
}

func (ruleNoSeal) Help() string {
	return `For an order that was given at the wrong table. Play goes on from what lies on the board; refused where
nobody was told to seal, and once the envelope is in.

  boardwire rule noseal demo.1.8`
}

func (c ruleNoSeal) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "noseal", nil)
}

type ruleSealed struct {
	Table gameID    `arg:"" help:"The game."`
	White clockTime `arg:"" help:"What White's clock showed, as 1:05:00, 5:00 or in seconds."`
	Black clockTime `arg:"" help:"What Black's clock showed."`
}

func (ruleSealed) Help() string {
	return `The answer lists what belongs on the envelope. Never write the sealed move anywhere before it is opened.

  boardwire rule sealed demo.1.8 29:00 34:25`
}

func (c ruleSealed) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "sealed", events.Sealed{White: int(c.White), Black: int(c.Black)})
}

type ruleUnseal struct {
	Table gameID `arg:"" help:"The game."`
	Found string `arg:"" enum:"move,ambiguous,illegal,resigned,draw_offer,lost" help:"move, ambiguous, illegal, resigned, draw_offer or lost."`
	Move  string `arg:"" optional:"" help:"The sealed move, such as g1f3; with move and draw_offer."`
}

func (ruleUnseal) Help() string {
	return `Once the envelope is opened, or known to be lost.

  boardwire rule unseal demo.1.8 move g1f3
  boardwire rule unseal demo.1.8 ambiguous`
}

func (c ruleUnseal) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "unseal", events.Unseal{Found: c.Found, Move: c.Move})
}

type ruleAdjourned struct {
	Table  gameID    `arg:"" help:"The game."`
	White  clockTime `arg:"" help:"White's time at the adjournment, as 1:05:00, 5:00 or in seconds."`
	Black  clockTime `arg:"" help:"Black's time."`
	Moves  []string  `arg:"" help:"The moves before the sealed one, as e2e4 e7e5."`
	Sealer string    `enum:"white,black," default:"" help:"Who sealed; nobody if not given."`
}

func (ruleAdjourned) Help() string {
	return `A game that was adjourned in an earlier sitting goes on in this one.

  boardwire rule adjourned demo.1.8 29:00 34:25 e2e4 e7e5 g1f3 --sealer black`
}

func (c ruleAdjourned) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "adjourned", events.AdjournedRuling{White: int(c.White), Black: int(c.Black), Moves: c.Moves, Sealer: c.Sealer})
}
