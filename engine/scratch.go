package engine

import "sync"

// scratch is the memory that one Compute works in besides its result, kept for the next one: a compiler computes
// graph after graph of like size. The pool gives it back to the system in time.
type scratch struct {
	leastReader []uint32
	order       []uint32

	questions Questions
	pairsToo  []Question
	bumps     []uint8

	readerOf, queue []uint32 // of the search for a cycle
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// grown returns *s with length n, in new memory if it does not have that much. The contents are what was left there.
func grown[T any](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n)
	}
	*s = (*s)[:n]
	return *s
}
