package engine_test

import (
	"slices"
	"strings"
	"testing"

	"forcedsplit/engine"
)

// forest is the expression 70 = 50·60 + 50, as occurrences: 50 at points 1 and 2, 60 at 3, 70 at 4, a root.
func forest() *engine.Graph {
	return &engine.Graph{
		Count:       3,
		IDs:         []uint64{50, 60, 70},
		AxisOffsets: []uint32{0, 0, 0, 0},
		Occurrences: engine.Occurrences{
			Values:    []uint32{0, 0, 1, 2},
			Points:    []uint64{1, 2, 3, 1 << 63},
			Consumers: []uint64{1 << 63, 1 << 63, 1 << 63, 1 << 63},
		},
	}
}

func TestOccurrencesGiveEdges(t *testing.T) {
	g, err := forest().DeriveOperands()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(g.OperandOffsets, []uint32{0, 0, 0, 3}) || !slices.Equal(g.Operands, []uint32{0, 0, 1}) {
		t.Errorf("operands %v at %v", g.Operands, g.OperandOffsets)
	}
	if _, _, err := compute(forest(), nil); err != nil {
		t.Error(err)
	}
}

func TestBadOccurrencesAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		spoil   func(*engine.Graph)
		message string
		values  []uint64
	}{
		"point taken twice": {
			func(g *engine.Graph) { g.Occurrences.Points[2] = 2 },
			"occurrence_points[2]: point 2 of value 60 is already occurrence 1, of value 50", []uint64{50, 60}},
		"consumer that nobody owns": {
			func(g *engine.Graph) { g.Occurrences.Consumers[1] = 7 },
			"occurrence_consumers[1]: value 50 is consumed at point 7, where no value occurs", []uint64{50}},
		"unknown value": {
			func(g *engine.Graph) { g.Occurrences.Values[1] = 3 },
			"occurrence_values[1]: position 3 is no value, there are 3", nil},
	} {
		g := forest()
		c.spoil(g)
		_, _, err := compute(g, nil)
		refused, ok := err.(*engine.Error)
		if !ok || !strings.Contains(refused.Message, c.message) || !slices.Equal(refused.Values, c.values) {
			t.Errorf("%s: told %v, want %q about %v", name, err, c.message, c.values)
		}
	}
}

func TestOccurrenceInsideItsOwnValueIsACycle(t *testing.T) {
	g := forest()
	g.Occurrences.Consumers[0] = 2 // 50 at point 1 is consumed by 50 at point 2
	if got := refusal(t, g); got.Message != "50 reads 50" {
		t.Errorf("told %q", got.Message)
	}
}
