package engine_test

import (
	"math"
	"slices"
	"testing"

	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// given is anybody's assignment by id; what is drawn is near the right one, so that few edges are violated.
func (a analyzed) drawPasses(t *rapid.T) (passes []int32, given map[uint64]int) {
	given = map[uint64]int{}
	for _, v := range a.values {
		pass := a.ref.pass[v.id]
		if rapid.IntRange(0, 3).Draw(t, "moved") == 0 {
			pass = max(0, pass+rapid.IntRange(-2, 2).Draw(t, "by"))
		}
		passes = append(passes, int32(pass))
		given[v.id] = pass
		if !v.classified {
			passes[len(passes)-1] = int32(rapid.SampledFrom([]int{-1, 0, 7, math.MinInt32}).Draw(t, "ignored"))
			delete(given, v.id)
		}
	}
	return passes, given
}

// completed gives a value without a legality cell the least pass that its operands allow.
func (a analyzed) completed(id uint64, given map[uint64]int) int {
	if pass, ok := given[id]; ok {
		return pass
	}
	pass := 0
	for _, e := range a.edges {
		if e.reader == id {
			pass = max(pass, a.completed(e.operand, given)+int(a.reason(e).Bump()))
		}
	}
	return pass
}

func TestVerifyFindsEveryViolatedEdgeAndEveryDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnalyzed(t)
		passes, given := a.drawPasses(t)
		before := slices.Clone(passes)
		verdict, err := a.Verify(passes)
		if err != nil || !slices.Equal(passes, before) {
			t.Fatalf("%v; given %v, now %v", err, before, passes)
		}
		var violations []edge
		for _, e := range a.distinct() {
			if a.completed(e.reader, given) < a.completed(e.operand, given)+int(a.reason(e).Bump()) {
				violations = append(violations, e)
			}
		}
		var differing []engine.Difference
		for v, value := range a.values {
			if pass, listed := given[value.id]; listed && pass != a.ref.passOf[value.id] {
				differing = append(differing, engine.Difference{Value: uint32(v), Given: int32(pass),
					Expected: int32(a.ref.passOf[value.id])})
			}
		}
		var told []edge
		for _, v := range verdict.Violations {
			told = append(told, a.edge(v.Edge))
			if v.Reason != a.reason(a.edge(v.Edge)) || int(v.ReaderPass) != a.completed(a.id(v.Reader), given) ||
				int(v.OperandPass) != a.completed(a.id(v.Operand), given) {
				t.Errorf("%+v", v)
			}
		}
		if !slices.Equal(told, violations) || verdict.Legal != (violations == nil) {
			t.Errorf("violated %v, legal %v, expected %v", told, verdict.Legal, violations)
		}
		if !slices.Equal(verdict.Differing, differing) || verdict.Assignment != (differing == nil) {
			t.Errorf("differing %v, expected %v", verdict.Differing, differing)
		}
	})
}

func TestTheLevelsThemselvesAreLegalAndTheAssignment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnalyzed(t)
		if verdict, err := a.Verify(a.Levels.Passes); err != nil || !verdict.Legal || !verdict.Assignment {
			t.Errorf("%+v, %v", verdict, err)
		}
	})
}

func TestVerifyRefusesWhatIsNoAssignment(t *testing.T) {
	a, err := engine.Analyze(tower(3), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, passes := range [][]int32{nil, {0, 1}, {0, 1, 2, 3}, {0, 1, -1}, {0, 1, math.MaxInt32}} {
		_, err := a.Verify(passes)
		expectInvalidArgument(t, err)
	}
	if verdict, err := a.Verify([]int32{0, 1, math.MaxInt32 - 1}); err != nil || !verdict.Legal || verdict.Assignment {
		t.Errorf("%+v, %v", verdict, err)
	}
}
