package engine_test

import (
	"testing"

	"forcedsplit/engine"

	"pgregory.net/rapid"
)

// The seven properties of SPEC, each by its number. They look at the engine's answers alone, not at the reference's.

// answered is a drawn graph with the engine's answer, and what follows from both.
type answered struct {
	*refGraph
	inside map[edge]bool
	levels *engine.Levels
}

func drawAnswered(t *rapid.T) answered {
	g, inside := shape{}.draw(t)
	return answer(t, g, inside)
}

func answer(t rapid.TB, g *refGraph, inside map[edge]bool) answered {
	levels, _, err := compute(g.columns(), func(r, s uint64) bool { return inside[edge{r, s}] })
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return answered{g, inside, levels}
}

func (a answered) pass(id uint64) int32  { return a.levels.Passes[a.positionOf(id)] }
func (a answered) flags(id uint64) uint8 { return a.levels.Flags[a.positionOf(id)] }

func (a answered) bumps(e edge) bool {
	return a.has(e.operand, engine.LoopCarried) || a.has(e.operand, engine.Reduction) && a.inside[e]
}

func TestProperty1EdgesPointToEarlierPasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnswered(t)
		for _, e := range a.edges {
			reader, operand := a.pass(e.reader), a.pass(e.operand)
			if reader == engine.Absent || operand == engine.Absent {
				continue
			}
			if operand > reader || a.bumps(e) && operand == reader {
				t.Errorf("%v: pass %d reads pass %d, bump %v", e, reader, operand, a.bumps(e))
			}
		}
	})
}

func TestProperty2AllPassesAreInUse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnswered(t)
		used := map[int32]bool{}
		for _, pass := range a.levels.Passes {
			used[pass] = true
		}
		delete(used, engine.Absent)
		if len(used) == 0 {
			return // no listed value
		}
		for pass := range a.levels.MaxPass + 1 {
			if !used[pass] {
				t.Errorf("nothing is in pass %d of 0..%d", pass, a.levels.MaxPass)
			}
		}
		if len(used) != int(a.levels.MaxPass)+1 {
			t.Errorf("passes %v, but max_pass is %d", used, a.levels.MaxPass)
		}
	})
}

func TestProperty3WithoutBumpsNothingMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, shape{})
		a := answer(t, g, nil) // nobody is inside: no reduction bumps
		bumped := false
		for _, e := range a.edges {
			bumped = bumped || a.bumps(e)
		}
		for position, flags := range a.levels.Flags {
			id := a.values[position].id
			if carried, pinned := flags&engine.Carried != 0, flags&engine.Pinned != 0; carried != pinned {
				t.Errorf("%d is carried %v, pinned %v", id, carried, pinned)
			}
			if !bumped && a.levels.Passes[position] > 0 {
				t.Errorf("no edge bumps, yet %d is in pass %d", id, a.levels.Passes[position])
			}
		}
	})
}

// level asks the engine for the level of a value, which it does not publish: it is the pass of a fresh value that reads
// what the value reads, in the same way, and that nothing reads.
func (a answered) level(t rapid.TB, id uint64) int32 {
	const probe = uint64(0xfeedfacecafebeef)
	g := *a.refGraph
	g.values = append(append([]refValue{}, g.values...), refValue{id: probe, classified: true})
	inside := map[edge]bool{}
	for e, yes := range a.inside {
		inside[e] = yes
	}
	for _, e := range a.edges {
		if e.reader == id {
			g.edges = append(append([]edge{}, g.edges...), edge{probe, e.operand})
			inside[edge{probe, e.operand}] = a.inside[e]
		}
	}
	return answer(t, &g, inside).pass(probe)
}

func TestProperty4LevelIsLeastAndLiftStaysBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnswered(t)
		levels := map[uint64]int32{}
		largest := int32(0)
		for _, v := range a.values {
			levels[v.id] = a.level(t, v.id)
			largest = max(largest, levels[v.id])
		}
		for _, v := range a.values {
			forced := int32(0)
			for _, e := range a.edges {
				if e.reader == v.id {
					bump := int32(0)
					if a.bumps(e) {
						bump = 1
					}
					forced = max(forced, levels[e.operand]+bump)
				}
			}
			if levels[v.id] != forced {
				t.Errorf("level of %d is %d, its operands force %d and nothing more", v.id, levels[v.id], forced)
			}
			if pass := a.pass(v.id); pass > largest || pass != engine.Absent && pass < levels[v.id] {
				t.Errorf("pass of %d is %d, its level %d, the largest level %d", v.id, pass, levels[v.id], largest)
			}
		}
	})
}

func TestProperty5OrderAndNamesDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnswered(t)
		fresh := rapid.SliceOfNDistinct(rapid.Uint64(), len(a.values), len(a.values), rapid.ID[uint64]).Draw(t, "fresh ids")
		renamed := map[uint64]uint64{}
		g := &refGraph{}
		for i, v := range a.values {
			renamed[v.id] = fresh[i]
			g.values = append(g.values, refValue{fresh[i], v.classified, v.axes})
		}
		inside := map[edge]bool{}
		for _, e := range a.edges {
			f := edge{renamed[e.reader], renamed[e.operand]}
			inside[f] = a.inside[e]
			g.edges = append(g.edges, f)
			if rapid.Bool().Draw(t, "repeat") {
				g.edges = append(g.edges, f)
			}
		}
		g.values = rapid.Permutation(g.values).Draw(t, "shuffled values")
		g.edges = rapid.Permutation(g.edges).Draw(t, "shuffled edges")
		b := answer(t, g, inside)
		for _, v := range a.values {
			if a.pass(v.id) != b.pass(renamed[v.id]) || a.flags(v.id) != b.flags(renamed[v.id]) {
				t.Errorf("%d is in pass %d, under another name and order in %d", v.id, a.pass(v.id), b.pass(renamed[v.id]))
			}
		}
	})
}

func TestProperty6MoreInsideNeverLowersALevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnswered(t)
		more := map[edge]bool{}
		for e, yes := range a.inside {
			more[e] = yes || rapid.Bool().Draw(t, "also inside")
		}
		b := answer(t, a.refGraph, more)
		for _, v := range a.values {
			if before, after := a.level(t, v.id), b.level(t, v.id); after < before {
				t.Errorf("level of %d fell from %d to %d", v.id, before, after)
			}
		}
	})
}

func TestProperty7ComponentsDoNotTouchOneAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawAnswered(t), drawAnswered(t)
		both := &refGraph{}
		inside := map[edge]bool{}
		for part, from := range []answered{a, b} {
			name := func(id uint64) uint64 { return id<<1 | uint64(part) } // ids of the two must differ
			for _, v := range from.values {
				both.values = append(both.values, refValue{name(v.id), v.classified, v.axes})
			}
			for _, e := range from.edges {
				both.edges = append(both.edges, edge{name(e.reader), name(e.operand)})
				inside[edge{name(e.reader), name(e.operand)}] = from.inside[e]
			}
		}
		if duplicateIDs(both) {
			t.Skip("two ids differ in their top bit only")
		}
		together := answer(t, both, inside)
		alone := append(append([]int32{}, a.levels.Passes...), b.levels.Passes...)
		for position, pass := range together.levels.Passes {
			if pass != alone[position] {
				t.Errorf("pass of %d is %d together, %d alone", both.values[position].id, pass, alone[position])
			}
		}
	})
}

func duplicateIDs(g *refGraph) bool {
	seen := map[uint64]bool{}
	for _, v := range g.values {
		if seen[v.id] {
			return true
		}
		seen[v.id] = true
	}
	return false
}
