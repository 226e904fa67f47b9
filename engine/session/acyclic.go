package session

import (
	"cmp"
	"slices"
)

// putBefore changes the order so that an operand comes before its reader to be. If the operand needs the reader itself,
// the order stays, and the members of the cycle are returned by id, each reading the next: the reader first.
//
// Two searches go on by turns, an edge at a time: from the operand along what it needs, and from the reader along what
// needs it, both no further than the other's place in the order. Whichever ends first has found all that has to move, so
// that the time is that of the smaller of the two parts.
func (s *Session) putBefore(operand, reader uint32) (cycle []uint64) {
	if s.order.precedes(operand, reader) {
		return nil
	}
	needed, needing := s.newSearches()
	crossed := needed.meet(operand, true) || needing.meet(reader, true)
	needed.next, needing.next = s.values[operand].firstOperand, s.values[reader].firstReader
	for !crossed {
		if needed.ended(func(row uint32) uint32 { return s.values[row].firstOperand }) {
			s.move(needed.rows, func() uint32 { return s.order.before[reader] })
			return nil
		}
		if needing.ended(func(row uint32) uint32 { return s.values[row].firstReader }) {
			s.move(needing.rows, func() uint32 { return operand })
			return nil
		}
		up, down := &s.edges[needed.next], &s.edges[needing.next]
		crossed = needed.meet(up.operand, s.order.label[up.operand] >= s.order.label[reader]) ||
			needing.meet(down.reader, s.order.label[down.reader] <= s.order.label[operand])
		needed.next, needing.next = up.nextOperand, down.nextReader
	}
	return s.cycleFrom(reader, operand)
}

// search is one of the two.
type search struct {
	rows           []uint32 // found, in the order of a breadth-first search
	foundBy        []uint64 // by row: the last search that found it
	number, others uint64   // of this search, and of the other one
	at             int      // which of rows is looked at
	next           uint32   // which of its edges is next, 0 after the last
}

func (s *Session) newSearches() (needed, needing *search) {
	s.searches += 2
	a, b := s.searches-1, s.searches
	return &search{foundBy: s.foundBy, number: a, others: b}, &search{foundBy: s.foundBy, number: b, others: a}
}

// meet takes a row in, if it is within the bounds, and reports whether the other search has found it.
func (f *search) meet(row uint32, within bool) (crossed bool) {
	if f.foundBy[row] == f.others {
		return true
	}
	if within && f.foundBy[row] != f.number {
		f.foundBy[row] = f.number
		f.rows = append(f.rows, row)
	}
	return false
}

// ended reports whether nothing is left to look at; if something is, next is an edge.
func (f *search) ended(firstEdge func(row uint32) uint32) bool {
	for f.next == 0 {
		f.at++
		if f.at == len(f.rows) {
			return true
		}
		f.next = firstEdge(f.rows[f.at])
	}
	return false
}

// move takes rows out of the order and puts them back, in their order, behind the row that behind then gives.
func (s *Session) move(rows []uint32, behind func() uint32) {
	slices.SortFunc(rows, func(a, b uint32) int { return cmp.Compare(s.order.label[a], s.order.label[b]) })
	for _, row := range rows {
		s.order.remove(row)
	}
	s.order.place(rows, behind())
}

// cycleFrom returns a cycle that an edge from reader to operand would close, as short as can be, by id: a breadth-first
// search from the operand along what it needs, which remembers by whom each row was reached.
func (s *Session) cycleFrom(reader, operand uint32) []uint64 {
	s.searches++
	type reached struct {
		row uint32
		by  int // place in the queue
	}
	queue := []reached{{operand, -1}}
	at := 0
	for ; queue[at].row != reader; at++ {
		for e := s.values[queue[at].row].firstOperand; e != 0; e = s.edges[e].nextOperand {
			o := s.edges[e].operand
			if s.foundBy[o] != s.searches && !s.order.precedes(o, reader) {
				s.foundBy[o] = s.searches
				queue = append(queue, reached{o, at})
			}
		}
	}
	var fromEnd []uint64
	for ; at >= 0; at = queue[at].by {
		fromEnd = append(fromEnd, s.known.IDs[queue[at].row])
	}
	if reader != operand {
		fromEnd = append(fromEnd[1:], fromEnd[0]) // the reader, which was reached last, comes first
	}
	slices.Reverse(fromEnd)
	return fromEnd
}
