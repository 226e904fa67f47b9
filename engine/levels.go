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

// Compute fills out, whose columns have length g.Count, with the levels of g.
//
// ask answers the questions, if there are any; nil leaves them to the graph's loop facts. Of several faults the first
// in this order is told, as an *Error: a malformed graph, a cycle, a missing predicate. After an error the contents of
// out mean nothing. Time is linear in values, edges and axes. Compute may be called from several goroutines at once,
// and by ask again.
func Compute(g *Graph, ask Ask, out *Levels) error { panic("not yet") }
