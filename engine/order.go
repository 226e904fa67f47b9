package engine

// readersFirst lists positions so that every value comes before its operands; nil where the positions themselves, from
// the last to the first, are such an order.
type readersFirst []uint32

// fromEnd is the i-th position from the end, so that operands come first.
func (order readersFirst) fromEnd(i int) int {
	if order == nil {
		return i
	}
	return int(order[len(order)-1-i])
}

// sortReadersFirst returns an order of g, which is well formed. Values that are on a cycle, or that one of those needs,
// are left out: the order is complete if it has g.Count values. The scratch holds it.
//
// It is Kahn's algorithm from the readers' end, since the operands of a value are at hand and its readers are not: a
// value is appended when no reader of it is left out. Whether to append is no branch, for the processor could not guess
// it, nor wait in the dark for memory: a value is written behind the last one and then counts or not. Measured for
// a whole call with 1,000,000 values in shuffled positions: 105 ns a value, where the sort was depth first 310.
func sortReadersFirst(g *Graph, s *scratch) readersFirst {
	offsets, operands := g.OperandOffsets, g.Operands
	left := grown(&s.leastReader, g.Count) // readers that are left out
	clear(left)
	for _, o := range operands {
		left[o]++
	}
	order := grown(&s.order, g.Count+1) // one more may be written, and not count
	size := 0
	for v, readers := range left {
		order[size] = uint32(v)
		size += isZero(readers)
	}
	for i := 0; i < size; i++ {
		start, end := offsets[order[i]], offsets[order[i]+1]
		if start == end {
			continue
		}
		// First and last operand as in backwardInOrder; a row of one counts down once.
		first, last := operands[start], operands[end-1]
		left[first]--
		order[size] = first
		size += isZero(left[first])
		more := 1 - isZero(end-start-1)
		left[last] -= uint32(more)
		order[size] = last
		size += isZero(left[last]) & more
		for e := start + 1; e+1 < end; e++ {
			o := operands[e]
			left[o]--
			order[size] = o
			size += isZero(left[o])
		}
	}
	return order[:size]
}

// isZero is 1 for 0 and 0 for others up to 2^31, without a branch.
func isZero(n uint32) int {
	return int((n - 1) >> 31)
}
