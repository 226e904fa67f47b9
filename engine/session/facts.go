package session

import "forcedsplit/engine"

// facts are what answers inside without a predicate (SPEC, Without a callback): the loop instances, which stay, and the
// axes of every value, which change with its cell. Without loop facts there is nothing in it.
type facts struct {
	loops []engine.Loop // nil: no loop facts
	cells []cell        // by row
	axes  []Axis        // of all cells, and some that are no longer used
}

// cell is a place in axes. A cell that outgrows it gets one of twice the size, so that what is left behind is never more
// than what was ever used at once.
type cell struct{ start, count, room uint32 }

func factsOf(g *engine.Graph) facts {
	if !g.HasLoopFacts() {
		return facts{}
	}
	f := facts{
		loops: append([]engine.Loop{}, g.Loops...),
		cells: make([]cell, g.Count+1),
		axes:  make([]Axis, len(g.AxisRoles)),
	}
	for a, role := range g.AxisRoles {
		f.axes[a] = Axis{role, g.AxisLoops[a]}
	}
	for v := range g.Count {
		start, end := g.AxisOffsets[v], g.AxisOffsets[v+1]
		f.cells[v+1] = cell{start, end - start, end - start}
	}
	return f
}

// grow makes the next row known.
func (f *facts) grow() {
	if f.loops != nil {
		f.cells = append(f.cells, cell{})
	}
}

func (f *facts) set(row uint32, axes []Axis) {
	if f.loops == nil {
		return
	}
	c := &f.cells[row]
	if len(axes) > int(c.room) {
		c.start, c.room = uint32(len(f.axes)), uint32(max(len(axes), 2*int(c.room)))
		f.axes = append(f.axes, make([]Axis, c.room)...)
	}
	c.count = uint32(copy(f.axes[c.start:], axes))
}

// ask is an Ask of the loop facts: the engine's own, for a graph of the values that the questions are about.
func (f *facts) ask(q *engine.Questions) error {
	g := &engine.Graph{AxisOffsets: []uint32{0}, Loops: f.loops}
	positions := map[uint32]uint32{}
	position := func(row uint32) uint32 {
		at, known := positions[row]
		if !known {
			at = uint32(g.Count)
			positions[row] = at
			f.appendTo(g, row)
		}
		return at
	}
	asked := &engine.Questions{Pairs: make([]engine.Question, len(q.Pairs)), Answers: q.Answers}
	for i, pair := range q.Pairs {
		asked.Pairs[i] = engine.Question{Reader: position(pair.Reader), Source: position(pair.Source)}
	}
	return engine.AskLoops(g)(asked)
}

// appendTo makes a row the next value of g.
func (f *facts) appendTo(g *engine.Graph, row uint32) {
	c := f.cells[row]
	for _, axis := range f.axes[c.start : c.start+c.count] {
		g.AxisRoles = append(g.AxisRoles, axis.Role)
		g.AxisLoops = append(g.AxisLoops, axis.Loop)
	}
	g.AxisOffsets = append(g.AxisOffsets, uint32(len(g.AxisRoles)))
	g.Count++
}
