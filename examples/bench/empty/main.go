// Command empty is a shared library that does nothing, built as libforcedsplit is: what Go's runtime costs by itself.
package main

import "C"

func main() {}

// fsl_empty_noop is what a host calls to be in Go and back.
//
//export fsl_empty_noop
func fsl_empty_noop() {}
