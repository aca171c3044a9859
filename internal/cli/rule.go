package cli

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/internal/desk"
)

type ruleCmd struct {
	Desk    string `default:"http://127.0.0.1:8081" env:"BOARDWIRE_DESK" help:"Where the desk listens."`
	Data    string `default:"data/demo" env:"BOARDWIRE_DATA" help:"The hall's data folder, for its desk token."`
	Author  string `help:"Who rules." env:"BOARDWIRE_AUTHOR"`
	Article string `help:"The article that the ruling rests on, such as 9.3."`
	Note    string `help:"A note; the record keeps only its salted hash."`
	ID      string `name:"id" help:"The ruling's UUID; give the same one to repeat a ruling that was not answered."`

	Result    ruleResult    `cmd:"" help:"State a result. \"*\" takes it back."`
	Confirm   ruleConfirm   `cmd:"" help:"Make the provisional result final."`
	Claim     ruleClaim     `cmd:"" help:"A player claims a draw: threefold or fifty."`
	Offer     ruleOffer     `cmd:"" help:"A player offered a draw."`
	Agree     ruleAgree     `cmd:"" help:"The players agreed to a draw."`
	Resign    ruleResign    `cmd:"" help:"A player resigned."`
	Flag      ruleFlag      `cmd:"" help:"A flag is declared fallen."`
	Illegal   ruleIllegal   `cmd:"" help:"An illegal move was found, or what counts as one."`
	Clock     ruleClock     `cmd:"" help:"Say what the clock is to show; nothing is set by it."`
	Correct   ruleCorrect   `cmd:"" name:"correction" help:"Say what was really played."`
	Presence  rulePresence  `cmd:"" help:"A player arrived, or is not there."`
	Reversed  ruleReversed  `cmd:"" help:"The players have each other's color."`
	Displaced ruleDisplaced `cmd:"" help:"Men were knocked off their squares."`
	Annul     ruleAnnul     `cmd:"" help:"What was played does not count; a new game is played."`
	Castling  ruleCastling  `cmd:"" help:"A player may not castle: his king or rook has moved, or stood wrong."`
	Penalty   rulePenalty   `cmd:"" help:"Penalise a player."`
	Uncount   ruleUncount   `cmd:"" help:"An offence does not count any more."`
	Signed    ruleSigned    `cmd:"" help:"Say which result both players signed."`
	Quickplay ruleQuickplay `cmd:"" help:"A claim in the last two minutes of a quickplay finish, or your decision."`
	Seal      ruleSeal      `cmd:"" help:"Order a player to seal his move."`
	NoSeal    ruleNoSeal    `cmd:"" name:"noseal" help:"Withdraw an order to seal; there is no envelope yet."`
	Sealed    ruleSealed    `cmd:"" help:"The envelope is here; write the clocks down."`
	Unseal    ruleUnseal    `cmd:"" help:"The envelope was opened, or is lost."`
	Adjourned ruleAdjourned `cmd:"" help:"An adjourned game goes on in this sitting."`

	Assign   ruleAssign   `cmd:"" help:"Say which board serves a table."`
	Pause    rulePause    `cmd:"" help:"Play stands still: men moved now are not moves."`
	Resume   ruleResume   `cmd:"" help:"End a pause, or go on after the men were set up again."`
	Start    ruleStart    `cmd:"" help:"Say that play was started."`
	Audience ruleAudience `cmd:"" help:"Set an audience's delay."`
	Abandon  ruleAbandon  `cmd:"" help:"Say that a silent source will write no more."`
	Close    ruleClose    `cmd:"" help:"Close the sitting and open the next one."`
	Login    ruleLogin    `cmd:"" help:"Print a one-use link that signs a browser in."`
}

func (ruleCmd) Help() string {
	return `The answer is accepted, by_discretion (with the article it departs from) or refused.

  boardwire rule result demo.1.3 1-0 --reason resignation --author "IA Lopez"
  boardwire rule confirm demo.1.1
  boardwire rule assign demo.1.6 dgt-31406`
}

// gameID is the name of a game, which a ruling on one table cannot do without:
// fewer tokens would name a round or a tournament.
type gameID string

// Validate is called by the parser of the command line.
func (g gameID) Validate() error {
	parts := strings.Split(string(g), ".")
	if len(parts) != 3 {
		return fmt.Errorf("%q is no game: want <tournament>.<round>.<board>, such as demo.1.8", string(g))
	}
	for _, p := range parts {
		if err := events.CheckToken(p); err != nil {
			return fmt.Errorf("%q is no game: %w", string(g), err)
		}
	}
	if n, err := strconv.ParseUint(parts[2], 10, 32); err != nil || n == 0 || strconv.FormatUint(n, 10) != parts[2] {
		return fmt.Errorf("%q is no game: a board is a number from 1 without padding, such as demo.1.8", string(g))
	}
	return nil
}

type ruleResult struct {
	Table  gameID `arg:"" help:"The game, <tournament>.<round>.<board>."`
	Result string `arg:"" help:"1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *."`
	Reason string `help:"Such as resignation, agreement, flag; not_recorded if not given."`

	WhitePoints *halfPoints `help:"What White gets, where it is not what the result is worth: 1, 1/2, 1.5."`
	BlackPoints *halfPoints `help:"What Black gets."`
}

func (ruleResult) Help() string {
	return `Why a game ended is not_recorded unless you say it.

  boardwire rule result demo.1.8 1/2-1/2 --reason agreement --author "IA Lopez"
  boardwire rule result demo.1.8 1-0 --reason arbiter --white-points 1/2 --black-points 0
  boardwire rule result demo.1.8 '*'    takes it back`
}

func (c ruleResult) Run(r *ruleCmd, std streams) error {
	p := events.ResultRuling{Result: c.Result, Reason: c.Reason}
	if (c.WhitePoints == nil) != (c.BlackPoints == nil) {
		return usageError{errors.New("--white-points and --black-points go together")}
	}
	if c.WhitePoints != nil {
		p.Points = &events.Points{White: int(*c.WhitePoints), Black: int(*c.BlackPoints)}
	}
	return r.send(std, string(c.Table), "result", p)
}

type ruleConfirm struct {
	Table  gameID `arg:"" help:"The game."`
	Result string `arg:"" optional:"" help:"The result you mean, so that no other is confirmed."`
}

func (ruleConfirm) Help() string {
	return `A provisional result is one that boards, clocks and the Laws gave; refused where there is none.

  boardwire rule confirm demo.1.1
  boardwire rule confirm demo.1.3 0-1`
}

func (c ruleConfirm) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "confirm", events.Confirm{Result: c.Result})
}

type ruleAssign struct {
	Table  gameID `arg:"" help:"The game."`
	Device string `arg:"" optional:"" help:"The board, such as dgt-31415; none takes it away."`
}

func (ruleAssign) Help() string {
	return `A board serves one table; the one that it served before has none then.

  boardwire rule assign demo.1.6 dgt-31406`
}

func (c ruleAssign) Run(r *ruleCmd, std streams) error {
	return r.send(std, string(c.Table), "assign", events.Assign{Device: c.Device})
}

type rulePause struct {
	Table string `arg:"" optional:"" help:"A game, a round, a tournament; the hall if not given."`
}

func (rulePause) Help() string {
	return `For a game, a round, a tournament or the whole hall.

  boardwire rule pause demo.1.6
  boardwire rule pause`
}

func (c rulePause) Run(r *ruleCmd, std streams) error { return r.send(std, c.Table, "pause", nil) }

type ruleResume struct {
	Table string `arg:"" optional:"" help:"A game, a round, a tournament; the hall if not given."`
}

func (ruleResume) Help() string {
	return `For a game, a round, a tournament or the whole hall.

  boardwire rule resume demo.1.6`
}

func (c ruleResume) Run(r *ruleCmd, std streams) error { return r.send(std, c.Table, "resume", nil) }

type ruleStart struct {
	Table string `arg:"" optional:"" help:"A game, a round, a tournament; the hall if not given."`
}

func (ruleStart) Help() string {
	return `For a game, a round, a tournament or the whole hall.

  boardwire rule start demo.1`
}

func (c ruleStart) Run(r *ruleCmd, std streams) error { return r.send(std, c.Table, "start", nil) }

type ruleAudience struct {
	Tournament string        `arg:"" help:"The tournament."`
	Name       string        `arg:"" help:"The audience, such as public."`
	Kind       string        `required:"" help:"public, commentary, hall or arbiter."`
	Delay      time.Duration `required:"" help:"Such as 15m. A longer delay counts at once; a shorter one needs a second person and counts for later events."`
}

func (ruleAudience) Help() string {
	return `A longer delay counts at once; a shorter one needs a second person.

  boardwire rule audience demo public --kind public --delay 30m --author "IA Lopez"`
}

func (c ruleAudience) Run(r *ruleCmd, std streams) error {
	return r.send(std, c.Tournament, "audience", events.AudienceRuling{Audience: c.Name, Kind: c.Kind, DelayMS: c.Delay.Milliseconds()})
}

type ruleAbandon struct {
	Source string `arg:"" help:"The source, such as ingest-main-venue-3f2a."`
}

func (ruleAbandon) Help() string {
	return `What the source still has goes into the open sitting when it comes back.

  boardwire rule abandon ingest-main-venue-3f2a`
}

func (c ruleAbandon) Run(r *ruleCmd, std streams) error {
	return r.send(std, "", "abandon", events.Abandon{Silent: c.Source})
}

type ruleClose struct{}

func (ruleClose) Help() string {
	return `The record is sealed once every source has said that it is done with it.

  boardwire rule close`
}

func (ruleClose) Run(r *ruleCmd, std streams) error { return r.send(std, "", "close", nil) }

type ruleLogin struct {
	Group string `arg:"" default:"arbiter" help:"Whose pages: arbiter, or an audience such as commentary."`
}

func (ruleLogin) Help() string {
	return `Whoever opens the link first is signed in for two weeks.

  boardwire rule login
  boardwire rule login commentary`
}

func (c ruleLogin) Run(r *ruleCmd, std streams) error {
	body, err := r.post("/desk/link?group="+url.QueryEscape(c.Group), nil)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, strings.TrimSuffix(r.Desk, "/")+strings.TrimSpace(string(body)))
	return err
}

// send states one ruling and prints the answer. A refusal is a failure.
func (c *ruleCmd) send(std streams, table, kind string, data any) error {
	req := desk.Request{ID: c.ID, Table: table, Kind: kind, Author: c.Author, Article: c.Article, Note: c.Note}
	if req.ID == "" {
		req.ID = newUUID()
	}
	if data != nil {
		b, err := bare(data)
		if err != nil {
			return err
		}
		req.Data = b
	}
	b, err := json.Marshal(req)
	if err != nil {
		return err
	}
	body, err := c.post("/desk/rulings", b)
	var once unanswered
	if errors.As(err, &once) {
		return fmt.Errorf("%w (repeat it with --id %s)", err, req.ID)
	}
	if err != nil {
		return err
	}
	var a events.Answered
	if err := json.Unmarshal(body, &a); err != nil {
		return fmt.Errorf("the desk's answer: %w", err)
	}
	fmt.Fprint(std.out, a.Answer)
	if a.Verdict != "" {
		fmt.Fprintf(std.out, ", %s", strings.ReplaceAll(a.Verdict, "_", " "))
	}
	if len(a.Articles) > 0 {
		fmt.Fprintf(std.out, " (%s)", strings.Join(a.Articles, ", "))
	}
	if a.Text != "" {
		fmt.Fprintf(std.out, ": %s", a.Text)
	}
	fmt.Fprintln(std.out)
	if a.Answer == events.AnswerRefused {
		return errors.New("the ruling was refused; nothing changed")
	}
	return nil
}

// unanswered is an error after which nobody knows whether the ruling is in the
// record: the same one is sent again.
type unanswered struct{ error }

func (u unanswered) Unwrap() error { return u.error }

// bare encodes a payload without the fields that say who ruled.
func bare(data any) ([]byte, error) {
	b, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, err
	}
	for _, k := range []string{"request", "author", "article", "note", "saw"} {
		delete(m, k)
	}
	return json.Marshal(m)
}

func (c *ruleCmd) post(path string, body []byte) ([]byte, error) {
	tokenFile := filepath.Join(c.Data, "secrets", "desk-token")
	token, err := os.ReadFile(tokenFile)
	if err != nil {
		return nil, fmt.Errorf("the desk token: %w; --data names the hall's data folder", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	at, err := deskURL(c.Desk, path)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at, bytes.NewReader(body))
	if err != nil {
		return nil, usageError{err}
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, unanswered{fmt.Errorf("no desk at %s: %w; is the hall running?", c.Desk, err)}
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return nil, unanswered{fmt.Errorf("the desk's answer broke off: %w", err)}
	}
	if resp.StatusCode != http.StatusOK {
		var e struct{ Error string }
		if json.Unmarshal(answer, &e) == nil && e.Error != "" {
			if resp.StatusCode >= http.StatusInternalServerError {
				return nil, unanswered{errors.New(e.Error)}
			}
			return nil, errors.New(e.Error)
		}
		return nil, notTheDesk(c.Desk, resp, strings.TrimSpace(string(answer)))
	}
	return answer, nil
}

// newUUID returns a random UUID (version 4, RFC 9562).
func newUUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
