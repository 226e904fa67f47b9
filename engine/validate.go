package engine

// Validate returns nil if the graph is well formed (SPEC, Bad input), otherwise the first fault in the order of the
// wire format's columns: which column, which position, which id. Cycles are not its business. Linear time.
func Validate(g *Graph) *Error {
	for _, check := range []func(*Graph) *Error{
		validateLengths, validateIDs, validateOperands, validateAxes, validateUnclassified, validateLoops,
	} {
		if err := check(g); err != nil {
			return err
		}
	}
	return nil
}

// validateLengths looks at the lengths of columns alone, in constant time.
func validateLengths(g *Graph) *Error {
	fromOccurrences := g.OperandOffsets == nil && g.Occurrences.Values != nil
	axes, rows := len(g.AxisRoles), len(g.Occurrences.Values)
	var l lengths
	l.expect("ids", g.IDs == nil, len(g.IDs), g.Count)
	l.expect("operand_offsets", fromOccurrences || g.isEmptyWithout(g.OperandOffsets), len(g.OperandOffsets), g.Count+1)
	l.expect("operands without operand_offsets", g.OperandOffsets != nil, len(g.Operands), 0)
	l.expect("axis_offsets", g.isEmptyWithout(g.AxisOffsets), len(g.AxisOffsets), g.Count+1)
	l.expect("axis_spaces", g.AxisSpaces == nil, len(g.AxisSpaces), axes)
	l.expect("axis_loops", g.AxisLoops == nil, len(g.AxisLoops), axes)
	l.expect("bytes", g.Bytes == nil, len(g.Bytes), g.Count)
	l.expect("occurrence_points", false, len(g.Occurrences.Points), rows)
	l.expect("occurrence_consumers", false, len(g.Occurrences.Consumers), rows)
	return l.first
}

// lengths keeps the first column whose length is wrong.
type lengths struct{ first *Error }

// expect takes a column that must have the expected length unless it is optional.
func (l *lengths) expect(name string, optional bool, length, expected int) {
	if !optional && length != expected {
		l.wrong(name, length, expected)
	}
}

func (l *lengths) wrong(name string, length, expected int) {
	if l.first == nil {
		l.first = MalformedError(nil, "%s has %d entries, expected %d", name, length, expected)
	}
}

// isEmptyWithout reports whether the graph may go without these offsets, since it has no values.
func (g *Graph) isEmptyWithout(offsets []uint32) bool {
	return g.Count == 0 && len(offsets) == 0
}

func validateIDs(g *Graph) *Error {
	if idsAreUnique(g.IDs) {
		return nil
	}
	_, v, earlier, _ := indexOf(g.IDs)
	return MalformedError([]uint64{g.IDs[v]}, "ids[%d]: id %d is already that of position %d", v, g.IDs[v], earlier)
}

func validateOperands(g *Graph) *Error {
	if g.OperandOffsets == nil && g.Occurrences.Values != nil {
		_, err := g.DeriveOperands()
		return err
	}
	if err := validateOffsets(g, "operand_offsets", g.OperandOffsets, "operands", len(g.Operands)); err != nil {
		return err
	}
	for v := range g.Count {
		for e := g.OperandOffsets[v]; e < g.OperandOffsets[v+1]; e++ {
			if o := g.Operands[e]; int(o) >= g.Count {
				return MalformedError([]uint64{g.ID(uint32(v))},
					"operands[%d]: value %d reads position %d, but there are %d values", e, g.ID(uint32(v)), o, g.Count)
			}
		}
	}
	return validateOccurrences(g)
}

func validateAxes(g *Graph) *Error {
	if err := validateOffsets(g, "axis_offsets", g.AxisOffsets, "axis_roles", len(g.AxisRoles)); err != nil {
		return err
	}
	for v := range g.Count {
		id := g.ID(uint32(v))
		for a := g.AxisOffsets[v]; a < g.AxisOffsets[v+1]; a++ {
			if role := g.AxisRoles[a]; role > LoopInvariant {
				return MalformedError([]uint64{id}, "axis_roles[%d]: value %d has the unknown role number %d", a, id, role)
			}
			if g.AxisSpaces != nil && g.SpaceCount > 0 && int(g.AxisSpaces[a]) >= g.SpaceCount {
				return MalformedError([]uint64{id}, "axis_spaces[%d]: value %d has an axis of space %d, but there are %d spaces",
					a, id, g.AxisSpaces[a], g.SpaceCount)
			}
			if g.AxisLoops != nil && !g.loopExists(g.AxisLoops[a]) {
				return MalformedError([]uint64{id}, "axis_loops[%d]: value %d has an axis of loop instance %d, but there are %d",
					a, id, g.AxisLoops[a], len(g.Loops))
			}
		}
	}
	return nil
}

func validateUnclassified(g *Graph) *Error {
	for i, v := range g.Unclassified {
		if int(v) >= g.Count {
			return MalformedError(nil, "unclassified[%d]: position %d is no value, there are %d", i, v, g.Count)
		}
		id := g.ID(v)
		if i > 0 && v <= g.Unclassified[i-1] {
			return MalformedError([]uint64{id}, "unclassified[%d]: position %d, value %d, does not rise from %d before it",
				i, v, id, g.Unclassified[i-1])
		}
		if axes := g.AxisOffsets[v+1] - g.AxisOffsets[v]; axes != 0 {
			return MalformedError([]uint64{id},
				"unclassified[%d]: value %d is said to have no legality cell, but has %d axes", i, id, axes)
		}
	}
	return nil
}

func validateLoops(g *Graph) *Error {
	for i, loop := range g.Loops {
		if g.SpaceCount > 0 && int(loop.Space) >= g.SpaceCount {
			return MalformedError(nil, "loops[%d]: space %d, but there are %d spaces", i, loop.Space, g.SpaceCount)
		}
	}
	return nil
}

// validateOffsets checks that a column of offsets cuts another one of the given length into g.Count rows.
func validateOffsets(g *Graph, name string, offsets []uint32, of string, length int) *Error {
	if len(offsets) == 0 {
		offsets = []uint32{0}
	}
	if offsets[0] != 0 {
		return MalformedError(nil, "%s[0]: begins at %d, expected 0", name, offsets[0])
	}
	for v := range g.Count {
		if offsets[v+1] < offsets[v] {
			return MalformedError([]uint64{g.ID(uint32(v))}, "%s[%d]: falls from %d to %d, for value %d",
				name, v+1, offsets[v], offsets[v+1], g.ID(uint32(v)))
		}
	}
	if end := offsets[g.Count]; int(end) != length {
		return MalformedError(nil, "%s[%d]: ends at %d, but %s has %d entries", name, g.Count, end, of, length)
	}
	return nil
}

// loopExists reports whether an entry of AxisLoops is a loop instance of the graph, or Unresolved.
func (g *Graph) loopExists(loop int32) bool {
	return loop == Unresolved || loop >= 0 && int(loop) < len(g.Loops)
}

// sideColumnsFit is the quick form of those checks of Validate that the sweeps do not make on their way.
func sideColumnsFit(g *Graph) bool {
	if validateLengths(g) != nil || !idsAreUnique(g.IDs) || validateOccurrences(g) != nil ||
		validateUnclassified(g) != nil || validateLoops(g) != nil {
		return false
	}
	for _, loop := range g.AxisLoops {
		if !g.loopExists(loop) {
			return false
		}
	}
	if g.SpaceCount > 0 {
		for _, space := range g.AxisSpaces {
			if int(space) >= g.SpaceCount {
				return false
			}
		}
	}
	return true
}

// operandsFit is the quick form of validateOperands: plain loops over plain columns, without rows.
func operandsFit(g *Graph) bool {
	if !spans(g.OperandOffsets, g.Count, len(g.Operands)) {
		return false
	}
	last, falls := uint32(0), false
	for _, offset := range g.OperandOffsets {
		falls = falls || offset < last
		last = offset
	}
	largest := uint32(0)
	for _, o := range g.Operands {
		largest = max(largest, o)
	}
	return !falls && (len(g.Operands) == 0 || int(largest) < g.Count)
}
