package engine

// The backward sweep turns up, in passes, into passes along the reversed order. least is scratch: by position, the
// least pass among the readers seen so far, noReader where there was none yet.
//
// It is the hottest loop of all, and has no branch that the data of a real graph would make the processor guess
// wrongly: roles decide by masks, and rows of one and two operands, nearly all there are, go the same way through the
// first and the last operand. Measured in order with 100,000 values: 3.6 ns a value, with branches and a loop 9.2.

// noReader is one less than 0, so that noReader+1 lifts nothing.
const noReader = ^uint32(0)

// backwardInOrder sweeps over positions themselves and returns the largest pass listed. It also clears the flags that
// are not published.
func backwardInOrder(g *Graph, flags []uint8, passes []int32, least []uint32) (maxPass int32) {
	offsets, operands := g.OperandOffsets, g.Operands
	if g.Count == 0 {
		return 0
	}
	flags, passes, least = flags[:g.Count], passes[:g.Count], least[:g.Count] // spares bounds checks
	end := int(offsets[g.Count])
	for v := g.Count - 1; v >= 0; v-- {
		f := flags[v]
		pass := liftedPass(passes[v], least[v], f)
		start := int(offsets[v])
		if start < end {
			first, last := operands[start], operands[end-1]
			least[first] = min(least[first], pass)
			least[last] = min(least[last], pass)
			for e := start + 1; e < end-1; e++ {
				o := operands[e]
				least[o] = min(least[o], pass)
			}
		}
		end = start
		flags[v] = f & published
		passes[v] = listedPass(pass, f)
		maxPass = max(maxPass, passes[v])
	}
	return maxPass
}

// backwardAlong is backwardInOrder for a graph that was sorted.
func backwardAlong(g *Graph, order readersFirst, flags []uint8, passes []int32, least []uint32) (maxPass int32) {
	offsets, operands := g.OperandOffsets, g.Operands
	for _, v := range order {
		f := flags[v]
		pass := liftedPass(passes[v], least[v], f)
		start, end := offsets[v], offsets[v+1]
		if start < end {
			first, last := operands[start], operands[end-1]
			least[first] = min(least[first], pass)
			least[last] = min(least[last], pass)
			for e := start + 1; e+1 < end; e++ {
				o := operands[e]
				least[o] = min(least[o], pass)
			}
		}
		flags[v] = f & published
		passes[v] = listedPass(pass, f)
		maxPass = max(maxPass, passes[v])
	}
	return maxPass
}

// liftedPass is the pass of a value: max(level, least), or the level alone if it is pinned or has no reader.
func liftedPass(up int32, least uint32, flags uint8) uint32 {
	level := uint32(up) - uint32(flags&Carried)
	pinned := -uint32((flags & Pinned) >> 1) // all ones, or 0
	return max(level+1, (least+1)&^pinned) - 1
}

// listedPass is the pass that is published: Absent, which is all ones, for a value that is not listed.
func listedPass(pass uint32, flags uint8) int32 {
	return int32(pass | -uint32((flags&unlisted)>>3))
}
