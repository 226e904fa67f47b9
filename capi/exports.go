// Command capi is the shared library libforcedsplit: its exports are called by shim.c and answers.c, which hold the
// public C functions of forcedsplit.h.
package main

/*
#cgo CFLAGS: -I${SRCDIR}/../include
#include "error.h"
#include "levels.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"unsafe"

	"forcedsplit/bridge/faults"
	"forcedsplit/bridge/handle"
	"forcedsplit/bridge/predicate"
	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

func main() {}

// levels is the Go object behind a handle, and behind the next one in the same place of the table: it belongs to a block
// of C memory, which holds one result after the other.
type levels struct {
	block *C.forcedsplit_levels
	graph engine.Graph // during a call; kept so that a call on a small graph leaves nothing to collect
}

//export forcedsplit_go_levels_create
func forcedsplit_go_levels_create(
	args *C.fsl_levels_args, block *C.forcedsplit_levels, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	if err := levelsOf(block).compute(args); err != nil {
		return fail(outError, err)
	}
	return C.FSL_OK
}

// levelsOf returns the Go object of a block, which it has from its first use on. Releasing a result is C's business
// alone, so that it needs no crossing.
func levelsOf(block *C.forcedsplit_levels) *levels {
	if block.go_key == nil {
		block.go_key = unsafe.Pointer(handle.Save(&levels{block: block}))
	}
	return handle.Get(handle.Key(block.go_key)).(*levels)
}

// compute decodes the graph in place, has the engine write its answer into C memory, and keeps nothing of args. After an
// error the block holds anything.
func (l *levels) compute(args *C.fsl_levels_args) error {
	g := &l.graph
	defer func() { *g = engine.Graph{} }() // its columns are the caller's memory
	if err := wire.DecodeInto(g, graphOf(args)); err != nil {
		return err
	}
	block := l.block
	if (block.columns == nil || g.Count > int(block.room)) &&
		C.forcedsplit_levels_make_room(block, C.size_t(g.Count), C.int(min(len(g.IDs), 1))) == 0 {
		return fmt.Errorf("no memory for the levels of %d values", g.Count)
	}
	answer := engine.Levels{
		Passes: unsafe.Slice((*int32)(unsafe.Pointer(block.passes)), g.Count),
		Flags:  unsafe.Slice((*uint8)(unsafe.Pointer(block.flags)), g.Count),
	}
	if err := computeWithin(g, predicate.Ask(g, unsafe.Pointer(args)), args.max_passes, &answer); err != nil {
		return err
	}
	block.count = C.size_t(g.Count)
	block.max_pass = C.int32_t(answer.MaxPass)
	if len(g.IDs) == 0 {
		block.ids = nil
		return nil
	}
	copy(unsafe.Slice((*uint64)(unsafe.Pointer(block.ids)), g.Count), g.IDs)
	block.hash_seed = C.uint64_t(rand.Uint64())
	return nil
}

// graphOf is the graph of a call, which is about to be decoded. It is the caller's memory.
func graphOf(args *C.fsl_levels_args) []byte {
	// An empty graph's address may be any bits, which must not lie in a pointer variable of Go.
	var bytes []byte
	if args.graph_size > 0 {
		bytes = unsafe.Slice((*byte)(args.graph), args.graph_size)
	}
	if faults.Injected {
		faults.At(faults.Decoding, bytes)
	}
	return bytes
}

// computeWithin is engine.Compute, or engine.ComputeWithin where there is a budget. One beyond an int32 is as good as
// none: no graph has as many values.
func computeWithin(g *engine.Graph, ask engine.Ask, maxPasses C.size_t, out *engine.Levels) error {
	if maxPasses == 0 {
		return engine.Compute(g, ask, out)
	}
	kept := *out // so that the caller's need not be allocated
	err := engine.ComputeWithin(g, ask, int32(min(maxPasses, math.MaxInt32)), &kept)
	*out = kept
	return err
}

// recoverAs, deferred, turns a panic into an error of the call: a guest does not take its host down.
func recoverAs(status *C.fsl_status, outError **C.fsl_error) {
	if fault := recover(); fault != nil {
		*status = fail(outError, fmt.Errorf("a fault in the library: %v", fault))
	}
}

// fail makes the C error of err in *outError, unless outError is nil, and returns its status.
func fail(outError **C.fsl_error, err error) C.fsl_status {
	status, code, values := statusOf(err)
	if outError == nil {
		return status
	}
	message := oneLine(err.Error())
	made := C.forcedsplit_error_new(status, C.int32_t(code), C.size_t(len(message)), C.size_t(len(values)))
	if made != nil {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(made.message)), len(message)), message)
		copy(unsafe.Slice((*uint64)(unsafe.Pointer(made.values)), len(values)), values)
	}
	*outError = made
	return status
}

var statusOfKind = map[engine.Kind]C.fsl_status{
	engine.Malformed:         C.FSL_ERROR_MALFORMED_GRAPH,
	engine.Cyclic:            C.FSL_ERROR_CYCLE,
	engine.PredicateRequired: C.FSL_ERROR_PREDICATE_REQUIRED,
	engine.TooLarge:          C.FSL_ERROR_TOO_LARGE,
	engine.InvalidArgument:   C.FSL_ERROR_INVALID_ARGUMENT,
	engine.TooManyPasses:     C.FSL_ERROR_TOO_MANY_PASSES,
}

// statusOf tells what C is to know of an error besides its message.
func statusOf(err error) (status C.fsl_status, code int32, values []uint64) {
	var fault *engine.Error
	if errors.As(err, &fault) {
		if status, known := statusOfKind[fault.Kind]; known {
			return status, 0, fault.Values
		}
	}
	var aborted *predicate.Aborted
	if errors.As(err, &aborted) {
		return C.FSL_ERROR_PREDICATE_ABORTED, aborted.Code, nil
	}
	return C.FSL_ERROR_INTERNAL, 0, nil
}

// oneLine makes any text what fsl_error_message promises: UTF-8, without line breaks or zeros.
func oneLine(text string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "\x00", " ").Replace(strings.ToValidUTF8(text, "\uFFFD"))
}
