package handle_test

import (
	"os"
	"sync"
	"testing"
	"time"

	"forcedsplit/bridge/handle"
	"forcedsplit/engine"
)

// chain is a graph of values that each read the one before, all of them reductions: value i is in pass i if every
// question is answered with yes.
func chain(count int) *engine.Graph {
	g := &engine.Graph{Count: count, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}}
	for i := range count {
		if i > 0 {
			g.Operands = append(g.Operands, uint32(i-1))
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
		g.AxisRoles = append(g.AxisRoles, engine.Reduction)
		g.AxisOffsets = append(g.AxisOffsets, uint32(i+1))
	}
	return g
}

// compute puts the answer into the object of a key, as the library does, and checks what is in there. Every eighth
// question of the predicate is answered after a computation within.
func compute(t *testing.T, key handle.Key, g *engine.Graph, within *engine.Graph) {
	ask := func(q *engine.Questions) error {
		for i := range q.Answers {
			q.Answers[i] = 1
			if within != nil && i%8 == 0 {
				compute(t, key, within, nil)
			}
		}
		return nil
	}
	levels := engine.Levels{Passes: make([]int32, g.Count), Flags: make([]uint8, g.Count)}
	if err := engine.Compute(g, ask, &levels); err != nil {
		t.Error(err)
		return
	}
	*handle.Get(key).(*engine.Levels) = levels
	for i, pass := range handle.Get(key).(*engine.Levels).Passes {
		if pass != int32(i) {
			t.Errorf("value %d is in pass %d", i, pass)
			return
		}
	}
}

// Run with the race detector (suite race), this is what capi/tests/threads_test.c does through the C ABI.
func TestACrowdComputesOnSharedAndOwnGraphs(t *testing.T) {
	lasts := 2 * time.Second
	if os.Getenv("FORCEDSPLIT_SOAK") != "" {
		lasts = 20 * time.Second
	}
	shared := chain(24)
	end := time.Now().Add(lasts)
	var crowd sync.WaitGroup
	for worker := range 64 {
		crowd.Go(func() {
			own, key := chain(8+worker), handle.Save(new(engine.Levels))
			for time.Now().Before(end) && !t.Failed() {
				compute(t, key, own, shared)
				compute(t, key, shared, own)
			}
		})
	}
	crowd.Wait()
}
