package session_test

import (
	"slices"
	"testing"

	"forcedsplit/engine"
	"forcedsplit/engine/session"
)

var (
	plain   = session.Cell{Listed: true}
	carried = session.Cell{Listed: true, Axes: []session.Axis{{Role: engine.LoopCarried, Loop: engine.Unresolved}}}
)

// empty is a session without values.
func empty(t *testing.T) *session.Session {
	s, err := session.New(&engine.Graph{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// read makes a value read others.
func read(t *testing.T, s *session.Session, reader uint64, operands ...uint64) {
	t.Helper()
	for _, operand := range operands {
		must(t, s.AddOperand(reader, operand))
	}
}

// update returns the passes of the values that changed, by id.
func update(t *testing.T, s *session.Session) map[uint64]int32 {
	t.Helper()
	changes, err := s.Update(nil)
	must(t, err)
	passes := map[uint64]int32{}
	for _, c := range changes {
		passes[c.ID] = c.After
	}
	return passes
}

// 10, 20 and 30 are carried, each read by the next; 2 reads 20 and 3 reads 30. 1 is read by both, and lifted to 2's pass.
// When 3 falls from pass 3 to 0, it takes 1 along, past the reader that held it.
func TestALiftedValueFallsWithAReaderThatWasLaterThanTheEarliest(t *testing.T) {
	s := empty(t)
	for _, id := range []uint64{10, 20, 30} {
		must(t, s.AddValue(id, carried))
	}
	for _, id := range []uint64{1, 2, 3} {
		must(t, s.AddValue(id, plain))
	}
	read(t, s, 20, 10)
	read(t, s, 30, 20)
	read(t, s, 2, 20, 1)
	read(t, s, 3, 30, 1)
	if passes := update(t, s); passes[1] != 2 || passes[2] != 2 || passes[3] != 3 {
		t.Fatalf("passes %v", passes)
	}
	must(t, s.RemoveOperand(3, 30))
	if passes := update(t, s); len(passes) != 2 || passes[1] != 0 || passes[3] != 0 {
		t.Fatalf("changed to %v", passes)
	}
}

// Rows that are removed and taken again between two updates wait for a sweep once, and not as often as they were edited.
func TestRowsThatWereTakenAgainAreSweptOnce(t *testing.T) {
	s := empty(t)
	must(t, s.AddValue(1, carried))
	for range 3 {
		for id := uint64(100); id < 110; id++ {
			must(t, s.AddValue(id, plain))
			read(t, s, id, 1)
		}
		for id := uint64(100); id < 110; id++ {
			must(t, s.RemoveValue(id))
		}
	}
	for id := uint64(200); id < 210; id++ {
		must(t, s.AddValue(id, plain))
		read(t, s, id, 1)
	}
	if passes := update(t, s); len(passes) != 11 || passes[1] != 0 || passes[200] != 1 || passes[209] != 1 {
		t.Fatalf("changed to %v", passes)
	}
}

// Of 20,000 values in a chain the first becomes carried, so that more change than come from the heap.
func TestAnEditMayReachAlmostEverything(t *testing.T) {
	const count = 20_000
	g := &engine.Graph{Count: count, OperandOffsets: []uint32{0, 0}, AxisOffsets: make([]uint32, count+1)}
	for v := range uint32(count - 1) {
		g.Operands = append(g.Operands, v)
		g.OperandOffsets = append(g.OperandOffsets, v+1)
	}
	s, err := session.New(g, nil)
	must(t, err)
	for want, cell := range []session.Cell{plain, carried, plain, carried} {
		must(t, s.SetCell(0, cell))
		changes, err := s.Update(nil)
		must(t, err)
		if all := []int{0, count}[min(want, 1)]; len(changes) != all || s.MaxPass() != int32(want%2) {
			t.Fatalf("%d changes up to pass %d, after edit %d", len(changes), s.MaxPass(), want)
		}
	}
}

// A host that rewrites at one place adds values there for ever: each new one between the last two.
func TestValuesAreInsertedAtOnePlaceForEver(t *testing.T) {
	s := empty(t)
	must(t, s.AddValue(0, carried))
	must(t, s.AddValue(1, plain))
	read(t, s, 1, 0)
	last := uint64(0)
	for id := uint64(2); id < 3000; id++ {
		must(t, s.AddValue(id, plain))
		must(t, s.RemoveOperand(1, last))
		read(t, s, id, last)
		read(t, s, 1, id)
		last = id
	}
	update(t, s)
	ids, out := make([]uint64, s.Count()), engine.NewLevels(s.Count())
	must(t, s.Levels(ids, out))
	for i, id := range ids {
		if want := int32(min(id, 1)); out.Passes[i] != want {
			t.Fatalf("value %d is in pass %d", id, out.Passes[i])
		}
	}
	if !slices.Contains(ids, 2999) {
		t.Fatal("2999 is missing")
	}
}
