// Package handle keeps Go objects alive while only C memory refers to them. It is a thin layer over go-pointer,
// whose keys are one-byte C allocations, and exists to keep go-pointer's hazards in one place:
//
//   - Unref frees its key without asking whether it is one: a key released twice is a double free in the host.
//   - The C allocator hands a freed byte out again at once, so that a stale key soon is the key of another object.
//   - Save of a nil interface gives a nil key, and the process dies in Save if there is no memory for the byte.
//
// A key therefore never leaves the library. What the host holds is a token of the table in capi/handles.c, whose
// generation tells a stale one from a live one before Go is entered, and which lets exactly one of several racing
// destroys through to Take.
package handle

import (
	"unsafe"

	pointer "github.com/mattn/go-pointer"
)

// Key stands for a Go object in C memory. It is an address of C memory, but of nothing that may be read.
type Key unsafe.Pointer

// Save keeps object, which is not nil, until Take is called with the key.
func Save(object any) Key {
	return Key(pointer.Save(object))
}

// Take returns the object of a key and releases both. It reports false for a key that is not alive. Of several calls
// with one key at most one may run: this package cannot tell a stale key from one that is in use again.
func Take(key Key) (any, bool) {
	object := pointer.Restore(unsafe.Pointer(key))
	if object == nil {
		return nil, false
	}
	pointer.Unref(unsafe.Pointer(key))
	return object, true
}
