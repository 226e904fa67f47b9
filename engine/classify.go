package engine

// Bits of Levels.Flags that live only during Compute, beside Carried and Pinned.
const (
	reduces  uint8 = 4 // Reduction on some axis and LoopCarried on none: inside decides
	unlisted uint8 = 8 // no legality cell

	published = Carried | Pinned
)

// flagsOfRoles gives the flags of a value from the set of its roles, bit r standing for role r.
var flagsOfRoles = func() (table [16]uint8) {
	for set := range table {
		switch {
		case set&(1<<LoopCarried) != 0:
			table[set] = Carried | Pinned
		case set&(1<<Reduction) != 0:
			table[set] = reduces
		}
	}
	return table
}()

// classify sets the flags of every value from its roles, and reports whether any reduces. ok is false if an axis
// column is not well formed; Validate then tells how.
//
// Rows go through their first and last axis, as in backwardInOrder: nearly all values have none, one or two.
func classify(g *Graph, flags []uint8) (anyReduces, ok bool) {
	offsets, roles := g.AxisOffsets, g.AxisRoles
	if !spans(offsets, g.Count, len(roles)) {
		return false, false
	}
	flags = flags[:g.Count] // spares bounds checks
	allFlags, allRoles := uint8(0), Role(0)
	end := 0
	for v := range flags {
		start := end
		end = int(offsets[v+1])
		set := uint8(0)
		if start < end {
			if end > len(roles) {
				return false, false
			}
			first, last := roles[start], roles[end-1]
			set = 1<<(first&3) | 1<<(last&3)
			allRoles |= first | last
			for a := start + 1; a < end-1; a++ {
				set |= 1 << (roles[a] & 3)
				allRoles |= roles[a]
			}
		} else if start > end {
			return false, false
		}
		flags[v] = flagsOfRoles[set&15]
		allFlags |= flags[v]
	}
	for _, v := range g.Unclassified {
		if int(v) >= g.Count {
			return false, false
		}
		flags[v] |= unlisted
	}
	// The known roles are the numbers of two bits.
	return allFlags&reduces != 0, allRoles <= LoopInvariant
}

// spans reports whether offsets has the length of count rows and runs from 0 to length; whether it rises in between
// is for its reader to see. An empty graph may go without offsets.
func spans(offsets []uint32, count, length int) bool {
	if len(offsets) == 0 {
		return count == 0 && length == 0
	}
	return len(offsets) == count+1 && offsets[0] == 0 && int(offsets[count]) == length
}
