package render

import (
	"cmp"
	"fmt"
	"slices"

	"forcedsplit/engine"
)

const quotientLegend = "too large to draw value by value: a box for each pass and nest, with counts"

// What has more passes has several of them to a column. What has more boxes even so, or more arrows than are drawn
// between values, does not tell nests apart, and has more passes to a column as long as there are too many.
const (
	mostColumns = 60
	mostBoxes   = 300
)

// Stand for the nest of a value that no loop instance produces, and for all nests together.
const (
	noNest  = -1
	anyNest = -2
)

// part is a pass, or the number of a column of several, and a nest: what becomes one box.
type part struct {
	pass int32
	nest int64
}

func compareParts(p, q part) int {
	return cmp.Or(cmp.Compare(p.pass, q.pass), cmp.Compare(p.nest, q.nest))
}

func (p part) nestName() string {
	switch p.nest {
	case noNest:
		return "no nest"
	case anyNest:
		return "all nests"
	}
	return fmt.Sprintf("nest %d", p.nest)
}

// partCounts is what there is in a part.
type partCounts struct{ values, carried, pinned, unlisted, edges int }

// quotientPicture has a box for each pass and nest. A value's nest is that of its production depth (SPEC, Without a
// callback).
func quotientPicture(a *engine.Analysis, labels *engine.Labels) *picture {
	p := &picture{label: append(titleLines(a, labels), quotientLegend)}
	passes := passTitles(a)
	each, apart := passesToAColumn(len(passes)), true
	parts, partOf := partsOf(a, each, apart)
	counts, arrows := count(a, parts, partOf)
	for len(parts) > mostBoxes || len(arrows) > mostDrawnEdges {
		if !apart {
			each *= 2
		}
		apart = false
		parts, partOf = partsOf(a, each, apart)
		counts, arrows = count(a, parts, partOf)
	}
	if !apart {
		p.label = append(p.label, "too many nests to tell them apart")
	}
	if each > 1 {
		p.label = append(p.label, fmt.Sprintf("%d passes to a column, whose edges among them may bump", each))
	}
	p.label = append(p.label, arrowLegend)
	p.titles = columnTitles(passes, each)
	for i, part := range parts {
		name := fmt.Sprintf("pass %d, %s", part.pass, part.nestName())
		p.boxes = append(p.boxes, box{name, part.pass, append([]string{part.nestName()}, counts[i].lines()...), ""})
	}
	p.arrows = arrows
	return p
}

// partsOf puts so many passes to a column, tells the nests apart or not, and gives the parts that there are, in order,
// and that of each value.
func partsOf(a *engine.Analysis, each int32, apart bool) (parts, partOf []part) {
	partOf = make([]part, a.Graph.Count)
	for v := range partOf {
		partOf[v] = part{a.Pass[v] / each, anyNest}
		if apart {
			partOf[v].nest = nestOf(a.Graph, uint32(v))
		}
	}
	parts = slices.Clone(partOf)
	slices.SortFunc(parts, compareParts)
	return slices.Compact(parts), partOf
}

// passesToAColumn is how many there have to be so that there are not too many columns.
func passesToAColumn(passes int) int32 {
	return int32(max(1, (passes+mostColumns-1)/mostColumns))
}

func columnTitles(passes []string, each int32) (titles []string) {
	if each == 1 {
		return passes
	}
	for first := int32(0); int(first) < len(passes); first += each {
		last := min(first+each, int32(len(passes))) - 1
		titles = append(titles, fmt.Sprintf("passes %d to %d", first, last))
	}
	return titles
}

// nestOf is the nest of a value's production depth, or noNest.
func nestOf(g *engine.Graph, v uint32) int64 {
	if g.AxisLoops == nil {
		return noNest
	}
	depth := engine.ProductionDepth(g, v)
	if depth == engine.Unresolved {
		return noNest
	}
	return int64(g.Loops[depth].Nest)
}

// count counts the values of each part and the edges in it, and gives an arrow for the edges from one part to another
// with one reason.
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
