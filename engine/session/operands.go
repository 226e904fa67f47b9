package session

import "forcedsplit/engine"

// AddOperand makes a value read another one. An edge that is there already is there once. One that would close a cycle
// is an error, told like engine.Compute's; the graph stays as it was.
func (s *Session) AddOperand(reader, operand uint64) error {
	r, o, err := s.rowsOf(reader, operand)
	if err != nil {
		return err
	}
	if s.edgeBetween(r, o) != 0 {
		return nil
	}
	if len(s.edges)-1-len(s.freeEdges) >= MaxEdges {
		return tooLarge("edges", MaxEdges)
	}
	if cycle := s.putBefore(o, r); cycle != nil {
		return engine.CycleError(cycle)
	}
	e := s.takeEdge()
	s.edges[e] = edge{reader: r, operand: o}
	s.link(e)
	s.offer(e)
	s.forget(e)
	s.disturbDown(o)
	s.edited = true
	return nil
}

// RemoveOperand makes a value read another one no longer. An edge that is not there is an error.
func (s *Session) RemoveOperand(reader, operand uint64) error {
	r, o, err := s.rowsOf(reader, operand)
	if err != nil {
		return err
	}
	e := s.edgeBetween(r, o)
	if e == 0 {
		return engine.InvalidArgumentError([]uint64{reader, operand}, "value %d does not read value %d", reader, operand)
	}
	s.unlink(e)
	s.edited = true
	return nil
}

func (s *Session) rowsOf(reader, operand uint64) (r, o uint32, err error) {
	if r, err = s.rowOf(reader); err == nil {
		o, err = s.rowOf(operand)
	}
	return r, o, err
}

// edgeBetween returns the edge from a reader to an operand, 0 if there is none. Time is that of the shorter of the two
// lists that it must be in.
func (s *Session) edgeBetween(reader, operand uint32) uint32 {
	up, down := s.values[reader].firstOperand, s.values[operand].firstReader
	for up != 0 && down != 0 {
		if s.edges[up].operand == operand {
			return up
		}
		if s.edges[down].reader == reader {
			return down
		}
		up, down = s.edges[up].nextOperand, s.edges[down].nextReader
	}
	return 0
}

// takeEdge returns an edge that is free.
func (s *Session) takeEdge() uint32 {
	if last := len(s.freeEdges) - 1; last >= 0 {
		e := s.freeEdges[last]
		s.freeEdges = s.freeEdges[:last]
		return e
	}
	s.edges = append(s.edges, edge{})
	return uint32(len(s.edges) - 1)
}

// link puts an edge first into its two lists.
func (s *Session) link(e uint32) {
	given := &s.edges[e]
	operands, readers := &s.values[given.reader].firstOperand, &s.values[given.operand].firstReader
	given.nextOperand, given.nextReader = *operands, *readers
	s.edges[*operands].priorOperand, s.edges[*readers].priorReader = e, e
	*operands, *readers = e, e
}

// unlink takes an edge out of its lists, and with it whatever it asked of its reader.
func (s *Session) unlink(e uint32) {
	s.withdraw(e)
	s.setAnswer(e, unasked)

	given := s.edges[e]
	s.edges[given.nextOperand].priorOperand = given.priorOperand
	s.edges[given.nextReader].priorReader = given.priorReader
	if given.priorOperand == 0 {
		s.values[given.reader].firstOperand = given.nextOperand
	} else {
		s.edges[given.priorOperand].nextOperand = given.nextOperand
	}
	if given.priorReader == 0 {
		s.values[given.operand].firstReader = given.nextReader
	} else {
		s.edges[given.priorReader].nextReader = given.nextReader
	}
	s.edges[e] = edge{}
	s.freeEdges = append(s.freeEdges, e)
}
