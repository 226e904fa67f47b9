// Package faults makes the library panic, for the tests of what then happens to its host, and only where it was built
// with the tag forcedsplit_faults: what is shipped has no trace of it. Every use of At stands under
//
//	if faults.Injected { … }
//
// which is a constant, so that without the tag the compiler leaves all of it out.
//
// A test orders a fault by the last 8 bytes of a graph's buffer, behind everything that is read of it, or by the 8 bytes
// of an id.
package faults

// Place is a moment of a call.
type Place int

// The places where a fault can be ordered.
const (
	Decoding Place = iota // before the graph is looked at
	Asking                // before the host's predicate is called
	Answered              // after it has returned
	Editing               // before a session has a value with this id
)
