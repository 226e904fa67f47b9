package engine

// DeriveOperands returns a copy of the graph with operand columns made from its occurrences (SPEC, From occurrences to
// edges): whoever owns the consumer point of an occurrence reads its value. Edges come as often as they occur. The
// other columns are shared. The error names the row of the occurrence columns that is wrong.
func (g *Graph) DeriveOperands() (*Graph, *Error) {
	if err := validateLengths(g); err != nil {
		return nil, err
	}
	if err := validateOccurrences(g); err != nil {
		return nil, err
	}
	o := &g.Occurrences
	owners, row, earlier, unique := indexOf(o.Points)
	if !unique {
		return nil, MalformedError([]uint64{g.ID(o.Values[earlier]), g.ID(o.Values[row])},
			"occurrence_points[%d]: point %d of value %d is already occurrence %d, of value %d",
			row, o.Points[row], g.ID(o.Values[row]), earlier, g.ID(o.Values[earlier]))
	}
	readers := make([]uint32, len(o.Values)) // by occurrence; Count for a forest root
	offsets := make([]uint32, g.Count+2)
	for row, consumer := range o.Consumers {
		readers[row] = uint32(g.Count)
		if consumer == o.Points[row] {
			continue
		}
		owner, ok := owners.row(consumer)
		if !ok {
			return nil, MalformedError([]uint64{g.ID(o.Values[row])},
				"occurrence_consumers[%d]: value %d is consumed at point %d, where no value occurs",
				row, g.ID(o.Values[row]), consumer)
		}
		readers[row] = o.Values[owner]
		offsets[readers[row]+2]++
	}
	// offsets[v+1] is where the next operand of v goes; after the last one that is where those of v+1 begin.
	for v := 2; v < len(offsets); v++ {
		offsets[v] += offsets[v-1]
	}
	operands := make([]uint32, offsets[g.Count+1])
	for row, reader := range readers {
		if int(reader) < g.Count {
			operands[offsets[reader+1]] = o.Values[row]
			offsets[reader+1]++
		}
	}
	derived := *g
	derived.OperandOffsets, derived.Operands = offsets[:g.Count+1], operands
	return &derived, nil
}

// validateOccurrences checks that the values of occurrences exist.
func validateOccurrences(g *Graph) *Error {
	for row, v := range g.Occurrences.Values {
		if int(v) >= g.Count {
			return MalformedError(nil,
				"occurrence_values[%d]: position %d is no value, there are %d", row, v, g.Count)
		}
	}
	return nil
}
