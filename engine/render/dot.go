package render

import (
	"bytes"
	"fmt"
	"strings"

	"forcedsplit/engine"
)

// What has more is too large to draw: the picture would be neither laid out in seconds nor read.
const (
	mostDrawnValues = 300
	mostDrawnEdges  = 600
)

// DOT draws a graph with its passes for Graphviz: a cluster for each pass, from left to right in their order, and arrows
// from operands to readers. What bumps, is carried, pinned or not listed is told by lines and words, not color alone.
//
// Of a graph with more than 300 values or 600 edges it is the pass quotient instead, and its label says so: a box for
// each pass and nest, with the numbers of its values, and arrows with the numbers of edges by their reason.
func DOT(a *engine.Analysis, labels *engine.Labels) []byte {
	if a.Graph.Count > mostDrawnValues || len(a.Edges()) > mostDrawnEdges {
		return quotientPicture(a, labels).dot()
	}
	return valuePicture(a, labels).dot()
}

// picture is what either kind of drawing consists of.
type picture struct {
	label  []string // lines
	titles []string // of the passes
	boxes  []box    // by pass
	arrows []arrow
	// inOrder: arrows lead from left to right within a pass too. They make no cycle.
	inOrder bool
}

type box struct {
	name       string // unique; not shown
	pass       int32
	label      []string // lines
	attributes string
}

type arrow struct {
	from, to int // into boxes
	label    string
	reason   engine.Reason
}

// The looks of arrows, by reason. Plain ones step back.
var arrowLooks = [...]string{
	engine.Plain:         `color="#767676"`,
	engine.CarriedSource: `color="#9c2f00", fontcolor="#9c2f00", style=bold`,
	engine.InsideSource:  `color="#00529c", fontcolor="#00529c", style="bold,dashed"`,
}

// dot writes a picture in Graphviz' language.
func (p *picture) dot() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "digraph passes {\n")
	fmt.Fprintf(&out, "\tgraph [rankdir=LR, newrank=true, labelloc=t, fontname=\"sans-serif\", label=%s];\n",
		inDOT(p.label...))
	fmt.Fprintf(&out, "\tnode [shape=box, fontname=\"sans-serif\", fontsize=11, height=0.3];\n")
	fmt.Fprintf(&out, "\tedge [fontname=\"sans-serif\", fontsize=9, labelfontsize=9];\n")
	p.writeClusters(&out)
	p.writeGates(&out)
	for _, arrow := range p.arrows {
		fmt.Fprintf(&out, "\t%s -> %s [%s];\n", inDOT(p.boxes[arrow.from].name), inDOT(p.boxes[arrow.to].name),
			p.attributesOf(arrow))
	}
	out.WriteString("}\n")
	return out.Bytes()
}

func (p *picture) writeClusters(out *bytes.Buffer) {
	next := 0
	for pass, title := range p.titles {
		fmt.Fprintf(out, "\tsubgraph cluster_%d {\n\t\tlabel=%s;\n\t\tcolor=\"#767676\";\n", pass, inDOT(title))
		for ; next < len(p.boxes) && int(p.boxes[next].pass) == pass; next++ {
			b := p.boxes[next]
			fmt.Fprintf(out, "\t\t%s [label=%s%s];\n", inDOT(b.name), inDOT(b.label...), b.attributes)
		}
		out.WriteString("\t}\n")
	}
}

func (p *picture) attributesOf(arrow arrow) string {
	attributes, label := arrowLooks[arrow.reason], "label"
	if !p.inOrder && p.within(arrow) {
		attributes += ", constraint=false"
		label = "taillabel" // there may be an arrow back, whose label would be in the same place
	}
	if arrow.label != "" {
		attributes += ", " + label + "=" + inDOT(arrow.label)
	}
	return attributes
}

// within reports whether an arrow stays in its pass.
func (p *picture) within(arrow arrow) bool { return p.boxes[arrow.from].pass == p.boxes[arrow.to].pass }

// writeGates puts an invisible gate between any two passes: what ends a pass leads to it, and from it what begins the
// next, so that all ranks of a pass are before those of the next.
func (p *picture) writeGates(out *bytes.Buffer) {
	ends, begins := make([]bool, len(p.boxes)), make([]bool, len(p.boxes))
	for i := range p.boxes {
		ends[i], begins[i] = true, true
	}
	for _, arrow := range p.arrows {
		if p.inOrder && p.within(arrow) {
			ends[arrow.from], begins[arrow.to] = false, false
		}
	}
	for pass := 1; pass < len(p.titles); pass++ {
		fmt.Fprintf(out, "\t%s [shape=point, style=invis, width=0];\n", gate(pass))
	}
	for i, b := range p.boxes {
		if pass := int(b.pass); begins[i] && pass > 0 {
			fmt.Fprintf(out, "\t%s -> %s [style=invis];\n", gate(pass), inDOT(b.name))
		}
		if pass := int(b.pass) + 1; ends[i] && pass < len(p.titles) {
			fmt.Fprintf(out, "\t%s -> %s [style=invis];\n", inDOT(b.name), gate(pass))
		}
	}
}

func gate(pass int) string { return inDOT(fmt.Sprintf("before pass %d", pass)) }

var escapeDOT = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;")

// inDOT is lines of printable text as a string of Graphviz' language, which would take backslashes and ampersands for
// the beginning of something else.
func inDOT(lines ...string) string {
	escaped := each(lines, escapeDOT.Replace)
	return `"` + strings.Join(escaped, `\n`) + `"`
}

// titleLines are the first lines of a picture's label: what the graph is, and how much of it there is.
func titleLines(a *engine.Analysis, labels *engine.Labels) (lines []string) {
	if labels.Name != "" {
		lines = append(lines, Printable(labels.Name))
	}
	return append(lines, counted(a.Graph.Count, "value", "values")+", "+counted(len(a.Edges()), "edge", "edges")+
		" from operand to reader, "+counted(len(passTitles(a)), "pass", "passes"))
}

// passTitles names every pass that a value is in, also one behind the last that is listed.
func passTitles(a *engine.Analysis) []string {
	var listed []bool
	for v, pass := range a.Pass {
		for int(pass) >= len(listed) {
			listed = append(listed, false)
		}
		listed[pass] = listed[pass] || a.Listed(uint32(v))
	}
	titles := make([]string, len(listed))
	for pass, any := range listed {
		titles[pass] = fmt.Sprintf("pass %d", pass)
		if !any {
			titles[pass] += " (nothing in it is listed)"
		}
	}
	return titles
}
