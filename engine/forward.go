package engine

// The forward sweep keeps up(v) = level(v) + (1 if v is carried else 0), the level that v's readers start from when
// no reduction bumps, so that an edge costs one load.

// forwardInOrder computes up for a graph in dependency order, counting no reduction as bumping. ok is false if an
// operand does not come before its reader or the columns are not well formed; up then means nothing.
func forwardInOrder(g *Graph, flags []uint8, up []int32) (ok bool) {
	offsets, operands := g.OperandOffsets, g.Operands
	if !spans(offsets, g.Count, len(operands)) {
		return false
	}
	end := uint32(0)
	for v := range up {
		start := end
		end = offsets[v+1]
		if start > end || int(end) > len(operands) {
			return false
		}
		level := int32(0)
		for _, o := range operands[start:end] {
			if int(o) >= v {
				return false
			}
			level = max(level, up[o])
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
