package session

import (
	"fmt"

	"forcedsplit/engine"
)

// Cell is what a value is on its axes: a legality cell (SPEC, Input), or none.
type Cell struct {
	Listed bool // false: no cell, and no axes
	Axes   []Axis
}

// Axis is one axis of a cell.
type Axis struct {
	Role engine.Role
	Loop int32 // the loop instance that realizes it, engine.Unresolved if none does or the graph has no loop facts
}

// AddValue adds a value that nobody reads, and that reads nothing yet. An id that the session has is an error.
func (s *Session) AddValue(id uint64, cell Cell) error {
	if _, has := s.find(id); has {
		return engine.InvalidArgumentError([]uint64{id}, "value %d is in the graph already", id)
	}
	if err := s.check(id, cell); err != nil {
		return err
	}
	if s.Count() >= MaxValues {
		return tooLarge("values", MaxValues)
	}
	row := s.takeRow()
	s.setID(row, id)
	s.values[row] = value{told: nothing, state: alive | stateOf(cell)}
	if before, was := s.removed[id]; was {
		s.values[row].told = before
		delete(s.removed, id)
	}
	s.facts.set(row, cell.Axes)
	s.order.place([]uint32{row}, s.order.before[0])
	s.touch(row)
	s.edited = true
	return nil
}

// SetCell gives a value another cell. Whatever inside said of the edges from and to the value is forgotten, and asked
// again where it still has to be.
func (s *Session) SetCell(id uint64, cell Cell) error {
	row, err := s.rowOf(id)
	if err != nil {
		return err
	}
	if err := s.check(id, cell); err != nil {
		return err
	}
	s.facts.set(row, cell.Axes)
	s.setRoles(row, stateOf(cell))
	for e := s.values[row].firstOperand; e != 0; e = s.edges[e].nextOperand {
		s.forget(e)
	}
	s.edited = true
	return nil
}

// setRoles changes the bits of a value that its cell decides, and with them what its readers have to be above.
func (s *Session) setRoles(row uint32, roles state) {
	v := &s.values[row]
	s.touch(row)
	asksAlike := (v.state^roles)&(carried|reduces) == 0 && !v.is(reduces)
	if asksAlike { // of its readers, of which there may be many
		v.state = v.state&^ofRoles | roles
		return
	}
	for e := v.firstReader; e != 0; e = s.edges[e].nextReader {
		s.withdraw(e)
		s.setAnswer(e, unasked)
	}
	v.state = v.state&^ofRoles | roles
	for e := v.firstReader; e != 0; e = s.edges[e].nextReader {
		s.offer(e)
		s.forget(e)
	}
}

// RemoveValue removes a value and the edges to its operands. A value that is read is an error.
func (s *Session) RemoveValue(id uint64) error {
	row, err := s.rowOf(id)
	if err != nil {
		return err
	}
	v := &s.values[row]
	if v.firstReader != 0 {
		reader := s.known.IDs[s.edges[v.firstReader].reader]
		return engine.InvalidArgumentError([]uint64{id, reader}, "value %d cannot be removed, value %d reads it", id, reader)
	}
	for v.firstOperand != 0 {
		s.unlink(v.firstOperand)
	}
	s.order.remove(row)
	if v.told != nothing {
		if s.removed == nil {
			s.removed = map[uint64]told{}
		}
		s.removed[id] = v.told
	}
	delete(s.rows, id)
	*v = value{}
	s.freeRows = append(s.freeRows, row)
	s.edited = true
	return nil
}

// takeRow returns a row that is free.
func (s *Session) takeRow() uint32 {
	if last := len(s.freeRows) - 1; last >= 0 {
		row := s.freeRows[last]
		s.freeRows = s.freeRows[:last]
		return row
	}
	s.values = append(s.values, value{})
	s.known.IDs = append(s.known.IDs, 0)
	s.known.Count++
	s.foundBy = append(s.foundBy, 0)
	s.order.grow()
	s.facts.grow()
	return uint32(len(s.values) - 1)
}

func (s *Session) rowOf(id uint64) (uint32, error) {
	row, has := s.find(id)
	if !has {
		return 0, engine.InvalidArgumentError([]uint64{id}, "value %d is not in the graph", id)
	}
	return row, nil
}

// check tells what is wrong with a cell for the value with an id.
func (s *Session) check(id uint64, cell Cell) error {
	if !cell.Listed && len(cell.Axes) > 0 {
		return engine.InvalidArgumentError([]uint64{id}, "value %d has axes, but no legality cell", id)
	}
	for i, axis := range cell.Axes {
		if axis.Role > engine.LoopInvariant {
			return engine.InvalidArgumentError([]uint64{id}, "axis %d of value %d has role %d, which is none", i, id, axis.Role)
		}
		if axis.Loop < engine.Unresolved || int(axis.Loop) >= len(s.facts.loops) {
			return engine.InvalidArgumentError([]uint64{id},
				"axis %d of value %d has loop %d, the graph has %d loop instances that answer inside",
				i, id, axis.Loop, len(s.facts.loops))
		}
	}
	return nil
}

func stateOf(cell Cell) state {
	if !cell.Listed {
		return 0
	}
	roles := make([]engine.Role, len(cell.Axes))
	for i, axis := range cell.Axes {
		roles[i] = axis.Role
	}
	return listed | stateOfRoles(roles)
}

func tooLarge(what string, limit int) error {
	return &engine.Error{Kind: engine.TooLarge, Message: fmt.Sprintf("the session has %d %s, the limit", limit, what)}
}
