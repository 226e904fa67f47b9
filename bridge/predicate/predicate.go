// Package predicate puts the engine's questions to the host's own inside(reader, source) function, all of them in one
// crossing from Go to C, whichever form of the predicate the host gave.
package predicate

/*
#cgo CFLAGS: -I${SRCDIR}/../../include
#include <stdlib.h>
#include "trampoline.h"
*/
import "C"

import (
	"fmt"
	"unsafe"

	"forcedsplit/bridge/faults"
	"forcedsplit/engine"
)

// Aborted is what an Ask returns when the host's predicate answered with a negative code.
type Aborted struct {
	Code int32
}

func (e *Aborted) Error() string {
	return fmt.Sprintf("the predicate aborted with code %d", e.Code)
}

// Ask returns an Ask over the ids of g by the predicate in args, an fsl_levels_args in C memory that outlives the Ask;
// nil if it holds none. The host's function runs on the calling thread and sees nothing but C memory.
//
// The predicate may call the library again, so the crossing must never be marked noescape or nocallback for cgo.
func Ask(g *engine.Graph, args unsafe.Pointer) engine.Ask {
	host := (*C.fsl_levels_args)(args)
	if host.inside == nil && host.inside_batch == nil {
		return nil
	}
	return func(q *engine.Questions) error {
		return ask(g, host, q)
	}
}

func ask(g *engine.Graph, host *C.fsl_levels_args, q *engine.Questions) error {
	count := len(q.Pairs)
	if count == 0 {
		return nil
	}
	block := C.forcedsplit_questions_new(C.size_t(count))
	if block == nil {
		return fmt.Errorf("no memory for %d questions to the predicate", count)
	}
	defer C.free(unsafe.Pointer(block))

	readers := unsafe.Slice((*uint64)(unsafe.Pointer(block.readers)), count)
	sources := unsafe.Slice((*uint64)(unsafe.Pointer(block.sources)), count)
	if g.IDs == nil {
		for i, pair := range q.Pairs {
			readers[i], sources[i] = uint64(pair.Reader), uint64(pair.Source)
		}
	} else {
		for i, pair := range q.Pairs {
			readers[i], sources[i] = g.IDs[pair.Reader], g.IDs[pair.Source]
		}
	}
	if faults.Injected {
		faults.At(faults.Asking, graphOf(host))
	}
	code := C.forcedsplit_questions_ask(host, block)
	if faults.Injected {
		faults.At(faults.Answered, graphOf(host))
	}
	if code != 0 {
		return &Aborted{Code: int32(code)}
	}
	copy(q.Answers, unsafe.Slice((*uint8)(unsafe.Pointer(block.answers)), count))
	return nil
}

// graphOf is the graph of a call that got as far as having questions, so that it is not empty.
func graphOf(host *C.fsl_levels_args) []byte {
	return unsafe.Slice((*byte)(host.graph), host.graph_size)
}
