package wire

import (
	"encoding/binary"
	"fmt"

	"forcedsplit/engine"
)

// Sizes in a FlatBuffer, in bytes.
const (
	offsetSize      = 4 // of an offset to something, of a vector's length, of a size prefix
	vtableEntrySize = 2
	vtableHead      = 2 * vtableEntrySize // its own size, then the size of the table
	maxPadding      = 7                   // what alignment to 8 bytes adds at most
)

// A reader finds the fields of a buffer's root table. Everything that it says is in the buffer has been checked to be
// there, by the rules of FlatBuffers' own verifiers except those about alignment. The first fault sticks in err, and
// after it every field is absent. Positions are bytes from the beginning of the caller's buffer.
type reader struct {
	buf                []byte // ends where the size prefix says, if there is one
	table, tableSize   uint64
	vtable, vtableSize uint64
	err                *engine.Error
}

func openBuffer(buf []byte) reader {
	r := reader{buf: buf}
	if len(buf) > MaxSize {
		r.err = tooLarge("the buffer", uint64(len(buf)), MaxSize)
		return r
	}
	root, ok := findRoot(buf)
	if !ok {
		r.fail(`identifier: expected "%s" at byte 4, or at byte 8 behind a size prefix, in a buffer of %d bytes`,
			identifier, len(buf))
		return r
	}
	if root == offsetSize {
		r.cutToPrefix()
	}
	if r.err == nil {
		r.openTable(root)
	}
	return r
}

// findRoot returns where the root offset stands: the identifier comes right after it.
func findRoot(buf []byte) (at uint64, ok bool) {
	for _, at := range []uint64{0, offsetSize} {
		begin := at + offsetSize
		if uint64(len(buf)) >= begin+uint64(len(identifier)) && string(buf[begin:begin+4]) == identifier {
			return at, true
		}
	}
	return 0, false
}

// IsFSLG reports whether a buffer carries FSLG's identifier, where a plain or a size-prefixed FlatBuffer has it.
// Nothing else is checked.
func IsFSLG(buf []byte) bool {
	_, ok := findRoot(buf)
	return ok
}

// cutToPrefix ends the buffer where its size prefix says. Padding at the end may be missing: nobody reads it.
func (r *reader) cutToPrefix() {
	size, follow := r.uint32At(0), uint64(len(r.buf))-offsetSize
	if size > follow+maxPadding || size < offsetSize+uint64(len(identifier)) {
		r.fail("size prefix at byte 0: it says that %d bytes follow, found %d", size, follow)
	} else if size < follow {
		r.buf = r.buf[:offsetSize+size]
	}
}

// openTable follows the root offset to the table, and from there to its vtable.
func (r *reader) openTable(root uint64) {
	table, ok := r.follow("root", root)
	if !ok {
		return
	}
	if !r.holds(table, offsetSize) {
		r.fail("root: expected a table at byte %d, but the buffer ends at byte %d", table, len(r.buf))
		return
	}
	// The offset to the vtable is signed, and points backwards.
	vtable := int64(table) - int64(int32(r.uint32At(table)))
	if vtable < 0 || !r.holds(uint64(vtable), vtableHead) {
		r.fail("root table at byte %d: its vtable would be at byte %d, outside the buffer's %d bytes",
			table, vtable, len(r.buf))
		return
	}
	r.table, r.vtable = table, uint64(vtable)
	r.vtableSize, r.tableSize = r.uint16At(r.vtable), r.uint16At(r.vtable+vtableEntrySize)
	if r.vtableSize < vtableHead || r.vtableSize%vtableEntrySize != 0 || !r.holds(r.vtable, r.vtableSize) {
		r.fail("vtable at byte %d: expected an even size of at least %d that fits the buffer's %d bytes, found %d",
			r.vtable, vtableHead, len(r.buf), r.vtableSize)
	}
}

// offsetOf returns a field's offset in the table, 0 where the vtable does not have it.
func (r *reader) offsetOf(s slot) uint64 {
	entry := vtableHead + vtableEntrySize*uint64(s)
	if entry+vtableEntrySize > r.vtableSize {
		return 0
	}
	return r.uint16At(r.vtable + entry)
}

// field returns where in the table a field of so many bytes is, and whether it is there at all.
func (r *reader) field(s slot, size uint64) (at uint64, present bool) {
	offset := r.offsetOf(s)
	if offset == 0 || r.err != nil {
		return 0, false
	}
	at = r.table + offset
	if offset < offsetSize || offset+size > r.tableSize || !r.holds(at, size) {
		r.fail("%s: %d bytes at byte %d, expected inside the table of %d bytes at byte %d and the buffer of %d bytes",
			s, size, at, r.tableSize, r.table, len(r.buf))
		return 0, false
	}
	return at, true
}

// vector returns where a vector's first element is, and how many elements of the given size follow.
func (r *reader) vector(s slot, elementSize uint64) (at, length uint64, present bool) {
	field, present := r.field(s, offsetSize)
	if !present {
		return 0, 0, false
	}
	head, ok := r.follow(s.String(), field)
	if !ok {
		return 0, 0, false
	}
	at, length, ok = r.elements(head, elementSize)
	if !ok {
		r.failVector(s.String(), head, elementSize)
	}
	return at, length, ok
}

// elements reads the length of a vector, and reports whether all its elements are in the buffer.
func (r *reader) elements(head, elementSize uint64) (at, length uint64, ok bool) {
	if !r.holds(head, offsetSize) {
		return 0, 0, false
	}
	at, length = head+offsetSize, r.uint32At(head)
	return at, length, r.holds(at, length*elementSize)
}

// failVector tells why elements was not satisfied.
func (r *reader) failVector(what string, head, elementSize uint64) {
	if !r.holds(head, offsetSize) {
		r.fail("%s: expected a length at byte %d, but the buffer ends at byte %d", what, head, len(r.buf))
		return
	}
	length := r.uint32At(head)
	r.fail("%s: %d elements of %d bytes from byte %d would end at byte %d, but the buffer ends at byte %d",
		what, length, elementSize, head+offsetSize, head+offsetSize+length*elementSize, len(r.buf))
}

// follow returns where the offset that stands at a byte leads.
func (r *reader) follow(what string, at uint64) (target uint64, ok bool) {
	offset := r.uint32At(at)
	target = at + offset
	if offset == 0 || target >= uint64(len(r.buf)) {
		r.fail("%s: the offset at byte %d leads to byte %d, expected a later one within the buffer's %d bytes",
			what, at, target, len(r.buf))
		return 0, false
	}
	return target, true
}

func (r *reader) holds(at, size uint64) bool { return at+size <= uint64(len(r.buf)) }

func (r *reader) uint32At(at uint64) uint64 { return uint64(binary.LittleEndian.Uint32(r.buf[at:])) }

func (r *reader) uint16At(at uint64) uint64 { return uint64(binary.LittleEndian.Uint16(r.buf[at:])) }

// fail keeps the first fault.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = engine.MalformedError(nil, format, args...)
	}
}

func tooLarge(what string, size, limit uint64) *engine.Error {
	return &engine.Error{
		Kind:    engine.TooLarge,
		Message: fmt.Sprintf("%s: %d bytes, the limit is %d", what, size, limit),
	}
}
