package main

/*
#include "error.h"
*/
import "C"

import (
	"runtime"
	"runtime/debug"
)

// The options say "leave it" with 0, and C has checked that they are in range.

//export forcedsplit_go_runtime_configure
func forcedsplit_go_runtime_configure(
	options *C.fsl_runtime_options, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	if options.max_threads != 0 {
		runtime.GOMAXPROCS(int(options.max_threads))
	}
	if options.gc_percent != 0 {
		debug.SetGCPercent(int(options.gc_percent))
	}
	if options.memory_limit != 0 {
		debug.SetMemoryLimit(int64(options.memory_limit))
	}
	return C.FSL_OK
}
