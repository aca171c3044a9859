package rules

// Ground is what a claim to a draw rests on: a closed list.
type Ground string

// The grounds (Laws 2023, 9.2 and 9.3).
const (
	GroundThreefold Ground = "threefold"
	GroundFifty     Ground = "fifty"
)

// Claim is a draw that the player who has the move may claim.
type Claim struct {
	Ground Ground
	// Announced is set when the ground stands only with the move that the
	// player announces, not yet on the board.
	Announced bool
	Articles  []Article
}

// Claims returns what the player who has the move may claim, threefold before
// fifty, each ground at most once: on the board as it stands, or with the move
// he announces without playing it (Laws 2023, 9.2.1 and 9.3.1). A zero intended
// announces nothing; neither does a move that is not legal. That the announced
// move would mate or stalemate takes nothing from the claim, for it is not
// played. Claims is silent once the game has ended by itself, and while the
// position has faults. Whether the right was lost by touching a piece (9.4), and
// whether anybody claims, are not its business.
func (l Laws) Claims(line *Line, intended Move) []Claim {
	now := &line.states[len(line.states)-1]
	if l.row == nil || now.pos.faults != 0 {
		return nil
	}
	if _, over := l.Completed(line); over {
		return nil
	}
	times, quiet := int32(0), int32(0)
	if next, err := now.pos.Play(intended); err == nil {
		times, quiet = 1+line.seen(&next, next.digest(), len(line.states)), next.halfmoves
	}
	var out []Claim
	for _, c := range [...]struct {
		ground       Ground
		clause       Clause
		stands, will bool
	}{
		{GroundThreefold, ThreefoldClaim, now.times >= 3, times >= 3},
		{GroundFifty, FiftyClaim, now.pos.halfmoves >= 100, quiet >= 100},
	} {
		if c.stands || c.will {
			out = append(out, Claim{Ground: c.ground, Announced: !c.stands, Articles: l.Cite(c.clause)})
		}
	}
	return out
}
