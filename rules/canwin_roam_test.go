package rules

import (
	"math/rand/v2"
	"testing"
)

// TestRoamHoldsWhatIsPlayed plays games at random from blocked positions and
// follows every piece: none may come where the roam says it never does, and no
// mate may be given that it excludes.
func TestRoamHoldsWhatIsPlayed(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	games, mates, shut, passed := 0, 0, 0, 0
	for range 60_000 {
		p, ok := blocked(r)
		if !ok {
			continue
		}
		for range r.IntN(4) {
			if m, ok := anyMove(r, &p); ok {
				p.apply(m)
			}
		}
		passBy(&p)
		if p.ep < NoSquare {
			passed++
		}
		var roam roam
		if !roam.fill(&p) {
			t.Fatalf("%s is not looked at", p.FEN())
		}
		may := [2]bool{roam.mayMate(0), roam.mayMate(1)}
		if !may[0] || !may[1] {
			shut++
		}
		games++
		if by, ok := follow(t, r, p, &roam); ok {
			mates++
			if !may[by&1] {
				t.Errorf("%s: %v mates, which was excluded", p.FEN(), by)
			}
		}
	}
	t.Logf("%d games, %d mates, %d with a side shut out, %d begun with a passing pawn", games, mates, shut, passed)
	if games < 5000 || mates < 100 || shut < 80 || passed < 500 {
		t.Error("too few of a kind")
	}
}

// follow plays and checks every square. It tells who mated.
func follow(t *testing.T, r *rand.Rand, p Position, roam *roam) (Color, bool) {
	t.Helper()
	start := p.FEN()
	where := map[Square]*roamer{}
	for i := range roam.n {
		where[roam.pieces[i].at] = &roam.pieces[i]
	}
	promoted := map[*roamer]bool{}
	for range 60 {
		m, ok := anyMove(r, &p)
		if !ok {
			return p.turn.Other(), p.InCheck()
		}
		if p.board.roleAt(m.From) == Pawn && m.To == p.ep && m.From.File() != m.To.File() {
			delete(where, m.To^8)
		}
		man := where[m.From]
		delete(where, m.From)
		where[m.To] = man
		if m.Promotion != NoRole {
			promoted[man] = true
		}
		allowed := man.stand
		if promoted[man] {
			allowed = man.crown
		}
		if !allowed.Has(m.To) {
			t.Fatalf("%s: the piece on %v comes to %v by %v in %s", start, man.at, m.To, m, p.FEN())
		}
		p.apply(m)
	}
	return NoColor, false
}

// passBy lets a pawn pass another, if one can.
func passBy(p *Position) {
	for _, m := range p.appendLegal(nil) {
		q := *p
		q.apply(m)
		if q.ep < NoSquare {
			*p = q
			return
		}
	}
}

func anyMove(r *rand.Rand, p *Position) (Move, bool) {
	moves := p.appendLegal(nil)
	if len(moves) == 0 {
		return Move{}, false
	}
	return moves[r.IntN(len(moves))], true
}

// blocked draws kings, pawns of which most block each other, and a few pieces.
// In half of the positions the pawns make a wall.
func blocked(r *rand.Rand) (Position, bool) {
	s := Setup{Turn: White + Color(r.IntN(2)), EnPassant: NoSquare, Fullmoves: 1}
	wall, white := r.IntN(2) == 0, 2+r.IntN(3)
	for f := range 8 {
		if wall {
			white += 1 - 2*r.IntN(2)
		} else {
			white = 1 + r.IntN(4)
		}
		switch kind := r.IntN(5); {
		case white < 1 || white > 5:
			return Position{}, false
		case wall && (kind > 0 || f%2 == 0):
			s.Board.Put(SquareAt(f, white), WhitePawn)
			s.Board.Put(SquareAt(f, white+1), BlackPawn)
		case kind == 1:
			s.Board.Put(SquareAt(f, 1+r.IntN(6)), PieceOf(White+Color(r.IntN(2)), Pawn))
		case kind == 2:
			s.Board.Put(SquareAt(f, 1), WhitePawn)
			s.Board.Put(SquareAt(f, 3+r.IntN(4)), BlackPawn)
		case kind > 2:
			s.Board.Put(SquareAt(f, white), WhitePawn)
			s.Board.Put(SquareAt(f, white+1), BlackPawn)
		}
	}
	men := []Piece{WhiteKing, BlackKing}
	for range r.IntN(6) {
		men = append(men, PieceOf(White+Color(r.IntN(2)), Knight+Role(r.IntN(4))))
	}
	for _, m := range men {
		sq := Square(r.IntN(64))
		if s.Board.Occupied().Has(sq) {
			return Position{}, false
		}
		s.Board.Put(sq, m)
	}
	p, err := s.Position(0)
	return p, err == nil
}

// TestPackedKeepsThePosition packs positions of games, with castling rights and
// pawns that have just passed others.
func TestPackedKeepsThePosition(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	passed, castling := 0, 0
	seen := map[packed]Position{}
	for range 300 {
		p := Start()
		for range 120 {
			k := p.pack()
			q := k.unpack()
			if q.board != p.board || q.turn != p.turn || q.castling != p.castling || q.ep != p.ep {
				t.Fatalf("%s is %s after packing", p.FEN(), q.FEN())
			}
			if other, ok := seen[k]; ok && (other.board != p.board || other.turn != p.turn || other.castling != p.castling || other.ep != p.ep) {
				t.Fatalf("%s and %s are packed alike", p.FEN(), other.FEN())
			}
			seen[k] = p
			if p.ep < NoSquare {
				passed++
			}
			if p.castling != 0 {
				castling++
			}
			m, ok := anyMove(r, &p)
			if !ok {
				break
			}
			if unpackMove(packMove(m)) != m {
				t.Fatalf("%v is %v after packing", m, unpackMove(packMove(m)))
			}
			p.apply(m)
		}
	}
	if passed < 50 || castling < 1000 {
		t.Errorf("%d positions with a passed pawn, %d with castling rights", passed, castling)
	}
}
