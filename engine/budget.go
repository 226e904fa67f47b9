package engine

import (
	"fmt"
	"strings"
)

// ComputeWithin is Compute, but fails with an *Error of kind TooManyPasses if the graph needs more than maxPasses passes,
// at least 1. The error's values are the chain that forces the first pass beyond them. What ask is asked is the same.
func ComputeWithin(g *Graph, ask Ask, maxPasses int32, out *Levels) error {
	a := &Analysis{Graph: g, Levels: out}
	if err := Compute(g, a.recording(ask), out); err != nil {
		return err
	}
	if out.MaxPass < maxPasses {
		return nil
	}
	if err := a.complete(); err != nil {
		return err
	}
	x, err := a.ExplainPass(maxPasses)
	if err != nil {
		return err
	}
	return a.tooManyPasses(maxPasses, x.Chain)
}

// tooManyPasses tells the chain from the forced value down to the one at level 0.
func (a *Analysis) tooManyPasses(maxPasses int32, chain []Edge) *Error {
	var text strings.Builder
	fmt.Fprintf(&text, "the graph needs %d passes, the limit is %d; pass %d is forced since ",
		a.Levels.MaxPass+1, maxPasses, maxPasses)
	values := []uint64{a.Graph.ID(chain[0].Operand)}
	for i, e := range chain {
		values = append(values, a.Graph.ID(e.Reader))
		last := chain[len(chain)-1-i]
		switch {
		case i == shownMembers:
			fmt.Fprintf(&text, ", … (%d links in all)", len(chain))
		case i < shownMembers:
			if i > 0 {
				text.WriteString(", ")
			}
			fmt.Fprintf(&text, "%d reads %d (%s)", a.Graph.ID(last.Reader), a.Graph.ID(last.Operand), last.Reason)
		}
	}
	return &Error{Kind: TooManyPasses, Message: text.String(), Values: values}
}
