package engine

import (
	"cmp"
	"math/bits"
	"slices"
)

// Split is what the schedule builder asks next (SPEC, What the schedule builder asks next).
type Split struct {
	Stages       []Stage        // by nest, then pass
	Materialized []Materialized // by position
	Conflicts    []Conflict     // by position
	Boundaries   []Boundary     // largest first, then by pass; nil where the graph gives no sizes
}

// Stage is one copy of a loop nest: a pass that the nest must be emitted for, and the values built or escaping there.
type Stage struct {
	Nest   uint32
	Pass   int32
	Values []uint32
}

// Materialized is a value that a later pass of its own nest reads whole, so that it must be kept for it.
type Materialized struct {
	Value, Nest uint32
	Readers     []uint32 // those that need it: in a later pass, in that nest
}

// Conflict is a value whose roles contradict the schedule: it stays inside a loop of its home nest, but a later pass
// reads it in another nest.
type Conflict struct {
	Value, Nest uint32
	Loop        int32 // the outermost loop instance of the home nest that it is local to and does not escape
	Readers     []uint32
}

// Boundary is what is kept from one pass to the next for the materialized values.
type Boundary struct {
	After  int32 // the pass before it
	Values int
	Bytes  uint64
}

// splitting is the work on one Split.
type splitting struct {
	*Analysis
	home                   []int32    // by position; Unresolved without one
	readersIn, readersAway [][]uint32 // by position: later readers whose production depth is in the home nest, in another
}

// Split returns the split report of a graph with loop facts; without, an *Error of kind InvalidArgument. Linear time but
// for sorting stages.
func (a *Analysis) Split() (*Split, error) {
	if !a.Graph.HasLoopFacts() {
		return nil, InvalidArgumentError(nil, "the split report needs loop facts, and the graph has none: loops and axis_loops")
	}
	s := &splitting{Analysis: a}
	s.findHomes()
	s.findLaterReaders()
	split := &Split{Stages: s.stages(), Materialized: s.materialized(), Conflicts: s.conflicts()}
	if a.Graph.Bytes == nil || a.Graph.Count == 0 {
		return split, nil
	}
	var err error
	split.Boundaries, err = s.boundaries(split.Materialized)
	return split, err
}

// eachResolved calls visit with the role and the loop instance of every resolved entry of a value.
func (s *splitting) eachResolved(v uint32, visit func(role Role, loop int32)) {
	for i := s.Graph.AxisOffsets[v]; i < s.Graph.AxisOffsets[v+1]; i++ {
		if loop := s.Graph.AxisLoops[i]; loop != Unresolved {
			visit(s.Graph.AxisRoles[i], loop)
		}
	}
}

func escapes(role Role) bool { return role == Reduction || role == LoopCarried }

func (s *splitting) nestOf(loop int32) uint32 { return s.Graph.Loops[loop].Nest }

func (s *splitting) findHomes() {
	s.home = make([]int32, s.Graph.Count)
	for v := range s.home {
		s.home[v] = Unresolved
		s.eachResolved(uint32(v), func(role Role, loop int32) {
			if role == LoopLocal {
				s.home[v] = max(s.home[v], loop)
			}
		})
	}
}

func (s *splitting) findLaterReaders() {
	s.readersIn, s.readersAway = make([][]uint32, s.Graph.Count), make([][]uint32, s.Graph.Count)
	for v := range uint32(s.Graph.Count) {
		depth := ProductionDepth(s.Graph, v)
		if depth == Unresolved {
			continue
		}
		for _, e := range s.Operands(v) {
			o := e.Operand
			switch {
			case s.home[o] == Unresolved || s.Pass[v] <= s.Pass[o]:
			case s.nestOf(depth) == s.nestOf(s.home[o]):
				s.readersIn[o] = append(s.readersIn[o], v)
			default:
				s.readersAway[o] = append(s.readersAway[o], v)
			}
		}
	}
}

func (s *splitting) materialized() (all []Materialized) {
	for v, readers := range s.readersIn {
		if len(readers) > 0 {
			all = append(all, Materialized{uint32(v), s.nestOf(s.home[v]), readers})
		}
	}
	return all
}

func (s *splitting) conflicts() (all []Conflict) {
	for v, readers := range s.readersAway {
		if len(readers) == 0 || len(s.readersIn[v]) > 0 {
			continue
		}
		nest := s.nestOf(s.home[v])
		if loop, ok := s.keptInside(uint32(v), nest); ok {
			all = append(all, Conflict{uint32(v), nest, loop, readers})
		}
	}
	return all
}

// keptInside finds the outermost instance of a nest that a value is local to and does not escape.
func (s *splitting) keptInside(v, nest uint32) (instance int32, ok bool) {
	escaped := map[int32]bool{}
	s.eachResolved(v, func(role Role, loop int32) { escaped[loop] = escaped[loop] || escapes(role) })
	s.eachResolved(v, func(role Role, loop int32) {
		if role == LoopLocal && s.nestOf(loop) == nest && !escaped[loop] && (!ok || loop < instance) {
			instance, ok = loop, true
		}
	})
	return instance, ok
}

func (s *splitting) stages() (stages []Stage) {
	type place struct {
		nest  uint32
		pass  int32
		value uint32
	}
	var places []place
	for v := range uint32(s.Graph.Count) {
		if len(s.Operands(v)) > 0 {
			for _, nest := range s.nestsOf(v) {
				places = append(places, place{nest, s.Pass[v], v})
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.nest, b.nest), cmp.Compare(a.pass, b.pass), cmp.Compare(a.value, b.value))
	})
	for _, p := range places {
		if n := len(stages); n == 0 || stages[n-1].Nest != p.nest || stages[n-1].Pass != p.pass {
			stages = append(stages, Stage{Nest: p.nest, Pass: p.pass})
		}
		last := &stages[len(stages)-1]
		last.Values = append(last.Values, p.value)
	}
	return stages
}

// nestsOf are the nests that must be emitted for the pass of a value that is no leaf.
func (s *splitting) nestsOf(v uint32) (nests []uint32) {
	built, anyEscape := s.home[v], false
	s.eachResolved(v, func(role Role, loop int32) {
		if escapes(role) {
			nests = append(nests, s.nestOf(loop))
			anyEscape = true
			built = max(built, loop)
		}
	})
	if built != Unresolved && (!anyEscape || len(s.readersIn[v]) > 0) {
		nests = append(nests, s.nestOf(built))
	}
	slices.Sort(nests)
	return slices.Compact(nests)
}

// boundaries adds up what is kept behind each pass: a value from its own pass to the last one that reads it, in its nest
// or elsewhere.
func (s *splitting) boundaries(all []Materialized) ([]Boundary, error) {
	passes := slices.Max(s.Pass)
	last := make([]int32, s.Graph.Count) // the last pass that reads each value
	for _, e := range s.edges {
		last[e.Operand] = max(last[e.Operand], s.Pass[e.Reader])
	}
	comes, goes := make([]Boundary, passes+1), make([]Boundary, passes+1)
	total, carry := uint64(0), uint64(0)
	for _, m := range all {
		size := s.Graph.Bytes[m.Value]
		if total, carry = bits.Add64(total, size, 0); carry != 0 {
			return nil, &Error{Kind: TooLarge, Values: []uint64{s.Graph.ID(m.Value)},
				Message: "the sizes of the materialized values add up to more than 2^64 - 1 bytes"}
		}
		comes[s.Pass[m.Value]].add(1, size)
		goes[last[m.Value]].add(1, size)
	}
	var boundaries []Boundary
	kept := Boundary{}
	for pass := range passes {
		kept.add(comes[pass].Values-goes[pass].Values, comes[pass].Bytes-goes[pass].Bytes)
		if kept.After = pass; kept.Values > 0 {
			boundaries = append(boundaries, kept)
		}
	}
	slices.SortStableFunc(boundaries, func(a, b Boundary) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return boundaries, nil
}

func (b *Boundary) add(values int, bytes uint64) {
	b.Values += values
	b.Bytes += bytes
}
