// Package session keeps the levels of a graph while the graph is edited: a compiler asks again after each rewrite.
//
// The answer after every Update is the one that engine.Compute gives for the graph as it is then (SPEC, Result), but only
// the affected part is computed again. Three things make that possible:
//
//	order.go       the values stay in an order in which operands come before readers; an edit moves what it must
//	sweeps.go      the two sweeps of SPEC, each from the values that an edit disturbed outwards, in that order, and
//	               no further than something changes
//	questions.go   the answers of inside are kept with their edges; only new questions are asked
//
// Read on in this order: session.go (what is kept), edit.go and operands.go (what can be edited), then those three with
// agenda.go (what a sweep looks at next) and facts.go (loop facts), acyclic.go for edges that the order does not allow
// yet, and changes.go for what is told after an update.
package session
