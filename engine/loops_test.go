package engine_test

import (
	"testing"

	"forcedsplit/engine"
)

// A value with many axes costs the sum of its axes and its edges, on either end of them. With the product, 4·10¹¹ steps,
// these tests would not end in the time that go test grants.

func TestManyAxesTimesManyReaders(t *testing.T) {
	const many = 640_000
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

func TestManyAxesTimesManyOperands(t *testing.T) {
	const many = 640_000
	g := &engine.Graph{Count: many + 1, Loops: make([]engine.Loop, 1)}
	g.OperandOffsets = make([]uint32, many+2)
	g.AxisOffsets = make([]uint32, many+2)
	for source := range many {
		g.Operands = append(g.Operands, uint32(source))
		g.AxisRoles = append(g.AxisRoles, engine.Reduction)
		g.AxisOffsets[source+1] = uint32(source + 1)
	}
	g.OperandOffsets[many+1] = many
	g.AxisRoles = append(g.AxisRoles, make([]engine.Role, many)...)
	g.AxisLoops = make([]int32, len(g.AxisRoles))
	g.AxisOffsets[many+1] = 2 * many
	got, _ := mustCompute(t, g, nil)
	if pass := got.Passes[many]; pass != 1 {
		t.Errorf("the reader is in pass %d, inside the loop that its operands reduce over", pass)
	}
}
