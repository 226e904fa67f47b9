package engine

import "math"

// noReader stands for the least pass among the readers of a value that has none.
const noReader = math.MaxInt32

// backward turns up, in passes, into passes along the reversed order, and clears the flags that are not published.
// leastReader is scratch: by position, the least pass among the readers seen so far. It returns the largest pass
// listed.
func backward(g *Graph, order order, flags []uint8, passes, leastReader []int32) (maxPass int32) {
	for v := range leastReader {
		leastReader[v] = noReader
	}
	for i := len(passes) - 1; i >= 0; i-- {
		v := order.at(i)
		f := flags[v]
		pass := passes[v] - int32(f&Carried)
		if least := leastReader[v]; f&Pinned == 0 && least != noReader {
			pass = max(pass, least)
		}
		for _, o := range g.Operands[g.OperandOffsets[v]:g.OperandOffsets[v+1]] {
			leastReader[o] = min(leastReader[o], pass)
		}
		flags[v] = f & published
		if f&unlisted != 0 {
			passes[v] = Absent
			continue
		}
		passes[v] = pass
		maxPass = max(maxPass, pass)
	}
	return maxPass
}
