package engine

// The forward sweep keeps up(v) = level(v) + (1 if v is carried else 0), the level that v's readers start from when
// no reduction bumps, so that an edge costs one load.

// forwardInOrder computes up for a graph in dependency order, counting no reduction as bumping. ok is false if an
// operand does not come before its reader or the columns are not well formed; up then means nothing.
//
// Rows go through their first and last operand, as in backwardInOrder. Measured in order with 100,000 values: 2.1 ns a
// value, with a loop 3.1.
func forwardInOrder(g *Graph, flags []uint8, up []int32) (ok bool) {
	offsets, operands := g.OperandOffsets, g.Operands
	if !spans(offsets, g.Count, len(operands)) {
		return false
	}
	flags, up = flags[:g.Count], up[:g.Count] // spares bounds checks
	end := 0
	for v := range up {
		start := end
		end = int(offsets[v+1])
		level := int32(0)
		if start < end {
			if end > len(operands) {
				return false
			}
			first, last := int(operands[start]), int(operands[end-1])
			if first >= v || last >= v {
				return false
			}
			level = max(up[first], up[last])
			for e := start + 1; e < end-1; e++ {
				o := int(operands[e])
				if o >= v {
					return false
				}
				level = max(level, up[o])
			}
		} else if start > end {
			return false
		}
		up[v] = level + int32(flags[v]&Carried)
	}
	return true
}

// forwardAlong computes up, counting no reduction as bumping, for a graph that was sorted.
func forwardAlong(g *Graph, order readersFirst, flags []uint8, up []int32) {
	offsets, operands := g.OperandOffsets, g.Operands
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		start, end := offsets[v], offsets[v+1]
		level := int32(0)
		if start < end {
			level = max(up[operands[start]], up[operands[end-1]])
			for e := start + 1; e+1 < end; e++ {
				level = max(level, up[operands[e]])
			}
		}
		up[v] = level + int32(flags[v]&Carried)
	}
}

// forwardBumping computes up where an edge e bumps its reader by bumps[e] more than up tells: by 1 where its operand is
// a reduction that its reader sits inside of.
func forwardBumping(g *Graph, order readersFirst, bumps, flags []uint8, up []int32) {
	offsets, operands := g.OperandOffsets, g.Operands
	for i := range up {
		v := order.fromEnd(i)
		start, end := offsets[v], offsets[v+1]
		level := int32(0)
		if start < end {
			level = max(up[operands[start]]+int32(bumps[start]), up[operands[end-1]]+int32(bumps[end-1]))
			for e := start + 1; e+1 < end; e++ {
				level = max(level, up[operands[e]]+int32(bumps[e]))
			}
		}
		up[v] = level + int32(flags[v]&Carried)
	}
}
