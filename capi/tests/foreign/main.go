// Command foreign is somebody else's Go library in the same process, for capi/tests/loading_test.c. It is built as Go
// builds shared libraries by itself: it exports its runtime's symbols too, and preempts its threads by SIGURG.
package main

// #include <stdint.h>
import "C"

import "runtime"

func main() {}

// foreign_sum adds 1 to n, in as many goroutines, and collects its garbage meanwhile.
//
//export foreign_sum
func foreign_sum(n C.uint64_t) C.uint64_t {
	parts := make(chan []uint64)
	for i := range uint64(n) {
		go func() { parts <- append(make([]uint64, 1000), i+1) }()
	}
	runtime.GC()
	sum := uint64(0)
	for range uint64(n) {
		part := <-parts
		sum += part[len(part)-1]
	}
	return C.uint64_t(sum)
}
