package render

import "forcedsplit/engine"

// explained is what Explain says of each value, for all at once in linear time. Of the chains there are only the last
// links, which lead from any value down to level 0.
type explained struct {
	last []int // by position: the operand of the chain's last link, none at level 0
	lift []int // an engine.Lift
	by   []int // the reader that has to do with it, or none
}

// none stands for a position where there is no value.
const none = -1

func explainAll(a *engine.Analysis) *explained {
	readers := findReaders(a)
	x := &explained{last: make([]int, a.Graph.Count), lift: make([]int, a.Graph.Count), by: make([]int, a.Graph.Count)}
	lengths := chainLengths(a, readers)
	for v := range x.last {
		x.last[v] = lastLink(a, uint32(v), lengths)
		lift, by := liftOf(a, uint32(v), readers.of(uint32(v)))
		x.lift[v], x.by[v] = int(lift), by
	}
	return x
}

// forces reports whether an edge alone would give its reader the level that it has.
func forces(a *engine.Analysis, e engine.Edge) bool {
	return a.Level[e.Operand]+e.Reason.Bump() == a.Level[e.Reader]
}

// chainLengths gives the number of edges of every value's chain: its distance from level 0 along edges that force.
func chainLengths(a *engine.Analysis, readers *readers) []int32 {
	lengths := make([]int32, a.Graph.Count)
	var queue []uint32
	for v, level := range a.Level {
		if level == 0 {
			queue = append(queue, uint32(v))
		}
	}
	for at := 0; at < len(queue); at++ {
		v := queue[at]
		for _, e := range readers.of(v) {
			if a.Level[e.Reader] > 0 && lengths[e.Reader] == 0 && forces(a, e) {
				lengths[e.Reader] = lengths[v] + 1
				queue = append(queue, e.Reader)
			}
		}
	}
	return lengths
}

// lastLink chooses as Explain does: the first operand of those that force the level and have the shortest chain.
func lastLink(a *engine.Analysis, v uint32, lengths []int32) int {
	last := none
	if a.Level[v] == 0 {
		return last
	}
	for _, e := range a.Operands(v) {
		if forces(a, e) && (last == none || lengths[e.Operand] < lengths[last]) {
			last = int(e.Operand)
		}
	}
	return last
}

// liftOf gives lift and reader of an Explanation.
func liftOf(a *engine.Analysis, v uint32, edges []engine.Edge) (lift engine.Lift, by int) {
	least, bumped := none, none
	for _, e := range edges {
		if least == none || a.Pass[e.Reader] < a.Pass[least] {
			least = int(e.Reader)
		}
		if bumped == none && e.Reason != engine.Plain {
			bumped = int(e.Reader)
		}
	}
	switch {
	case least == none || a.Pass[least] == a.Level[v]:
		return engine.Unlifted, none
	case a.Pass[v] > a.Level[v]:
		return engine.Lifted, least
	}
	return engine.Held, bumped
}

// readers are all edges by their operands, then readers.
type readers struct {
	offsets []uint32
	edges   []engine.Edge
}

func findReaders(a *engine.Analysis) *readers {
	r := &readers{make([]uint32, a.Graph.Count+1), make([]engine.Edge, len(a.Edges()))}
	for _, e := range a.Edges() {
		r.offsets[e.Operand+1]++
	}
	for v := range a.Graph.Count {
		r.offsets[v+1] += r.offsets[v]
	}
	next := append([]uint32{}, r.offsets...)
	for _, e := range a.Edges() {
		r.edges[next[e.Operand]] = e
		next[e.Operand]++
	}
	return r
}

func (r *readers) of(operand uint32) []engine.Edge {
	return r.edges[r.offsets[operand]:r.offsets[operand+1]]
}
