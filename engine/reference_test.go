package engine_test

import (
	"slices"

	"forcedsplit/engine"
)

// The slow reference: SPEC's definitions, read off the page one by one, over ids and maps. It shares no code and no
// shortcut with the engine.

type edge struct{ reader, operand uint64 }

// refValue is a value as SPEC has it: an id, and a legality cell or none.
type refValue struct {
	id         uint64
	classified bool
	axes       []refAxis
}

type refAxis struct {
	role engine.Role
	loop int32
}

// refGraph is a graph as SPEC has it.
type refGraph struct {
	values []refValue
	edges  []edge // repeated ones allowed
	loops  []engine.Loop
}

type refAnswer struct {
	carried, pinned map[uint64]bool
	passOf          map[uint64]int
	level, pass     map[uint64]int // of all values, listed or not
	maxPass         int
	asked           []edge
}

func (g *refGraph) has(id uint64, role engine.Role) bool {
	for _, v := range g.values {
		if v.id == id {
			for _, a := range v.axes {
				if a.role == role {
					return true
				}
			}
		}
	}
	return false
}

func (g *refGraph) positionOf(id uint64) int {
	return slices.IndexFunc(g.values, func(v refValue) bool { return v.id == id })
}

// answer computes SPEC's Result for a graph without cycles.
func (g *refGraph) answer(inside func(reader, source uint64) bool) refAnswer {
	r := refAnswer{
		carried: map[uint64]bool{}, pinned: map[uint64]bool{}, passOf: map[uint64]int{},
		level: map[uint64]int{}, pass: map[uint64]int{},
	}
	distinct := map[edge]bool{}
	for _, e := range g.edges {
		distinct[e] = true
	}
	bumps := map[edge]bool{}
	for e := range distinct {
		if g.has(e.operand, engine.LoopCarried) {
			bumps[e] = true
		} else if g.has(e.operand, engine.Reduction) {
			r.asked = append(r.asked, e)
			bumps[e] = inside(e.reader, e.operand)
		}
	}
	slices.SortFunc(r.asked, func(a, b edge) int {
		if a.reader != b.reader {
			return g.positionOf(a.reader) - g.positionOf(b.reader)
		}
		return g.positionOf(a.operand) - g.positionOf(b.operand)
	})
	for _, v := range g.values {
		if g.has(v.id, engine.LoopCarried) {
			r.carried[v.id], r.pinned[v.id] = true, true
		}
	}
	for e, b := range bumps {
		if b {
			r.pinned[e.operand] = true
		}
	}
	var level, pass func(id uint64) int
	level = func(id uint64) int {
		if known, ok := r.level[id]; ok {
			return known
		}
		l := 0
		for e := range distinct {
			if e.reader == id {
				bump := 0
				if bumps[e] {
					bump = 1
				}
				l = max(l, level(e.operand)+bump)
			}
		}
		r.level[id] = l
		return l
	}
	pass = func(id uint64) int {
		if known, ok := r.pass[id]; ok {
			return known
		}
		least := -1
		for e := range distinct {
			if e.operand == id && (least < 0 || pass(e.reader) < least) {
				least = pass(e.reader)
			}
		}
		p := level(id)
		if !r.pinned[id] && least >= 0 {
			p = max(p, least)
		}
		r.pass[id] = p
		return p
	}
	for _, v := range g.values {
		p := pass(v.id)
		if v.classified {
			r.passOf[v.id] = p
			r.maxPass = max(r.maxPass, p)
		}
	}
	return r
}

// insideByLoops is SPEC's "Without a callback".
func (g *refGraph) insideByLoops(reader, source uint64) bool {
	depth := int32(-1)
	for _, a := range g.values[g.positionOf(reader)].axes {
		depth = max(depth, a.loop)
	}
	if depth < 0 {
		return false
	}
	for _, a := range g.values[g.positionOf(source)].axes {
		if a.role == engine.Reduction && a.loop >= 0 && depth >= a.loop && g.loops[depth].Nest == g.loops[a.loop].Nest {
			return true
		}
	}
	return false
}

// cyclic reports whether some value reaches itself.
func (g *refGraph) cyclic() bool {
	reaches := map[edge]bool{}
	for _, e := range g.edges {
		reaches[e] = true
	}
	for grew := true; grew; {
		grew = false
		for a := range reaches {
			for b := range reaches {
				if c := (edge{a.reader, b.operand}); a.operand == b.reader && !reaches[c] {
					reaches[c], grew = true, true
				}
			}
		}
	}
	for e := range reaches {
		if e.reader == e.operand {
			return true
		}
	}
	return false
}

// columns puts the graph into the engine's form. Operands stay in the order of the edges.
func (g *refGraph) columns() *engine.Graph {
	out := &engine.Graph{Count: len(g.values), OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}, Loops: g.loops}
	if g.loops != nil {
		out.AxisLoops = []int32{}
	}
	for position, v := range g.values {
		out.IDs = append(out.IDs, v.id)
		for _, e := range g.edges {
			if e.reader == v.id {
				out.Operands = append(out.Operands, uint32(g.positionOf(e.operand)))
			}
		}
		out.OperandOffsets = append(out.OperandOffsets, uint32(len(out.Operands)))
		for _, a := range v.axes {
			out.AxisRoles = append(out.AxisRoles, a.role)
			if g.loops != nil {
				out.AxisLoops = append(out.AxisLoops, a.loop)
			}
		}
		out.AxisOffsets = append(out.AxisOffsets, uint32(len(out.AxisRoles)))
		if !v.classified {
			out.Unclassified = append(out.Unclassified, uint32(position))
		}
	}
	return out
}
