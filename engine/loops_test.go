package engine_test

import (
	"testing"

	"forcedsplit/engine"
)

// A value that reduces over many loops and has many readers costs their sum: with the product, 4·10⁹ steps, this test
// would not end in the time that go test grants.
func TestManyAxesTimesManyReaders(t *testing.T) {
	const many = 64_000
	g := &refGraph{loops: make([]engine.Loop, many)}
	source := refValue{id: 0, classified: true}
	for i := range g.loops {
		g.loops[i].Nest = uint32(i)
		source.axes = append(source.axes, refAxis{role: engine.Reduction, loop: int32(many - 1 - i)})
	}
	columns := &engine.Graph{Count: many + 1, Loops: g.loops}
	columns.OperandOffsets, columns.AxisOffsets = []uint32{0, 0}, []uint32{0, many}
	for _, axis := range source.axes {
		columns.AxisRoles, columns.AxisLoops = append(columns.AxisRoles, axis.role), append(columns.AxisLoops, axis.loop)
	}
	for reader := range many {
		columns.Operands = append(columns.Operands, 0)
		columns.OperandOffsets = append(columns.OperandOffsets, uint32(reader+1))
		columns.AxisRoles = append(columns.AxisRoles, engine.LoopLocal)
		columns.AxisLoops = append(columns.AxisLoops, int32(reader))
		columns.AxisOffsets = append(columns.AxisOffsets, uint32(len(columns.AxisRoles)))
	}
	got, _ := mustCompute(t, columns, nil)
	for v, pass := range got.Passes[1:] {
		if pass != 1 {
			t.Fatalf("reader %d is in pass %d, inside every loop that its operand reduces over", v+1, pass)
		}
	}
}
