// Package wire carries value graphs across: as FSLG, the FlatBuffer of fslg.fbs, and as JSON for people.
//
//	buf ──► Decode ──► engine.Graph        the columns, viewed in place; what the engine computes on
//	    ──► DecodeLabels ──► engine.Labels  names and spaces; what people read
//	engine.Graph, engine.Labels ──► Encode ──► buf
//	JSON ──► FromJSON ──► JSONGraph, and ToJSON back
//
// The Go runtime of FlatBuffers has no verifier, and wraps offsets at 32 bits. So nothing here reads through it: every
// offset, length and position is checked in 64-bit arithmetic first (reader.go). Whether the columns are a graph is
// engine.Validate's question, not asked here; nothing is allocated by what a buffer only claims.
//
// The generated code in fslg is for writing, and for Go programs that want it; "make generate" makes it anew.
package wire
