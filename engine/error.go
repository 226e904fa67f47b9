package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind says which of SPEC's faults an Error is.
type Kind uint8

const (
	Malformed         Kind = 1 + iota // not a graph
	Cyclic                            // values read one another in a circle
	PredicateRequired                 // an edge to ask about, and nobody to ask
	TooLarge                          // over a size limit
	InvalidArgument                   // not the graph is at fault, but what was asked about it
	TooManyPasses                     // more passes than the caller allows
)

// Error is a fault of the input, told in the host's own ids (SPEC, Bad input).
type Error struct {
	Kind    Kind
	Message string
	// Values are the ids that the fault is about: the members of a cycle, each reading the next; the reader and the
	// source of the unanswered question; the culprits of a malformed column, where they have ids; the chain that forces
	// the first pass beyond those allowed, from a value at level 0 to one in that pass.
	Values []uint64
}

func (e *Error) Error() string { return e.Message }

// MalformedError returns an Error of kind Malformed about the values with these ids.
func MalformedError(values []uint64, format string, args ...any) *Error {
	return &Error{Kind: Malformed, Message: fmt.Sprintf(format, args...), Values: values}
}

// InvalidArgumentError returns an Error of kind InvalidArgument about the values with these ids.
func InvalidArgumentError(values []uint64, format string, args ...any) *Error {
	return &Error{Kind: InvalidArgument, Message: fmt.Sprintf(format, args...), Values: values}
}

// shownMembers is how many members of a cycle a message shows.
const shownMembers = 16

// CycleError returns an Error of kind Cyclic about values that each read the next one, and the last the first.
func CycleError(members []uint64) *Error {
	var text strings.Builder
	for i, id := range members {
		if i == shownMembers {
			fmt.Fprintf(&text, "… (%d in all)", len(members))
			break
		}
		text.WriteString(strconv.FormatUint(id, 10))
		text.WriteString(" reads ")
	}
	if len(members) <= shownMembers {
		text.WriteString(strconv.FormatUint(members[0], 10))
	}
	return &Error{Kind: Cyclic, Message: text.String(), Values: members}
}

// PredicateRequiredError returns an Error of its kind about an edge that nobody answers for.
func PredicateRequiredError(reader, source uint64) *Error {
	return &Error{
		Kind: PredicateRequired,
		Message: fmt.Sprintf("whether value %d is inside a loop that value %d reduces over has to be asked, "+
			"and there is neither a predicate nor are there loop facts in the graph", reader, source),
		Values: []uint64{reader, source},
	}
}
