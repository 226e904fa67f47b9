package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"forcedsplit/engine"
)

// bare is a graph without roles, with ids 10 times the positions.
func bare(operandsOf ...[]uint32) *engine.Graph {
	g := &engine.Graph{Count: len(operandsOf), OperandOffsets: []uint32{0}, AxisOffsets: make([]uint32, len(operandsOf)+1)}
	for v, operands := range operandsOf {
		g.IDs = append(g.IDs, uint64(v)*10)
		g.Operands = append(g.Operands, operands...)
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
	}
	return g
}

func refusal(t *testing.T, g *engine.Graph) *engine.Error {
	t.Helper()
	_, _, err := compute(g, nil)
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Kind != engine.Cyclic {
		t.Fatalf("error is %v, want a cycle", err)
	}
	return refused
}

func TestCycleIsToldInOrderByID(t *testing.T) {
	for _, c := range []struct {
		graph   *engine.Graph
		message string
	}{
		{bare([]uint32{0}), "0 reads 0"},
		{bare(nil, []uint32{0, 2}, []uint32{3}, []uint32{0, 1}), "10 reads 20 reads 30 reads 10"},
		// Of the two ways from 10 back to 10 the shorter one, though the longer is listed first.
		{bare(nil, []uint32{2, 4}, []uint32{3}, []uint32{4}, []uint32{1}), "10 reads 40 reads 10"},
	} {
		if got := refusal(t, c.graph); got.Message != c.message {
			t.Errorf("told %q, want %q", got.Message, c.message)
		}
	}
}

// ring is a graph of n values, each reading the next, the last reading the first.
func ring(n int) *engine.Graph {
	operandsOf := make([][]uint32, n)
	for v := range operandsOf {
		operandsOf[v] = []uint32{uint32((v + 1) % n)}
	}
	return bare(operandsOf...)
}

func TestLongCycleIsCutInTheMessageOnly(t *testing.T) {
	if got := refusal(t, ring(16)).Message; !strings.HasSuffix(got, " reads 150 reads 0") {
		t.Errorf("told %q", got)
	}
	for _, n := range []int{17, 1_000_000} {
		got := refusal(t, ring(n))
		if len(got.Values) != n || strings.Count(got.Message, " reads ") != 16 || !strings.Contains(got.Message, " reads … (") {
			t.Errorf("%d values, told %q", len(got.Values), got.Message)
		}
		for i, id := range got.Values {
			if next := got.Values[(i+1)%n]; next != (id+10)%(uint64(n)*10) {
				t.Fatalf("%d is followed by %d", id, next)
			}
		}
	}
}

// Nothing recurses on input, in either direction of the chain.
func TestChainOfFiveMillionValues(t *testing.T) {
	const n = 5_000_000
	g := &engine.Graph{Count: n, OperandOffsets: make([]uint32, n+1), AxisOffsets: make([]uint32, n+1)}
	for v := 1; v < n; v++ {
		g.Operands = append(g.Operands, uint32(v-1))
		g.OperandOffsets[v+1] = uint32(v)
	}
	g.AxisRoles = slices.Repeat([]engine.Role{engine.LoopCarried}, n)
	for v := range g.AxisOffsets {
		g.AxisOffsets[v] = uint32(v)
	}
	forth, _ := mustCompute(t, g, nil)
	for v := range g.OperandOffsets[1:] {
		g.OperandOffsets[v] = uint32(v)
	}
	g.OperandOffsets[n] = n - 1
	for e := range g.Operands {
		g.Operands[e] = uint32(e + 1)
	}
	back, _ := mustCompute(t, g, nil)
	for v := range n {
		if forth.Passes[v] != int32(v) || back.Passes[v] != int32(n-1-v) {
			t.Fatalf("value %d is in pass %d, and %d with the chain turned", v, forth.Passes[v], back.Passes[v])
		}
	}
}
