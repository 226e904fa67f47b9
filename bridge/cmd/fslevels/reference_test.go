package main

import (
	"encoding/json"
	"slices"
	"testing"
)

// reference is a graph read from its JSON form without the tool, and computed by SPEC's words, slowly.
type reference struct {
	Values []struct {
		ID    uint64
		Bytes uint64
		Roles []axis // nil: no legality cell
	}
	Loops         []struct{ Nest uint32 }
	Edges, Inside [][2]uint64

	axes           map[uint64][]axis
	levels, fewest map[uint64]int
}

type axis struct {
	Role string
	Loop int
}

// UnmarshalJSON reads an axis, of which the role may stand alone.
func (a *axis) UnmarshalJSON(text []byte) error {
	a.Loop = -1
	if text[0] == '"' {
		return json.Unmarshal(text, &a.Role)
	}
	type plain axis
	return json.Unmarshal(text, (*plain)(a))
}

func referenceOf(t *testing.T, text string) *reference {
	r := &reference{axes: map[uint64][]axis{}, levels: map[uint64]int{}, fewest: map[uint64]int{}}
	readJSON(t, text, r)
	for _, v := range r.Values {
		r.axes[v.ID] = v.Roles
	}
	slices.SortFunc(r.Edges, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	r.Edges = slices.Compact(r.Edges)
	return r
}

func (r *reference) has(id uint64, role string) bool {
	return slices.ContainsFunc(r.axes[id], func(a axis) bool { return a.Role == role })
}

// depth is the production depth, -1 without one; home is that of the LoopLocal entries alone.
func (r *reference) depth(id uint64) int { return r.deepest(id, "") }
func (r *reference) home(id uint64) int  { return r.deepest(id, "LoopLocal") }

func (r *reference) deepest(id uint64, role string) int {
	depth := -1
	for _, a := range r.axes[id] {
		if role == "" || a.Role == role {
			depth = max(depth, a.Loop)
		}
	}
	return depth
}

func (r *reference) sameNest(loop, other int) bool {
	return loop >= 0 && other >= 0 && r.Loops[loop].Nest == r.Loops[other].Nest
}

// inside answers by the file, or by loop facts.
func (r *reference) inside(reader, source uint64) bool {
	if r.Loops == nil {
		return slices.Contains(r.Inside, [2]uint64{reader, source})
	}
	return slices.ContainsFunc(r.axes[source], func(a axis) bool {
		return a.Role == "Reduction" && r.depth(reader) >= a.Loop && r.sameNest(r.depth(reader), a.Loop)
	})
}

func (r *reference) reason(reader, operand uint64) string {
	switch {
	case r.has(operand, "LoopCarried"):
		return "carried"
	case r.has(operand, "Reduction") && r.inside(reader, operand):
		return "reduction, inside the loop"
	}
	return "plain"
}

func (r *reference) bump(reader, operand uint64) int {
	if r.reason(reader, operand) == "plain" {
		return 0
	}
	return 1
}

func (r *reference) operands(reader uint64) (operands []uint64) {
	for _, edge := range r.Edges {
		if edge[0] == reader {
			operands = append(operands, edge[1])
		}
	}
	return operands
}

func (r *reference) level(id uint64) int {
	if level, known := r.levels[id]; known {
		return level
	}
	level := 0
	for _, o := range r.operands(id) {
		level = max(level, r.level(o)+r.bump(id, o))
	}
	r.levels[id] = level
	return level
}

// links is the least number of edges in a chain that forces the level of a value.
func (r *reference) links(id uint64) int {
	if r.level(id) == 0 {
		return 0
	}
	if fewest, known := r.fewest[id]; known {
		return fewest
	}
	fewest := len(r.Values)
	for _, o := range r.operands(id) {
		if r.level(o)+r.bump(id, o) == r.level(id) {
			fewest = min(fewest, r.links(o)+1)
		}
	}
	r.fewest[id] = fewest
	return fewest
}
