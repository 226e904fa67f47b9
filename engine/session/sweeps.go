package session

// Between updates, every value that is not in disturbedUp has the level that SPEC's equation gives for the levels of its
// operands as they stand, and every one that is not in disturbedDown likewise the pass for the passes of its readers. Edits
// keep that up, and so do the sweeps while they go on; when nothing is disturbed, the equations hold everywhere.

// bump is SPEC's bump. An edge that is to be asked about counts as one that does not.
func (s *Session) bump(e uint32) int32 {
	given := &s.edges[e]
	if given.answer == yes || s.values[given.operand].is(carried) {
		return 1
	}
	return 0
}

// withdraw is called before an edge goes or stops to bump: its reader may fall if it is this edge that holds it.
func (s *Session) withdraw(e uint32) {
	given := &s.edges[e]
	if s.values[given.operand].level+s.bump(e) == s.values[given.reader].level {
		s.disturbUp(given.reader)
	}
}

// offer is called when an edge has come or may bump: its reader rises if the edge asks for more than it has.
func (s *Session) offer(e uint32) {
	given := &s.edges[e]
	if s.values[given.operand].level+s.bump(e) > s.values[given.reader].level {
		s.disturbUp(given.reader)
	}
}

func (s *Session) disturbUp(row uint32) {
	if v := &s.values[row]; !v.is(waitingUp) {
		v.state |= waitingUp
		s.disturbedUp = append(s.disturbedUp, row)
	}
}

func (s *Session) disturbDown(row uint32) {
	if v := &s.values[row]; !v.is(waitingDown) {
		v.state |= waitingDown
		s.disturbedDown = append(s.disturbedDown, row)
	}
}

// sweepUp settles the levels, operands before readers, so that each disturbed value is looked at once.
func (s *Session) sweepUp() {
	waiting := s.agendaOf(s.disturbedUp, waitingUp)
	for row := waiting.take(); row != 0; row = waiting.take() {
		v := &s.values[row]
		before := v.level
		v.level = s.levelOf(row)
		if v.level == before {
			continue
		}
		s.disturbDown(row)
		for e := v.firstReader; e != 0; e = s.edges[e].nextReader {
			reader := s.edges[e].reader
			r, bump := &s.values[reader], s.bump(e)
			if before+bump == r.level || v.level+bump > r.level {
				waiting.add(reader)
			}
		}
	}
	s.disturbedUp = waiting.rows.rows
}

// levelOf is the level that the operands ask for (SPEC, Result).
func (s *Session) levelOf(row uint32) int32 {
	level := int32(0)
	for e := s.values[row].firstOperand; e != 0; e = s.edges[e].nextOperand {
		level = max(level, s.values[s.edges[e].operand].level+s.bump(e))
	}
	return level
}

// sweepDown settles the passes, readers before operands.
func (s *Session) sweepDown() {
	waiting := s.agendaOf(s.disturbedDown, waitingDown)
	for row := waiting.take(); row != 0; row = waiting.take() {
		v := &s.values[row]
		before := v.pass
		v.pass = s.passOf(row)
		if v.pass == before {
			continue
		}
		s.touch(row)
		for e := v.firstOperand; e != 0; e = s.edges[e].nextOperand {
			operand := s.edges[e].operand
			if s.values[operand].mayFollow(before, v.pass) {
				waiting.add(operand)
			}
		}
	}
	s.disturbedDown = waiting.rows.rows
}

// passOf is the pass that the readers allow (SPEC, Result). One reader at the level is enough to know.
func (s *Session) passOf(row uint32) int32 {
	v := &s.values[row]
	if v.pinned() || v.firstReader == 0 {
		return v.level
	}
	least := s.values[s.edges[v.firstReader].reader].pass
	for e := v.firstReader; e != 0 && least > v.level; e = s.edges[e].nextReader {
		least = min(least, s.values[s.edges[e].reader].pass)
	}
	return max(v.level, least)
}

// mayFollow reports whether a value may have another pass since a reader went from one pass to another. A value that was
// lifted is in its earliest reader's pass; the earliest reader of one that was not sits no later than its level.
func (v *value) mayFollow(before, after int32) bool {
	switch {
	case v.pinned():
		return false
	case v.pass > v.level:
		return before == v.pass || after < v.pass
	default:
		return before <= v.level && after > v.level
	}
}
