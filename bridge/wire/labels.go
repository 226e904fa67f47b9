package wire

import (
	"fmt"
	"unicode/utf8"

	"forcedsplit/engine"
)

// DecodeLabels reads the parts of an FSLG FlatBuffer that are for people. The strings are views of buf, which must
// stay as it is while they are in use; names and spaces are nil where they are absent. Checks and errors are those of
// Decode.
func DecodeLabels(buf []byte) (engine.Labels, error) {
	if _, err := Decode(buf); err != nil {
		return engine.Labels{}, err
	}
	r := openBuffer(buf)
	return engine.Labels{
		Names:    r.strings(slotNames),
		Spaces:   r.strings(slotSpaces),
		Name:     r.string(slotName),
		Source:   r.string(slotSource),
		Producer: r.string(slotProducer),
	}, nil
}

// sharing is how many times the buffer's size all strings together may be. Strings may share bytes of the buffer, so
// without a limit a small buffer could be endless work, and without end when written out. No writer gets near it: a
// value takes 12 bytes at least, its name's offset among them, so a name that all values share may have 192 bytes.
const sharing = 16

// checkLabels checks all strings of a graph of count values, and returns how many spaces there are.
func (r *reader) checkLabels(count int) (spaces int) {
	var total uint64
	spaces, _ = r.checkStrings(slotSpaces, &total)
	if names, present := r.checkStrings(slotNames, &total); present && names != count {
		r.fail("names has %d entries, expected %d, one for each value", names, count)
	}
	for _, s := range []slot{slotName, slotSource, slotProducer} {
		if at, present := r.field(s, offsetSize); present {
			r.checkString(s, -1, at, &total)
		}
	}
	return spaces
}

func (r *reader) checkStrings(s slot, total *uint64) (length int, present bool) {
	if r.offsetOf(s) == 0 {
		return 0, false
	}
	first, n, present := r.vector(s, offsetSize)
	for i := range n {
		if r.err != nil {
			return 0, false
		}
		r.checkString(s, int(i), first+i*offsetSize, total)
	}
	return int(n), present
}

// checkString checks the string that the offset at a byte leads to. No NUL is expected after it.
func (r *reader) checkString(s slot, row int, at uint64, total *uint64) {
	text, ok := r.stringAt(at)
	if !ok {
		r.failString(stringPlace(s, row), at)
		return
	}
	if !utf8.ValidString(text) {
		r.fail("%s: expected UTF-8 in the %d bytes that the offset at byte %d leads to",
			stringPlace(s, row), len(text), at)
	}
	limit := sharing * uint64(len(r.buf))
	if *total += uint64(len(text)); *total > limit && r.err == nil {
		r.err = tooLarge(stringPlace(s, row)+": all strings together, up to this one", *total, limit)
	}
}

// stringAt is the quiet form of follow and elements for the offset of a string.
func (r *reader) stringAt(at uint64) (text string, ok bool) {
	offset := r.uint32At(at)
	first, length, ok := r.elements(at+offset, 1)
	if !ok || offset == 0 {
		return "", false
	}
	return viewString(r.buf, first, length), true
}

// failString tells why stringAt was not satisfied.
func (r *reader) failString(place string, at uint64) {
	if head, ok := r.follow(place, at); ok {
		r.failVector(place, head, 1)
	}
}

func stringPlace(s slot, row int) string {
	if row < 0 {
		return s.String()
	}
	return fmt.Sprintf("%s[%d]", s, row)
}

// strings returns the strings of a buffer that Decode accepted.
func (r *reader) strings(s slot) []string {
	first, length, present := r.vector(s, offsetSize)
	if !present {
		return nil
	}
	texts := make([]string, length)
	for i := range texts {
		texts[i], _ = r.stringAt(first + uint64(i)*offsetSize)
	}
	return texts
}

// string is strings for a field that is one.
func (r *reader) string(s slot) string {
	at, present := r.field(s, offsetSize)
	if !present {
		return ""
	}
	text, _ := r.stringAt(at)
	return text
}
