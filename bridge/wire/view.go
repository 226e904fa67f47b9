//go:build amd64 || arm64 || loong64 || mips64le || ppc64le || riscv64

package wire

import (
	"unsafe"

	"forcedsplit/engine"
)

// An element is what a column consists of. In memory it looks as it does in a FlatBuffer, on the 64-bit little-endian
// machines that the line above lists; elsewhere this package does not build.
type element interface {
	uint16 | uint32 | uint64 | int32 | engine.Role | engine.Loop
}

// view returns length elements that stand in buf from byte at on; the caller has checked that they are there. Where
// they are aligned the result is the buffer's own memory, otherwise a copy.
func view[T element](buf []byte, at, length uint64) []T {
	if length == 0 {
		return []T{}
	}
	var one T
	first := unsafe.Pointer(&buf[at])
	if uintptr(first)%unsafe.Alignof(one) == 0 {
		return unsafe.Slice((*T)(first), length)
	}
	copied := make([]T, length)
	copy(bytesOf(copied), buf[at:])
	return copied
}

// viewString is view for text. A string is never written to, so neither may buf be while the string is in use.
func viewString(buf []byte, at, length uint64) string {
	if length == 0 {
		return ""
	}
	return unsafe.String(&buf[at], length)
}

// bytesOf returns the memory of a column.
func bytesOf[T element](column []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(column))), uintptr(len(column))*unsafe.Sizeof(one))
}
