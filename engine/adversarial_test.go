package engine_test

import (
	"slices"
	"testing"

	"forcedsplit/engine"
)

// Graphs of a million, made to be as much work as can be. What is promised is linear time: a step for every pair of a
// million is hours, and a test that takes it does not end in the time that go test grants.
const million = 1_000_000

// rows are offsets that give every value so many entries.
func rows(count, each int) []uint32 {
	offsets := make([]uint32, count+1)
	for v := range offsets {
		offsets[v] = uint32(v * each)
	}
	return offsets
}

// spread are a million keys that a table which looks at only some of their bits takes for the same, or for neighbours.
var spread = map[string]func(i uint64) uint64{
	"that differ in the upper half":  func(i uint64) uint64 { return i << 32 },
	"that differ in the upper bits":  func(i uint64) uint64 { return i << 44 },
	"multiples of a page":            func(i uint64) uint64 { return 1<<63 + i<<12 },
	"that are the same by xor-shift": func(i uint64) uint64 { return i<<32 | i },
	"close together, then far away":  func(i uint64) uint64 { return i%2<<63 + i },
}

func TestAMillionIDsThatLookAlike(t *testing.T) {
	for name, key := range spread {
		g := &engine.Graph{Count: million, OperandOffsets: rows(million, 0), AxisOffsets: rows(million, 0)}
		for i := range uint64(million) {
			g.IDs = append(g.IDs, key(million-1-i)) // falling: rising ones need no table
		}
		if err := engine.Validate(g); err != nil {
			t.Errorf("ids %s: %v", name, err)
		}
		g.IDs[0] = g.IDs[million-1]
		if err := engine.Validate(g); err == nil || !slices.Equal(err.Values, g.IDs[:1]) {
			t.Errorf("ids %s, one twice: %v", name, err)
		}
	}
}

func TestAMillionPointsThatLookAlike(t *testing.T) {
	for name, point := range spread {
		g := &engine.Graph{Count: million, AxisOffsets: rows(million, 0)}
		for i := range uint64(million) {
			g.Occurrences.Values = append(g.Occurrences.Values, uint32(i))
			g.Occurrences.Points = append(g.Occurrences.Points, point(i))
			g.Occurrences.Consumers = append(g.Occurrences.Consumers, point(min(i+1, million-1)))
		}
		derived, err := g.DeriveOperands()
		if err != nil || len(derived.Operands) != million-1 {
			t.Fatalf("points %s: %v", name, err)
		}
		for v, o := range derived.Operands {
			if o != uint32(v) { // value v+1 reads value v
				t.Fatalf("points %s: edge %d leads to %d", name, v, o)
			}
		}
	}
}

func TestAMillionOperandsOfOneReaderInFallingOrder(t *testing.T) {
	g := oneReader(million)
	_, asked := mustCompute(t, g, func(_, _ uint64) bool { return false })
	rising := func(a, b edge) int { return int(a.operand) - int(b.operand) }
	if len(asked) != million || !slices.IsSortedFunc(asked, rising) {
		t.Errorf("%d questions", len(asked))
	}
}

func TestOneOperandAMillionTimes(t *testing.T) {
	g := &engine.Graph{
		Count: 2, OperandOffsets: []uint32{0, 0, million}, Operands: make([]uint32, million),
		AxisOffsets: []uint32{0, 1, 1}, AxisRoles: []engine.Role{engine.Reduction},
	}
	if got, asked := mustCompute(t, g, func(_, _ uint64) bool { return true }); len(asked) != 1 || got.MaxPass != 1 {
		t.Errorf("%d questions, max_pass %d", len(asked), got.MaxPass)
	}
}

func TestAMillionAxesTimesAMillionReaders(t *testing.T) {
	g := &engine.Graph{
		Count: million + 1, Loops: make([]engine.Loop, million),
		OperandOffsets: append([]uint32{0}, rows(million, 1)...), Operands: make([]uint32, million),
		AxisOffsets: []uint32{0}, AxisRoles: slices.Repeat([]engine.Role{engine.Reduction}, 2*million),
	}
	for i := range g.Loops {
		g.Loops[i].Nest = uint32(i)
		g.AxisLoops = append(g.AxisLoops, int32(million-1-i)) // of the source
	}
	for reader := range uint32(million) {
		g.AxisOffsets = append(g.AxisOffsets, million+reader)
		g.AxisLoops = append(g.AxisLoops, int32(reader))
	}
	g.AxisOffsets = append(g.AxisOffsets, 2*million)
	got, _ := mustCompute(t, g, nil)
	for v, pass := range got.Passes[1:] {
		if pass != 1 {
			t.Fatalf("reader %d is in pass %d, inside every loop that its operand reduces over", v+1, pass)
		}
	}
}

// Every value reads the two before it: there are more ways down than could be walked. In a ring of them there is no
// value to begin with, and every one of a million is on a cycle.
func TestMoreWaysThanCouldBeWalked(t *testing.T) {
	for name, at := range map[string]func(v int) uint32{
		"in order": func(v int) uint32 { return uint32(v) },
		"turned":   func(v int) uint32 { return uint32(million - 1 - v) },
	} {
		operandsOf := make([][]uint32, million)
		for v := 2; v < million; v++ {
			operandsOf[at(v)] = []uint32{at(v - 1), at(v - 2)}
		}
		g := bare(operandsOf...)
		g.AxisRoles, g.AxisOffsets = slices.Repeat([]engine.Role{engine.LoopCarried}, million), rows(million, 1)
		got, _ := mustCompute(t, g, nil)
		if got.MaxPass != million-2 {
			t.Errorf("%s: max_pass is %d", name, got.MaxPass)
		}
		operandsOf[at(0)], operandsOf[at(1)] = []uint32{at(million - 1)}, []uint32{at(0)}
		if cycle := refusal(t, bare(operandsOf...)).Values; len(cycle) < million/2 {
			t.Errorf("%s: a cycle of %d, but it takes steps of two at most to come around", name, len(cycle))
		}
	}
}
