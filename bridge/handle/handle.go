// Package handle keeps Go objects alive while only C memory refers to them. It is a thin layer over go-pointer,
// whose keys are one-byte C allocations, and exists to keep go-pointer's hazards in one place:
//
//   - Unref frees its key without asking whether it is one: a key released twice is a double free in the host.
//   - The C allocator hands a freed byte out again at once, so that a stale key soon is the key of another object.
//   - Save of a nil interface gives a nil key, and the process dies in Save if there is no memory for the byte.
//
// A key therefore never leaves the library, and is never released: its object belongs to a place of the table in
// capi/handles.c, which is used again and again. What the host holds is a token of that table, whose generation tells a
// stale one from a live one before Go is entered.
package handle

import (
	"unsafe"

	pointer "github.com/mattn/go-pointer"
)

// Key stands for a Go object in C memory. It is an address of C memory, but of nothing that may be read.
type Key unsafe.Pointer

// Save keeps object, which is not nil, for good.
func Save(object any) Key {
	return Key(pointer.Save(object))
}

// Get returns the object of a key that Save returned.
func Get(key Key) any {
	return pointer.Restore(unsafe.Pointer(key))
}
