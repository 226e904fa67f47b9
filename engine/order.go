package engine

// order lists positions so that every operand comes before its readers; nil is the order of positions itself.
type order []uint32

func (o order) at(i int) int {
	if o == nil {
		return i
	}
	return int(o[i])
}

// sortTopologically returns an order of g, which is well formed: depth first along operands, each value when all of
// its operands are listed. It marks flags with open and done. If values read one another in a circle it returns one
// of them and ok is false. The scratch holds the order.
func sortTopologically(g *Graph, flags []uint8, s *scratch) (sorted order, onCycle uint32, ok bool) {
	// path is the chain of values that wait for an operand, next the edge that each of them looks at next: an
	// explicit stack, since a chain may be as long as the graph.
	path := grown(&s.path, g.Count)
	next := grown(&s.next, g.Count)
	sorted = grown(&s.order, g.Count)[:0]
	for root := range flags {
		if flags[root]&(open|done) != 0 {
			continue
		}
		top := 0
		path[0], next[0] = uint32(root), g.OperandOffsets[root]
		flags[root] |= open
		for top >= 0 {
			v := path[top]
			e := next[top]
			if e == g.OperandOffsets[v+1] {
				flags[v] ^= open | done
				sorted = append(sorted, v)
				top--
				continue
			}
			next[top]++
			o := g.Operands[e]
			switch flags[o] & (open | done) {
			case 0:
				top++
				path[top], next[top] = o, g.OperandOffsets[o]
				flags[o] |= open
			case open:
				return nil, o, false
			}
		}
	}
	return sorted, 0, true
}
