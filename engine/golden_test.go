package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"forcedsplit/engine"
)

// goldenCase is a case of testdata/golden: a graph by ids, and what SPEC says of it.
type goldenCase struct {
	Name   string
	Values []struct {
		ID    uint64
		Roles []json.RawMessage // null: no legality cell
	}
	Edges  [][2]uint64
	Inside [][2]uint64
	Loops  []struct{ Nest uint32 }
	Expect goldenAnswer
}

type goldenAnswer struct {
	Carried, Pinned []uint64
	PassOf          [][2]uint64 `json:"pass_of"`
	MaxPass         int32       `json:"max_pass"`
	Asked           [][2]uint64
	Cycle           bool
}

// goldenReal is a case of real.json: the answer for a real graph, passes by position.
type goldenReal struct {
	goldenAnswer
	Name   string
	Passes []uint64
}

func readJSON[T any](t *testing.T, path ...string) (into T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &into); err != nil {
		t.Fatal(err)
	}
	return into
}

func (c *goldenCase) graph(t *testing.T) *refGraph {
	g := &refGraph{}
	for _, loop := range c.Loops {
		g.loops = append(g.loops, engine.Loop{Nest: loop.Nest})
	}
	for _, v := range c.Values {
		value := refValue{id: v.ID, classified: v.Roles != nil}
		for _, text := range v.Roles {
			axis := struct {
				Role string
				Loop int32
			}{Loop: engine.Unresolved}
			if err := json.Unmarshal(text, &axis.Role); err != nil {
				if err := json.Unmarshal(text, &axis); err != nil {
					t.Fatal(err)
				}
			}
			role, ok := engine.RoleNamed(axis.Role)
			if !ok {
				t.Fatalf("no role %q", axis.Role)
			}
			value.axes = append(value.axes, refAxis{role: role, loop: axis.Loop})
		}
		g.values = append(g.values, value)
	}
	for _, e := range c.Edges {
		g.edges = append(g.edges, edge{e[0], e[1]})
	}
	return g
}

func (c *goldenCase) check(t *testing.T, inside func(reader, source uint64) bool) {
	g := c.graph(t)
	got, asked, err := compute(g.columns(), inside)
	if c.Expect.Cycle {
		if err == nil {
			t.Fatal("accepted a cycle")
		}
		return
	}
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	var carried, pinned []uint64
	var passOf, askedPairs [][2]uint64
	for position, v := range g.values {
		if got.Flags[position]&engine.Carried != 0 {
			carried = append(carried, v.id)
		}
		if got.Flags[position]&engine.Pinned != 0 {
			pinned = append(pinned, v.id)
		}
		if pass := got.Passes[position]; pass != engine.Absent {
			passOf = append(passOf, [2]uint64{v.id, uint64(pass)})
		}
	}
	for _, e := range asked {
		askedPairs = append(askedPairs, [2]uint64{e.reader, e.operand})
	}
	// The files list everything by id.
	byID := func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) }
	slices.Sort(carried)
	slices.Sort(pinned)
	slices.SortFunc(passOf, byID)
	slices.SortFunc(askedPairs, byID)
	if !slices.Equal(carried, c.Expect.Carried) || !slices.Equal(pinned, c.Expect.Pinned) {
		t.Errorf("carried %v and pinned %v, want %v and %v", carried, pinned, c.Expect.Carried, c.Expect.Pinned)
	}
	if !slices.Equal(passOf, c.Expect.PassOf) || got.MaxPass != c.Expect.MaxPass {
		t.Errorf("passes %v up to %d, want %v up to %d", passOf, got.MaxPass, c.Expect.PassOf, c.Expect.MaxPass)
	}
	if inside != nil && !slices.Equal(askedPairs, c.Expect.Asked) {
		t.Errorf("asked %v, want %v", askedPairs, c.Expect.Asked)
	}
}

func TestGolden(t *testing.T) {
	for _, file := range []string{"hand.json", "random.json"} {
		for _, c := range readJSON[[]goldenCase](t, "testdata", "golden", file) {
			t.Run(c.Name, func(t *testing.T) {
				c.check(t, func(reader, source uint64) bool {
					return slices.Contains(c.Inside, [2]uint64{reader, source})
				})
			})
		}
	}
}

func TestGoldenRealGraphs(t *testing.T) {
	for _, want := range readJSON[[]goldenReal](t, "testdata", "golden", "real.json") {
		t.Run(want.Name, func(t *testing.T) {
			c := readJSON[goldenCase](t, "..", "examples", "data", want.Name+".json")
			c.Expect = want.goldenAnswer
			for position, pass := range want.Passes {
				c.Expect.PassOf = append(c.Expect.PassOf, [2]uint64{c.Values[position].ID, pass})
			}
			t.Run("loop facts", func(t *testing.T) { c.check(t, nil) })
			t.Run("predicate", func(t *testing.T) { c.check(t, c.graph(t).insideByLoops) })
		})
	}
}
