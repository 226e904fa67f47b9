package engine_test

import (
	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// shape says what a drawn graph may have.
type shape struct {
	cycles    bool
	loopFacts bool
	inOrder   bool // positions already in dependency order
}

// drawGraph draws a small graph: any ids, any order of values and edges, repeated edges, values without a cell.
func drawGraph(t *rapid.T, s shape) *refGraph {
	g := &refGraph{}
	count := rapid.IntRange(0, 14).Draw(t, "count")
	ids := rapid.SliceOfNDistinct(rapid.Uint64(), count, count, rapid.ID[uint64]).Draw(t, "ids")
	if s.loopFacts {
		g.loops = make([]engine.Loop, rapid.IntRange(0, 5).Draw(t, "loops"))
		for i := range g.loops {
			g.loops[i].Nest = rapid.Uint32Range(0, 2).Draw(t, "nest")
		}
	}
	for _, id := range ids {
		v := refValue{id: id, classified: rapid.IntRange(0, 4).Draw(t, "classified") > 0}
		if v.classified {
			v.axes = make([]refAxis, rapid.SampledFrom([]int{0, 0, 1, 1, 2, 12}).Draw(t, "axes"))
		}
		for a := range v.axes {
			v.axes[a] = refAxis{
				role: engine.Role(rapid.SampledFrom([]int{0, 1, 1, 2, 3}).Draw(t, "role")),
				loop: int32(rapid.IntRange(-1, len(g.loops)-1).Draw(t, "loop")),
			}
		}
		g.values = append(g.values, v)
	}
	if count == 0 {
		return g
	}
	for range rapid.IntRange(0, 3*count).Draw(t, "edges") {
		a, b := rapid.IntRange(0, count-1).Draw(t, "a"), rapid.IntRange(0, count-1).Draw(t, "b")
		if !s.cycles {
			if a == b {
				continue
			}
			a, b = max(a, b), min(a, b)
		}
		e := edge{ids[a], ids[b]}
		for range rapid.SampledFrom([]int{1, 1, 1, 2}).Draw(t, "times") {
			g.edges = append(g.edges, e)
		}
	}
	if !s.inOrder {
		g.values = rapid.Permutation(g.values).Draw(t, "values")
		g.edges = rapid.Permutation(g.edges).Draw(t, "edge order")
	}
	return g
}

// drawInside draws a predicate over the graph's edges; the others are never to be asked, and count as no.
func drawInside(t *rapid.T, g *refGraph) map[edge]bool {
	inside := map[edge]bool{}
	for _, e := range g.edges {
		if _, ok := inside[e]; !ok {
			inside[e] = rapid.Bool().Draw(t, "inside")
		}
	}
	return inside
}

func (s shape) draw(t *rapid.T) (*refGraph, map[edge]bool) {
	g := drawGraph(t, s)
	return g, drawInside(t, g)
}
