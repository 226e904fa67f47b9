package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"forcedsplit/engine"
)

// localPostOrder is a graph as a compiler's post-order gives it: 3 edges for 2 values, operands a few positions back,
// and every third value with a role.
func localPostOrder(n int) *engine.Graph {
	random := rand.New(rand.NewPCG(1, 2))
	g := &engine.Graph{Count: n, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}}
	for v := range n {
		for range min(v, 1+v%2) {
			g.Operands = append(g.Operands, uint32(v-1-random.IntN(min(v, 64))))
		}
		if v%3 == 0 {
			g.AxisRoles = append(g.AxisRoles, []engine.Role{engine.LoopLocal, engine.LoopCarried}[random.IntN(2)])
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
		g.AxisOffsets = append(g.AxisOffsets, uint32(len(g.AxisRoles)))
	}
	return g
}

// shuffled is g with its positions in another order.
func shuffled(g *engine.Graph) *engine.Graph {
	to := rand.New(rand.NewPCG(3, 4)).Perm(g.Count)
	from := make([]int, g.Count)
	for old, position := range to {
		from[position] = old
	}
	s := &engine.Graph{Count: g.Count, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}}
	for _, old := range from {
		for _, o := range g.Operands[g.OperandOffsets[old]:g.OperandOffsets[old+1]] {
			s.Operands = append(s.Operands, uint32(to[o]))
		}
		s.AxisRoles = append(s.AxisRoles, g.AxisRoles[g.AxisOffsets[old]:g.AxisOffsets[old+1]]...)
		s.OperandOffsets = append(s.OperandOffsets, uint32(len(s.Operands)))
		s.AxisOffsets = append(s.AxisOffsets, uint32(len(s.AxisRoles)))
	}
	return s
}

func BenchmarkCompute(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000, 1_000_000} {
		inOrder := localPostOrder(n)
		for name, g := range map[string]*engine.Graph{"in order": inOrder, "shuffled": shuffled(inOrder)} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				out := engine.NewLevels(n)
				b.ReportAllocs()
				for b.Loop() {
					if err := engine.Compute(g, nil, out); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/value")
			})
		}
	}
}
