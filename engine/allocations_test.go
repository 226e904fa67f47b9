package engine_test

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"forcedsplit/engine"
)

// leastAllocated is how many bytes the leanest of several calls allocates: the pool of scratch memory may lose one to the
// garbage collector, or to the race detector.
func leastAllocated(call func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	least := uint64(math.MaxUint64)
	for range 30 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		call()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// What a call needs besides its result is there from the call before, if the graphs are of like size.
func TestSecondCallAllocatesNothingThatGrows(t *testing.T) {
	const n = 20_000
	inOrder := localPostOrder(n)
	asking := localPostOrder(n)
	for i := range asking.AxisRoles {
		asking.AxisRoles[i] = engine.Reduction
	}
	for name, g := range map[string]*engine.Graph{
		"in order": inOrder, "shuffled": shuffled(inOrder), "with questions": asking, "shuffled, with questions": shuffled(asking),
	} {
		out := engine.NewLevels(n)
		ask := engine.AskEach(g, func(reader, source uint64) (bool, error) { return (reader^source)%4 == 0, nil })
		allocated := leastAllocated(func() {
			if err := engine.Compute(g, ask, out); err != nil {
				t.Fatal(err)
			}
		})
		if allocated > 1024 {
			t.Errorf("%s: a second call allocates %d bytes for %d values", name, allocated, n)
		}
	}
}
