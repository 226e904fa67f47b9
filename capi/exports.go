// Command capi is the shared library libforcedsplit: the exports below are called by shim.c, which holds the public C
// functions of forcedsplit.h.
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

// levels owns the C memory of one result. It is the Go object behind a handle.
type levels struct {
	block *C.forcedsplit_levels
}

//export forcedsplit_go_levels_create
func forcedsplit_go_levels_create(
	args *C.fsl_levels_args, out **C.forcedsplit_levels, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	result, err := compute(args)
	if err != nil {
		return fail(outError, err)
	}
	result.block.go_key = unsafe.Pointer(handle.Save(result))
	*out = result.block
	return C.FSL_OK
}

//export forcedsplit_go_levels_destroy
func forcedsplit_go_levels_destroy(block *C.forcedsplit_levels) (status C.fsl_status) {
	defer recoverAs(&status, nil)
	object, ok := handle.Take(handle.Key(block.go_key))
	if !ok {
		return C.FSL_ERROR_INTERNAL
	}
	C.forcedsplit_levels_free(object.(*levels).block)
	return C.FSL_OK
}

// compute decodes the graph in place, has the engine write its answer into C memory, and keeps nothing of args.
func compute(args *C.fsl_levels_args) (result *levels, err error) {
	// An empty graph's address may be any bits, which must not lie in a pointer variable of Go.
	var bytes []byte
	if args.graph_size > 0 {
		bytes = unsafe.Slice((*byte)(args.graph), args.graph_size)
	}
	if faults.Injected {
		faults.At(faults.Decoding, bytes)
	}
	g, err := wire.Decode(bytes)
	if err != nil {
		return nil, err
	}
	block := C.forcedsplit_levels_new(C.size_t(g.Count), C.int(min(len(g.IDs), 1)))
	if block == nil {
		return nil, fmt.Errorf("no memory for the levels of %d values", g.Count)
	}
	keep := false
	defer func() {
		if !keep {
			C.forcedsplit_levels_free(block)
		}
	}()
	answer := engine.Levels{
		Passes: unsafe.Slice((*int32)(unsafe.Pointer(block.passes)), g.Count),
		Flags:  unsafe.Slice((*uint8)(unsafe.Pointer(block.flags)), g.Count),
	}
	if err := engine.Compute(&g, predicate.Ask(&g, unsafe.Pointer(args)), &answer); err != nil {
		return nil, err
	}
	if block.ids != nil {
		copy(unsafe.Slice((*uint64)(unsafe.Pointer(block.ids)), g.Count), g.IDs)
	}
	block.max_pass = C.int32_t(answer.MaxPass)
	block.hash_seed = C.uint64_t(rand.Uint64())
	keep = true
	return &levels{block}, nil
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
