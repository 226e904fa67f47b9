//go:build !forcedsplit_faults

package faults

// Injected says whether faults can be ordered at all.
const Injected = false

// At does nothing.
func At(Place, []byte) {}
