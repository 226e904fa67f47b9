package session_test

import (
	"math/rand/v2"
	"testing"

	"forcedsplit/engine"
	"forcedsplit/engine/session"
)

// largeGraph is a graph as a compiler's post-order gives it: 3 edges for 2 values, operands a few positions back, and a
// role at every third value, one in eight of which is LoopCarried.
func largeGraph(n int) *engine.Graph {
	random := rand.New(rand.NewPCG(1, 2))
	g := &engine.Graph{Count: n, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}}
	for v := range n {
		for range min(v, 1+v%2) {
			g.Operands = append(g.Operands, uint32(v-1-random.IntN(min(v, 64))))
		}
		if v%3 == 0 {
			g.AxisRoles = append(g.AxisRoles, engine.LoopLocal)
			if random.IntN(8) == 0 {
				g.AxisRoles[len(g.AxisRoles)-1] = engine.LoopCarried
			}
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
		g.AxisOffsets = append(g.AxisOffsets, uint32(len(g.AxisRoles)))
	}
	return g
}

func BenchmarkLoad(b *testing.B) {
	g := largeGraph(1_000_000)
	for b.Loop() {
		if _, err := session.New(g, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRoleChange(b *testing.B) {
	g := largeGraph(1_000_000)
	s, err := session.New(g, nil)
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	changed := 0
	for b.Loop() {
		role := []engine.Role{engine.LoopLocal, engine.LoopCarried}[random.IntN(2)]
		cell := session.Cell{Listed: true, Axes: []session.Axis{{Role: role, Loop: engine.Unresolved}}}
		if err := s.SetCell(uint64(random.IntN(g.Count)), cell); err != nil {
			b.Fatal(err)
		}
		changes, err := s.Update(nil)
		if err != nil {
			b.Fatal(err)
		}
		changed += len(changes)
	}
	b.ReportMetric(float64(changed)/float64(b.N), "changed/op")
}
