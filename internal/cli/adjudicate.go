package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"boardwire/notation"
	"boardwire/rules"
)

type adjudicateCmd struct {
	FEN      string `name:"fen" help:"The position, in FEN, X-FEN or Shredder-FEN; the start position if not given."`
	Moves    string `help:"Moves played from there, in algebraic notation; move numbers are skipped."`
	Announce string `help:"A move that the player who has the move announces with a claim, without playing it."`
	Notation string `default:"en" help:"The language of the moves: en es de fr it nl pt ru figurine."`
	Laws     string `default:"2023" help:"The edition of the Laws: 1997 2001 2005 2009 2014 2017 2018 2023."`
	Kind     string `default:"standard" enum:"standard,rapid,blitz" help:"The kind of game: standard, rapid or blitz. A flag in a blitz game of 1997 asks for mating potential; the other answers are alike for all three."`
	Flag     string `default:"" enum:",white,black" help:"Whose flag has fallen: white or black."`
	Chess960 bool   `name:"chess960" help:"Castling rights may be those of Chess960."`
	JSON     bool   `name:"json" help:"One object instead of lines."`
}

func (adjudicateCmd) Help() string {
	return `Says how the game stands by the Laws: whether it has ended by itself or by a fallen flag, what may be claimed, who can still win
(possible, impossible, or unknown where the question is not settled), and by which articles. It looks at the last position: a draw that
came by itself before, and that both played past, is not seen.

  boardwire adjudicate --fen "7k/8/8/8/8/8/R7/K7 w - - 99 80" --announce Rb2 --json
  {"edition":"2023","ended":false,"result":"*","reason":null,"articles":[],"claims":[{"ground":"fifty","articles":["9.3"]}], …}

  boardwire adjudicate --moves "1.f3 e5 2.g4 Dh4++" --notation es`
}

// adjudication is what `adjudicate --json` prints. The articles are those of
// the edition; winnable is possible, impossible or unknown.
type adjudication struct {
	Edition    string             `json:"edition"`
	Ended      bool               `json:"ended"`
	Result     rules.Result       `json:"result"`
	Reason     *rules.Reason      `json:"reason"`
	Articles   []rules.Article    `json:"articles"`
	Claims     []adjudicatedClaim `json:"claims"`
	Winnable   winnable           `json:"winnable"`
	LegalMoves int                `json:"legal_moves"`
	FEN        string             `json:"fen"`
}

type adjudicatedClaim struct {
	Ground   rules.Ground    `json:"ground"`
	Articles []rules.Article `json:"articles"`
}

type winnable struct {
	White string `json:"white"`
	Black string `json:"black"`
}

func (c adjudicateCmd) Run(std streams) error {
	edition, err := rules.ParseEdition(c.Laws)
	if err != nil {
		return usagef("--laws: %w", err)
	}
	laws, err := rules.Of(edition)
	if err != nil {
		return usagef("--laws: %w", err)
	}
	line, announced, err := c.line(std.err)
	if err != nil {
		return usageError{err}
	}
	kind, err := rules.ParseKind(c.Kind)
	if err != nil {
		return usagef("--kind: %w", err)
	}
	a := adjudge(laws, line, announced, rules.FlagFall{Fell: c.flagged(), Kind: kind})
	if c.JSON {
		enc := json.NewEncoder(std.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(a)
	}
	return a.print(std.out)
}

func (c adjudicateCmd) flagged() rules.Color {
	switch c.Flag {
	case "white":
		return rules.White
	case "black":
		return rules.Black
	}
	return rules.NoColor
}

// adjudge asks the Laws. A game that has ended by itself has no flag to fall,
// and one that has ended at all has nothing to claim.
func adjudge(laws rules.Laws, line *rules.Line, announced rules.Move, flag rules.FlagFall) adjudication {
	pos := line.Position()
	a := adjudication{
		Edition: laws.Edition().String(), Result: rules.Ongoing,
		Articles: []rules.Article{}, Claims: []adjudicatedClaim{},
		Winnable:   winnable{pos.Adjudge(rules.White).String(), pos.Adjudge(rules.Black).String()},
		LegalMoves: len(pos.AppendLegal(nil)),
		FEN:        pos.FEN(),
	}
	end, ended := laws.Completed(line)
	if !ended {
		end, ended = laws.Flags(line, flag)
	}
	if ended {
		a.Ended, a.Result, a.Reason = true, end.Result, &end.Reason
		a.Articles = append(a.Articles, end.Articles...)
		return a
	}
	for _, claim := range laws.Claims(line, announced) {
		a.Claims = append(a.Claims, adjudicatedClaim{claim.Ground, append([]rules.Article{}, claim.Articles...)})
	}
	return a
}

// moveNumber is "12." or "12..." at the beginning of a token.
var moveNumber = regexp.MustCompile(`^[0-9]+\.+`)

// line sets up the position and plays the moves. Its errors name the token and
// the position.
func (c adjudicateCmd) line(notes io.Writer) (*rules.Line, rules.Move, error) {
	language, err := notation.ParseLanguage(c.Notation)
	if err != nil {
		return nil, rules.Move{}, fmt.Errorf("--notation: %w", err)
	}
	start, err := c.start(notes)
	if err != nil {
		return nil, rules.Move{}, err
	}
	line := rules.NewLine(start)
	for i, token := range strings.Fields(c.Moves) {
		text := moveNumber.ReplaceAllString(token, "")
		if text == "" {
			continue
		}
		m, _, err := notation.Parse(line.Position(), text, language)
		if err == nil {
			err = line.Push(m)
		}
		if err != nil {
			return nil, rules.Move{}, fmt.Errorf("--moves, token %d %q: %w; the position is %s", i+1, token, err, line.Position().FEN())
		}
	}
	if c.Announce == "" {
		return line, rules.Move{}, nil
	}
	announced, _, err := notation.Parse(line.Position(), c.Announce, language)
	if err != nil {
		return nil, rules.Move{}, fmt.Errorf("--announce: %w; the position is %s", err, line.Position().FEN())
	}
	return line, announced, nil
}

// droppable are the faults of a FEN that say something about the past which
// cannot be; the position itself can be played.
const droppable = rules.BadCastling | rules.BadEnPassant | rules.BadCounters

func (c adjudicateCmd) start(notes io.Writer) (rules.Position, error) {
	if c.FEN == "" {
		return rules.Start(), nil
	}
	setup, err := rules.ParseFEN(c.FEN)
	if err != nil {
		return rules.Position{}, fmt.Errorf("--fen: %w", err)
	}
	pos, err := setup.Position(0)
	var fault *rules.SetupError
	if errors.As(err, &fault) && droppable.Has(fault.Faults) {
		fmt.Fprintf(notes, "boardwire: note: --fen: %v: left out\n", fault.Faults)
		pos, err = setup.Position(droppable)
	}
	if err != nil {
		return rules.Position{}, fmt.Errorf("--fen: %w", err)
	}
	if c.Chess960 {
		return pos, nil
	}
	return classical(pos, notes)
}

// classical leaves out the castling rights that only Chess960 has.
func classical(pos rules.Position, notes io.Writer) (rules.Position, error) {
	setup := pos.Setup()
	for rook := range setup.Castling.Squares() {
		king := setup.Board.King(setup.Board.At(rook).Color())
		if king.File() != 4 || rook.File() != 0 && rook.File() != 7 {
			fmt.Fprintf(notes, "boardwire: note: --fen: castling with the rook on %v belongs to Chess960: left out; give --chess960 to keep it\n", rook)
			setup.Castling = setup.Castling.Without(rook)
		}
	}
	setup.EnPassant = pos.PassedOver()
	return setup.Position(0)
}

// print writes the same for people.
func (a adjudication) print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "position  %s\nlegal moves  %d\n", a.FEN, a.LegalMoves)
	if a.Ended {
		fmt.Fprintf(&b, "ended  %s, %s%s\n", a.Result, strings.ReplaceAll(string(*a.Reason), "_", " "), cited(a.Edition, a.Articles))
	} else {
		fmt.Fprintln(&b, "ended  no")
	}
	for _, claim := range a.Claims {
		fmt.Fprintf(&b, "claim  %s%s\n", claim.Ground, cited(a.Edition, claim.Articles))
	}
	fmt.Fprintf(&b, "can win  White %s, Black %s\n", a.Winnable.White, a.Winnable.Black)
	_, err := io.WriteString(w, b.String())
	return err
}

func cited(edition string, articles []rules.Article) string {
	if len(articles) == 0 {
		return ""
	}
	labels := make([]string, len(articles))
	for i, a := range articles {
		labels[i] = string(a)
	}
	return " (" + edition + ": " + strings.Join(labels, ", ") + ")"
}
