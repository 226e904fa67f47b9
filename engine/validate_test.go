package engine_test

import (
	"slices"
	"strings"
	"testing"

	"forcedsplit/engine"
)

// wellFormed is a graph of three values, 70 reads 50 and 60, with every column there.
func wellFormed() *engine.Graph {
	return &engine.Graph{
		Count:          3,
		IDs:            []uint64{50, 60, 70},
		OperandOffsets: []uint32{0, 0, 0, 2},
		Operands:       []uint32{0, 1},
		AxisOffsets:    []uint32{0, 1, 1, 2},
		AxisRoles:      []engine.Role{engine.Reduction, engine.LoopLocal},
		AxisSpaces:     []uint16{0, 1},
		AxisLoops:      []int32{0, engine.Unresolved},
		Unclassified:   []uint32{1},
		Loops:          []engine.Loop{{Space: 0}},
		SpaceCount:     2,
		Bytes:          []uint64{8, 8, 8},
		Occurrences:    engine.Occurrences{Values: []uint32{0}, Points: []uint64{5}, Consumers: []uint64{9}},
	}
}

func TestWellFormedGraphIsAccepted(t *testing.T) {
	if err := engine.Validate(wellFormed()); err != nil {
		t.Error(err)
	}
	if _, asked, err := compute(wellFormed(), nil); err != nil || asked != nil {
		t.Error(err)
	}
}

// Each row of SPEC, Bad input, that is about columns: what is told names the column, the position and the id, and the
// quick checks of Compute see it as well.
func TestMalformedColumnsAreNamed(t *testing.T) {
	none := []uint64(nil)
	for name, c := range map[string]struct {
		spoil   func(*engine.Graph)
		message string
		values  []uint64
	}{
		"duplicate id": {
			func(g *engine.Graph) { g.IDs[2] = 50 }, "ids[2]: id 50 is already that of position 0", []uint64{50}},
		"duplicate id far apart": {
			func(g *engine.Graph) { g.IDs = []uint64{1 << 60, 3, 1 << 60} }, "ids[2]: id 1152921504606846976 is already", []uint64{1 << 60}},
		"ids too short": {
			func(g *engine.Graph) { g.IDs = g.IDs[:2] }, "ids has 2 entries, expected 3", none},
		"unknown operand": {
			func(g *engine.Graph) { g.Operands[1] = 3 }, "operands[1]: value 70 reads position 3, but there are 3 values", []uint64{70}},
		"operand offsets too short": {
			func(g *engine.Graph) { g.OperandOffsets = g.OperandOffsets[:3] }, "operand_offsets has 3 entries, expected 4", none},
		"operand offsets missing": {
			func(g *engine.Graph) { g.OperandOffsets, g.Occurrences = nil, engine.Occurrences{} }, "operand_offsets has 0 entries, expected 4", none},
		"operands without offsets": {
			func(g *engine.Graph) { g.OperandOffsets = nil }, "operands without operand_offsets has 2 entries, expected 0", none},
		"operand offsets fall": {
			func(g *engine.Graph) { g.OperandOffsets = []uint32{0, 2, 1, 2} }, "operand_offsets[2]: falls from 2 to 1, for value 60", []uint64{60}},
		"operand offsets begin late": {
			func(g *engine.Graph) { g.OperandOffsets[0] = 1 }, "operand_offsets[0]: begins at 1, expected 0", none},
		"operand offsets end early": {
			func(g *engine.Graph) { g.OperandOffsets[3] = 1 }, "operand_offsets[3]: ends at 1, but operands has 2 entries", none},
		"operand offsets end late": {
			func(g *engine.Graph) { g.OperandOffsets[3] = 9 }, "operand_offsets[3]: ends at 9, but operands has 2 entries", none},
		"axis offsets too long": {
			func(g *engine.Graph) { g.AxisOffsets = append(g.AxisOffsets, 2) }, "axis_offsets has 5 entries, expected 4", none},
		"axis offsets fall": {
			func(g *engine.Graph) { g.AxisOffsets = []uint32{0, 2, 1, 2} }, "axis_offsets[2]: falls from 2 to 1, for value 60", []uint64{60}},
		"axis offsets begin late": {
			func(g *engine.Graph) { g.AxisOffsets[0] = 1 }, "axis_offsets[0]: begins at 1, expected 0", none},
		"axis offsets end late": {
			func(g *engine.Graph) { g.AxisOffsets[3] = 7 }, "axis_offsets[3]: ends at 7, but axis_roles has 2 entries", none},
		"unknown role": {
			func(g *engine.Graph) { g.AxisRoles[1] = 4 }, "axis_roles[1]: value 70 has the unknown role number 4", []uint64{70}},
		"unknown role of 255": {
			func(g *engine.Graph) { g.AxisRoles[0] = 255 }, "axis_roles[0]: value 50 has the unknown role number 255", []uint64{50}},
		"axis spaces too short": {
			func(g *engine.Graph) { g.AxisSpaces = g.AxisSpaces[:1] }, "axis_spaces has 1 entries, expected 2", none},
		"unknown space": {
			func(g *engine.Graph) { g.AxisSpaces[0] = 2 }, "axis_spaces[0]: value 50 has an axis of space 2, but there are 2 spaces", []uint64{50}},
		"axis loops too long": {
			func(g *engine.Graph) { g.AxisLoops = append(g.AxisLoops, 0) }, "axis_loops has 3 entries, expected 2", none},
		"unknown loop": {
			func(g *engine.Graph) { g.AxisLoops[1] = 1 }, "axis_loops[1]: value 70 has an axis of loop instance 1, but there are 1", []uint64{70}},
		"loop below -1": {
			func(g *engine.Graph) { g.AxisLoops[1] = -2 }, "axis_loops[1]: value 70 has an axis of loop instance -2", []uint64{70}},
		"loops missing": {
			func(g *engine.Graph) { g.Loops = nil }, "axis_loops[0]: value 50 has an axis of loop instance 0, but there are 0", []uint64{50}},
		"unknown space of a loop": {
			func(g *engine.Graph) { g.Loops[0].Space = 2 }, "loops[0]: space 2, but there are 2 spaces", none},
		"unknown unclassified": {
			func(g *engine.Graph) { g.Unclassified[0] = 3 }, "unclassified[0]: position 3 is no value, there are 3", none},
		"unclassified twice": {
			func(g *engine.Graph) { g.Unclassified = []uint32{1, 1} }, "unclassified[1]: position 1, value 60, does not rise from 1", []uint64{60}},
		"unclassified with axes": {
			func(g *engine.Graph) { g.Unclassified = []uint32{2} }, "unclassified[0]: value 70 is said to have no legality cell, but has 1 axes", []uint64{70}},
		"bytes too short": {
			func(g *engine.Graph) { g.Bytes = g.Bytes[:0] }, "bytes has 0 entries, expected 3", none},
		"occurrence columns differ": {
			func(g *engine.Graph) { g.Occurrences.Points = nil }, "occurrence_points has 0 entries, expected 1", none},
		"occurrence of an unknown value": {
			func(g *engine.Graph) { g.Occurrences.Values[0] = 3 }, "occurrence_values[0]: position 3 is no value, there are 3", none},
		"count is larger than the columns": {
			func(g *engine.Graph) { g.Count = 1 << 32 }, "ids has 3 entries, expected 4294967296", none},
	} {
		t.Run(name, func(t *testing.T) {
			g := wellFormed()
			c.spoil(g)
			err := engine.Validate(g)
			if err == nil {
				t.Fatal("accepted")
			}
			if err.Kind != engine.Malformed || !strings.Contains(err.Message, c.message) || !slices.Equal(err.Values, c.values) {
				t.Errorf("told %q about %v, want %q about %v", err.Message, err.Values, c.message, c.values)
			}
			if g.Count > 1<<20 {
				return // no memory is made for the result of such a claim: wire.Decode refuses it
			}
			if _, _, computed := compute(g, nil); computed == nil || computed.Error() != err.Message {
				t.Errorf("Compute told %v", computed)
			}
		})
	}
}

func TestEmptyGraphMayGoWithoutColumns(t *testing.T) {
	for name, g := range map[string]*engine.Graph{
		"none":    {},
		"offsets": {OperandOffsets: []uint32{0}, AxisOffsets: []uint32{0}},
		"empty":   {OperandOffsets: []uint32{}, AxisOffsets: []uint32{}, IDs: []uint64{}},
	} {
		got, _, err := compute(g, nil)
		if err != nil || got.MaxPass != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMalformedIsToldBeforeCycleBeforePredicate(t *testing.T) {
	g := wellFormed()
	g.Loops, g.AxisLoops = nil, nil
	g.OperandOffsets, g.Operands = []uint32{0, 0, 1, 2}, []uint32{2, 0} // 60 reads 70, 70 reads 50
	kind := func() engine.Kind {
		_, _, err := compute(g, nil)
		return err.(*engine.Error).Kind
	}
	if k := kind(); k != engine.PredicateRequired {
		t.Errorf("kind %d, want a missing predicate", k)
	}
	g.OperandOffsets, g.Operands = []uint32{0, 0, 1, 3}, []uint32{2, 0, 1} // and 70 reads 60
	if k := kind(); k != engine.Cyclic {
		t.Errorf("kind %d, want a cycle", k)
	}
	g.AxisRoles[1] = 9
	if k := kind(); k != engine.Malformed {
		t.Errorf("kind %d, want malformed", k)
	}
}
