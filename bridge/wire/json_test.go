package wire_test

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

func fromJSON(t testing.TB, text string) *wire.JSONGraph {
	t.Helper()
	read, err := wire.FromJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func toJSON(t testing.TB, g *engine.Graph, labels *engine.Labels) string {
	t.Helper()
	var text strings.Builder
	if err := wire.ToJSON(&text, g, labels); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestRealGraphsComeBackByteForByteFromFSLG(t *testing.T) {
	for name, text := range realGraphs(t) {
		read := fromJSON(t, string(text))
		g, labels := decode(t, encoded(t, read.Graph, read.Labels))
		back := toJSON(t, &g, &labels)
		if back != string(text) {
			t.Errorf("%s came back different", name)
		}
	}
}

func TestFilesOfBothFormsHoldTheSameGraphs(t *testing.T) {
	for name, text := range realGraphs(t) {
		read := fromJSON(t, string(text))
		g, labels := decode(t, readFile(t, dataFolder+"/"+name+".fslg"))
		expectSame(t, name, g, read.Graph)
		expectSame(t, name, labels, read.Labels)
	}
}

func TestOccurrencesOfRealGraphsGiveTheSameEdgesAsOperands(t *testing.T) {
	for name, text := range realGraphs(t) {
		read := fromJSON(t, string(text))
		alone := read.Graph
		alone.OperandOffsets, alone.Operands = nil, nil
		g, _ := decode(t, encoded(t, alone, read.Labels))
		derived, fault := g.DeriveOperands()
		if fault != nil {
			t.Fatal(fault)
		}
		edges := 0
		for v := range g.Count {
			want := operandsOf(&read.Graph, v)
			edges += len(want)
			expectSame(t, name, operandsOf(derived, v), want)
		}
		if edges == 0 {
			t.Errorf("%s has no edges", name)
		}
	}
}

// operandsOf are the distinct operands of a value.
func operandsOf(g *engine.Graph, v int) []uint32 {
	operands := slices.Clone(g.Operands[g.OperandOffsets[v]:g.OperandOffsets[v+1]])
	slices.Sort(operands)
	return slices.Compact(operands)
}

type goldenCase struct {
	Name   string
	Values []struct {
		ID    uint64
		Roles []string
	}
	Edges, Inside [][2]uint64
}

func TestGoldenCasesSurviveFSLGAndJSON(t *testing.T) {
	for _, file := range []string{"hand.json", "random.json"} {
		var cases []json.RawMessage
		if err := json.Unmarshal(readFile(t, goldenFolder+"/"+file), &cases); err != nil || len(cases) == 0 {
			t.Fatalf("%d cases, %v", len(cases), err)
		}
		for _, text := range cases {
			read := fromJSON(t, string(text))
			g, labels := decode(t, encoded(t, read.Graph, read.Labels))
			back := toJSON(t, &g, &labels)
			before, after := golden(t, text), golden(t, []byte(back))
			expectSame(t, before.Name+" inside", read.Inside, before.Inside)
			before.Inside = nil
			expectSame(t, before.Name, after, before)
		}
	}
}

// golden reads a case without this package, with the edges in order.
func golden(t *testing.T, text []byte) goldenCase {
	var c goldenCase
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(c.Edges, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	return c
}

func TestJSONReadsEachColumn(t *testing.T) {
	read := fromJSON(t, `{"name":"n","source":"s","producer":"p","why":"not for us","expect":{"cycle":false},
		"loops":[{"space":"k","slot":1,"nest":2},{"space":"i","slot":0,"nest":0}],
		"values":[{"id":18446744073709551615,"roles":[{"role":"Reduction","space":"k","loop":0},"LoopCarried"]},
		          {"id":3,"name":"B","bytes":9007199254740993,"roles":null},
		          {"id":0,"roles":[]}],
		"edges":[[0,3],[3,18446744073709551615],[0,18446744073709551615],[0,3]],
		"inside":[[3,18446744073709551615]],
		"occurrences":[[3,18446744073709551614,0],[0,0,0]]}`)
	expectSame(t, "graph", read.Graph, engine.Graph{
		Count: 3, IDs: []uint64{1<<64 - 1, 3, 0},
		OperandOffsets: []uint32{0, 0, 1, 4}, Operands: []uint32{0, 1, 0, 1},
		AxisOffsets: []uint32{0, 2, 2, 2}, AxisRoles: []engine.Role{engine.Reduction, engine.LoopCarried},
		AxisSpaces: []uint16{0, 2}, AxisLoops: []int32{0, engine.Unresolved}, Unclassified: []uint32{1},
		Loops: []engine.Loop{{Space: 0, Slot: 1, Nest: 2}, {Space: 1}}, Bytes: []uint64{0, 9007199254740993, 0},
		SpaceCount: 3,
		Occurrences: engine.Occurrences{
			Values: []uint32{1, 2}, Points: []uint64{1<<64 - 2, 0}, Consumers: []uint64{0, 0},
		},
	})
	expectSame(t, "labels", read.Labels, engine.Labels{
		Names: []string{"", "B", ""}, Spaces: []string{"k", "i", ""}, Name: "n", Source: "s", Producer: "p",
	})
	expectSame(t, "inside", read.Inside, [][2]uint64{{3, 1<<64 - 1}})
}

func TestLoopFactsNeedTheLoopsKeyAlone(t *testing.T) {
	if g := fromJSON(t, `{"loops":[],"values":[],"edges":[]}`).Graph; !g.HasLoopFacts() {
		t.Error("an empty list of loops is loop facts")
	}
	if g := fromJSON(t, `{"values":[{"id":0,"roles":["Reduction"]}],"edges":[]}`).Graph; g.HasLoopFacts() {
		t.Error("no list of loops is no loop facts")
	}
}

func TestValuesWithoutASizeAreCountedWhereOthersHaveOne(t *testing.T) {
	for text, want := range map[string]int{
		`{"values":[{"id":1,"roles":[]},{"id":2,"bytes":8,"roles":[]},{"id":3,"bytes":null,"roles":[]}],"edges":[]}`: 2,
		`{"values":[{"id":1,"roles":[]},{"id":2,"roles":[]}],"edges":[]}`:                                            0,
		`{"values":[{"id":1,"bytes":0,"roles":[]}],"edges":[]}`:                                                      0,
	} {
		if got := fromJSON(t, text).Unsized; got != want {
			t.Errorf("%s: %d", text, got)
		}
	}
}

func TestNoAnswersOfInsideAreNotAnEmptyListOfThem(t *testing.T) {
	if inside := fromJSON(t, `{"values":[],"edges":[]}`).Inside; inside != nil {
		t.Errorf("%v", inside)
	}
	if inside := fromJSON(t, `{"values":[],"edges":[],"inside":[]}`).Inside; inside == nil {
		t.Error("nil")
	}
}

func TestNumberedSpacesStayNumbers(t *testing.T) {
	const text = `{"loops":[{"space":7,"slot":0,"nest":0}],"values":[{"id":0,"roles":[` +
		`{"role":"LoopLocal","space":7,"loop":0},{"role":"Reduction","space":0,"loop":-1}]}],"edges":[]}` + "\n"
	read := fromJSON(t, text)
	if read.Labels.Spaces != nil || read.Graph.AxisSpaces[0] != 7 {
		t.Errorf("%+v", read)
	}
	if back := toJSON(t, &read.Graph, &read.Labels); back != text {
		t.Errorf("%s", back)
	}
}

func TestPlainRolesAmongOthersComeBackPlain(t *testing.T) {
	const text = `{"loops":[{"space":"i","slot":0,"nest":0}],"values":[{"id":0,"roles":["LoopLocal",` +
		`{"role":"Reduction","space":"i","loop":0},{"role":"LoopCarried","space":"i","loop":-1}]}],"edges":[]}` + "\n"
	read := fromJSON(t, text)
	if back := toJSON(t, &read.Graph, &read.Labels); back != text {
		t.Errorf("%s", back)
	}
}

func TestMoreSpacesThanFitAreRefused(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"values":[],"edges":[],"loops":[`)
	for i := range 1<<16 + 1 {
		if i > 0 {
			text.WriteString(",")
		}
		text.WriteString(`{"space":"` + strconv.Itoa(i) + `"}`)
	}
	text.WriteString("]}")
	_, err := wire.FromJSON([]byte(text.String()))
	var fault *engine.Error
	if !errors.As(err, &fault) || fault.Kind != engine.TooLarge || !strings.Contains(fault.Message, "65536") {
		t.Errorf("%v", err)
	}
}

func TestToJSONRefusesWhatIsNoGraph(t *testing.T) {
	for want, spoil := range map[string]func(*engine.Graph, *engine.Labels){
		"operands[0]":        func(g *engine.Graph, _ *engine.Labels) { g.Operands[0] = 3 },
		"axis_spaces[0]":     func(_ *engine.Graph, l *engine.Labels) { l.Spaces = l.Spaces[:1] },
		"names has 4":        func(_ *engine.Graph, l *engine.Labels) { l.Names = append(l.Names, "D") },
		"names[0]":           func(_ *engine.Graph, l *engine.Labels) { l.Names[0] = "\xff" },
		"occurrence_values[": func(g *engine.Graph, _ *engine.Labels) { g.Occurrences.Values[2] = 9 },
	} {
		g, labels := sample()
		spoil(&g, &labels)
		err := wire.ToJSON(io.Discard, &g, &labels)
		expectMalformed(t, want, err, want)
	}
}
