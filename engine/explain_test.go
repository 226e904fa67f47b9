package engine_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// fewestLinks is the least number of edges on a way from a value at level 0 up to id whose bumps add up to so many; -1
// if there is no such way.
func (a analyzed) fewestLinks(id uint64, bumps int, known map[[2]uint64]int) int {
	if bumps < 0 {
		return -1
	}
	if bumps == 0 && a.ref.level[id] == 0 {
		return 0
	}
	key := [2]uint64{id, uint64(bumps)}
	if links, ok := known[key]; ok {
		return links
	}
	fewest := -1
	for _, e := range a.distinct() {
		if e.reader != id {
			continue
		}
		below := a.fewestLinks(e.operand, bumps-int(a.reason(e).Bump()), known)
		if below >= 0 && (fewest < 0 || below+1 < fewest) {
			fewest = below + 1
		}
	}
	known[key] = fewest
	return fewest
}

func (a analyzed) fewest(id uint64) int {
	return a.fewestLinks(id, a.ref.level[id], map[[2]uint64]int{})
}

// expectChain checks that a chain of edges of the graph leads from level 0 up to id, with the bumps of its level, and is
// as short as can be.
func (a analyzed) expectChain(t *rapid.T, id uint64, chain []engine.Edge) {
	if len(chain) != a.fewest(id) {
		t.Errorf("the chain to %d has %d links, expected %d", id, len(chain), a.fewest(id))
	}
	bumps, at := 0, id
	for i := len(chain) - 1; i >= 0; i-- {
		e := a.edge(chain[i])
		if e.reader != at || !slices.Contains(a.edges, e) || chain[i].Reason != a.reason(e) {
			t.Fatalf("link %d of the chain to %d is %v, %v", i, id, e, chain[i].Reason)
		}
		bumps += int(chain[i].Reason.Bump())
		at = e.operand
	}
	if a.ref.level[at] != 0 || bumps != a.ref.level[id] {
		t.Errorf("the chain to %d begins at %d of level %d and bumps %d times, expected %d", id, at, a.ref.level[at],
			bumps, a.ref.level[id])
	}
}

func TestExplanationsAreWhatSPECSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnalyzed(t)
		all := a.ExplainAll()
		for v, value := range a.values {
			id := value.id
			x := a.Explain(uint32(v))
			if int(x.Value) != v || x.Listed != value.classified || int(x.Pass) != a.ref.pass[id] ||
				int(x.Level) != a.ref.level[id] {
				t.Errorf("value %d: %+v", id, x)
			}
			a.expectChain(t, id, x.Chain)
			last := all[v].Chain
			all[v].Chain = x.Chain
			if !reflect.DeepEqual(all[v], x) || !slices.Equal(last, x.Chain[max(0, len(x.Chain)-1):]) {
				t.Errorf("value %d: %+v with the last link %v, expected %+v", id, all[v], last, x)
			}
			lift, reader := a.expectedLift(id)
			if x.Lift != lift || lift != engine.Unlifted && a.id(x.Reader) != reader {
				t.Errorf("value %d: lift %d by %d, expected %d by %d", id, x.Lift, a.id(x.Reader), lift, reader)
			}
		}
	})
}

// expectedLift reads SPEC's last line of Result: who takes a value along, or pins it although all its readers sit later.
func (a analyzed) expectedLift(id uint64) (lift engine.Lift, reader uint64) {
	pass, level := a.ref.pass[id], a.ref.level[id]
	readers, allLater, inPass, bumped := 0, true, []uint64{}, []uint64{}
	for _, e := range a.distinct() { // by the readers' positions
		if e.operand != id {
			continue
		}
		readers++
		allLater = allLater && a.ref.pass[e.reader] > level
		if a.ref.pass[e.reader] == pass {
			inPass = append(inPass, e.reader)
		}
		if a.bumps(e) {
			bumped = append(bumped, e.reader)
		}
	}
	switch {
	case pass > level:
		return engine.Lifted, inPass[0]
	case readers > 0 && allLater:
		return engine.Held, bumped[0]
	}
	return engine.Unlifted, 0
}

func TestAPassIsExplainedByTheFirstValueWithTheShortestChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnalyzed(t)
		for pass := range int32(a.ref.maxPass) + 1 {
			var first uint64
			fewest := -1
			for _, v := range a.values {
				links := a.fewest(v.id)
				if a.ref.level[v.id] == int(pass) && (fewest < 0 || links < fewest) {
					first, fewest = v.id, links
				}
			}
			x, err := a.ExplainPass(pass)
			if len(a.values) == 0 {
				expectInvalidArgument(t, err)
				continue
			}
			if err != nil || a.id(x.Value) != first || len(x.Chain) != fewest {
				t.Errorf("pass %d: value %d with %d links, %v, expected %d with %d", pass, a.id(x.Value), len(x.Chain),
					err, first, fewest)
			}
		}
		for _, pass := range []int32{-1, int32(a.ref.maxPass) + 1} {
			_, err := a.ExplainPass(pass)
			expectInvalidArgument(t, err)
		}
	})
}

func expectInvalidArgument(t rapid.TB, err error) {
	var fault *engine.Error
	if !errors.As(err, &fault) || fault.Kind != engine.InvalidArgument || fault.Message == "" {
		t.Errorf("%v, expected an invalid argument", err)
	}
}

func TestABudgetIsKeptOrToldWithItsChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnalyzed(t)
		budget := rapid.Int32Range(1, 6).Draw(t, "budget")
		columns := a.columns()
		asked := 0
		levels := engine.NewLevels(columns.Count)
		err := engine.ComputeWithin(columns, engine.AskEach(columns, func(r, s uint64) (bool, error) {
			asked++
			return a.inside[edge{r, s}], nil
		}), budget, levels)
		if asked != len(a.ref.asked) {
			t.Errorf("%d questions, expected %d", asked, len(a.ref.asked))
		}
		if a.ref.maxPass < int(budget) {
			if err != nil || !slices.Equal(levels.Passes, a.levels.Passes) {
				t.Errorf("%v, passes %v, expected %v", err, levels.Passes, a.levels.Passes)
			}
			return
		}
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Kind != engine.TooManyPasses {
			t.Fatalf("%v, expected too many passes", err)
		}
		x, _ := a.ExplainPass(budget)
		want := []uint64{a.id(x.Chain[0].Operand)}
		for _, e := range x.Chain {
			want = append(want, a.id(e.Reader))
		}
		if !slices.Equal(fault.Values, want) {
			t.Errorf("the chain is %v, expected %v", fault.Values, want)
		}
	})
}

// tower is a chain of carried values: value i reads i-1, and is in pass i.
func tower(count int) *engine.Graph {
	g := &engine.Graph{Count: count, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}}
	for v := range count {
		if v > 0 {
			g.Operands = append(g.Operands, uint32(v-1))
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
		g.AxisRoles = append(g.AxisRoles, engine.LoopCarried)
		g.AxisOffsets = append(g.AxisOffsets, uint32(v+1))
	}
	return g
}

func TestTheMessageOfABudgetShowsTheChainFromAboveAndIsCutShort(t *testing.T) {
	g := tower(3)
	err := engine.ComputeWithin(g, nil, 2, engine.NewLevels(3))
	if want := "the graph needs 3 passes, the limit is 2; pass 2 is forced since " +
		"2 reads 1 (carried), 1 reads 0 (carried)"; err == nil || err.Error() != want {
		t.Errorf("%v, expected %s", err, want)
	}
	g = tower(101)
	err = engine.ComputeWithin(g, nil, 100, engine.NewLevels(101))
	if err == nil || !strings.HasSuffix(err.Error(), "85 reads 84 (carried), … (100 links in all)") {
		t.Errorf("%v", err)
	}
	if err := engine.ComputeWithin(g, nil, 101, engine.NewLevels(101)); err != nil {
		t.Error(err)
	}
}
