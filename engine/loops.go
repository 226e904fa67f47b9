package engine

// fewAxes is up to how many axes a source's are looked through for every question about it.
const fewAxes = 8

// AskLoops answers questions from the graph's loop facts (SPEC, Without a callback). The graph is well formed and has
// them.
func AskLoops(g *Graph) Ask {
	return func(q *Questions) error {
		closing := outermostReductions{g: g}
		depth := Unresolved
		for i, pair := range q.Pairs {
			v := pair.Reader
			if i == 0 || v != q.Pairs[i-1].Reader { // a reader may have many axes, too: look through them once
				depth = ProductionDepth(g, v)
			}
			if depth == Unresolved {
				continue
			}
			outermost, ok := closing.inNest(pair.Source, g.Loops[depth].Nest)
			if ok && depth >= outermost {
				q.Answers[i] = 1
			}
		}
		return nil
	}
}

// ProductionDepth is the deepest loop instance among a value's axes, Unresolved if none is resolved (SPEC, Without a
// callback). The graph is well formed and has AxisLoops.
func ProductionDepth(g *Graph, v uint32) int32 {
	depth := Unresolved
	for _, loop := range g.AxisLoops[g.AxisOffsets[v]:g.AxisOffsets[v+1]] {
		depth = max(depth, loop)
	}
	return depth
}

// outermostReductions finds, for a source and a nest, the outermost instance of the nest that the source reduces
// over: a reader of that nest is inside some such instance exactly if it is inside, or at, the outermost.
//
// The axes of a value are looked through for each question, unless they are many: then they are indexed once, so that
// a value with many axes and many readers costs their sum and not their product.
type outermostReductions struct {
	g       *Graph
	indexed map[uint32]bool
	index   map[sourceNest]int32
}

type sourceNest struct{ source, nest uint32 }

func (r *outermostReductions) inNest(source, nest uint32) (instance int32, ok bool) {
	if r.g.AxisOffsets[source+1]-r.g.AxisOffsets[source] > fewAxes {
		r.indexSource(source)
		instance, ok = r.index[sourceNest{source, nest}]
		return instance, ok
	}
	r.eachReduction(source, func(loop int32) {
		if r.g.Loops[loop].Nest == nest && (!ok || loop < instance) {
			instance, ok = loop, true
		}
	})
	return instance, ok
}

func (r *outermostReductions) indexSource(source uint32) {
	if r.indexed[source] {
		return
	}
	if r.index == nil {
		r.indexed, r.index = map[uint32]bool{}, map[sourceNest]int32{}
	}
	r.indexed[source] = true
	r.eachReduction(source, func(loop int32) {
		key := sourceNest{source, r.g.Loops[loop].Nest}
		if known, ok := r.index[key]; !ok || loop < known {
			r.index[key] = loop
		}
	})
}

// eachReduction calls visit with the loop instance of every resolved Reduction axis of the source.
func (r *outermostReductions) eachReduction(source uint32, visit func(loop int32)) {
	for a := r.g.AxisOffsets[source]; a < r.g.AxisOffsets[source+1]; a++ {
		if r.g.AxisRoles[a] == Reduction && r.g.AxisLoops[a] != Unresolved {
			visit(r.g.AxisLoops[a])
		}
	}
}
