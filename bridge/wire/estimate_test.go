package wire

import (
	"strings"
	"testing"

	flatbuffers "github.com/google/flatbuffers/go"
	"pgregory.net/rapid"

	"forcedsplit/engine"
)

func TestTheBuilderNeverHasToGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := func(label string) int { return rapid.IntRange(0, 40).Draw(t, label) }
		count := length("count")
		g := engine.Graph{
			Count: count, IDs: make([]uint64, count), OperandOffsets: make([]uint32, count+1),
			Operands: make([]uint32, length("operands")), AxisOffsets: make([]uint32, count+1),
			AxisRoles: make([]engine.Role, length("roles")), AxisSpaces: make([]uint16, length("axis spaces")),
			AxisLoops: make([]int32, length("axis loops")), Unclassified: make([]uint32, length("unclassified")),
			Loops: make([]engine.Loop, length("loops")), Bytes: make([]uint64, count),
			Occurrences: engine.Occurrences{
				Values: make([]uint32, length("values")), Points: make([]uint64, length("points")),
				Consumers: make([]uint64, length("consumers")),
			},
		}
		text := func(label string) string { return strings.Repeat("x", length(label)) }
		labels := engine.Labels{Name: text("name"), Source: text("source"), Producer: text("producer")}
		for range count {
			labels.Names = append(labels.Names, text("value's name"))
		}
		for range length("spaces") {
			labels.Spaces = append(labels.Spaces, text("space"))
		}
		size := sizeEstimate(&g, &labels)
		b := flatbuffers.NewBuilder(int(size))
		writeGraph(b, &g, &labels)
		if len(b.Bytes) != int(size) {
			t.Fatalf("estimated %d bytes, the builder grew to %d for %d", size, len(b.Bytes), len(b.FinishedBytes()))
		}
	})
}
