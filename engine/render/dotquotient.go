package render

import (
	"cmp"
	"fmt"
	"slices"

	"forcedsplit/engine"
)

const quotientLegend = "too large to draw value by value: a box for each pass and nest, with counts"

// noNest stands for the nest of a value that no loop instance produces.
const noNest = -1

// part is a pass and a nest: what becomes one box.
type part struct {
	pass int32
	nest int64
}

func compareParts(p, q part) int {
	return cmp.Or(cmp.Compare(p.pass, q.pass), cmp.Compare(p.nest, q.nest))
}

func (p part) nestName() string {
	if p.nest == noNest {
		return "no nest"
	}
	return fmt.Sprintf("nest %d", p.nest)
}

// partCounts is what there is in a part.
type partCounts struct{ values, carried, pinned, unlisted, edges int }

// quotientPicture has a box for each pass and nest. A value's nest is that of its production depth (SPEC, Without a
// callback).
func quotientPicture(a *engine.Analysis, labels *engine.Labels) *picture {
	p := &picture{label: append(titleLines(a, labels), quotientLegend, arrowLegend), titles: passTitles(a)}
	partOf := make([]part, a.Graph.Count)
	for v := range partOf {
		partOf[v] = part{a.Pass[v], nestOf(a.Graph, uint32(v))}
	}
	parts := slices.Clone(partOf)
	slices.SortFunc(parts, compareParts)
	parts = slices.Compact(parts)
	counts, arrows := count(a, parts, partOf)
	for i, part := range parts {
		name := fmt.Sprintf("pass %d, %s", part.pass, part.nestName())
		p.boxes = append(p.boxes, box{name, part.pass, append([]string{part.nestName()}, counts[i].lines()...), ""})
	}
	p.arrows = arrows
	return p
}

// nestOf is the nest of a value's production depth, or noNest.
func nestOf(g *engine.Graph, v uint32) int64 {
	if g.AxisLoops == nil {
		return noNest
	}
	depth := engine.Unresolved
	for _, loop := range g.AxisLoops[g.AxisOffsets[v]:g.AxisOffsets[v+1]] {
		depth = max(depth, loop)
	}
	if depth == engine.Unresolved {
		return noNest
	}
	return int64(g.Loops[depth].Nest)
}

// count counts the values of each part and the edges in it, and gives an arrow for the edges from one part to another
// with one reason. An edge in a part never bumps: it stays in a pass.
func count(a *engine.Analysis, parts, partOf []part) (counts []partCounts, arrows []arrow) {
	counts = make([]partCounts, len(parts))
	index := make([]int, len(partOf))
	for v, part := range partOf {
		index[v], _ = slices.BinarySearchFunc(parts, part, compareParts)
		counts[index[v]].add(a, uint32(v))
	}
	numbers := map[arrow]int{}
	for _, e := range a.Edges() {
		from, to := index[e.Operand], index[e.Reader]
		if from == to {
			counts[from].edges++
		} else {
			numbers[arrow{from: from, to: to, reason: e.Reason}]++
		}
	}
	for arrow, n := range numbers {
		arrow.label = fmt.Sprintf("%d %s", n, quotientWords[arrow.reason])
		arrows = append(arrows, arrow)
	}
	slices.SortFunc(arrows, func(x, y arrow) int {
		return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.to, y.to), cmp.Compare(x.reason, y.reason))
	})
	return counts, arrows
}

var quotientWords = [...]string{engine.Plain: "plain", engine.CarriedSource: "carried", engine.InsideSource: "inside"}

func (c *partCounts) add(a *engine.Analysis, v uint32) {
	c.values++
	switch flags := a.Levels.Flags[v]; {
	case !a.Listed(v):
		c.unlisted++
	case flags&engine.Carried != 0:
		c.carried++
	case flags&engine.Pinned != 0:
		c.pinned++
	}
}

// lines says what there is, and leaves out what there is not.
func (c *partCounts) lines() []string {
	lines := []string{counted(c.values, "value", "values")}
	for _, of := range []struct {
		n    int
		word string
	}{{c.carried, "carried"}, {c.pinned, "pinned but not carried"}, {c.unlisted, "not listed"}} {
		if of.n > 0 {
			lines = append(lines, fmt.Sprintf("%d %s", of.n, of.word))
		}
	}
	if c.edges > 0 {
		lines = append(lines, counted(c.edges, "edge", "edges")+" among them")
	}
	return lines
}
