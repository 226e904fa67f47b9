package engine_test

import (
	"errors"
	"slices"
	"testing"

	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// analyzed is a drawn graph with its analysis and the reference's answer.
type analyzed struct {
	answered
	*engine.Analysis
	ref refAnswer
}

func drawAnalyzed(t *rapid.T) analyzed {
	a := drawAnswered(t)
	return analyze(t, a)
}

func analyze(t rapid.TB, a answered) analyzed {
	columns := a.columns()
	inside := func(r, s uint64) bool { return a.inside[edge{r, s}] }
	analysis, err := engine.Analyze(columns, engine.AskEach(columns, func(r, s uint64) (bool, error) {
		return inside(r, s), nil
	}))
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return analyzed{a, analysis, a.answer(inside)}
}

func (a analyzed) reason(e edge) engine.Reason {
	switch {
	case a.has(e.operand, engine.LoopCarried):
		return engine.CarriedSource
	case a.bumps(e):
		return engine.InsideSource
	}
	return engine.Plain
}

// distinct are the edges, each once, by the positions of readers, then operands.
func (a analyzed) distinct() []edge {
	edges := slices.Clone(a.edges)
	slices.SortFunc(edges, func(x, y edge) int {
		if x.reader != y.reader {
			return a.positionOf(x.reader) - a.positionOf(y.reader)
		}
		return a.positionOf(x.operand) - a.positionOf(y.operand)
	})
	return slices.Compact(edges)
}

func (a analyzed) id(v uint32) uint64 { return a.Graph.ID(v) }

func (a analyzed) edge(e engine.Edge) edge { return edge{a.id(e.Reader), a.id(e.Operand)} }

func TestAnalysisAgreesWithComputeAndTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnalyzed(t)
		if !slices.Equal(a.Levels.Passes, a.levels.Passes) || !slices.Equal(a.Levels.Flags, a.levels.Flags) ||
			a.Levels.MaxPass != a.levels.MaxPass {
			t.Errorf("levels %v, but Compute gives %v", a.Levels, a.levels)
		}
		for v, value := range a.values {
			if int(a.Level[v]) != a.ref.level[value.id] || int(a.Pass[v]) != a.ref.pass[value.id] {
				t.Errorf("value %d: level %d and pass %d, expected %d and %d", value.id, a.Level[v], a.Pass[v],
					a.ref.level[value.id], a.ref.pass[value.id])
			}
		}
		var want []engine.Edge
		for _, e := range a.distinct() {
			want = append(want, engine.Edge{Reader: uint32(a.positionOf(e.reader)),
				Operand: uint32(a.positionOf(e.operand)), Reason: a.reason(e)})
		}
		if !slices.Equal(a.Edges(), want) {
			t.Errorf("edges %v, expected %v", a.Edges(), want)
		}
	})
}

func TestAnalyzeAsksEachQuestionOnceAndGivesItsErrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, inside := shape{cycles: true}.draw(t)
		columns := g.columns()
		var asked []edge
		_, err := engine.Analyze(columns, engine.AskEach(columns, func(r, s uint64) (bool, error) {
			asked = append(asked, edge{r, s})
			return inside[edge{r, s}], nil
		}))
		if g.cyclic() {
			var fault *engine.Error
			if !errors.As(err, &fault) || fault.Kind != engine.Cyclic || asked != nil {
				t.Errorf("%v after %d questions, expected a cycle", err, len(asked))
			}
			return
		}
		want := g.answer(func(r, s uint64) bool { return inside[edge{r, s}] }).asked
		if err != nil || !slices.Equal(asked, want) {
			t.Errorf("asked %v, %v, expected %v", asked, err, want)
		}
	})
	stop := errors.New("stop")
	g := &engine.Graph{Count: 2, OperandOffsets: []uint32{0, 0, 1}, Operands: []uint32{0}, AxisOffsets: []uint32{0, 1, 1},
		AxisRoles: []engine.Role{engine.Reduction}}
	if _, err := engine.Analyze(g, func(*engine.Questions) error { return stop }); err != stop {
		t.Errorf("%v, expected the predicate's own error", err)
	}
	var fault *engine.Error
	if _, err := engine.Analyze(g, nil); !errors.As(err, &fault) || fault.Kind != engine.PredicateRequired {
		t.Errorf("%v, expected that the predicate is required", err)
	}
}

func TestAnalyzeTakesOccurrences(t *testing.T) {
	g := &engine.Graph{Count: 2, AxisOffsets: []uint32{0, 1, 1}, AxisRoles: []engine.Role{engine.LoopCarried},
		Occurrences: engine.Occurrences{Values: []uint32{0, 1}, Points: []uint64{1, 2}, Consumers: []uint64{2, 2}}}
	a, err := engine.Analyze(g, nil)
	if err != nil || len(a.Edges()) != 1 || a.Level[1] != 1 {
		t.Errorf("%v, %+v", err, a)
	}
}

func TestStatsCountWhatTheReferenceCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnalyzed(t)
		want := engine.Stats{Values: len(a.values), Edges: len(a.distinct()), Questions: len(a.ref.asked),
			Pinned: len(a.ref.pinned), PerPass: make([]int, a.ref.maxPass+1)}
		for _, e := range a.ref.asked {
			if a.inside[e] {
				want.Yes++
			}
		}
		for _, v := range a.values {
			want.LongestChain = max(want.LongestChain, a.depth(v.id))
			if a.ref.pass[v.id] > a.ref.level[v.id] {
				want.Lifted++
			}
			if pass, listed := a.ref.passOf[v.id]; listed {
				want.PerPass[pass]++
			}
		}
		got := a.Stats()
		if !slices.Equal(got.PerPass, want.PerPass) {
			t.Errorf("%v values in the passes, expected %v", got.PerPass, want.PerPass)
		}
		got.PerPass, want.PerPass = nil, nil
		if got.Values != want.Values || got.Edges != want.Edges || got.Questions != want.Questions ||
			got.Yes != want.Yes || got.LongestChain != want.LongestChain || got.Lifted != want.Lifted ||
			got.Pinned != want.Pinned {
			t.Errorf("%+v, expected %+v", got, want)
		}
	})
}

// depth is the number of edges on the longest way down from a value.
func (a analyzed) depth(id uint64) int {
	depth := 0
	for _, e := range a.edges {
		if e.reader == id {
			depth = max(depth, a.depth(e.operand)+1)
		}
	}
	return depth
}
