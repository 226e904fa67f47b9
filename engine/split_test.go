package engine_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// The split report read off SPEC, What the schedule builder asks next, over ids.

func (a analyzed) axes(id uint64) (resolved []refAxis) {
	for _, axis := range a.values[a.positionOf(id)].axes {
		if axis.loop >= 0 {
			resolved = append(resolved, axis)
		}
	}
	return resolved
}

func (a analyzed) escapeDepths(id uint64) map[int32]bool {
	depths := map[int32]bool{}
	for _, axis := range a.axes(id) {
		if axis.role == engine.Reduction || axis.role == engine.LoopCarried {
			depths[axis.loop] = true
		}
	}
	return depths
}

func (a analyzed) home(id uint64) int32 {
	home := int32(-1)
	for _, axis := range a.axes(id) {
		if axis.role == engine.LoopLocal {
			home = max(home, axis.loop)
		}
	}
	return home
}

func (a analyzed) productionDepth(id uint64) int32 {
	depth := int32(-1)
	for _, axis := range a.axes(id) {
		depth = max(depth, axis.loop)
	}
	return depth
}

// laterReaders are the readers of a value in later passes with a production depth in its home nest, or in another one.
func (a analyzed) laterReaders(id uint64, inHomeNest bool) (readers []uint64) {
	home := a.home(id)
	for _, e := range a.distinct() {
		depth := a.productionDepth(e.reader)
		if e.operand == id && home >= 0 && depth >= 0 && a.ref.pass[e.reader] > a.ref.pass[id] &&
			(a.loops[depth].Nest == a.loops[home].Nest) == inHomeNest {
			readers = append(readers, e.reader)
		}
	}
	return readers
}

func (a analyzed) materialized(id uint64) bool { return len(a.laterReaders(id, true)) > 0 }

// inConflict gives the outermost depth of the home nest that a value is local to and does not escape, if it is in
// conflict.
func (a analyzed) inConflict(id uint64) (loop int32, conflict bool) {
	if a.materialized(id) || len(a.laterReaders(id, false)) == 0 {
		return 0, false
	}
	for _, axis := range a.axes(id) {
		inHomeNest := a.loops[axis.loop].Nest == a.loops[a.home(id)].Nest
		if axis.role == engine.LoopLocal && inHomeNest && !a.escapeDepths(id)[axis.loop] && (!conflict || axis.loop < loop) {
			loop, conflict = axis.loop, true
		}
	}
	return loop, conflict
}

// emittedFor reports whether a nest must be emitted for the pass of a value.
func (a analyzed) emittedFor(nest uint32, id uint64) bool {
	if !slices.ContainsFunc(a.edges, func(e edge) bool { return e.reader == id }) {
		return false // a leaf
	}
	built := int32(-1)
	if len(a.escapeDepths(id)) == 0 || a.materialized(id) {
		built = a.home(id)
	}
	for depth := range a.escapeDepths(id) {
		if a.loops[depth].Nest == nest {
			return true
		}
		if a.materialized(id) {
			built = max(built, depth)
		}
	}
	return built >= 0 && a.loops[built].Nest == nest
}

func (a analyzed) expectedSplit(sizes []uint64) (want engine.Split) {
	at := func(ids []uint64) (positions []uint32) {
		for _, id := range ids {
			positions = append(positions, uint32(a.positionOf(id)))
		}
		return positions
	}
	for nest := range uint32(3) {
		for pass := range 20 {
			var values []uint64
			for _, v := range a.values {
				if a.ref.pass[v.id] == pass && a.emittedFor(nest, v.id) {
					values = append(values, v.id)
				}
			}
			if values != nil {
				want.Stages = append(want.Stages, engine.Stage{Nest: nest, Pass: int32(pass), Values: at(values)})
			}
		}
	}
	for v, value := range a.values {
		if a.materialized(value.id) {
			want.Materialized = append(want.Materialized, engine.Materialized{Value: uint32(v),
				Nest: a.loops[a.home(value.id)].Nest, Readers: at(a.laterReaders(value.id, true))})
		}
		if loop, conflict := a.inConflict(value.id); conflict {
			want.Conflicts = append(want.Conflicts, engine.Conflict{Value: uint32(v), Nest: a.loops[loop].Nest,
				Loop: loop, Readers: at(a.laterReaders(value.id, false))})
		}
	}
	if sizes != nil {
		want.Boundaries = a.expectedBoundaries(sizes)
	}
	return want
}

func (a analyzed) expectedBoundaries(sizes []uint64) (boundaries []engine.Boundary) {
	for after := range 20 {
		b := engine.Boundary{After: int32(after)}
		for v, value := range a.values {
			read := slices.ContainsFunc(a.edges, func(e edge) bool { return e.operand == value.id && a.ref.pass[e.reader] > after })
			if a.materialized(value.id) && read && a.ref.pass[value.id] <= after {
				b.Values++
				b.Bytes += sizes[v]
			}
		}
		if b.Values > 0 {
			boundaries = append(boundaries, b)
		}
	}
	slices.SortStableFunc(boundaries, func(x, y engine.Boundary) int { return int(y.Bytes) - int(x.Bytes) })
	return boundaries
}

func TestTheSplitReportIsWhatSPECSays(t *testing.T) {
	materialized, conflicts, boundaries := 0, 0, 0
	check := func(t *rapid.T) {
		g := drawGraph(t, shape{loopFacts: true})
		columns := g.columns()
		if rapid.Bool().Draw(t, "sized") {
			columns.Bytes = rapid.SliceOfN(rapid.Uint64Range(0, 100), len(g.values), len(g.values)).Draw(t, "bytes")
		}
		inside := map[edge]bool{}
		for _, e := range g.edges {
			inside[e] = g.insideByLoops(e.reader, e.operand)
		}
		a := analyze(t, answer(t, g, inside))
		analysis, err := engine.Analyze(columns, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := analysis.Split()
		want := a.expectedSplit(columns.Bytes)
		if err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%v\ngot  %+v\nwant %+v", err, *got, want)
		}
		materialized += len(want.Materialized)
		conflicts += len(want.Conflicts)
		boundaries += len(want.Boundaries)
	}
	for range 20 { // conflicts are rare
		rapid.Check(t, check)
	}
	if materialized == 0 || conflicts == 0 || boundaries == 0 {
		t.Errorf("of all graphs: %d materialized, %d conflicts, %d boundaries", materialized, conflicts, boundaries)
	}
}

func TestTheSplitReportNeedsLoopFacts(t *testing.T) {
	a, err := engine.Analyze(tower(2), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.Split()
	expectInvalidArgument(t, err)
}

func TestSizesThatAddUpToMoreThan64BitsAreRefused(t *testing.T) {
	// Values 0 and 1 are local to loop 0 and carried over it; value 2, in the same nest and a later pass, reads both.
	g := &engine.Graph{Count: 3, OperandOffsets: []uint32{0, 0, 0, 2}, Operands: []uint32{0, 1},
		AxisOffsets: []uint32{0, 2, 4, 5}, AxisLoops: []int32{0, 0, 0, 0, 0}, Loops: make([]engine.Loop, 1),
		AxisRoles: []engine.Role{engine.LoopLocal, engine.LoopCarried, engine.LoopLocal, engine.LoopCarried, engine.LoopLocal},
		Bytes:     []uint64{math.MaxUint64 - 1, 1, 0}}
	a, err := engine.Analyze(g, nil)
	if err != nil {
		t.Fatal(err)
	}
	split, err := a.Split()
	if err != nil || !slices.Equal(split.Boundaries, []engine.Boundary{{After: 0, Values: 2, Bytes: math.MaxUint64}}) {
		t.Errorf("%v, %+v", err, split)
	}
	g.Bytes[1] = 2
	if _, err := a.Split(); err == nil {
		t.Error("2^64 bytes were added up")
	}
}
