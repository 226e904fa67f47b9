package wire

// MaxSize is the largest FSLG buffer in bytes: FlatBuffers counts in signed 32-bit offsets.
const MaxSize = 1<<31 - 1

// identifier is what makes a FlatBuffer FSLG. It stands after the root offset.
const identifier = "FSLG"

// A slot is a field's place in the table Graph of fslg.fbs.
type slot uint64

const (
	slotValueCount slot = iota
	slotIDs
	slotOperandOffsets
	slotOperands
	slotAxisOffsets
	slotAxisRoles
	slotAxisSpaces
	slotAxisLoops
	slotUnclassified
	slotLoops
	slotSpaces
	slotNames
	slotBytes
	slotOccurrenceValues
	slotOccurrencePoints
	slotOccurrenceConsumers
	slotName
	slotSource
	slotProducer
)

var fieldNames = [...]string{
	"value_count", "ids", "operand_offsets", "operands", "axis_offsets", "axis_roles", "axis_spaces", "axis_loops",
	"unclassified", "loops", "spaces", "names", "bytes", "occurrence_values", "occurrence_points",
	"occurrence_consumers", "name", "source", "producer",
}

// String returns the field's name in fslg.fbs.
func (s slot) String() string { return fieldNames[s] }
