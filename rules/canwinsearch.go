package rules

import "slices"

// Helpmate answers whether a side can mate at all, with proof.
type Helpmate struct {
	Answer Possibility
	// Line are legal moves of both sides that end in mate, when Answer is
	// Possible. It is rarely the shortest, and empty when the mate is on the
	// board.
	Line []Move
	// Nodes is how many different positions were looked at. The same question
	// takes the same number on every machine.
	Nodes int
}

// adjudgeNodes is how far a flag or a resignation is looked into: a fifth of a
// second at worst, and eight megabytes.
const adjudgeNodes = 100_000

// Adjudge answers as CanWin does, and where that is Unknown as Helpmate does
// with 100,000 positions: for flags, resignations and the ends of games, not
// for every move. Most positions take a millisecond or two.
func (p Position) Adjudge(c Color) Possibility {
	if can := p.canWin(c); can != Unknown {
		return can
	}
	return p.Helpmate(c, adjudgeNodes).Answer
}

// Helpmate tells whether c can mate by any series of legal moves, the opponent
// helping (Laws 2023, 5.1.2, 5.2.2, 6.9, 7.5.5), and shows the moves. It looks
// at no more than budget different positions and the moves of the last, 80 bytes
// of memory and about a microsecond each; when they do not suffice it is Unknown. It is Unknown also
// for a position with faults, and for one with more than 32 pieces that its
// material does not decide. Neither 75 moves nor repetition ends the series:
// they are drawn by other articles.
//
// Impossible has one of three grounds: the material; where the pieces can ever
// come; or every position that can ever be reached has been seen.
func (p Position) Helpmate(c Color, budget int) Helpmate {
	switch {
	case p.faults != 0 || c != White && c != Black:
		return Helpmate{}
	case p.bare(c):
		return Helpmate{Answer: Impossible}
	}
	if !p.hasLegal() {
		return Helpmate{Answer: p.over(c)}
	}
	if p.board.Occupied().Count() > maxPieces {
		return Helpmate{}
	}
	var r roam
	if r.fill(&p) && !r.mayMate(uint8(c&1)) {
		return Helpmate{Answer: Impossible}
	}
	h := hunt{c: c}
	return h.run(&p, budget)
}

// hunt is a search for a mate by one side.
type hunt struct {
	c     Color
	nodes []node
	table []int32 // places of nodes, one more than they are; 0 is free
	// Each node is in every queue: what one of them is blind for another sees.
	eager queue // by how near a mate seems
	bare  queue // by how little is left of the opponent
	broad queue // like eager, and short ways first
	room  [256]Move
	roam  roam
}

// node is a position that was reached.
type node struct {
	key    packed
	parent int32
	move   uint16
	depth  uint8 // plies from the start, at most 255
	done   bool
}

// run searches from a position with a legal move.
func (h *hunt) run(p *Position, budget int) Helpmate {
	h.table = make([]int32, 1<<9)
	root := *p // not as if a capture had just been made
	root.halfmoves, root.fullmoves = 1, 1
	h.add(&root, 0, Move{})
	turns := [...]*queue{&h.eager, &h.bare, &h.eager, &h.bare, &h.eager, &h.bare, &h.eager, &h.broad}
	for turn := 0; ; turn++ {
		i, ok := turns[turn%len(turns)].take()
		switch {
		case !ok && turn%len(turns) == 0:
			// All that can be reached has been seen.
			return Helpmate{Answer: Impossible, Nodes: len(h.nodes)}
		case !ok || h.nodes[i].done:
			continue
		}
		h.nodes[i].done = true
		if line, ok := h.expand(i); ok {
			return Helpmate{Answer: Possible, Line: line, Nodes: len(h.nodes)}
		}
		if len(h.nodes) >= budget {
			return Helpmate{Nodes: len(h.nodes)}
		}
	}
}

// expand looks at the moves of a node. It reports a mate with the moves to it.
func (h *hunt) expand(i int32) ([]Move, bool) {
	p := h.nodes[i].key.unpack()
	for _, m := range p.appendLegal(h.room[:0]) {
		q := p
		q.apply(m)
		if q.turn != h.c && q.InCheck() && !q.hasLegal() {
			return h.line(i, m), true
		}
		if q.bare(h.c) || !q.hasLegal() {
			continue
		}
		h.add(&q, i, m)
	}
	return nil, false
}

// walled reports that no mate can follow, by where the pieces can come. It is
// worth a look where pawns block each other.
func (h *hunt) walled(p *Position) bool {
	pawns := p.board.role[Pawn]
	pairs := pawns & p.board.side[White&1] << 8 & pawns & p.board.side[Black&1]
	return pairs != 0 && h.roam.fill(p) && !h.roam.mayMate(uint8(h.c&1))
}

// line are the moves to a node and one more.
func (h *hunt) line(i int32, last Move) []Move {
	moves := []Move{last}
	for ; i != 0; i = h.nodes[i].parent {
		moves = append(moves, unpackMove(h.nodes[i].move))
	}
	slices.Reverse(moves)
	return moves
}

// add remembers a position, if it is new, and looks where the pieces can come
// if a capture or a pawn move led to it.
func (h *hunt) add(p *Position, parent int32, m Move) {
	key := p.pack()
	if len(h.nodes)*2 >= len(h.table) {
		h.grow()
	}
	at := h.find(&key)
	if h.table[at] != 0 {
		return
	}
	i, depth := int32(len(h.nodes)), 0
	if i > 0 {
		depth = min(int(h.nodes[parent].depth)+1, 255)
	}
	h.nodes = append(h.nodes, node{key: key, parent: parent, move: packMove(m), depth: uint8(depth)})
	h.table[at] = i + 1
	if p.halfmoves == 0 && h.walled(p) {
		h.nodes[i].done = true
		return
	}
	v := h.sight(p)
	far := h.far(p, &v)
	h.eager.put(i, far+depth/2)
	h.bare.put(i, h.strip(p, &v)+depth/8)
	h.broad.put(i, far+2*depth)
}

// find is the place of a key in the table, or where it belongs.
func (h *hunt) find(k *packed) uint64 {
	mask := uint64(len(h.table) - 1)
	at := k.hash() >> 20 & mask
	for h.table[at] != 0 && h.nodes[h.table[at]-1].key != *k {
		at = (at + 1) & mask
	}
	return at
}

func (h *hunt) grow() {
	h.table = make([]int32, 2*len(h.table))
	for i := range h.nodes {
		h.table[h.find(&h.nodes[i].key)] = int32(i) + 1
	}
}

func packMove(m Move) uint16 {
	w := uint16(m.From&63) | uint16(m.To&63)<<6 | uint16(m.Promotion&7)<<12
	if m.Castle {
		w |= 1 << 15
	}
	return w
}

func unpackMove(w uint16) Move {
	return Move{From: Square(w & 63), To: Square(w >> 6 & 63), Promotion: Role(w >> 12 & 7), Castle: w>>15 != 0}
}

// queue gives nodes back, the lowest number first and the latest of these.
type queue struct {
	low  int
	rows [512][]int32
}

func (q *queue) put(i int32, n int) {
	n = min(max(n, 0), len(q.rows)-1)
	q.rows[n] = append(q.rows[n], i)
	q.low = min(q.low, n)
}

func (q *queue) take() (int32, bool) {
	for ; q.low < len(q.rows); q.low++ {
		if row := q.rows[q.low]; len(row) > 0 {
			q.rows[q.low] = row[:len(row)-1]
			return row[len(row)-1], true
		}
	}
	return 0, false
}
