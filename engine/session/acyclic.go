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
	needed := newSearch(operand, s.values[operand].firstOperand)
	needing := newSearch(reader, s.values[reader].firstReader)
	for {
		if needing.found[needed.met] || needed.found[needing.met] {
			return s.cycleFrom(reader, operand)
		}
		if needed.ended(func(row uint32) uint32 { return s.values[row].firstOperand }) {
			s.move(needed.rows, func() uint32 { return s.order.before[reader] })
			return nil
		}
		if needing.ended(func(row uint32) uint32 { return s.values[row].firstReader }) {
			s.move(needing.rows, func() uint32 { return operand })
			return nil
		}
		e := &s.edges[needed.next]
		needed.meet(e.operand, s.order.label[e.operand] >= s.order.label[reader])
		needed.next = e.nextOperand

		e = &s.edges[needing.next]
		needing.meet(e.reader, s.order.label[e.reader] <= s.order.label[operand])
		needing.next = e.nextReader
	}
}

// search is one of the two.
type search struct {
	rows  []uint32 // found, in the order of a breadth-first search
	found map[uint32]bool
	met   uint32 // the row met last
	at    int    // which of rows is looked at
	next  uint32 // which of its edges is next, 0 after the last
}

func newSearch(row, firstEdge uint32) *search {
	return &search{rows: []uint32{row}, found: map[uint32]bool{row: true}, met: row, next: firstEdge}
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

func (f *search) meet(row uint32, within bool) {
	f.met = row
	if within && !f.found[row] {
		f.found[row] = true
		f.rows = append(f.rows, row)
	}
}

// move takes rows out of the order and puts them back, in their order, behind the row that behind then gives.
func (s *Session) move(rows []uint32, behind func() uint32) {
	slices.SortFunc(rows, func(a, b uint32) int { return cmp.Compare(s.order.label[a], s.order.label[b]) })
	for _, row := range rows {
		s.order.remove(row)
	}
	s.order.place(rows, behind())
}

// cycleFrom returns a cycle that an edge from reader to operand would close, as short as can be, by id.
func (s *Session) cycleFrom(reader, operand uint32) []uint64 {
	readBy := map[uint32]uint32{operand: reader}
	queue := []uint32{operand}
	for queue[0] != reader {
		row := queue[0]
		queue = queue[1:]
		for e := s.values[row].firstOperand; e != 0; e = s.edges[e].nextOperand {
			o := s.edges[e].operand
			if _, known := readBy[o]; !known && !s.order.precedes(o, reader) {
				readBy[o] = row
				queue = append(queue, o)
			}
		}
	}
	cycle := []uint64{s.known.IDs[reader]}
	var fromEnd []uint64
	for row := readBy[reader]; row != reader; row = readBy[row] {
		fromEnd = append(fromEnd, s.known.IDs[row])
	}
	slices.Reverse(fromEnd)
	return append(cycle, fromEnd...)
}
