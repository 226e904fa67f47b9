package wire

import (
	"encoding/binary"
	"math"
	"unicode/utf8"
	"unsafe"

	flatbuffers "github.com/google/flatbuffers/go"

	"forcedsplit/bridge/wire/fslg"
	"forcedsplit/engine"
)

// Encode writes a graph as a plain FSLG FlatBuffer that is aligned to 8 bytes. Decode and DecodeLabels give the same
// graph again; nil columns stay absent and empty ones present. labels may be nil.
//
// The columns are written as they are: whether they are a graph is for engine.Validate. Errors are *engine.Error:
// TooLarge where the buffer might go over MaxSize, found out before anything is written, and Malformed where Decode
// would refuse it: names that are not one for each value, or text that is not UTF-8. The result is the caller's.
func Encode(g *engine.Graph, labels *engine.Labels) ([]byte, error) {
	if labels == nil {
		labels = &engine.Labels{}
	}
	if err := checkEncodable(g, labels); err != nil {
		return nil, err
	}
	size := sizeEstimate(g, labels)
	if size > MaxSize {
		return nil, tooLarge("the buffer to be written", size, MaxSize)
	}
	b := flatbuffers.NewBuilder(int(size))
	writeGraph(b, g, labels)
	return b.FinishedBytes(), nil
}

func checkEncodable(g *engine.Graph, labels *engine.Labels) *engine.Error {
	if g.Count < 0 || g.Count > math.MaxUint32 {
		return engine.MalformedError(nil, "value_count: %d is not from 0 to %d", g.Count, uint32(math.MaxUint32))
	}
	if labels.Names != nil && len(labels.Names) != g.Count {
		return engine.MalformedError(nil, "names has %d entries, expected %d, one for each value",
			len(labels.Names), g.Count)
	}
	for i, name := range labels.Names {
		if !utf8.ValidString(name) {
			return engine.MalformedError(nil, "names[%d]: %s is not UTF-8", i, quoted(name))
		}
	}
	for i, space := range labels.Spaces {
		if !utf8.ValidString(space) {
			return engine.MalformedError(nil, "spaces[%d]: %s is not UTF-8", i, quoted(space))
		}
	}
	for i, text := range []string{labels.Name, labels.Source, labels.Producer} {
		if !utf8.ValidString(text) {
			return engine.MalformedError(nil, "%s: %s is not UTF-8", slotName+slot(i), quoted(text))
		}
	}
	return nil
}

// sizeEstimate returns a size in bytes that the finished buffer does not exceed, as a multiple of 8. A builder of that
// size never has to grow, and its buffer ends, so begins, at an aligned address.
func sizeEstimate(g *engine.Graph, labels *engine.Labels) uint64 {
	const (
		table      = 256        // the table, its vtable, the root offset and the identifier
		perVector  = 4 + 8 + 16 // length, alignment, and what the builder wants free beyond what it writes
		perString  = 4 + 1 + 3  // length, NUL, alignment
		perElement = 4          // of a vector of strings
		loopSize   = uint64(unsafe.Sizeof(engine.Loop{}))
	)
	size := uint64(table) + perVector*uint64(len(fieldNames)) + loopSize*uint64(len(g.Loops))
	for _, column := range [...]int{
		len(g.AxisRoles), 2 * len(g.AxisSpaces), 4 * len(g.AxisLoops), 4 * len(g.Unclassified),
		8 * len(g.IDs), 4 * len(g.OperandOffsets), 4 * len(g.Operands), 4 * len(g.AxisOffsets), 8 * len(g.Bytes),
		4 * len(g.Occurrences.Values), 8 * len(g.Occurrences.Points), 8 * len(g.Occurrences.Consumers),
		len(labels.Name), len(labels.Source), len(labels.Producer),
	} {
		size += uint64(column)
	}
	for _, strings := range [...][]string{labels.Names, labels.Spaces} {
		for _, text := range strings {
			size += perElement + perString + uint64(len(text))
		}
	}
	return (size + 7) &^ 7
}

// writeGraph writes what the table refers to, then the table.
func writeGraph(b *flatbuffers.Builder, g *engine.Graph, labels *engine.Labels) {
	b.Prep(8, 0) // the whole buffer is to be aligned to 8 bytes, whatever columns there are
	name, source, producer := writeText(b, labels.Name), writeText(b, labels.Source), writeText(b, labels.Producer)
	names, spaces := writeStrings(b, labels.Names), writeStrings(b, labels.Spaces)
	ids, bytes := writeColumn(b, g.IDs), writeColumn(b, g.Bytes)
	operandOffsets, operands := writeColumn(b, g.OperandOffsets), writeColumn(b, g.Operands)
	axisOffsets, axisRoles := writeColumn(b, g.AxisOffsets), writeColumn(b, g.AxisRoles)
	axisSpaces, axisLoops := writeColumn(b, g.AxisSpaces), writeColumn(b, g.AxisLoops)
	unclassified, loops := writeColumn(b, g.Unclassified), writeLoops(b, g.Loops)
	values := writeColumn(b, g.Occurrences.Values)
	points, consumers := writeColumn(b, g.Occurrences.Points), writeColumn(b, g.Occurrences.Consumers)

	fslg.GraphStart(b)
	fslg.GraphAddValueCount(b, uint32(g.Count))
	fslg.GraphAddIds(b, ids)
	fslg.GraphAddOperandOffsets(b, operandOffsets)
	fslg.GraphAddOperands(b, operands)
	fslg.GraphAddAxisOffsets(b, axisOffsets)
	fslg.GraphAddAxisRoles(b, axisRoles)
	fslg.GraphAddAxisSpaces(b, axisSpaces)
	fslg.GraphAddAxisLoops(b, axisLoops)
	fslg.GraphAddUnclassified(b, unclassified)
	fslg.GraphAddLoops(b, loops)
	fslg.GraphAddSpaces(b, spaces)
	fslg.GraphAddNames(b, names)
	fslg.GraphAddBytes(b, bytes)
	fslg.GraphAddOccurrenceValues(b, values)
	fslg.GraphAddOccurrencePoints(b, points)
	fslg.GraphAddOccurrenceConsumers(b, consumers)
	fslg.GraphAddName(b, name)
	fslg.GraphAddSource(b, source)
	fslg.GraphAddProducer(b, producer)
	b.FinishWithFileIdentifier(fslg.GraphEnd(b), []byte(identifier))
}

// writeColumn writes a vector by one copy; 0, which means absent, for nil.
func writeColumn[T element](b *flatbuffers.Builder, column []T) flatbuffers.UOffsetT {
	if column == nil {
		return 0
	}
	var one T
	raw := bytesOf(column)
	b.Prep(int(unsafe.Alignof(one)), len(raw)) // the builder aligns vectors of bytes to 4 only
	at := b.CreateByteVector(raw)
	binary.LittleEndian.PutUint32(b.Bytes[b.Head():], uint32(len(column))) // counted in elements
	return at
}

// writeLoops writes structs field by field: what stands between the fields in memory is nobody's business.
func writeLoops(b *flatbuffers.Builder, loops []engine.Loop) flatbuffers.UOffsetT {
	if loops == nil {
		return 0
	}
	fslg.GraphStartLoopsVector(b, len(loops))
	for i := len(loops) - 1; i >= 0; i-- {
		fslg.CreateLoopInstance(b, loops[i].Space, loops[i].Slot, loops[i].Nest)
	}
	return b.EndVector(len(loops))
}

func writeStrings(b *flatbuffers.Builder, strings []string) flatbuffers.UOffsetT {
	if strings == nil {
		return 0
	}
	offsets := make([]flatbuffers.UOffsetT, len(strings))
	for i, text := range strings {
		offsets[i] = b.CreateString(text)
	}
	return b.CreateVectorOfTables(offsets)
}

func writeText(b *flatbuffers.Builder, text string) flatbuffers.UOffsetT {
	if text == "" {
		return 0
	}
	return b.CreateString(text)
}
