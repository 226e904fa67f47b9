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

// forward computes up along an order, operands before readers. An edge e bumps its reader by bumps[e] more than up
// tells: 1 where its operand is a reduction that its reader sits inside of. bumps may be nil.
func forward(g *Graph, order order, bumps []uint8, flags []uint8, up []int32) {
	for i := range up {
		v := order.at(i)
		level := int32(0)
		for e := g.OperandOffsets[v]; e < g.OperandOffsets[v+1]; e++ {
			from := up[g.Operands[e]]
			if bumps != nil {
				from += int32(bumps[e])
			}
			level = max(level, from)
		}
		up[v] = level + int32(flags[v]&Carried)
	}
}
