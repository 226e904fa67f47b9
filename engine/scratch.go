package engine

import "sync"

// scratch is the memory that one Compute works in besides its result, kept for the next one: a compiler computes
// graph after graph of like size. The pool gives it back to the system in time.
type scratch struct {
	leastReader []uint32
	order       []uint32
	path, next  []uint32
	bumps       []uint8

	readers, sources, edges []uint32 // of the questions
	answers                 []uint8
	pairs, pairsToo         []uint64
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
