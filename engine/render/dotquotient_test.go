package render_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// scattered is a graph of so many values and operands at random places, with three nests.
func scattered(t rapid.TB, values, operands int, facts bool, seed uint64) drawn {
	random := rand.New(rand.NewPCG(seed, 0))
	g := &engine.Graph{Count: values, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}}
	if facts {
		g.Loops, g.AxisLoops = []engine.Loop{{Nest: 5}, {Nest: 1}, {Nest: 1}, {Nest: 2}}, []int32{}
	}
	for v := range values {
		for axes := random.IntN(3); axes > 0; axes-- {
			g.AxisRoles = append(g.AxisRoles, engine.Role(random.IntN(4)))
			if facts {
				g.AxisLoops = append(g.AxisLoops, random.Int32N(5)-1)
			}
		}
		g.AxisOffsets = append(g.AxisOffsets, uint32(len(g.AxisRoles)))
		if n := len(g.AxisOffsets); g.AxisOffsets[n-1] == g.AxisOffsets[n-2] && random.IntN(2) == 0 {
			g.Unclassified = append(g.Unclassified, uint32(v))
		}
		for n := operands * (v + 1) / values; v > 0 && len(g.Operands) < n; {
			g.Operands = append(g.Operands, random.Uint32N(uint32(v)))
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
	}
	return drawn{analyze(t, g, seed), &engine.Labels{}}
}

// nest is the nest of the deepest loop instance of a value.
func (d drawn) nest(v uint32) string {
	g := d.Graph
	deepest := int32(-1)
	for i := g.AxisOffsets[v]; i < g.AxisOffsets[v+1] && g.AxisLoops != nil; i++ {
		deepest = max(deepest, g.AxisLoops[i])
	}
	if deepest < 0 {
		return "no nest"
	}
	return fmt.Sprintf("nest %d", g.Loops[deepest].Nest)
}

func (d drawn) part(v uint32) string { return fmt.Sprintf("pass %d, %s", d.Pass[v], d.nest(v)) }

func TestTheQuotientCountsEachValueAndEdgeOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph := scattered(t, rapid.IntRange(301, 400).Draw(t, "values"), rapid.IntRange(0, 700).Draw(t, "operands"),
			rapid.Bool().Draw(t, "facts"), rapid.Uint64().Draw(t, "seed"))
		want := map[string]int{} // lines of boxes by their names, and arrows by their ends and words
		for v := range uint32(graph.Graph.Count) {
			want[graph.part(v)+" values"]++
			switch kind := graph.kind(v); kind {
			case "pinned":
				want[graph.part(v)+" pinned but not carried"]++
			case "carried", "not listed":
				want[graph.part(v)+" "+kind]++
			}
		}
		words := []string{"plain", "carried", "inside"}
		for _, e := range graph.Edges() {
			if from, to := graph.part(e.Operand), graph.part(e.Reader); from == to {
				want[from+" edges among them"]++
			} else {
				want[from+" -> "+to+" "+words[e.Reason]]++
			}
		}
		p := parse(t, graph.dot())
		p.expectPassesInOrder(t)
		for key, number := range p.counted(t) {
			if want[key] != number {
				t.Errorf("%s: %d, expected %d", key, number, want[key])
			}
			delete(want, key)
		}
		if len(want) > 0 {
			t.Errorf("missing: %v", want)
		}
	})
}

var reasonCalled = map[string]engine.Reason{
	"plain": engine.Plain, "carried": engine.CarriedSource, "inside": engine.InsideSource,
}

var plurals = map[string]string{"value": "values", "edge among them": "edges among them"}

// counted reads the numbers of a quotient.
func (p parsed) counted(t rapid.TB) map[string]int {
	numbers := map[string]int{}
	add := func(what, line string) {
		number, word, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(number)
		if plural, singular := plurals[word]; singular {
			word = plural
		}
		if numbers[what+" "+word] = n; err != nil || n < 1 {
			t.Errorf("%s: %s", what, line)
		}
	}
	for _, b := range p.boxes {
		if !strings.HasPrefix(b.name, fmt.Sprintf("pass %d, ", b.cluster)) || !strings.HasSuffix(b.name, b.label[0]) {
			t.Errorf("%+v", b)
		}
		for _, line := range b.label[1:] {
			add(b.name, line)
		}
	}
	label := regexp.MustCompile(`label="(\d+ (\w+))"`)
	for _, a := range p.arrows {
		words := label.FindStringSubmatch(a.attributes)
		add(a.from+" -> "+a.to, words[1])
		if !looksLike(a, reasonCalled[words[2]]) {
			t.Errorf("%+v", a)
		}
	}
	return numbers
}

func TestWhatIsTooLargeIsChosenByItselfAndSaid(t *testing.T) {
	for _, test := range []struct {
		values, operands int
		large            bool
	}{{300, 600, false}, {301, 0, true}, {300, 601, true}, {301, 601, true}} {
		graph := distinctEdges(t, test.values, test.operands)
		p := parse(t, graph.dot())
		said := strings.HasPrefix(p.label[1], "too large to draw value by value")
		if said != test.large || (len(p.boxes) == test.values) == test.large {
			t.Errorf("%+v: %d boxes, %q", test, len(p.boxes), p.label)
		}
	}
}

// distinctEdges is a graph with exactly so many edges: every value reads those right before it.
func distinctEdges(t testing.TB, values, edges int) drawn {
	g := &engine.Graph{Count: values, OperandOffsets: []uint32{0}, AxisOffsets: make([]uint32, values+1)}
	for v := range uint32(values) {
		for o := v; o > 0 && v-o < 4 && len(g.Operands) < edges; o-- {
			g.Operands = append(g.Operands, o-1)
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
	}
	d := drawn{analyze(t, g, 0), &engine.Labels{}}
	if len(d.Edges()) != edges {
		t.Fatalf("%d edges, expected %d", len(d.Edges()), edges)
	}
	return d
}

// A million passes, or nests, are drawn coarser, and no value or edge is lost on the way.
func TestAQuotientOfAnySizeStaysOneThatCanBeDrawn(t *testing.T) {
	for _, test := range []struct {
		passes, nests   int
		columns, boxes  int
		title, box, say string
	}{
		{60, 1, 60, 60, "pass 59", "pass 59, nest 0", ""},
		{61, 1, 31, 31, "passes 60 to 60", "pass 30, nest 0", "2 passes to a column"},
		{100_000, 1, 60, 60, "passes 98353 to 99999", "pass 59, nest 0", "1667 passes to a column"},
		{1, 300, 1, 300, "pass 0", "pass 0, nest 299", ""},
		{1, 100_000, 1, 1, "pass 0", "pass 0, all nests", "too many nests to tell them apart"},
	} {
		p := parse(t, ladder(t, test.passes, test.nests).dot())
		last := p.boxes[len(p.boxes)-1]
		said := strings.Join(p.label, "; ")
		if len(p.clusters) != test.columns || len(p.boxes) != test.boxes || last.name != test.box ||
			p.clusters[test.columns-1] != test.title || !strings.Contains(said, test.say) {
			t.Errorf("%+v: %d columns up to %q, %d boxes, %+v; %s", test, len(p.clusters),
				p.clusters[len(p.clusters)-1], len(p.boxes), last, said)
		}
		values, edges := 0, 0
		for what, number := range p.counted(t) {
			switch {
			case strings.HasSuffix(what, " values"):
				values += number
			case strings.Contains(what, "->"), strings.HasSuffix(what, "edges among them"):
				edges += number
			}
		}
		if total := max(301, test.passes) * test.nests; test.nests == 1 && (values != total || edges != test.passes-1) {
			t.Errorf("%+v: %d values, %d edges", test, values, edges)
		}
	}
}

// Where everything reads everything, boxes are few but arrows many.
func TestAQuotientHasNoMoreArrowsThanCanBeDrawn(t *testing.T) {
	for _, test := range []struct{ passes, nests, columns int }{{2, 50, 2}, {50, 1, 25}, {50, 20, 25}} {
		graph := everyPassReadsAllBefore(t, test.passes, test.nests)
		p := parse(t, graph.dot())
		if len(p.arrows) > 600 || len(p.arrows) == 0 || len(p.clusters) != test.columns {
			t.Errorf("%+v: %d arrows between %d columns", test, len(p.arrows), len(p.clusters))
		}
		edges := 0
		for what, number := range p.counted(t) {
			if strings.Contains(what, "->") || strings.HasSuffix(what, "edges among them") {
				edges += number
			}
		}
		if edges != len(graph.Edges()) {
			t.Errorf("%+v: %d edges, expected %d", test, edges, len(graph.Edges()))
		}
	}
}

// everyPassReadsAllBefore has a carried value for each pass and nest, which reads all those of earlier passes, and others
// so that it is large.
func everyPassReadsAllBefore(t testing.TB, passes, nests int) drawn {
	count := max(301, passes*nests)
	g := &engine.Graph{Count: count, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0},
		Loops: make([]engine.Loop, nests), AxisLoops: []int32{}}
	for i := range g.Loops {
		g.Loops[i].Nest = uint32(i)
	}
	for v := range count {
		if v < passes*nests {
			for o := range v / nests * nests {
				g.Operands = append(g.Operands, uint32(o))
			}
			g.AxisRoles, g.AxisLoops = append(g.AxisRoles, engine.LoopCarried), append(g.AxisLoops, int32(v%nests))
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
		g.AxisOffsets = append(g.AxisOffsets, uint32(len(g.AxisRoles)))
	}
	return drawn{analyze(t, g, 0), &engine.Labels{}}
}

// ladder has a chain of carried values through all passes, a value for each nest, and others so that it is large.
func ladder(t testing.TB, passes, nests int) drawn {
	count := max(301, passes, nests)
	g := &engine.Graph{Count: count, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0},
		Loops: make([]engine.Loop, nests), AxisLoops: []int32{}}
	for i := range g.Loops {
		g.Loops[i].Nest = uint32(i)
	}
	for v := range count {
		role := engine.LoopLocal
		if v < passes {
			role = engine.LoopCarried
			if v > 0 {
				g.Operands = append(g.Operands, uint32(v-1))
			}
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
		g.AxisRoles = append(g.AxisRoles, role)
		g.AxisLoops = append(g.AxisLoops, int32(v%nests))
		g.AxisOffsets = append(g.AxisOffsets, uint32(v+1))
	}
	return drawn{analyze(t, g, 0), &engine.Labels{}}
}

func TestTheQuotientIsStable(t *testing.T) {
	graph := scattered(t, 400, 700, true, 1)
	if first := graph.dot(); !bytes.Equal(first, graph.dot()) {
		t.Error("it differs")
	}
}

func TestGraphvizReadsTheQuotient(t *testing.T) {
	graph := scattered(t, 400, 700, true, 1)
	svg := graphviz(t, graph.dot(), "-Tsvg")
	if n := strings.Count(svg, `class="cluster"`); n != len(parse(t, graph.dot()).clusters) {
		t.Errorf("%d clusters", n)
	}
}
