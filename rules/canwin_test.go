package rules_test

import (
	"testing"

	"boardwire/rules"
)

// TestLoneMinorMates looks through every arrangement of a lone knight or bishop
// against one piece for a mate. Material that never mates must be called
// impossible, and nothing else may be.
func TestLoneMinorMates(t *testing.T) {
	for _, minor := range []rules.Role{rules.Knight, rules.Bishop} {
		for role := rules.NoRole; role <= rules.Queen; role++ {
			// Two bishops differ by their squares: split the cases.
			for _, same := range []bool{true, false} {
				if !same && (minor != rules.Bishop || role != rules.Bishop) {
					continue
				}
				mates, claim := loneMinor(t, minor, role, same)
				if claim != (mates == 0) {
					t.Errorf("%v against %v (bishops on one color: %v): %d mates, called impossible: %v", minor, role, same, mates, claim)
				}
			}
		}
	}
}

func loneMinor(t *testing.T, minor, role rules.Role, same bool) (mates int, impossible bool) {
	shade := func(s rules.Square) int { return (s.File() + s.Rank()) & 1 }
	for _, king := range []rules.Square{rules.A1, rules.B1, rules.C1, rules.D1, rules.B2, rules.C2, rules.D2, rules.C3, rules.D3, rules.D4} {
		for attacker := range rules.NoSquare {
			df, dr := attacker.File()-king.File(), attacker.Rank()-king.Rank()
			if minor == rules.Knight && df*df+dr*dr != 5 || minor == rules.Bishop && (df*df != dr*dr || df == 0) {
				continue
			}
			for other := range rules.NoSquare {
				for guard := range rules.NoSquare {
					if other == king || other == attacker || guard == king || guard == attacker || guard == other {
						continue
					}
					if role == rules.Bishop && minor == rules.Bishop && (shade(attacker) == shade(guard)) != same {
						continue
					}
					s := rules.Setup{Turn: rules.Black, EnPassant: rules.NoSquare, Fullmoves: 1}
					s.Board.Put(king, rules.BlackKing)
					s.Board.Put(attacker, rules.PieceOf(rules.White, minor))
					s.Board.Put(other, rules.WhiteKing)
					s.Board.Put(guard, rules.PieceOf(rules.Black, role))
					p, err := s.Position(0)
					if err != nil {
						continue
					}
					impossible = p.CanWin(rules.White) == rules.Impossible
					if p.InCheck() && !p.HasLegal() {
						mates++
					}
					if role == rules.NoRole {
						break
					}
				}
			}
		}
	}
	return mates, impossible
}
