package session

import "math"

// order keeps rows in a list, each with a label that rises along it, so that two rows are compared at once. Row 0 is not
// in it: it stands before the first and after the last.
//
// Where no label is left between two rows, as many of their neighbours are spread anew as it takes to be sparse again.
// That is "Two Simplified Algorithms for Maintaining Order in a List" (Bender, Cole, Demaine, Farach-Colton and Zito,
// 2002): the time for each row placed is logarithmic on average, wherever rows are placed.
type order struct {
	label         []uint64
	before, after []uint32
}

const (
	labelBits = 62
	// A row is placed no further than this after another, so that those that follow find as much room behind it.
	longestStep = 1 << 30
	// Neighbours within 2^i labels are sparse if they are at most sparseness^i.
	sparseness = 1.6
)

// orderOf is the order of positions that are each in it once; their rows are one more. Labels suffice for MaxValues.
func orderOf(positions []uint32) order {
	n := len(positions) + 1
	o := order{make([]uint64, n), make([]uint32, n), make([]uint32, n)}
	last := uint32(0)
	for i, position := range positions {
		row := position + 1
		o.label[row] = uint64(i+1) * longestStep
		o.before[row], o.after[last] = last, row
		last = row
	}
	o.before[0] = last
	return o
}

// grow makes the next row known; it is in the list once it is placed.
func (o *order) grow() {
	o.label = append(o.label, 0)
	o.before = append(o.before, 0)
	o.after = append(o.after, 0)
}

// precedes reports whether row a comes before row b.
func (o *order) precedes(a, b uint32) bool { return o.label[a] < o.label[b] }

func (o *order) remove(row uint32) {
	o.after[o.before[row]] = o.after[row]
	o.before[o.after[row]] = o.before[row]
}

// place puts rows that are not in the list into it, one after the other, behind a row, or first for row 0.
func (o *order) place(rows []uint32, behind uint32) {
	step := o.stepBehind(behind, len(rows))
	if step == 0 {
		o.makeRoom(behind, len(rows))
		step = o.stepBehind(behind, len(rows))
	}
	next := o.after[behind]
	for _, row := range rows {
		o.label[row] = o.label[behind] + step
		o.before[row], o.after[behind] = behind, row
		behind = row
	}
	o.before[next], o.after[behind] = behind, next
}

// stepBehind is by how much labels can rise from a row on, so that as many rows fit behind it; 0 if they do not.
func (o *order) stepBehind(row uint32, rows int) uint64 {
	return min((o.labelOfNext(row)-o.label[row])/uint64(rows+1), longestStep)
}

func (o *order) labelOfNext(row uint32) uint64 {
	if o.after[row] == 0 {
		return 1 << labelBits
	}
	return o.label[o.after[row]]
}

// makeRoom spreads the neighbours of a row so that as many rows fit behind it.
func (o *order) makeRoom(row uint32, rows int) {
	first, last, count := row, row, 1+rows
	for bits := 1; ; bits++ {
		size := uint64(1) << bits
		low := o.label[row] &^ (size - 1)
		for first != 0 && o.label[o.before[first]] >= low {
			first = o.before[first]
			count++
		}
		for o.after[last] != 0 && o.label[o.after[last]]-low < size {
			last = o.after[last]
			count++
		}
		if bits == labelBits || float64(count) <= math.Pow(sparseness, float64(bits)) {
			o.spread(first, last, low, size/uint64(count+1), row, rows)
			return
		}
	}
}

// spread labels the rows from first to last from low on, with room for as many rows as are to come behind one of them.
func (o *order) spread(first, last uint32, low, step uint64, behind uint32, rows int) {
	for row := first; ; row = o.after[row] {
		o.label[row] = low
		low += step
		if row == behind {
			low += uint64(rows) * step
		}
		if row == last {
			return
		}
	}
}
