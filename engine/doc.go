// Package engine computes the pass levels of a value graph: the contract is SPEC, whose sections the comments name.
//
// A tensor compiler evaluates a DAG of values under batch loops. A value that is complete only after its own loop has
// closed forces its readers into a later pass of the nest:
//
//	values     A = Σ_k f(k)        Reduction over k: whole only after the k loop
//	           B = g(A), under k   reads A from inside the k loop: inside(B, A) is true
//	           C = h(B)            reads B where B is built
//
//	pass 0     for k: A += f(k)
//	pass 1     for k: B = g(A); C = h(B)
//
//	           level(A) = 0        A is pinned: a later pass waits for it
//	           level(B) = 1        the edge from B to A bumps
//	           level(C) = 1        an edge that does not bump keeps the level
//
// Two sweeps do it. The forward one goes from operands to readers and finds each value's least possible pass, its
// level. The backward one goes from readers to operands and lifts a value to where its readers are, if they all sit
// later and nobody pinned it. Both run over positions where every operand comes before its readers, as a compiler's
// post-order gives them; other graphs are sorted first.
//
// What is not the engine's business: bytes on the wire (bridge/wire), the host's predicate (bridge/predicate), and
// how the compiler emits its loops.
//
// Read on in this order: graph.go (input), levels.go (answer and outline), classify.go, forward.go, questions.go,
// backward.go, then order.go and cycle.go for graphs that come unsorted, and validate.go for graphs that are none. What
// can be asked about an answer begins in analysis.go: explain.go, verify.go, split.go, stats.go, budget.go.
package engine
