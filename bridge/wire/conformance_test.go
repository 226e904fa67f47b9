package wire_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

// A conformanceQuery is one question of capi/tests/conformance/cases.json (reference.py there says what they are), with
// its answer or its error.
type conformanceQuery struct {
	Kind      string
	Value     uint64
	Pass      int32
	Passes    []int32
	MaxPasses int32 `json:"max_passes"`
	Answer    json.RawMessage
	Error     *struct {
		Status string
		Values []uint64
	}
}

var statusNames = map[engine.Kind]string{
	engine.Malformed:         "FSL_ERROR_MALFORMED_GRAPH",
	engine.Cyclic:            "FSL_ERROR_CYCLE",
	engine.PredicateRequired: "FSL_ERROR_PREDICATE_REQUIRED",
	engine.TooLarge:          "FSL_ERROR_TOO_LARGE",
	engine.InvalidArgument:   "FSL_ERROR_INVALID_ARGUMENT",
	engine.TooManyPasses:     "FSL_ERROR_TOO_MANY_PASSES",
}

func TestConformanceCasesComeOutOfTheEngine(t *testing.T) {
	var cases []struct {
		Name, File string
		Graph      json.RawMessage
		Queries    []conformanceQuery
	}
	readJSONFile(t, "../../capi/tests/conformance/cases.json", &cases)
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		text := []byte(c.Graph)
		if c.File != "" {
			var err error
			if text, err = os.ReadFile(filepath.Join(dataFolder, c.File+".json")); err != nil {
				t.Fatal(err)
			}
		}
		read, err := wire.FromJSON(text)
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		for _, form := range []struct {
			name  string
			graph engine.Graph
		}{{"JSON", read.Graph}, {"FSLG", throughFSLG(t, read)}} {
			for _, query := range c.Queries {
				query.expect(t, c.Name+" in "+form.name, &form.graph, predicateOf(&form.graph, read.Inside))
			}
		}
	}
}

func readJSONFile(t *testing.T, path string, into any) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func throughFSLG(t *testing.T, read *wire.JSONGraph) engine.Graph {
	t.Helper()
	graph, _ := decode(t, encoded(t, read.Graph, read.Labels))
	return graph
}

// predicateOf answers as the graph's text says, nil where it says nothing.
func predicateOf(g *engine.Graph, inside [][2]uint64) engine.Ask {
	if inside == nil {
		return nil
	}
	return engine.AskEach(g, func(reader, source uint64) (bool, error) {
		return slices.Contains(inside, [2]uint64{reader, source}), nil
	})
}

// expect fails unless a query is answered as the suite says: byte for byte, but for levels, which the engine does not
// put into JSON.
func (q *conformanceQuery) expect(t *testing.T, name string, g *engine.Graph, ask engine.Ask) {
	t.Helper()
	if q.Kind == "levels" || q.Kind == "budget" {
		q.expectLevels(t, name, g, ask)
		return
	}
	line, err := q.ask(g, ask)
	if q.Error != nil {
		q.expectError(t, name, err)
	} else if err != nil || string(line) != string(q.Answer) {
		t.Errorf("%s: %s: %v\ngot  %s\nwant %s", name, q.Kind, err, line, q.Answer)
	}
}

func (q *conformanceQuery) expectError(t *testing.T, name string, err error) {
	t.Helper()
	var fault *engine.Error
	if !errors.As(err, &fault) || statusNames[fault.Kind] != q.Error.Status || !slices.Equal(fault.Values, q.Error.Values) {
		t.Errorf("%s: %s: %#v, expected %+v", name, q.Kind, err, *q.Error)
	}
}

func (q *conformanceQuery) expectLevels(t *testing.T, name string, g *engine.Graph, ask engine.Ask) {
	t.Helper()
	levels := engine.NewLevels(g.Count)
	var err error
	if q.Kind == "budget" {
		err = engine.ComputeWithin(g, ask, q.MaxPasses, levels)
	} else {
		err = engine.Compute(g, ask, levels)
	}
	if q.Error != nil {
		q.expectError(t, name, err)
		return
	}
	var want levelsByID
	if err := json.Unmarshal(q.Answer, &want); err != nil {
		t.Fatal(err)
	}
	if got := levelsByIDOf(g, levels); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %s: %v\ngot  %v\nwant %v", name, q.Kind, err, got, want)
	}
}

// ask returns the line that answers a query.
func (q *conformanceQuery) ask(g *engine.Graph, ask engine.Ask) ([]byte, error) {
	a, err := engine.Analyze(g, ask)
	if err != nil {
		return nil, err
	}
	switch q.Kind {
	case "explain":
		for v := range uint32(g.Count) {
			if g.ID(v) == q.Value {
				return render.Explanation(a, a.Explain(v)), nil
			}
		}
		// The engine is asked about positions; whoever looks up ids tells this.
		return nil, &engine.Error{Kind: engine.InvalidArgument, Values: []uint64{q.Value}}
	case "explain_pass":
		x, err := a.ExplainPass(q.Pass)
		if err != nil {
			return nil, err
		}
		return render.Explanation(a, x), nil
	case "verify":
		verdict, err := a.Verify(q.Passes)
		if err != nil {
			return nil, err
		}
		return render.Verdict(a, verdict), nil
	case "split":
		split, err := a.Split()
		if err != nil {
			return nil, err
		}
		return render.Split(a, split), nil
	case "stats":
		return render.Stats(a.Stats()), nil
	}
	return nil, errors.New("unknown kind of query")
}

// levelsByID are levels as fslevels prints them.
type levelsByID struct {
	MaxPass int32       `json:"max_pass"`
	PassOf  [][2]uint64 `json:"pass_of"`
	Carried []uint64
	Pinned  []uint64
}

func levelsByIDOf(g *engine.Graph, levels *engine.Levels) levelsByID {
	by := levelsByID{levels.MaxPass, [][2]uint64{}, []uint64{}, []uint64{}}
	for v := range uint32(g.Count) {
		if pass := levels.Passes[v]; pass != engine.Absent {
			by.PassOf = append(by.PassOf, [2]uint64{g.ID(v), uint64(pass)})
		}
		if levels.Flags[v]&engine.Carried != 0 {
			by.Carried = append(by.Carried, g.ID(v))
		}
		if levels.Flags[v]&engine.Pinned != 0 {
			by.Pinned = append(by.Pinned, g.ID(v))
		}
	}
	slices.SortFunc(by.PassOf, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	slices.Sort(by.Carried)
	slices.Sort(by.Pinned)
	return by
}
