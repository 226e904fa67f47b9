package engine

import (
	"math"
	"slices"
)

// Verdict is what Verify finds about somebody's passes.
type Verdict struct {
	Legal      bool // no edge is violated
	Assignment bool // it is the assignment of SPEC, Result
	Violations []Violation
	Differing  []Difference
}

// Difference is a listed value that is given another pass than SPEC's.
type Difference struct {
	Value           uint32
	Given, Expected int32
}

// Violation is an edge that points to a later pass, or to its reader's own one although it bumps (SPEC, Properties, 1).
type Violation struct {
	Edge
	ReaderPass, OperandPass int32
}

// Verify compares anybody's passes, one for every position, with what the edges ask for, and with the levels. A value
// without a legality cell takes the least pass that its operands allow, whatever is given for it, and constrains its
// readers with it. Violations come by the positions of readers, then operands. Linear time. Errors are about the number
// of passes, and about a listed value with a negative one.
func (a *Analysis) Verify(passes []int32) (*Verdict, error) {
	given, err := a.completed(passes)
	if err != nil {
		return nil, err
	}
	verdict := &Verdict{}
	for _, e := range a.edges {
		if given[e.Reader] < given[e.Operand]+e.Reason.Bump() {
			verdict.Violations = append(verdict.Violations, Violation{e, given[e.Reader], given[e.Operand]})
		}
	}
	for v := range uint32(a.Graph.Count) {
		if a.Listed(v) && given[v] != a.Pass[v] {
			verdict.Differing = append(verdict.Differing, Difference{v, given[v], a.Pass[v]})
		}
	}
	verdict.Legal, verdict.Assignment = len(verdict.Violations) == 0, len(verdict.Differing) == 0
	return verdict, nil
}

// MaxGivenPass is the largest pass that Verify takes: it leaves room for one bump.
const MaxGivenPass = math.MaxInt32 - 1

// completed is passes with those of the values that are not listed. Nothing bumps behind such a value, which has no
// roles, so that all fit.
func (a *Analysis) completed(passes []int32) ([]int32, error) {
	if len(passes) != a.Graph.Count {
		return nil, InvalidArgumentError(nil, "passes has %d entries, expected %d, one for each value", len(passes), a.Graph.Count)
	}
	given := slices.Clone(passes)
	for v, pass := range given {
		if id := a.Graph.ID(uint32(v)); a.Listed(uint32(v)) && (pass < 0 || pass > MaxGivenPass) {
			return nil, InvalidArgumentError([]uint64{id}, "passes[%d]: value %d is given the pass %d, expected 0 to %d",
				v, id, pass, MaxGivenPass)
		}
	}
	for _, v := range a.operandsFirst {
		if a.Listed(v) {
			continue
		}
		given[v] = 0
		for _, e := range a.Operands(v) {
			given[v] = max(given[v], given[e.Operand]+e.Reason.Bump())
		}
	}
	return given, nil
}
