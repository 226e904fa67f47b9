package session

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTheOrderIsTheListThatItWasGiven moves rows about, mostly to the same few places, so that labels run out there.
func TestTheOrderIsTheListThatItWasGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		positions := make([]uint32, rapid.IntRange(0, 50).Draw(t, "rows"))
		model := make([]uint32, len(positions))
		for i := range positions {
			positions[i], model[i] = uint32(i), uint32(i+1)
		}
		o := orderOf(positions)
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			behind := rapid.IntRange(0, min(3, len(model))).Draw(t, "behind")
			rows := make([]uint32, rapid.SampledFrom([]int{1, 1, 1, 2, 40}).Draw(t, "placed"))
			for i := range rows {
				o.grow()
				rows[i] = uint32(len(o.label) - 1)
			}
			at := uint32(0)
			if behind > 0 {
				at = model[behind-1]
			}
			o.place(rows, at)
			model = slices.Insert(model, behind, rows...)
			if len(model) > 0 && rapid.Bool().Draw(t, "remove") {
				i := rapid.IntRange(0, len(model)-1).Draw(t, "which")
				o.remove(model[i])
				model = slices.Delete(model, i, i+1)
			}
		}
		checkOrder(t, &o, model)
	})
}

// TestRowsAreAlwaysPlacedAtOnePlace does so more often than there are labels between two rows.
func TestRowsAreAlwaysPlacedAtOnePlace(t *testing.T) {
	for name, behind := range map[string]uint32{"first": 0, "in the middle": 2, "last": 3} {
		t.Run(name, func(t *testing.T) {
			o := orderOf([]uint32{0, 1, 2})
			model := []uint32{1, 2, 3}
			for row := uint32(4); row < 5000; row++ {
				o.grow()
				o.place([]uint32{row}, behind)
				model = slices.Insert(model, int(behind), row)
			}
			checkOrder(t, &o, model)
		})
	}
}

func checkOrder(t rapid.TB, o *order, model []uint32) {
	var forward, backward []uint32
	for row := o.after[0]; row != 0; row = o.after[row] {
		forward = append(forward, row)
	}
	for row := o.before[0]; row != 0; row = o.before[row] {
		backward = append(backward, row)
	}
	slices.Reverse(backward)
	if !slices.Equal(forward, model) || !slices.Equal(backward, model) {
		t.Fatalf("the order is %v, and backwards %v; expected %v", forward, backward, model)
	}
	for i := 1; i < len(model); i++ {
		if !o.precedes(model[i-1], model[i]) {
			t.Fatalf("row %d does not precede row %d", model[i-1], model[i])
		}
	}
	if len(model) > 0 && (o.label[model[0]] == 0 || o.label[model[len(model)-1]] >= 1<<labelBits) {
		t.Fatalf("labels from %d to %d", o.label[model[0]], o.label[model[len(model)-1]])
	}
}
