package rules

// Perft returns the number of lines of legal moves of exactly depth plies. It
// is how move generators are compared.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(depth)
}

func (p *Position) perft(depth int) uint64 {
	if depth == 1 {
		return uint64(p.count())
	}
	var room [256]Move
	moves := p.appendLegal(room[:0])
	var n uint64
	var next Position // one a node: it lies on the heap
	for _, m := range moves {
		next = *p
		next.apply(m)
		n += next.perft(depth - 1)
	}
	return n
}
