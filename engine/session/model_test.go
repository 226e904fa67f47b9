package session_test

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"forcedsplit/engine"
	"forcedsplit/engine/session"

	"pgregory.net/rapid"
)

// model is the slow reference: a graph in maps, edited as the session is, and computed from scratch every time.
type model struct {
	ids     []uint64       // in the order of positions
	rows    map[uint64]int // of all values there ever were: a removed one's place goes to the next
	free    []int
	cells   map[uint64]session.Cell
	edges   map[edge]bool
	loops   []engine.Loop // nil: the host's predicate answers
	answers map[edge]bool // of the host that are known; with loop facts, those set by SetInside
	told    map[uint64]told
}

type edge struct{ reader, operand uint64 }

type told struct {
	pass  int32
	flags uint8
}

// graph is the model in columns.
func (m *model) graph() *engine.Graph {
	g := &engine.Graph{Count: len(m.ids), IDs: m.ids, OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}}
	g.Loops = m.loops
	if m.loops != nil {
		g.AxisLoops = []int32{}
	}
	for at, id := range m.ids {
		for o, operand := range m.ids {
			if m.edges[edge{id, operand}] {
				g.Operands = append(g.Operands, uint32(o))
			}
		}
		g.OperandOffsets = append(g.OperandOffsets, uint32(len(g.Operands)))
		for _, axis := range m.cells[id].Axes {
			g.AxisRoles = append(g.AxisRoles, axis.Role)
			if m.loops != nil {
				g.AxisLoops = append(g.AxisLoops, axis.Loop)
			}
		}
		g.AxisOffsets = append(g.AxisOffsets, uint32(len(g.AxisRoles)))
		if !m.cells[id].Listed {
			g.Unclassified = append(g.Unclassified, uint32(at))
		}
	}
	return g
}

func (m *model) has(id uint64, role engine.Role) bool {
	return slices.ContainsFunc(m.cells[id].Axes, func(a session.Axis) bool { return a.Role == role })
}

// asked reports whether SPEC has an edge asked about.
func (m *model) asked(e edge) bool {
	return m.edges[e] && m.has(e.operand, engine.Reduction) && !m.has(e.operand, engine.LoopCarried)
}

// unanswered are the questions that nobody answered yet, by position.
func (m *model) unanswered() []edge {
	var found []edge
	for e := range m.edges {
		if _, known := m.answers[e]; m.asked(e) && !known {
			found = append(found, e)
		}
	}
	place := func(id uint64) int { return slices.Index(m.ids, id) }
	slices.SortFunc(found, func(a, b edge) int {
		return cmp.Or(cmp.Compare(place(a.reader), place(b.reader)), cmp.Compare(place(a.operand), place(b.operand)))
	})
	return found
}

// forget drops every answer about edges of a value.
func (m *model) forget(id uint64) {
	maps.DeleteFunc(m.answers, func(e edge, _ bool) bool { return e.reader == id || e.operand == id })
}

// path is how many edges it takes from a value down to one that it needs, -1 if it does not.
func (m *model) path(from, to uint64) int {
	distance := map[uint64]int{from: 0}
	for queue := []uint64{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			return distance[to]
		}
		for e := range m.edges {
			if _, seen := distance[e.operand]; e.reader == queue[0] && !seen {
				distance[e.operand] = distance[e.reader] + 1
				queue = append(queue, e.operand)
			}
		}
	}
	return -1
}

// levels computes everything anew.
func (m *model) levels(t *rapid.T) (of map[uint64]told, maxPass int32) {
	g := m.graph()
	ask := engine.AskEach(g, func(reader, source uint64) (bool, error) { return m.answers[edge{reader, source}], nil })
	if m.loops != nil {
		ask = m.factsThenSet(g)
	}
	levels := engine.NewLevels(g.Count)
	if err := engine.Compute(g, ask, levels); err != nil {
		t.Fatalf("the model is refused: %v", err)
	}
	of = map[uint64]told{}
	for v, id := range m.ids {
		of[id] = told{levels.Passes[v], levels.Flags[v]}
	}
	return of, levels.MaxPass
}

// factsThenSet answers by the loop facts, but for what SetInside said.
func (m *model) factsThenSet(g *engine.Graph) engine.Ask {
	return func(q *engine.Questions) error {
		if err := engine.AskLoops(g)(q); err != nil {
			return err
		}
		for i, pair := range q.Pairs {
			if yes, set := m.answers[edge{g.ID(pair.Reader), g.ID(pair.Source)}]; set {
				q.Answers[i] = 0
				if yes {
					q.Answers[i] = 1
				}
			}
		}
		return nil
	}
}

// kindOf is the kind of an engine's error, 0 for none.
func kindOf(err error) engine.Kind {
	var fault *engine.Error
	if errors.As(err, &fault) {
		return fault.Kind
	}
	return 0
}
