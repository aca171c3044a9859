package rules

// Until is up to when something can be done: a closed list.
type Until uint8

// The limits. The claimant is the player who complains or claims.
const (
	UntilOpen       Until = iota // no limit is said
	UntilGameEnd                 // to the end of the game
	UntilReply                   // to the opponent's next move
	UntilTouch                   // until the claimant touches a piece
	UntilOwnMove                 // until the claimant makes a move
	UntilThreeMoves              // for three moves by each player
	UntilTenMoves                // for ten moves by each player
	OnceNextDone                 // not before the next move is completed
	untilCount
)

var untilNames = [untilCount]string{
	"", "until the end of the game", "until the opponent's next move", "until the claimant touches a piece",
	"until the claimant makes a move", "until each player has made three moves",
	"until each player has made ten moves", "once the next move is completed",
}

// String names the limit, "" for none.
func (u Until) String() string {
	if u < untilCount {
		return untilNames[u]
	}
	return ""
}
