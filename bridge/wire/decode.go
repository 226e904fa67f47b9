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
	var g engine.Graph
	err := DecodeInto(&g, buf)
	return g, err
}

// DecodeInto is Decode into memory of the caller's, which is empty after an error.
func DecodeInto(g *engine.Graph, buf []byte) error {
	r := openBuffer(buf)
	g.Count = r.count()
	g.IDs = column[uint64](&r, slotIDs)
	g.OperandOffsets = column[uint32](&r, slotOperandOffsets)
	g.Operands = column[uint32](&r, slotOperands)
	g.AxisOffsets = column[uint32](&r, slotAxisOffsets)
	g.AxisRoles = column[engine.Role](&r, slotAxisRoles)
	g.AxisSpaces = column[uint16](&r, slotAxisSpaces)
	g.AxisLoops = column[int32](&r, slotAxisLoops)
	g.Unclassified = column[uint32](&r, slotUnclassified)
	g.Loops = column[engine.Loop](&r, slotLoops)
	g.Bytes = column[uint64](&r, slotBytes)
	g.Occurrences.Values = column[uint32](&r, slotOccurrenceValues)
	g.Occurrences.Points = column[uint64](&r, slotOccurrencePoints)
	g.Occurrences.Consumers = column[uint64](&r, slotOccurrenceConsumers)
	if g.Count > 0 && len(g.AxisOffsets) != g.Count+1 {
		r.fail("axis_offsets has %d entries, expected %d, one more than value_count", len(g.AxisOffsets), g.Count+1)
	}
	g.SpaceCount = r.checkLabels(g.Count)
	if r.err != nil {
		*g = engine.Graph{}
		return r.err
	}
	return nil
}

// count reads value_count.
func (r *reader) count() int {
	at, present := r.field(slotValueCount, offsetSize)
	if !present {
		return 0
	}
	return int(r.uint32At(at))
}

// column reads a vector, nil where it is absent, as most are.
func column[T element](r *reader, s slot) []T {
	if r.offsetOf(s) == 0 {
		return nil
	}
	return present[T](r, s)
}

func present[T element](r *reader, s slot) []T {
	var one T
	at, length, present := r.vector(s, uint64(unsafe.Sizeof(one)))
	if !present {
		return nil
	}
	return view[T](r.buf, at, length)
}
