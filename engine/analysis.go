package engine

import (
	"slices"
	"time"
)

// Reason is what an edge asks of its reader (SPEC, Result, bump).
type Reason uint8

const (
	Plain         Reason = 0 // the reader may be in the operand's pass
	CarriedSource Reason = 1 // bumps: the operand is LoopCarried on some axis
	InsideSource  Reason = 2 // bumps: the operand is a Reduction, and the reader is inside its loop
)

var reasonNames = [...]string{"plain", "carried", "reduction, inside the loop"}

// String returns the reason in words.
func (r Reason) String() string { return reasonNames[r] }

// Bump is by how much an edge with this reason lifts its reader above its operand.
func (r Reason) Bump() int32 {
	if r == Plain {
		return 0
	}
	return 1
}

// Edge is one direct operand of one reader, by position.
type Edge struct {
	Reader, Operand uint32
	Reason          Reason
}

// Analysis is a graph with its levels and what these come from: what questions about the answer are answered by. It
// borrows the graph, and only reads it; so several goroutines may ask at once.
type Analysis struct {
	Graph  *Graph // with its operands, where it came as occurrences
	Levels *Levels
	Level  []int32 // by position: the least possible pass, before the lift
	Pass   []int32 // by position, of values that are not listed too
	Times  Times

	questions     []Question // with their answers
	answers       []uint8
	offsets       []uint32 // by reader, into edges
	edges         []Edge   // distinct; by reader, then operand
	operandsFirst []uint32 // an order
	leastReader   []uint32 // by position: the first of its readers in the earliest pass, noReader if none reads it
	firstBumped   []uint32 // by position: the first reader that it bumps, noReader if there is none
}

// Times is how long the parts of a computation took.
type Times struct {
	Ask, Sweep time.Duration // the host's predicate, or the loop facts; everything else
}

// Analyze computes the levels of g and keeps what they come from. Errors, and what ask is asked, are those of Compute.
// Linear time but for sorting each value's operands.
func Analyze(g *Graph, ask Ask) (*Analysis, error) {
	a := &Analysis{Graph: g, Levels: NewLevels(g.Count)}
	began := time.Now()
	if err := Compute(g, a.recording(ask), a.Levels); err != nil {
		return nil, err
	}
	a.Times.Sweep = time.Since(began) - a.Times.Ask
	return a, a.complete()
}

// recording is ask, or what Compute takes in its place, that also keeps questions and answers.
func (a *Analysis) recording(ask Ask) Ask {
	if ask == nil {
		if !a.Graph.HasLoopFacts() {
			return nil
		}
		ask = AskLoops(a.Graph)
	}
	return func(q *Questions) error {
		began := time.Now()
		err := ask(q)
		a.Times.Ask = time.Since(began)
		a.questions, a.answers = slices.Clone(q.Pairs), slices.Clone(q.Answers)
		return err
	}
}

// complete finds edges, order and levels once Compute has accepted the graph.
func (a *Analysis) complete() error {
	if a.Graph.OperandOffsets == nil && a.Graph.Occurrences.Values != nil {
		derived, err := a.Graph.DeriveOperands()
		if err != nil {
			return err
		}
		a.Graph = derived
	}
	a.findEdges()
	a.operandsFirst = a.order()
	a.sweepForward()
	a.sweepBackward()
	return nil
}

// order is the positions themselves where operands come before readers already: to walk along it is then to walk along
// memory.
func (a *Analysis) order() []uint32 {
	inOrder := true
	for _, e := range a.edges {
		inOrder = inOrder && e.Operand < e.Reader
	}
	if inOrder {
		positions := make([]uint32, a.Graph.Count)
		for v := range positions {
			positions[v] = uint32(v)
		}
		return positions
	}
	sorted := slices.Clone(sortReadersFirst(a.Graph, new(scratch)))
	slices.Reverse(sorted)
	return sorted
}

// sweepForward and sweepBackward are SPEC's Result word for word, over distinct edges.
func (a *Analysis) sweepForward() {
	a.Level = make([]int32, a.Graph.Count)
	for _, v := range a.operandsFirst {
		for _, e := range a.Operands(v) {
			a.Level[v] = max(a.Level[v], a.Level[e.Operand]+e.Reason.Bump())
		}
	}
}

func (a *Analysis) sweepBackward() {
	a.Pass = slices.Clone(a.Level)
	a.leastReader = slices.Repeat([]uint32{noReader}, a.Graph.Count)
	a.firstBumped = slices.Clone(a.leastReader)
	for _, v := range slices.Backward(a.operandsFirst) {
		if reader := a.leastReader[v]; reader != noReader && a.Levels.Flags[v]&Pinned == 0 {
			a.Pass[v] = max(a.Level[v], a.Pass[reader])
		}
		for _, e := range a.Operands(v) {
			least := &a.leastReader[e.Operand]
			if *least == noReader || a.Pass[v] < a.Pass[*least] || a.Pass[v] == a.Pass[*least] && v < *least {
				*least = v
			}
			if e.Reason != Plain {
				a.firstBumped[e.Operand] = min(a.firstBumped[e.Operand], v)
			}
		}
	}
}

// findEdges lists every distinct edge once, with its reason. The questions are in the same order, so that one walk
// along both finds the answers.
func (a *Analysis) findEdges() {
	g := a.Graph
	a.offsets = make([]uint32, g.Count+1)
	a.edges = make([]Edge, 0, len(g.Operands))
	var operands []uint32
	next := 0
	for v := range uint32(g.Count) {
		operands = append(operands[:0], g.Operands[g.OperandOffsets[v]:g.OperandOffsets[v+1]]...)
		slices.Sort(operands)
		for _, o := range slices.Compact(operands) {
			reason := Plain
			if a.Levels.Flags[o]&Carried != 0 {
				reason = CarriedSource
			}
			if next < len(a.questions) && a.questions[next].Reader == v && a.questions[next].Source == o {
				if a.answers[next] != 0 {
					reason = InsideSource
				}
				next++
			}
			a.edges = append(a.edges, Edge{v, o, reason})
		}
		a.offsets[v+1] = uint32(len(a.edges))
	}
}

// Operands are the edges from a reader to its operands, each once, by the operands' positions.
func (a *Analysis) Operands(reader uint32) []Edge {
	return a.edges[a.offsets[reader]:a.offsets[reader+1]]
}

// Edges are all edges, each once, by the readers' positions, then the operands'.
func (a *Analysis) Edges() []Edge { return a.edges }

// OperandsFirst are all positions in an order in which every operand comes before its readers.
func (a *Analysis) OperandsFirst() []uint32 { return a.operandsFirst }

// Listed reports whether a value has a legality cell.
func (a *Analysis) Listed(v uint32) bool { return a.Levels.Passes[v] != Absent }
