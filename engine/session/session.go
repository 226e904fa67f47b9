package session

import (
	"fmt"

	"forcedsplit/engine"
)

// Session is a graph that can be edited, and its levels as of the last Update. It may be used by one goroutine at a time.
//
// Rows and edges are numbers from 1; 0 stands for none. Nothing here holds a pointer, so that a graph of a million values
// is nothing to look through for Go's collector.
type Session struct {
	known engine.Graph      // the ids by row, and nothing else: what an Ask needs
	rows  map[uint64]uint32 // by id, of the values that are not in the row id+1, where those are whose id is their position

	values    []value
	edges     []edge
	order     order
	facts     facts
	freeRows  []uint32
	freeEdges []uint32

	disturbedUp   []uint32 // rows whose level may not be what their operands ask for
	disturbedDown []uint32 // rows whose pass may not be what their readers allow
	unanswered    []uint32 // edges to ask about, and some that have gone or been answered since
	touched       []uint32 // rows that may differ from what the last Update told
	removed       map[uint64]told
	perPass       []int // listed values of each pass, as told
	maxPass       int32
	edited        bool // since the last Update

	foundBy  []uint64 // by row: the last search for a cycle that found it
	searches uint64   // how many there were
}

// value is one row. The zero value is a row that is free.
type value struct {
	firstOperand, firstReader uint32 // edges
	level, pass               int32
	bumped                    int32 // edges to readers that bump since the reader is inside the loop
	told                      told
	state                     state
}

// told is what the last Update said of a value.
type told struct {
	pass  int32
	flags uint8
}

var nothing = told{pass: engine.Absent}

// state is a set of the bits below.
type state uint8

const (
	alive       state = 1 << iota
	listed            // it has a legality cell
	carried           // LoopCarried on some axis
	reduces           // Reduction on some axis and LoopCarried on none: inside decides
	waitingUp         // it is in disturbedUp
	waitingDown       // it is in disturbedDown
	isTouched         // it is in touched

	ofRoles = listed | carried | reduces
)

func (v *value) is(s state) bool { return v.state&s != 0 }

// pinned reports whether the lift must leave the value where it is (SPEC, Result).
func (v *value) pinned() bool { return v.is(carried) || v.bumped > 0 }

// now is what an Update would tell.
func (v *value) now() told {
	t := nothing
	if v.is(listed) {
		t.pass = v.pass
	}
	if v.is(carried) {
		t.flags |= engine.Carried
	}
	if v.pinned() {
		t.flags |= engine.Pinned
	}
	return t
}

// edge is one direct operand of one reader, in two lists: of the edges with the same reader, and with the same operand.
type edge struct {
	reader, operand           uint32
	nextOperand, priorOperand uint32 // of the same reader
	nextReader, priorReader   uint32 // of the same operand
	answer                    answer
}

// answer is what inside said of an edge. It is unasked where there is nothing to ask.
type answer uint8

const (
	unasked answer = iota
	no
	yes
)

// MaxValues and MaxEdges are how many a session can have.
const (
	MaxValues = 1<<31 - 2
	MaxEdges  = 1<<31 - 2
)

// New loads a graph, computes its levels, and borrows nothing of it. Errors, and what ask is asked, are those of
// engine.Compute.
func New(g *engine.Graph, ask engine.Ask) (*Session, error) {
	a, err := engine.Analyze(g, ask)
	if err != nil {
		return nil, err
	}
	g = a.Graph
	if g.Count > MaxValues || len(a.Edges()) > MaxEdges {
		return nil, &engine.Error{Kind: engine.TooLarge, Message: fmt.Sprintf(
			"the graph has %d values and %d edges, the limits of a session are %d and %d",
			g.Count, len(a.Edges()), MaxValues, MaxEdges)}
	}
	s := &Session{
		rows:   map[uint64]uint32{},
		known:  engine.Graph{Count: g.Count + 1, IDs: make([]uint64, g.Count+1)},
		values: make([]value, g.Count+1),
		edges:  make([]edge, len(a.Edges())+1),
		order:  orderOf(a.OperandsFirst()),
		facts:  factsOf(g),

		foundBy: make([]uint64, g.Count+1),
	}
	s.loadValues(a)
	s.loadEdges(a.Edges())
	return s, nil
}

func (s *Session) loadValues(a *engine.Analysis) {
	g := a.Graph
	s.perPass = make([]int, a.Levels.MaxPass+1)
	s.maxPass = a.Levels.MaxPass
	for position := range uint32(g.Count) {
		row := position + 1
		s.setID(row, g.ID(position))
		v := &s.values[row]
		v.level, v.pass = a.Level[position], a.Pass[position]
		v.state = alive | stateOfRoles(g.AxisRoles[g.AxisOffsets[position]:g.AxisOffsets[position+1]])
		v.told = told{a.Levels.Passes[position], a.Levels.Flags[position]}
		if a.Listed(position) {
			v.state |= listed
			s.perPass[v.pass]++
		}
	}
}

// loadEdges links the edges, the last one first, so that lists are in the order of positions.
func (s *Session) loadEdges(edges []engine.Edge) {
	for i := len(edges) - 1; i >= 0; i-- {
		e := edges[i]
		given := &s.edges[i+1]
		given.reader, given.operand = e.Reader+1, e.Operand+1
		operand := &s.values[given.operand]
		switch {
		case e.Reason == engine.InsideSource:
			given.answer = yes
			operand.bumped++
		case operand.is(reduces):
			given.answer = no
		}
		s.link(uint32(i + 1))
	}
}

func stateOfRoles(roles []engine.Role) state {
	s := state(0)
	for _, role := range roles {
		switch role {
		case engine.LoopCarried:
			return carried
		case engine.Reduction:
			s = reduces
		}
	}
	return s
}

// Graph is the values by row, which an Ask's questions name by these numbers: it has their ids and nothing else. It stays
// the same one as values come and go.
func (s *Session) Graph() *engine.Graph { return &s.known }

// Count is how many values there are.
func (s *Session) Count() int { return len(s.values) - 1 - len(s.freeRows) }

// setID gives a row's value its id.
func (s *Session) setID(row uint32, id uint64) {
	s.known.IDs[row] = id
	if id+1 != uint64(row) {
		s.rows[id] = row
	}
}

// find returns the row of the value with an id, and whether there is one.
func (s *Session) find(id uint64) (row uint32, ok bool) {
	if id < uint64(len(s.values)-1) && s.known.IDs[id+1] == id && s.values[id+1].is(alive) {
		return uint32(id + 1), true
	}
	row, ok = s.rows[id]
	return row, ok
}
