package engine_test

import (
	"errors"
	"slices"
	"testing"

	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// compute runs the engine with a predicate and returns what it answered and what it asked.
func compute(g *engine.Graph, inside func(reader, source uint64) bool) (*engine.Levels, []edge, error) {
	var asked []edge
	var ask engine.Ask
	if inside != nil {
		ask = engine.AskEach(g, func(reader, source uint64) (bool, error) {
			asked = append(asked, edge{reader, source})
			return inside(reader, source), nil
		})
	}
	out := engine.NewLevels(g.Count)
	err := engine.Compute(g, ask, out)
	return out, asked, err
}

func mustCompute(t testing.TB, g *engine.Graph, inside func(reader, source uint64) bool) (*engine.Levels, []edge) {
	t.Helper()
	out, asked, err := compute(g, inside)
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return out, asked
}

// expectAnswer compares all of an answer with the reference's.
func expectAnswer(t rapid.TB, g *refGraph, got *engine.Levels, want refAnswer) {
	for position, v := range g.values {
		pass := int32(want.pass[v.id])
		if !v.classified {
			pass = engine.Absent
		}
		if got.Passes[position] != pass {
			t.Errorf("pass of %d is %d, want %d", v.id, got.Passes[position], pass)
		}
		var flags uint8
		if want.carried[v.id] {
			flags |= engine.Carried
		}
		if want.pinned[v.id] {
			flags |= engine.Pinned
		}
		if got.Flags[position] != flags {
			t.Errorf("flags of %d are %b, want %b", v.id, got.Flags[position], flags)
		}
	}
	if int(got.MaxPass) != want.maxPass {
		t.Errorf("max_pass is %d, want %d", got.MaxPass, want.maxPass)
	}
}

func TestAgreesWithReferenceOnPredicate(t *testing.T) {
	for _, inOrder := range []bool{true, false} {
		rapid.Check(t, func(t *rapid.T) {
			g, inside := shape{inOrder: inOrder}.draw(t)
			predicate := func(reader, source uint64) bool { return inside[edge{reader, source}] }
			want := g.answer(predicate)
			got, asked, err := compute(g.columns(), predicate)
			if err != nil {
				t.Fatalf("refused: %v", err)
			}
			expectAnswer(t, g, got, want)
			if !slices.Equal(asked, want.asked) {
				t.Errorf("asked %v, want %v", asked, want.asked)
			}
		})
	}
}

func TestAgreesWithReferenceOnLoopFacts(t *testing.T) {
	for _, inOrder := range []bool{true, false} {
		rapid.Check(t, func(t *rapid.T) {
			g := drawGraph(t, shape{loopFacts: true, inOrder: inOrder})
			got, _, err := compute(g.columns(), nil)
			if err != nil {
				t.Fatalf("refused: %v", err)
			}
			expectAnswer(t, g, got, g.answer(g.insideByLoops))
		})
	}
}

func TestPredicateWinsOverLoopFacts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, inside := shape{loopFacts: true}.draw(t)
		predicate := func(reader, source uint64) bool { return inside[edge{reader, source}] }
		got, _, err := compute(g.columns(), predicate)
		if err != nil {
			t.Fatalf("refused: %v", err)
		}
		expectAnswer(t, g, got, g.answer(predicate))
	})
}

func TestRefusesExactlyTheCyclic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, inside := shape{cycles: true}.draw(t)
		predicate := func(reader, source uint64) bool { return inside[edge{reader, source}] }
		got, asked, err := compute(g.columns(), predicate)
		if !g.cyclic() {
			if err != nil {
				t.Fatalf("refused: %v", err)
			}
			expectAnswer(t, g, got, g.answer(predicate))
			return
		}
		var refusal *engine.Error
		if !errors.As(err, &refusal) || refusal.Kind != engine.Cyclic {
			t.Fatalf("error is %v, want a cycle", err)
		}
		if len(asked) != 0 {
			t.Errorf("asked %v about a graph with a cycle", asked)
		}
		expectShortestCycle(t, g, refusal.Values)
	})
}

// expectShortestCycle checks that each member reads the next, and that no shorter way leads from the first member to
// itself.
func expectShortestCycle(t rapid.TB, g *refGraph, members []uint64) {
	for i, id := range members {
		if next := members[(i+1)%len(members)]; !slices.Contains(g.edges, edge{id, next}) {
			t.Fatalf("%v is no cycle: %d does not read %d", members, id, next)
		}
	}
	reached := map[uint64]bool{members[0]: true}
	for range len(members) - 1 {
		wave := map[uint64]bool{}
		for _, e := range g.edges {
			if reached[e.reader] {
				wave[e.operand] = true
			}
		}
		if wave[members[0]] {
			t.Fatalf("%v is not as short as it could be", members)
		}
		reached = wave
	}
}

func TestMissingPredicateNamesTheFirstEdge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, shape{})
		want := g.answer(func(_, _ uint64) bool { return false })
		_, _, err := compute(g.columns(), nil)
		if len(want.asked) == 0 {
			if err != nil {
				t.Fatalf("refused though there is nothing to ask: %v", err)
			}
			return
		}
		var refusal *engine.Error
		if !errors.As(err, &refusal) || refusal.Kind != engine.PredicateRequired {
			t.Fatalf("error is %v, want a missing predicate", err)
		}
		if first := want.asked[0]; !slices.Equal(refusal.Values, []uint64{first.reader, first.operand}) {
			t.Errorf("names %v, want %v", refusal.Values, first)
		}
	})
}

func TestErrorOfThePredicateComesBackAsItIs(t *testing.T) {
	g := &refGraph{
		values: []refValue{
			{1, true, []refAxis{{role: engine.Reduction}}}, {2, true, nil}, {3, true, nil},
		},
		edges: []edge{{2, 1}, {3, 1}},
	}
	columns := g.columns()
	stop := errors.New("stop")
	questions := 0
	err := engine.Compute(columns, engine.AskEach(columns, func(_, _ uint64) (bool, error) {
		questions++
		return false, stop
	}), engine.NewLevels(3))
	if err != stop || questions != 1 {
		t.Errorf("error is %v after %d questions, want the predicate's own after 1", err, questions)
	}
}

// All pairs are there before the first is asked, and the engine may be used by the one who answers.
func TestQuestionsComeAllAtOnceAndMayNest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, inside := shape{}.draw(t)
		predicate := func(reader, source uint64) bool { return inside[edge{reader, source}] }
		want := g.answer(predicate)
		columns := g.columns()
		calls := 0
		out := engine.NewLevels(columns.Count)
		err := engine.Compute(columns, func(q *engine.Questions) error {
			calls++
			if len(q.Pairs) != len(want.asked) || len(q.Answers) != len(want.asked) {
				t.Errorf("%d questions at once, want %d", len(q.Pairs), len(want.asked))
			}
			nested, _, err := compute(columns, predicate)
			if err != nil {
				return err
			}
			expectAnswer(t, g, nested, want)
			return engine.AskEach(columns, func(reader, source uint64) (bool, error) {
				return predicate(reader, source), nil
			})(q)
		}, out)
		if err != nil {
			t.Fatal(err)
		}
		if expected := min(1, len(want.asked)); calls != expected {
			t.Errorf("asked %d times, want %d", calls, expected)
		}
		expectAnswer(t, g, out, want)
	})
}
