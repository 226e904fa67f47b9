package engine_test

import (
	"errors"
	"slices"
	"testing"

	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// FuzzAgreesWithReference lets the fuzzer's bytes draw the graph and the predicate.
func FuzzAgreesWithReference(f *testing.F) {
	f.Add([]byte("a small graph, or none at all: the bytes choose"))
	f.Add(slices.Repeat([]byte{7, 0, 255, 31}, 200))
	f.Add(slices.Repeat([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, 150))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		g, inside := shape{cycles: rapid.Bool().Draw(t, "cycles")}.draw(t)
		predicate := func(reader, source uint64) bool { return inside[edge{reader, source}] }
		got, _, err := compute(g.columns(), predicate)
		if g.cyclic() {
			var refused *engine.Error
			if !errors.As(err, &refused) || refused.Kind != engine.Cyclic {
				t.Fatalf("error is %v, want a cycle", err)
			}
			return
		}
		if err != nil {
			t.Fatalf("refused: %v", err)
		}
		expectAnswer(t, g, got, g.answer(predicate))
	}))
}

// FuzzColumns gives the engine columns that nobody checked: it refuses or answers, and the quick checks of Compute
// agree with Validate.
func FuzzColumns(f *testing.F) {
	f.Add(uint8(3), []byte{0, 0, 0, 2}, []byte{0, 1}, []byte{0, 1, 1, 2}, []byte{1, 0}, []byte{1}, []byte{0, 255})
	f.Add(uint8(2), []byte{0, 1, 2}, []byte{1, 0}, []byte{0, 0, 0}, []byte{}, []byte{}, []byte{})
	f.Add(uint8(2), []byte{0, 2, 1}, []byte{1}, []byte{0, 3, 1}, []byte{9}, []byte{4, 4}, []byte{7})
	f.Fuzz(func(t *testing.T, count uint8, operandOffsets, operands, axisOffsets, roles, unclassified, loops []byte) {
		g := &engine.Graph{
			Count: int(count), OperandOffsets: widen(operandOffsets), Operands: widen(operands),
			AxisOffsets: widen(axisOffsets), Unclassified: widen(unclassified), Loops: make([]engine.Loop, 2),
		}
		for _, role := range roles {
			g.AxisRoles = append(g.AxisRoles, engine.Role(role))
		}
		for _, loop := range loops {
			g.AxisLoops = append(g.AxisLoops, int32(int8(loop)))
		}
		malformed := engine.Validate(g)
		_, _, err := compute(g, nil)
		var refused *engine.Error
		if err != nil && !errors.As(err, &refused) {
			t.Fatalf("error of another kind: %v", err)
		}
		if (malformed != nil) != (refused != nil && refused.Kind == engine.Malformed) {
			t.Errorf("Validate says %v, Compute %v", malformed, err)
		}
	})
}

func widen(narrow []byte) []uint32 {
	wide := make([]uint32, len(narrow))
	for i, b := range narrow {
		wide[i] = uint32(b)
	}
	return wide
}
