package engine

// Absent stands in Levels.Passes for a value without a legality cell.
const Absent int32 = -1

// Bits of Levels.Flags.
const (
	Carried uint8 = 1 // LoopCarried on some axis
	Pinned  uint8 = 2 // carried, or the source of a bumping edge: the lift leaves it where it is
)

// Levels are the answer (SPEC, Result), by position.
type Levels struct {
	Passes  []int32 // 0..MaxPass, Absent where not listed
	Flags   []uint8 // Carried, Pinned
	MaxPass int32   // the largest pass listed, 0 if none is
}

// NewLevels returns Levels for count values, to be filled by Compute.
func NewLevels(count int) *Levels {
	return &Levels{Passes: make([]int32, count), Flags: make([]uint8, count)}
}

// Question is an edge that inside has to be asked about.
type Question struct {
	Reader, Source uint32 // positions
	edge           uint32 // index into Operands
}

// Questions are all the questions of one graph, in the order of SPEC, Input: ascending by the reader's, then the
// source's position, each distinct edge once.
type Questions struct {
	Pairs   []Question
	Answers []uint8 // one for each pair, all 0; an Ask leaves 0 for no and sets anything else for yes
}

// Ask answers all questions of one graph. An error ends the computation and is handed back as it is.
type Ask func(*Questions) error

// AskEach makes an Ask of a predicate over ids that is asked one question at a time.
func AskEach(g *Graph, inside func(reader, source uint64) (bool, error)) Ask {
	return func(q *Questions) error {
		for i, pair := range q.Pairs {
			yes, err := inside(g.ID(pair.Reader), g.ID(pair.Source))
			if err != nil {
				return err
			}
			if yes {
				q.Answers[i] = 1
			}
		}
		return nil
	}
}

// Compute fills out, whose columns have length g.Count, with the levels of g (SPEC, Result).
//
// ask answers the questions, if there are any; nil leaves them to the graph's loop facts. Of several faults the first
// in this order is told, as an *Error: a malformed graph, a cycle, a missing predicate. After an error the contents of
// out mean nothing. Time is linear in values, edges and axes, and nothing recurses. Compute may be called from several
// goroutines at once, and by ask again; nothing of g is kept.
func Compute(g *Graph, ask Ask, out *Levels) error {
	if g.OperandOffsets == nil && g.Occurrences.Values != nil {
		derived, err := g.DeriveOperands()
		if err != nil {
			return err
		}
		g = derived
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)

	anyReduces, order, err := prepare(g, out, s)
	if err != nil {
		return err
	}
	if anyReduces {
		bumps, err := bumpsBy(g, ask, out.Flags, s)
		if err != nil {
			return err
		}
		forwardAfterAnswers(g, order, bumps, out)
	}
	least := grown(&s.leastReader, g.Count)
	for v := range least {
		least[v] = noReader
	}
	if order == nil {
		out.MaxPass = backwardInOrder(g, out.Flags, out.Passes, least)
	} else {
		out.MaxPass = backwardAlong(g, order, out.Flags, out.Passes, least)
	}
	return nil
}

// prepare checks the graph, sets the flags, and sorts the graph if it has to be (order is nil if not). Then it makes the
// forward sweep, or gathers the questions where some value reduces. The quick way only notices that something is off,
// without a word; the thorough one then tells what.
func prepare(g *Graph, out *Levels, s *scratch) (anyReduces bool, order readersFirst, err error) {
	anyReduces, ok := classify(g, out.Flags)
	ok = ok && sideColumnsFit(g)
	if ok {
		inOrder := false
		if anyReduces {
			inOrder = gather(g, true, out.Flags, s)
		} else {
			inOrder = forwardInOrder(g, out.Flags, out.Passes)
		}
		if inOrder {
			return anyReduces, nil, nil
		}
	}
	if !ok || !operandsFit(g) {
		if err := Validate(g); err != nil {
			return false, nil, err
		}
	}
	order = sortReadersFirst(g, s)
	if len(order) < g.Count {
		cycle := aCycle(g, order, s)
		members := make([]uint64, len(cycle))
		for i, v := range cycle {
			members[i] = g.ID(v)
		}
		return false, nil, CycleError(members)
	}
	if anyReduces {
		gather(g, false, out.Flags, s)
	} else {
		forwardAlong(g, order, out.Flags, out.Passes)
	}
	return anyReduces, order, nil
}

// bumpsBy asks the questions that were gathered, pins the reductions that bump, and returns bumps by edge, nil if there
// are none.
func bumpsBy(g *Graph, ask Ask, flags []uint8, s *scratch) ([]uint8, error) {
	q := &s.questions
	if len(q.Pairs) == 0 {
		return nil, nil
	}
	if ask == nil {
		if !g.HasLoopFacts() {
			return nil, PredicateRequiredError(g.ID(q.Pairs[0].Reader), g.ID(q.Pairs[0].Source))
		}
		ask = AskLoops(g)
	}
	if err := ask(q); err != nil {
		return nil, err
	}
	return bumpsOf(g, flags, s), nil
}

// forwardAfterAnswers makes the forward sweep where prepare could not.
func forwardAfterAnswers(g *Graph, order readersFirst, bumps []uint8, out *Levels) {
	switch {
	case bumps != nil:
		forwardBumping(g, order, bumps, out.Flags, out.Passes)
	case order != nil:
		forwardAlong(g, order, out.Flags, out.Passes)
	default:
		forwardInOrder(g, out.Flags, out.Passes)
	}
}
