package engine_test

import (
	"testing"

	"forcedsplit/engine"
)

// oneReader reads n reductions, given in falling order and each of them twice.
func oneReader(n int) *engine.Graph {
	g := &engine.Graph{Count: n + 1, OperandOffsets: make([]uint32, n+2), AxisOffsets: make([]uint32, n+2)}
	for v := range n {
		g.AxisRoles = append(g.AxisRoles, engine.Reduction)
		g.AxisOffsets[v+1] = uint32(v + 1)
		g.Operands = append(g.Operands, uint32(n-1-v), uint32(n-1-v))
	}
	g.AxisOffsets[n+1] = uint32(n)
	g.OperandOffsets[n+1] = uint32(2 * n)
	return g
}

// Few operands are sorted one way, many another: the questions look the same.
func TestQuestionsAreDistinctAndRise(t *testing.T) {
	for _, n := range []int{1, 2, 64, 65, 300, 70_000} {
		g := oneReader(n)
		got, asked := mustCompute(t, g, func(_, source uint64) bool { return source%3 == 0 })
		if len(asked) != n {
			t.Fatalf("%d questions about %d operands", len(asked), n)
		}
		for i, e := range asked {
			if e != (edge{uint64(n), uint64(i)}) {
				t.Fatalf("question %d is %v", i, e)
			}
			if pinned := got.Flags[i] == engine.Pinned; pinned != (i%3 == 0) {
				t.Fatalf("pinned of %d is %v", i, pinned)
			}
		}
		if got.MaxPass != 1 {
			t.Errorf("max_pass is %d", got.MaxPass)
		}
	}
}
