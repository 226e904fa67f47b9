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

// Questions are all the edges that inside has to be asked about, in the order of SPEC, Input: ascending by the
// reader's, then the source's position, each distinct edge once.
type Questions struct {
	Readers []uint32 // positions
	Sources []uint32 // positions
	Answers []uint8  // all 0; an Ask leaves 0 for no and sets anything else for yes
}

// Ask answers all questions of one graph. An error ends the computation and is handed back as it is.
type Ask func(*Questions) error

// AskEach makes an Ask of a predicate over ids that is asked one question at a time.
func AskEach(g *Graph, inside func(reader, source uint64) (bool, error)) Ask {
	return func(q *Questions) error {
		for i := range q.Readers {
			yes, err := inside(g.ID(q.Readers[i]), g.ID(q.Sources[i]))
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
		if err := askAndRepeat(g, ask, order, out, s); err != nil {
			return err
		}
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

// prepare checks the graph, sets the flags, and makes the forward sweep as if no reduction bumped. The quick way only
// notices that something is off, without a word; the thorough one then tells what.
func prepare(g *Graph, out *Levels, s *scratch) (anyReduces bool, sorted order, err error) {
	anyReduces, ok := classify(g, out.Flags)
	ok = ok && sideColumnsFit(g)
	if ok && forwardInOrder(g, out.Flags, out.Passes) {
		return anyReduces, nil, nil
	}
	if err := Validate(g); err != nil {
		return false, nil, err
	}
	sorted, onCycle, ok := sortTopologically(g, out.Flags, s)
	if !ok {
		cycle := shortestCycle(g, onCycle, s)
		members := make([]uint64, len(cycle))
		for i, v := range cycle {
			members[i] = g.ID(v)
		}
		return false, nil, cycleError(members)
	}
	forward(g, sorted, nil, out.Flags, out.Passes)
	return anyReduces, sorted, nil
}

// askAndRepeat puts the questions, if there are any, and repeats the forward sweep if some answer changes it.
func askAndRepeat(g *Graph, ask Ask, sorted order, out *Levels, s *scratch) error {
	q, edges := gather(g, out.Flags, s)
	if len(q.Readers) == 0 {
		return nil
	}
	if ask == nil {
		if !g.HasLoopFacts() {
			return predicateRequired(g.ID(q.Readers[0]), g.ID(q.Sources[0]))
		}
		ask = AskLoops(g)
	}
	if err := ask(q); err != nil {
		return err
	}
	if bumps := bumpsOf(g, q, edges, out.Flags, s); bumps != nil {
		forward(g, sorted, bumps, out.Flags, out.Passes)
	}
	return nil
}
