package wire

import (
	"unsafe"

	"forcedsplit/engine"
)

// Decode reads the columns of an FSLG FlatBuffer, plain or size-prefixed, at any address.
//
// The graph borrows buf: aligned columns (all of them in a buffer that is aligned to 8 bytes and was written by
// FlatBuffers) are views of it, without any allocation, and others are copies. So buf must stay as it is while the
// graph is in use. Absent columns are nil, empty ones are not. Fields that fslg.fbs does not list are ignored.
//
// Everything that is read is checked to be inside buf first, strings to be UTF-8 too, and names to be as many as
// values; whether the columns are a graph is for engine.Validate. Only that axis_offsets fits value_count is seen to
// here, so that a caller may allocate by Count: it is below len(buf)/4. Time is constant but for strings.
//
// Errors are *engine.Error, of kind TooLarge above MaxSize, otherwise Malformed: which field, what was expected, and
// at which byte of buf. Decode may be called from several goroutines at once.
func Decode(buf []byte) (engine.Graph, error) {
	r := openBuffer(buf)
	g := engine.Graph{
		Count:          r.count(),
		IDs:            column[uint64](&r, slotIDs),
		OperandOffsets: column[uint32](&r, slotOperandOffsets),
		Operands:       column[uint32](&r, slotOperands),
		AxisOffsets:    column[uint32](&r, slotAxisOffsets),
		AxisRoles:      column[engine.Role](&r, slotAxisRoles),
		AxisSpaces:     column[uint16](&r, slotAxisSpaces),
		AxisLoops:      column[int32](&r, slotAxisLoops),
		Unclassified:   column[uint32](&r, slotUnclassified),
		Loops:          column[engine.Loop](&r, slotLoops),
		Bytes:          column[uint64](&r, slotBytes),
		Occurrences: engine.Occurrences{
			Values:    column[uint32](&r, slotOccurrenceValues),
			Points:    column[uint64](&r, slotOccurrencePoints),
			Consumers: column[uint64](&r, slotOccurrenceConsumers),
		},
	}
	if g.Count > 0 && len(g.AxisOffsets) != g.Count+1 {
		r.fail("axis_offsets has %d entries, expected %d, one more than value_count", len(g.AxisOffsets), g.Count+1)
	}
	g.SpaceCount = r.checkLabels(g.Count)
	if r.err != nil {
		return engine.Graph{}, r.err
	}
	return g, nil
}

// count reads value_count.
func (r *reader) count() int {
	at, present := r.field(slotValueCount, offsetSize)
	if !present {
		return 0
	}
	return int(r.uint32At(at))
}

// column reads a vector, nil where it is absent.
func column[T element](r *reader, s slot) []T {
	var one T
	at, length, present := r.vector(s, uint64(unsafe.Sizeof(one)))
	if !present {
		return nil
	}
	return view[T](r.buf, at, length)
}
