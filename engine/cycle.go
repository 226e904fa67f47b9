package engine

// aCycle returns the members of a cycle of g, each reading the next, beginning with the first position on it and as
// short as those through that one can be. sorted is what could be sorted, and is not all.
func aCycle(g *Graph, sorted readersFirst, s *scratch) []uint32 {
	return shortestCycle(g, firstOnCycle(g, sorted, s), s)
}

// firstOnCycle finds a cycle and returns its lowest position. Whoever was left out by the sort has a reader that was, so
// that going from reader to reader, as often as there are values, ends on a cycle.
func firstOnCycle(g *Graph, sorted readersFirst, s *scratch) uint32 {
	isSorted := make([]bool, g.Count)
	for _, v := range sorted {
		isSorted[v] = true
	}
	readerOf := grown(&s.readerOf, g.Count)
	at := uint32(0)
	for v := range g.Count {
		if isSorted[v] {
			continue
		}
		at = uint32(v)
		for _, o := range g.Operands[g.OperandOffsets[v]:g.OperandOffsets[v+1]] {
			readerOf[o] = uint32(v)
		}
	}
	for range g.Count {
		at = readerOf[at]
	}
	first := at
	for v := readerOf[at]; v != at; v = readerOf[v] {
		first = min(first, v)
	}
	return first
}

// shortestCycle returns the positions of a shortest cycle through a value that is on one, beginning with it, each
// reading the next: breadth first along operands until the value is met again.
func shortestCycle(g *Graph, first uint32, s *scratch) []uint32 {
	const unseen = ^uint32(0)
	readerOf := grown(&s.readerOf, g.Count)
	for v := range readerOf {
		readerOf[v] = unseen
	}
	queue := append(grown(&s.queue, g.Count)[:0], first)
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
