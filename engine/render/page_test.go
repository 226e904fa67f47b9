package render_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"forcedsplit/engine"
	"forcedsplit/engine/render"

	"pgregory.net/rapid"
)

// shown is what the page's program reads.
type shown struct {
	Name                      string
	IDs, Names, Kinds, Titles []string
	Bytes                     []string
	Pass, Level               []int32
	Axes                      []struct{ Role, Loop string }
	AxesOf                    [][]int `json:"axes_of"`
	Offsets, Operands         []uint32
	Reasons                   []engine.Reason
	Last, Lift, By            []int
}

func (d drawn) page() []byte { return render.Page(d.Analysis, d.labels) }

// between returns the only text between two others, and fails if there is none or another.
func between(t rapid.TB, page, begin, end string) string {
	_, rest, found := strings.Cut(page, begin)
	content, _, ended := strings.Cut(rest, end)
	if !found || !ended || strings.Count(page, begin) != 1 {
		t.Fatalf("expected one %s", begin)
	}
	return content
}

func (d drawn) shown(t rapid.TB) (s shown) {
	content := between(t, string(d.page()), `<script id="graph" type="application/json">`, "</script>")
	if err := json.Unmarshal([]byte(content), &s); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(content, "<>&\u2028\u2029") || strings.Contains(content, "null") != (d.Graph.Bytes == nil) {
		t.Errorf("not safe in a page: %s", content)
	}
	return s
}

func TestThePageSaysOfEachValueWhatExplainSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph := drawGraph(t, 25)
		s := graph.shown(t)
		for v := range uint32(graph.Graph.Count) {
			x := graph.Explain(v)
			by := -1
			if x.Lift != engine.Unlifted {
				by = int(x.Reader)
			}
			if s.Lift[v] != int(x.Lift) || s.By[v] != by || s.Pass[v] != x.Pass || s.Level[v] != x.Level {
				t.Errorf("value %d: lift %d by %d, expected %+v", v, s.Lift[v], s.By[v], x)
			}
			at := v
			for _, e := range slices.Backward(x.Chain) {
				if e.Reader != at || s.Last[at] != int(e.Operand) {
					t.Fatalf("value %d: %d comes after %d, expected %v", v, at, s.Last[at], x.Chain)
				}
				at = e.Operand
			}
			if s.Last[at] != -1 {
				t.Errorf("value %d: the chain goes on below %d, expected %v", v, at, x.Chain)
			}
		}
	})
}

func TestThePageHasTheWholeGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph := drawGraph(t, 25)
		s := graph.shown(t)
		call := render.Namer(graph.Graph, graph.labels)
		var edges []engine.Edge
		for v := range uint32(graph.Graph.Count) {
			if s.IDs[v] != graph.id(v) || s.Names[v] != call(v) || s.Kinds[v] != graph.kind(v) {
				t.Errorf("value %d: %s %q %s", v, s.IDs[v], s.Names[v], s.Kinds[v])
			}
			if graph.Graph.Bytes != nil && s.Bytes[v] != strconv.FormatUint(graph.Graph.Bytes[v], 10) {
				t.Errorf("value %d: size %s", v, s.Bytes[v])
			}
			for i := s.Offsets[v]; i < s.Offsets[v+1]; i++ {
				edges = append(edges, engine.Edge{Reader: v, Operand: s.Operands[i], Reason: s.Reasons[i]})
			}
			for i, axis := range s.AxesOf[v] {
				role := graph.Graph.AxisRoles[int(graph.Graph.AxisOffsets[v])+i].String()
				if !strings.HasPrefix(s.Axes[axis].Role, role+" ") {
					t.Errorf("value %d: axis %d is %v, expected %s", v, i, s.Axes[axis], role)
				}
			}
		}
		if !slices.Equal(edges, graph.Edges()) || len(s.IDs) != graph.Graph.Count {
			t.Errorf("edges %v of %d values, expected %v", edges, len(s.IDs), graph.Edges())
		}
		if s.Name != render.Printable(graph.labels.Name) {
			t.Errorf("it is called %q", s.Name)
		}
	})
}

// kind is the word for a value, from the analysis.
func (d drawn) kind(v uint32) string {
	flags := d.Levels.Flags[v]
	switch {
	case d.Levels.Passes[v] == engine.Absent:
		return "not listed"
	case flags&engine.Carried != 0:
		return "carried"
	case flags&engine.Pinned != 0:
		return "pinned"
	}
	return ""
}

func TestAxesSayWhatIsKnownOfThem(t *testing.T) {
	g := &engine.Graph{Count: 1, OperandOffsets: []uint32{0, 0}, AxisOffsets: []uint32{0, 3},
		AxisRoles:  []engine.Role{engine.LoopLocal, engine.LoopLocal, engine.LoopLocal},
		AxisSpaces: []uint16{0, 1, 0}, AxisLoops: []int32{1, -1, 1}, Loops: []engine.Loop{{Nest: 4}, {Nest: 7}}}
	s := drawn{analyze(t, g, 0), &engine.Labels{Spaces: []string{"K", "\n"}}}.shown(t)
	if len(s.Axes) != 2 || s.Axes[0].Role != "LoopLocal K" || s.Axes[0].Loop != "loop 1, nest 7" ||
		s.Axes[1].Role != `LoopLocal "\n"` || s.Axes[1].Loop != "" || !slices.Equal(s.AxesOf[0], []int{0, 1, 0}) {
		t.Errorf("%v %v", s.Axes, s.AxesOf)
	}
}

func TestThePageIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph := drawGraph(t, 25)
		first := graph.page()
		if !bytes.Equal(first, graph.page()) {
			t.Error("it differs")
		}
	})
}

func TestNoTextEscapesItsPlaceInThePage(t *testing.T) {
	harmless := written{{"A", none, nil}}.analyze(t)
	harmless.labels.Name = "harmless"
	tags := regexp.MustCompile(`<[!/a-zA-Z]`)
	expected := len(tags.FindAllString(string(harmless.page()), -1))
	for _, text := range hostile {
		graph := written{{text, none, nil}}.analyze(t)
		graph.labels.Name, graph.labels.Source, graph.labels.Producer = text+".", text, text
		page := string(graph.page())
		title := html.UnescapeString(between(t, page, "<title>", "</title>"))
		if title != render.Printable(text+".")+" – passes" || len(tags.FindAllString(page, -1)) != expected {
			t.Errorf("%q changes the page: %s", text, title)
		}
	}
}

// Whoever changes the program or the looks of the page writes the hash that this test tells into its frame.
func TestThePolicyAllowsWhatIsInThePageAndNothingElse(t *testing.T) {
	page := string(written{{"A", none, nil}}.analyze(t).page())
	hash := func(content string) string {
		sum := sha256.Sum256([]byte(content))
		return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	want := "default-src 'none'; script-src '" + hash(between(t, page, "<script>", "</script>")) +
		"'; style-src '" + hash(between(t, page, "<style>", "</style>")) +
		"'; img-src data:; base-uri 'none'; form-action 'none'"
	policy := between(t, page, `<meta http-equiv="Content-Security-Policy" content="`, `">`)
	if got := strings.Join(strings.Fields(policy), " "); got != want {
		t.Errorf("the policy is\n%s\nexpected\n%s", got, want)
	}
	if urls := regexp.MustCompile(`https?:|//[a-z]|url\(|@import`).FindAllString(page, -1); urls != nil {
		t.Errorf("it refers to %q", urls)
	}
}

func TestTheProgramIsEveryFileOfIt(t *testing.T) {
	page := string(written{{"A", none, nil}}.analyze(t).page())
	files, err := os.ReadDir("page")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile("page/" + file.Name())
		if file.Name() != "page.html" && (err != nil || strings.Count(page, string(content)) != 1) {
			t.Errorf("%s is not in the page: %v", file.Name(), err)
		}
	}
}

func TestAnEmptyGraphHasAPage(t *testing.T) {
	s := drawn{analyze(t, &engine.Graph{}, 0), &engine.Labels{}}.shown(t)
	if s.IDs == nil || s.Titles == nil || s.Operands == nil || len(s.IDs)+len(s.Titles) != 0 {
		t.Errorf("%+v", s)
	}
}
