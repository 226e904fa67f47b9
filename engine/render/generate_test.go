package render_test

import (
	"strconv"
	"testing"

	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// hostile are names that mean something to what reads them: HTML, JavaScript, Graphviz, a terminal.
var hostile = []string{
	"", "A", "A", "I(i_1;a_2)", `"quoted"`, `back\slash`, `\N`, `ends in \`, "two\nlines", "zero\x00", "\u2028",
	"\u202eabc", "\ufeff", "שלום", "e\u0301", "<b>bold</b>", "</script><script>alert(1)</script>", "<!--", "]]>",
	"&lt;", "&#60;", "&amp;", "{value}", "{{data}}", "{{script}}", "; }", "// ", "\x1b[31m", "not \xff UTF-8", "'", "`${1}`", "%s", "__proto__", "💥",
}

// drawn is a random graph with its analysis.
type drawn struct {
	*engine.Analysis
	labels *engine.Labels
}

// drawGraph draws a graph with up to so many values: any ids, repeated edges, values without a cell, names, sizes and
// loop facts or none.
func drawGraph(t *rapid.T, most int) drawn {
	count := rapid.IntRange(0, most).Draw(t, "count")
	g := &engine.Graph{Count: count, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}}
	g.IDs = rapid.SliceOfNDistinct(rapid.Uint64(), count, count, rapid.ID[uint64]).Draw(t, "ids")
	labels := &engine.Labels{Name: rapid.SampledFrom(hostile).Draw(t, "name"), Spaces: []string{"K", "<i>"}}
	if g.SpaceCount = 2; rapid.Bool().Draw(t, "has names") {
		labels.Names = rapid.SliceOfN(rapid.SampledFrom(hostile), count, count).Draw(t, "names")
	}
	if rapid.Bool().Draw(t, "has sizes") {
		g.Bytes = rapid.SliceOfN(rapid.Uint64(), count, count).Draw(t, "bytes")
	}
	drawRoles(t, g)
	for v := range count {
		if v > 0 {
			operand := rapid.Uint32Range(0, uint32(v-1))
			g.Operands = append(g.Operands, rapid.SliceOfN(operand, 0, 3).Draw(t, "operands")...)
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
	}
	return drawn{analyze(t, g, rapid.Uint64().Draw(t, "answers")), labels}
}

// drawRoles gives each value a few axes, which loop instances realize or not.
func drawRoles(t *rapid.T, g *engine.Graph) {
	facts := rapid.Bool().Draw(t, "has loop facts")
	if facts {
		g.Loops, g.AxisLoops = []engine.Loop{{Nest: 3}, {Nest: 0}, {Nest: 3}}, []int32{}
	}
	for v := range uint32(g.Count) {
		axes := rapid.SampledFrom([]int{0, 0, 1, 1, 2}).Draw(t, "axes")
		if axes == 0 && rapid.Bool().Draw(t, "has no cell") {
			g.Unclassified = append(g.Unclassified, v)
		}
		for range axes {
			role := rapid.SampledFrom([]engine.Role{0, 1, 1, 2, 3}).Draw(t, "role")
			g.AxisRoles = append(g.AxisRoles, role)
			g.AxisSpaces = append(g.AxisSpaces, rapid.Uint16Range(0, 1).Draw(t, "space"))
			if facts {
				g.AxisLoops = append(g.AxisLoops, rapid.Int32Range(-1, 2).Draw(t, "loop"))
			}
		}
		g.AxisOffsets = append(g.AxisOffsets, uint32(len(g.AxisRoles)))
	}
}

// analyze answers inside with the loop facts, or else with the bits of a number.
func analyze(t rapid.TB, g *engine.Graph, answers uint64) *engine.Analysis {
	var ask engine.Ask
	if g.AxisLoops == nil {
		ask = func(q *engine.Questions) error {
			for i := range q.Answers {
				q.Answers[i] = uint8(answers >> (i % 64) & 1)
			}
			return nil
		}
	}
	a, err := engine.Analyze(g, ask)
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return a
}

// written is a graph written by hand: a line for each value with its name, its roles and the names of its operands.
type written []struct {
	name     string
	roles    []engine.Role // nil: no legality cell
	operands []string
}

// analyze answers every question with yes. Values have the ids 10, 11, and so on.
func (w written) analyze(t *testing.T) drawn {
	g := &engine.Graph{Count: len(w), OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}}
	labels := &engine.Labels{}
	position := map[string]uint32{}
	for v, line := range w {
		position[line.name] = uint32(v)
		g.IDs = append(g.IDs, uint64(10+v))
		labels.Names = append(labels.Names, line.name)
		if g.AxisRoles = append(g.AxisRoles, line.roles...); line.roles == nil {
			g.Unclassified = append(g.Unclassified, uint32(v))
		}
		for _, name := range line.operands {
			g.Operands = append(g.Operands, position[name])
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
		g.AxisOffsets = append(g.AxisOffsets, uint32(len(g.AxisRoles)))
	}
	return drawn{analyze(t, g, ^uint64(0)), labels}
}

func (d drawn) id(v uint32) string { return strconv.FormatUint(d.Graph.ID(v), 10) }

var (
	none    = []engine.Role{}
	local   = []engine.Role{engine.LoopLocal}
	reduced = []engine.Role{engine.Reduction}
	carried = []engine.Role{engine.LoopCarried}
)
