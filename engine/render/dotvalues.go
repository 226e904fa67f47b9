package render

import (
	"cmp"
	"slices"
	"strconv"

	"forcedsplit/engine"
)

const (
	borderLegend = "double border: carried; thick border: pinned; dotted border: not listed"
	arrowLegend  = "bold arrow: bumps (carried); bold dashed arrow: bumps (reduction, inside the loop)"
)

// valuePicture has a box for each value and an arrow for each edge.
func valuePicture(a *engine.Analysis, labels *engine.Labels) *picture {
	p := &picture{label: append(titleLines(a, labels), borderLegend, arrowLegend), titles: passTitles(a), inOrder: true}
	call := Namer(a.Graph, labels)
	byPass, boxOf := positionsByPass(a), make([]int, a.Graph.Count)
	for i, v := range byPass {
		boxOf[v] = i
		word, attributes := valueLooks(a, v)
		lines := []string{call(v)}
		if word != "" {
			lines = append(lines, word)
		}
		name := strconv.FormatUint(a.Graph.ID(v), 10)
		p.boxes = append(p.boxes, box{name, a.Pass[v], lines, attributes})
	}
	for _, e := range a.Edges() {
		p.arrows = append(p.arrows, arrow{boxOf[e.Operand], boxOf[e.Reader], arrowWords[e.Reason], e.Reason})
	}
	return p
}

// The words at arrows, by reason; short, because there are many.
var arrowWords = [...]string{engine.Plain: "", engine.CarriedSource: "carried", engine.InsideSource: "inside"}

// valueLooks tells a value's box from others by a word and its border.
func valueLooks(a *engine.Analysis, v uint32) (word, attributes string) {
	switch flags := a.Levels.Flags[v]; {
	case !a.Listed(v):
		return "not listed", ", style=dotted"
	case flags&engine.Carried != 0:
		return "carried", ", peripheries=2"
	case flags&engine.Pinned != 0:
		return "pinned", ", penwidth=3"
	}
	return "", ""
}

func positionsByPass(a *engine.Analysis) []uint32 {
	positions := make([]uint32, a.Graph.Count)
	for v := range positions {
		positions[v] = uint32(v)
	}
	slices.SortStableFunc(positions, func(v, w uint32) int { return cmp.Compare(a.Pass[v], a.Pass[w]) })
	return positions
}
