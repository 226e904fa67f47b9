package render_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"forcedsplit/engine"
	"forcedsplit/engine/render"

	"pgregory.net/rapid"
)

func (d drawn) dot() []byte { return render.DOT(d.Analysis, d.labels) }

// parsed is a picture as it is read back.
type parsed struct {
	label    []string
	clusters []string // their labels
	boxes    []parsedBox
	arrows   []parsedArrow
	hidden   [][2]string // arrows of which nothing is drawn
}

type parsedBox struct {
	name       string
	cluster    int
	label      []string
	attributes string
}

type parsedArrow struct{ from, to, attributes string }

const quotedInDOT = `("(?:[^"\\]|\\.)*")`

var (
	graphLine   = regexp.MustCompile(`^\tgraph \[.*label=` + quotedInDOT + `\];$`)
	clusterLine = regexp.MustCompile(`^\tsubgraph cluster_(\d+) \{$`)
	titleLine   = regexp.MustCompile(`^\t\tlabel=` + quotedInDOT + `;$`)
	boxLine     = regexp.MustCompile(`^\t\t` + quotedInDOT + ` \[label=` + quotedInDOT + `(.*)\];$`)
	gateLine    = regexp.MustCompile(`^\t"before pass \d+" \[shape=point, style=invis, width=0\];$`)
	arrowLine   = regexp.MustCompile(`^\t` + quotedInDOT + ` -> ` + quotedInDOT + ` \[(.*)\];$`)
	otherLine   = regexp.MustCompile(`^(digraph passes \{|\t?\}|\t(node|edge) \[.*\];|\t\tcolor="#\w+";|)$`)
)

// parse reads a picture, every line of which is one of a few kinds.
func parse(t rapid.TB, dot []byte) (p parsed) {
	for line := range strings.SplitSeq(string(dot), "\n") {
		if m := graphLine.FindStringSubmatch(line); m != nil {
			p.label = linesOf(m[1])
		} else if m := clusterLine.FindStringSubmatch(line); m != nil && m[1] == strconv.Itoa(len(p.clusters)) {
			p.clusters = append(p.clusters, "")
		} else if m := titleLine.FindStringSubmatch(line); m != nil {
			p.clusters[len(p.clusters)-1] = linesOf(m[1])[0]
		} else if m := boxLine.FindStringSubmatch(line); m != nil {
			p.boxes = append(p.boxes, parsedBox{linesOf(m[1])[0], len(p.clusters) - 1, linesOf(m[2]), m[3]})
		} else if m := arrowLine.FindStringSubmatch(line); m != nil && m[3] == "style=invis" {
			p.hidden = append(p.hidden, [2]string{linesOf(m[1])[0], linesOf(m[2])[0]})
		} else if m != nil {
			p.arrows = append(p.arrows, parsedArrow{linesOf(m[1])[0], linesOf(m[2])[0], m[3]})
		} else if !gateLine.MatchString(line) && !otherLine.MatchString(line) {
			t.Fatalf("unexpected line %q", line)
		}
	}
	return p
}

// linesOf reads a quoted string as Graphviz reads labels: \n ends a line, any other backslash is for what is behind it.
func linesOf(quoted string) []string {
	lines := []string{""}
	for rest := quoted[1 : len(quoted)-1]; rest != ""; {
		last := &lines[len(lines)-1]
		switch {
		case strings.HasPrefix(rest, `\n`):
			lines = append(lines, "")
			rest = rest[2:]
		case strings.HasPrefix(rest, "&amp;"):
			*last += "&"
			rest = rest[len("&amp;"):]
		case rest[0] == '\\':
			*last += rest[1:2]
			rest = rest[2:]
		default:
			*last += rest[:1]
			rest = rest[1:]
		}
	}
	return lines
}

// has reports whether an attribute is there.
func has(attributes, attribute string) bool {
	return slices.Contains(strings.Split(attributes, ", "), attribute)
}

var borders = map[string]string{
	"": "", "carried": ", peripheries=2", "pinned": ", penwidth=3", "not listed": ", style=dotted",
}

func TestThePictureIsTheGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph := drawGraph(t, 25)
		p := parse(t, graph.dot())
		call := render.Namer(graph.Graph, graph.labels)
		boxes := map[string]parsedBox{}
		for _, b := range p.boxes {
			boxes[b.name] = b
		}
		for v := range uint32(graph.Graph.Count) {
			b, kind := boxes[graph.id(v)], graph.kind(v)
			label := []string{call(v)}
			if kind != "" {
				label = append(label, kind)
			}
			if b.cluster != int(graph.Pass[v]) || !slices.Equal(b.label, label) || b.attributes != borders[kind] {
				t.Errorf("value %d: %+v, expected %q in pass %d", v, b, label, graph.Pass[v])
			}
		}
		if len(p.boxes) != graph.Graph.Count || len(boxes) != len(p.boxes) || len(p.arrows) != len(graph.Edges()) {
			t.Fatalf("%d boxes and %d arrows", len(p.boxes), len(p.arrows))
		}
		for i, e := range graph.Edges() {
			a := p.arrows[i]
			if a.from != graph.id(e.Operand) || a.to != graph.id(e.Reader) || !looksLike(a, e.Reason) {
				t.Errorf("%+v, expected %+v", a, e)
			}
		}
	})
}

// looksLike reports whether an arrow can be told from those with other reasons, by its line and by its word.
func looksLike(a parsedArrow, reason engine.Reason) bool {
	bold, dashed := has(a.attributes, "style=bold"), has(a.attributes, `style="bold,dashed"`)
	word := strings.Contains(a.attributes, "label=")
	switch reason {
	case engine.CarriedSource:
		return bold && !dashed && strings.Contains(a.attributes, `carried"`)
	case engine.InsideSource:
		return dashed && !bold && strings.Contains(a.attributes, `inside"`)
	}
	return !bold && !dashed && (!word || strings.Contains(a.attributes, `plain"`))
}

// ranks gives every node its rank: all arrows, hidden ones too, lead to a later one, unless they do not constrain.
func (p parsed) ranks(t rapid.TB) map[string]int {
	ranks := map[string]int{}
	for range len(p.boxes) + len(p.clusters) + 1 {
		changed := false
		lead := func(from, to string) {
			if ranks[to] <= ranks[from] {
				ranks[to], changed = ranks[from]+1, true
			}
		}
		for _, a := range p.arrows {
			if !has(a.attributes, "constraint=false") {
				lead(a.from, a.to)
			}
		}
		for _, h := range p.hidden {
			lead(h[0], h[1])
		}
		if !changed {
			return ranks
		}
	}
	t.Fatal("the arrows make a cycle")
	return nil
}

// expectPassesInOrder checks that all ranks of a pass are before those of the next.
func (p parsed) expectPassesInOrder(t rapid.TB) {
	ranks := p.ranks(t)
	for _, b := range p.boxes {
		for _, other := range p.boxes {
			if b.cluster < other.cluster && ranks[b.name] >= ranks[other.name] {
				t.Errorf("%+v has the rank %d, and %+v %d", b, ranks[b.name], other, ranks[other.name])
			}
		}
	}
}

func TestRanksGoAlongThePasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { parse(t, drawGraph(t, 25).dot()).expectPassesInOrder(t) })
}

func TestThePictureIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph := drawGraph(t, 25)
		if !bytes.Equal(graph.dot(), graph.dot()) {
			t.Error("it differs")
		}
	})
}

func TestTheLabelSaysWhatIsDrawn(t *testing.T) {
	graph := written{{"A", carried, nil}, {"B", nil, []string{"A"}}}.analyze(t)
	graph.labels.Name = "a\nname"
	p := parse(t, graph.dot())
	if p.label[0] != `"a\nname"` || p.label[1] != "2 values, 1 edge from operand to reader, 2 passes" {
		t.Errorf("%q", p.label)
	}
	if want := []string{"pass 0", "pass 1 (nothing in it is listed)"}; !slices.Equal(p.clusters, want) {
		t.Errorf("%q, expected %q", p.clusters, want)
	}
	empty := parse(t, drawn{analyze(t, &engine.Graph{}, 0), &engine.Labels{}}.dot())
	if empty.label[0] != "0 values, 0 edges from operand to reader, 0 passes" || empty.boxes != nil {
		t.Errorf("%+v", empty)
	}
}

// graphviz runs dot, which is there wherever all tests must run.
func graphviz(t *testing.T, dot []byte, arguments ...string) string {
	t.Helper()
	program, err := exec.LookPath("dot")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("needs Graphviz's dot")
	}
	var said bytes.Buffer
	run := exec.Command(program, arguments...)
	run.Stdin, run.Stderr = bytes.NewReader(dot), &said
	out, err := run.Output()
	if err != nil || said.Len() > 0 {
		t.Fatalf("%v %s\n%s", err, said.String(), dot)
	}
	return string(out)
}

func TestGraphvizDrawsEveryNameAsItIs(t *testing.T) {
	var graph written
	for i, text := range hostile {
		graph = append(graph, written{{fmt.Sprintf("%d:%s", i, text), carried, nil}}...)
	}
	d := graph.analyze(t)
	texts := regexp.MustCompile(`<text [^>]*>([^<]*)</text>`).FindAllStringSubmatch(graphviz(t, d.dot(), "-Tsvg"), -1)
	drawn := map[string]bool{}
	for _, text := range texts {
		drawn[unescapeSVG(text[1])] = true
	}
	for i, name := range d.labels.Names {
		if want := render.Printable(name); !drawn[want] {
			t.Errorf("%q is not drawn as %s: %q", hostile[i], want, texts)
		}
	}
}

var unescapeSVG = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'", "&#45;", "-",
	"&#160;", " ", "&amp;", "&").Replace

func TestGraphvizPutsPassesInColumns(t *testing.T) {
	graph := written{
		{"A", carried, nil}, {"B", none, []string{"A"}}, {"C", carried, []string{"B"}}, {"D", none, []string{"C", "A"}},
		{"E", carried, nil}, {"F", none, []string{"E"}}, {"G", none, []string{"F", "D"}}, {"H", carried, []string{"F"}},
	}.analyze(t)
	dot := graph.dot()
	nodes := regexp.MustCompile(`(?m)^node "?(\d+)"? (\S+) `).FindAllStringSubmatch(graphviz(t, dot, "-Tplain"), -1)
	at := map[string]float64{}
	for _, node := range nodes {
		at[node[1]], _ = strconv.ParseFloat(node[2], 64)
	}
	p := parse(t, dot)
	if len(at) != 8 || len(p.clusters) != 3 {
		t.Fatalf("%v, %q", at, p.clusters)
	}
	for _, b := range p.boxes {
		for _, other := range p.boxes {
			if b.cluster < other.cluster && at[b.name] >= at[other.name] {
				t.Errorf("%v is not left of %v: %v", b, other, at)
			}
		}
	}
}
