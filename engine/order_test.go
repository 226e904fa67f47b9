package engine

import "testing"

// Where positions are in dependency order no order is made, nor any memory for one.
func TestPositionsInOrderAreNotSorted(t *testing.T) {
	for _, c := range []struct {
		operands []uint32
		sorted   bool
	}{
		{[]uint32{0, 0, 1}, false}, // 1 reads 0, 2 reads 0 and 1
		{[]uint32{2, 0, 0}, true},  // 1 reads 2
	} {
		g := &Graph{Count: 3, OperandOffsets: []uint32{0, 0, 1, 3}, Operands: c.operands, AxisOffsets: make([]uint32, 4)}
		if c.sorted {
			g.OperandOffsets = []uint32{0, 0, 2, 3}
		}
		var s scratch
		_, sorted, err := prepare(g, NewLevels(3), &s)
		if err != nil {
			t.Fatal(err)
		}
		if got := sorted != nil; got != c.sorted || (s.order != nil) != c.sorted {
			t.Errorf("operands %v: order %v", c.operands, sorted)
		}
	}
}

func TestSortPutsReadersFirst(t *testing.T) {
	g := &Graph{Count: 4, OperandOffsets: []uint32{0, 2, 3, 3, 4}, Operands: []uint32{1, 3, 2, 2}, AxisOffsets: make([]uint32, 5)}
	order := sortReadersFirst(g, new(scratch))
	if len(order) != 4 {
		t.Fatalf("order %v", order)
	}
	at := map[uint32]int{}
	for i, v := range order {
		at[v] = i
	}
	for v := range uint32(4) {
		for _, o := range g.Operands[g.OperandOffsets[v]:g.OperandOffsets[v+1]] {
			if at[o] <= at[v] {
				t.Errorf("%d comes before its reader %d", o, v)
			}
		}
	}
}
