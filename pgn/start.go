package pgn

import (
	"strings"

	"boardwire/rules"
)

// start finds where play begins and opens the main line there.
func (p *parse) start() {
	at := place{max(p.s.line-1, 1), 1}
	main := branch{number: -1, told: true, plies: p.r.plies[:0], open: at}
	pos := start
	fen, has := p.g.Tag("FEN")
	setup, said := p.g.Tag("SetUp")
	switch {
	case said && setup != "0" && setup != "1":
		p.tell(SetUpForm, at, "the SetUp tag "+quote(setup)+" is neither 0 nor 1", nil)
	case said && setup == "1" && !has:
		p.tell(SetUpForm, at, "the SetUp tag announces a FEN tag that is missing; the usual start is taken", nil)
	case said && setup == "0" && has:
		p.tell(SetUpForm, at, "the SetUp tag says that there is no FEN tag; the FEN is taken", nil)
	case has && !said:
		p.tell(SetUpMissing, at, `a FEN tag without [SetUp "1"]`, nil)
	}
	if has {
		from, err := p.setup(fen, at)
		if err != nil {
			p.tell(BadStart, at, "the FEN tag gives no position, so no move can be read", err)
			main.lost = true
		} else {
			pos = from
		}
	}
	if v, ok := p.g.Tag("Variant"); ok {
		switch kind := variant(v); {
		case kind == otherGame:
			p.tell(OtherGame, at, "the Variant tag "+quote(v)+" names a game with other rules, so no move is read", nil)
			main.lost = true
		case kind == unknownGame:
			p.tell(VariantForm, at, "the Variant tag "+quote(v)+" is not known; the moves are read by the Laws", nil)
		case kind == chess960 && !has:
			p.tell(VariantForm, at, "Chess960 without a FEN tag; the usual start is taken", nil)
		}
	}
	p.lines = append(p.lines[:0], main)
	p.r.line.Reset(pos)
}

// setup reads a FEN. What a position can do without is mended.
func (p *parse) setup(fen string, at place) (rules.Position, error) {
	s, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, err
	}
	p.g.Start = s
	pos, err := s.Position(0)
	if err == nil {
		return pos, nil
	}
	mended, second := s.Position(rules.BadCastling | rules.BadEnPassant | rules.BadCounters)
	if second != nil {
		p.g.Start = rules.Setup{}
		return mended, err
	}
	p.tell(SetUpForm, at, "the FEN tag was mended", err)
	p.g.Start = mended.Setup()
	return mended, nil
}

// The kinds of games that a Variant tag can name.
const (
	classical = iota
	chess960
	otherGame
	unknownGame
)

var variants = map[string]int{
	"": classical, "standard": classical, "normal": classical, "chess": classical, "classical": classical, "regular": classical,
	"orthodox": classical, "orthochess": classical, "fromposition": classical, "setup": classical, "fide": classical,
	"chess960": chess960, "960": chess960, "fischerandom": chess960, "fischerrandom": chess960, "fischerrandomchess": chess960,
	"freestyle": chess960, "freestylechess": chess960, "frc": chess960, "chess9lx": chess960,
	"crazyhouse": otherGame, "atomic": otherGame, "antichess": otherGame, "giveaway": otherGame, "suicide": otherGame,
	"losers": otherGame, "horde": otherGame, "kingofthehill": otherGame, "koth": otherGame, "threecheck": otherGame,
	"3check": otherGame, "racingkings": otherGame, "bughouse": otherGame, "duck": otherGame, "fogofwar": otherGame,
	"darkchess": otherGame, "shatranj": otherGame, "makruk": otherGame, "xiangqi": otherGame, "shogi": otherGame,
	"capablanca": otherGame, "seirawan": otherGame, "placement": otherGame, "torpedo": otherGame, "nocastling": otherGame,
	"doublefischerandom": otherGame,
}

func variant(s string) int {
	var b strings.Builder
	for _, c := range strings.ToLower(clip(s)) {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			b.WriteRune(c)
		}
	}
	if kind, ok := variants[b.String()]; ok {
		return kind
	}
	return unknownGame
}
