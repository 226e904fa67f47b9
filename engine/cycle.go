package engine

// shortestCycle returns the positions of a shortest cycle through a value that is on one, beginning with it, each
// reading the next: breadth first along operands until the value is met again.
func shortestCycle(g *Graph, first uint32, s *scratch) []uint32 {
	const unseen = ^uint32(0)
	readerOf := grown(&s.next, g.Count)
	for v := range readerOf {
		readerOf[v] = unseen
	}
	queue := append(grown(&s.path, g.Count)[:0], first)
	for i := 0; ; i++ {
		v := queue[i]
		for _, o := range g.Operands[g.OperandOffsets[v]:g.OperandOffsets[v+1]] {
			if o == first {
				return chainOfReaders(readerOf, first, v)
			}
			if readerOf[o] == unseen {
				readerOf[o] = v
				queue = append(queue, o)
			}
		}
	}
}

// chainOfReaders returns first, …, last, where each but the first is read by the one before it.
func chainOfReaders(readerOf []uint32, first, last uint32) []uint32 {
	var chain []uint32
	for v := last; v != first; v = readerOf[v] {
		chain = append(chain, v)
	}
	chain = append(chain, first)
	for i, j := 0, len(chain)-1; i < j; i, j = i+1, j-1 {
		chain[i], chain[j] = chain[j], chain[i]
	}
	return chain
}
