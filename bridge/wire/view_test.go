package wire_test

import (
	"testing"
	"unsafe"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

// firstElements are the addresses of the first elements of all columns that have any.
func firstElements(g *engine.Graph) map[string]unsafe.Pointer {
	first := map[string]unsafe.Pointer{}
	note(first, "ids", g.IDs)
	note(first, "operand_offsets", g.OperandOffsets)
	note(first, "operands", g.Operands)
	note(first, "axis_offsets", g.AxisOffsets)
	note(first, "axis_roles", g.AxisRoles)
	note(first, "axis_spaces", g.AxisSpaces)
	note(first, "axis_loops", g.AxisLoops)
	note(first, "unclassified", g.Unclassified)
	note(first, "loops", g.Loops)
	note(first, "bytes", g.Bytes)
	note(first, "occurrence_values", g.Occurrences.Values)
	note(first, "occurrence_points", g.Occurrences.Points)
	note(first, "occurrence_consumers", g.Occurrences.Consumers)
	return first
}

func note[T any](first map[string]unsafe.Pointer, name string, column []T) {
	if len(column) > 0 {
		first[name] = unsafe.Pointer(&column[0])
	}
}

func pointsInto(p unsafe.Pointer, buf []byte) bool {
	begin := uintptr(unsafe.Pointer(&buf[0]))
	return uintptr(p) >= begin && uintptr(p) < begin+uintptr(len(buf))
}

func TestAlignedColumnsAreViewsOfTheBuffer(t *testing.T) {
	buf := shifted(encodedSample(t), 0)
	g, _ := decode(t, buf)
	columns := firstElements(&g)
	if len(columns) != 13 {
		t.Fatalf("%d columns", len(columns))
	}
	for name, first := range columns {
		if !pointsInto(first, buf) {
			t.Errorf("%s was copied", name)
		}
	}
}

func TestUnalignedColumnsAreCopies(t *testing.T) {
	buf := shifted(encodedSample(t), 1)
	g, _ := decode(t, buf)
	for name, first := range firstElements(&g) {
		if inPlace := pointsInto(first, buf); inPlace != (name == "axis_roles") {
			t.Errorf("%s: in place %v", name, inPlace) // roles are bytes, which are always aligned
		}
	}
}

func TestDecodeOfAnAlignedBufferAllocatesNothing(t *testing.T) {
	buf := shifted(encodedSample(t), 0)
	var g engine.Graph
	allocations := testing.AllocsPerRun(100, func() {
		var err error
		if g, err = wire.Decode(buf); err != nil {
			t.Fatal(err)
		}
	})
	if allocations != 0 || g.Count != 3 {
		t.Errorf("%v allocations for %d values", allocations, g.Count)
	}
}

func TestDecodeDoesNotWriteToTheBuffer(t *testing.T) {
	buf := encodedSample(t)
	before := string(buf)
	decode(t, buf)
	if string(buf) != before {
		t.Error("the buffer changed")
	}
}
