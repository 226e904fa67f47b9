package wire_test

import (
	"encoding/json"
	"errors"
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

func TestRealGraphsComeBackByteForByteFromFSLG(t *testing.T) {
	for name, text := range realGraphs(t) {
		read := fromJSON(t, string(text))
		g, labels := decode(t, encoded(t, read.Graph, read.Labels))
		back, err := wire.ToJSON(&g, &labels)
		if err != nil {
			t.Fatal(err)
		}
		if string(back) != string(text) {
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
			back, err := wire.ToJSON(&g, &labels)
			if err != nil {
				t.Fatal(err)
			}
			before, after := golden(t, text), golden(t, back)
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
	back, err := wire.ToJSON(&read.Graph, &read.Labels)
	if err != nil || string(back) != text {
		t.Errorf("%v, %s", err, back)
	}
}

func TestPlainRolesAmongOthersComeBackPlain(t *testing.T) {
	const text = `{"loops":[{"space":"i","slot":0,"nest":0}],"values":[{"id":0,"roles":["LoopLocal",` +
		`{"role":"Reduction","space":"i","loop":0},{"role":"LoopCarried","space":"i","loop":-1}]}],"edges":[]}` + "\n"
	read := fromJSON(t, text)
	back, err := wire.ToJSON(&read.Graph, &read.Labels)
	if err != nil || string(back) != text {
		t.Errorf("%v, %s", err, back)
	}
}

func TestJSONErrorsNameThePlace(t *testing.T) {
	const values = `"values":[{"id":4,"roles":[]},{"id":5,"roles":[]}]`
	for _, test := range []struct{ text, want string }{
		{``, "JSON: unexpected end of JSON input, at byte 0"},
		{`[]`, "JSON: expected an object, found array"},
		{`{"values":[}`, "at byte 12"},
		{"{\"name\":\"\xff\"}", "UTF-8"},
		{`{"edges":[]}`, "values: missing"},
		{`{` + values + `}`, "edges: missing"},
		{`{"name":5,` + values + `,"edges":[]}`, "JSON.name: expected a string, found number"},
		{`{` + values + `,"edges":[[4,5],[9,4]]}`, "edges[1]: reader 9 is no value"},
		{`{` + values + `,"edges":[[4,9]]}`, "edges[0]: operand 9 is no value"},
		{`{` + values + `,"edges":[[4]]}`, "edges[0]: expected [reader, operand], found [4]"},
		{`{` + values + `,"edges":[[4,5,4]]}`, "edges[0]: expected [reader, operand], found [4,5,4]"},
		{`{` + values + `,"edges":[[4,null]]}`, "edges[0]: null is no unsigned 64-bit integer"},
		{`{` + values + `,"edges":[[4,-5]]}`, "edges[0]: -5 is no unsigned 64-bit integer"},
		{`{` + values + `,"edges":[7]}`, "edges[0]: expected a list, found number"},
		{`{` + values + `,"edges":[],"inside":[[5,6]]}`, "inside[0]: source 6 is no value"},
		{`{` + values + `,"occurrences":[[4,1]]}`, "occurrences[0]: expected [value, point, consumer point]"},
		{`{` + values + `,"occurrences":[[6,1,1]]}`, "occurrences[0]: value 6 is no value"},
		{`{"values":[{"roles":[]}],"edges":[]}`, "values[0]: no id"},
		{`{"values":[{"id":1e3,"roles":[]}],"edges":[]}`, "values[0]: 1e3 is no unsigned 64-bit integer"},
		{`{"values":[{"id":18446744073709551616,"roles":[]}],"edges":[]}`, "18446744073709551616 is no unsigned"},
		{
			`{"values":[{"id":1,"roles":[]},{"id":1,"roles":[]}],"edges":[]}`,
			"values[1]: id 1 is already that of values[0]",
		},
		{`{"values":[{"id":1}],"edges":[]}`, "values[0]: no roles for value 1"},
		{`{"values":[{"id":1,"roles":7}],"edges":[]}`, "values[0].roles: expected a list"},
		{`{"values":[{"id":1,"roles":[7]}],"edges":[]}`, "values[0].roles[0]: expected an object"},
		{
			`{"values":[{"id":1,"roles":["Foo"]}],"edges":[]}`,
			`values[0].roles[0]: value 1 has the unknown role "Foo"`,
		},
		{
			`{"values":[{"id":1,"roles":[{"role":"Reduction","space":-1}]}],"edges":[]}`,
			"values[0].roles[0]: -1 is no space",
		},
		{
			`{"values":[{"id":1,"roles":[{"role":"Reduction","space":"i"},` +
				`{"role":"Reduction","space":1}]}],"edges":[]}`,
			"spaces: ",
		},
		{
			`{"loops":[{"nest":-1}],` + values + `,"edges":[]}`,
			"loops[0].nest: expected an integer of 32 bits, found number -1",
		},
		{
			`{"loops":[{"slot":1.5}],` + values + `,"edges":[]}`,
			"loops[0].slot: expected an integer of 32 bits, found number 1.5",
		},
	} {
		_, err := wire.FromJSON([]byte(test.text))
		expectMalformed(t, test.text, err, test.want)
	}
}

func TestDuplicateIDsInJSONCarryTheID(t *testing.T) {
	_, err := wire.FromJSON([]byte(`{"values":[{"id":8,"roles":[]},{"id":8,"roles":[]}],"edges":[]}`))
	var fault *engine.Error
	if !errors.As(err, &fault) || !slices.Equal(fault.Values, []uint64{8}) {
		t.Errorf("%v", err)
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
	expectMalformed(t, "spaces", err, "spaces: ", "65536")
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
		_, err := wire.ToJSON(&g, &labels)
		expectMalformed(t, want, err, want)
	}
}
