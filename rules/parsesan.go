package rules

import (
	"fmt"
	"strings"
)

// sanText is a move text taken apart, before any position is looked at.
type sanText struct {
	role       Role
	file, rank int // of the origin, -1 when not said
	to         Square
	capture    bool
	passant    bool
	promotion  Role
	castle     int // 0 none, 1 towards the h-file, -1 towards the a-file
}

// ParseSAN reads a move in English algebraic notation. It accepts what the Laws
// allow (Appendix C) and people write: zeros for castling, the long form with
// or without a hyphen, an origin that was not needed, a missing x, a promotion
// as e8=Q, e8Q or e8(Q), "e.p.", and any of + ++ # ! ? at the end, which are
// not checked against the position. It refuses what fits more than one legal
// move (*AmbiguousMoveError), fits none (*IllegalMoveError, also for an x that
// captures nothing, a missing promotion piece and a pawn capture without its
// file), or is no move at all (ErrSyntax).
func (p Position) ParseSAN(s string) (Move, error) { return p.parseSAN(s) }

func (p *Position) parseSAN(s string) (Move, error) {
	t, err := readSAN(s)
	if err != nil {
		return Move{}, err
	}
	illegal := func(why string) (Move, error) {
		return Move{}, &IllegalMoveError{Token: s, Why: why, In: *p}
	}
	sv := p.survey()
	if t.castle != 0 {
		for rooks := p.castleGoal(&sv); rooks != 0; {
			rook := rooks.pop()
			if (rook > sv.king) == (t.castle > 0) {
				return Move{From: sv.king, To: rook, Castle: true}, nil
			}
		}
		return illegal("castling there is not legal")
	}
	var from Bitboard
	takers := Bitboard(0)
	if t.role == Pawn && t.to == p.ep {
		takers = p.enPassant(&sv)
	}
	for rest := p.board.role[t.role] & sv.own; rest != 0; {
		sq := rest.pop()
		if t.file >= 0 && sq.File() != t.file || t.rank >= 0 && sq.Rank() != t.rank {
			continue
		}
		if t.role == Pawn && t.file < 0 && sq.File() != t.to.File() {
			continue
		}
		if takers.Has(sq) || p.reach(&sv, sq, t.role).Has(t.to) {
			from |= sq.bit()
		}
	}
	if from == 0 {
		return illegal("")
	}
	if from.several() {
		e := &AmbiguousMoveError{Token: s, In: *p}
		for from != 0 {
			e.Among = append(e.Among, Move{From: from.pop(), To: t.to, Promotion: t.promotion})
		}
		return Move{}, e
	}
	m := Move{From: from.first(), To: t.to, Promotion: t.promotion}
	last := t.role == Pawn && lastTwo.Has(t.to)
	switch {
	case last && m.Promotion == NoRole:
		return illegal("the promotion piece is missing")
	case last && (m.Promotion < Knight || m.Promotion > Queen):
		return illegal("a pawn cannot become that")
	case !last && m.Promotion != NoRole:
		return illegal("there is no promotion")
	case t.capture && p.Captured(m) == NoPiece:
		return illegal("there is nothing to capture")
	case t.passant && !takers.Has(m.From):
		return illegal("there is no capture en passant")
	}
	return m, nil
}

var errSAN = fmt.Errorf("%w in algebraic notation", ErrSyntax)

// readSAN takes a move text apart.
func readSAN(s string) (sanText, error) {
	bad := func() (sanText, error) {
		return sanText{}, fmt.Errorf("%q is %w, want something like Nf3, exd5, e8=Q or O-O", clip(s), errSAN)
	}
	t := sanText{role: Pawn, file: -1, rank: -1, to: NoSquare}
	body := trimMarks(strings.TrimSpace(s), "+#!?")
	if n := len(body); n > 0 && (body[n-1] == '.' || body[n-1] == 'p') {
		for _, suffix := range [...]string{"e.p.", "ep", "e.p"} {
			if cut, ok := strings.CutSuffix(body, suffix); ok {
				t.passant = true
				body = trimMarks(strings.TrimSpace(cut), "+#")
				break
			}
		}
	}
	switch body {
	case "O-O", "0-0", "o-o":
		t.castle = 1
	case "O-O-O", "0-0-0", "o-o-o":
		t.castle = -1
	}
	if t.castle != 0 {
		if t.passant {
			return bad()
		}
		return t, nil
	}
	// Promotion: =Q, (Q) or a bare letter after the square.
	if n := len(body); n >= 3 {
		letter, end := body[n-1], n-1
		if letter == ')' && n >= 4 && body[n-3] == '(' {
			letter, end = body[n-2], n-3
		} else if body[n-2] == '=' {
			end = n - 2
		}
		if r := roleOf(letter); r != NoRole {
			t.promotion, body = r, body[:end]
		}
	}
	if n := len(body); n >= 2 {
		t.to, body = squareOf(body[n-2], body[n-1]), body[:n-2]
	}
	if t.to == NoSquare {
		return bad()
	}
	if len(body) > 0 {
		if r := roleOf(body[0]); r != NoRole {
			t.role, body = r, body[1:]
		}
	}
	if cut, ok := strings.CutSuffix(body, "x"); ok {
		t.capture, body = true, cut
	} else if cut, ok := strings.CutSuffix(body, "-"); ok && len(cut) == 2 {
		body = cut
	}
	if len(body) > 0 && 'a' <= body[0] && body[0] <= 'h' {
		t.file, body = int(body[0]-'a'), body[1:]
	}
	if len(body) > 0 && '1' <= body[0] && body[0] <= '8' {
		t.rank, body = int(body[0]-'1'), body[1:]
	}
	if body != "" {
		return bad()
	}
	if t.passant && t.role != Pawn || t.promotion != NoRole && t.role != Pawn {
		return bad()
	}
	return t, nil
}

// trimMarks is strings.TrimRight for a few ASCII bytes, and faster.
func trimMarks(s, marks string) string {
	for len(s) > 0 && strings.IndexByte(marks, s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	return s
}
