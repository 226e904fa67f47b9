package session

import (
	"maps"
	"slices"

	"forcedsplit/engine"
)

// Change is what became of one value since the last Update. A value that is not in the graph, or not listed, has the pass
// engine.Absent; one that is not in the graph has no flags.
type Change struct {
	ID                      uint64
	Before, After           int32
	FlagsBefore, FlagsAfter uint8
}

// Update computes the levels of the graph as it is now, and returns what is other than after the last Update, or than
// New, in an order that only the edits decide; a value that was removed and added again in between is in it once, if at all.
//
// ask answers the questions that are new, as in engine.Compute; it names values by their rows in Graph(). After an error
// the session is as before, with its edits, and the next Update asks again. Time is that of the edits since the last one,
// of the values whose level or pass changes with their edges, and of values next to those with theirs.
func (s *Session) Update(ask engine.Ask) ([]Change, error) {
	if err := s.answerAll(ask); err != nil {
		return nil, err
	}
	s.sweepUp()
	s.sweepDown()
	changes := make([]Change, 0, len(s.touched)+len(s.removed))
	for _, row := range s.touched {
		v := &s.values[row]
		v.state &^= isTouched
		if now := v.now(); v.is(alive) && now != v.told {
			changes = append(changes, change(s.known.IDs[row], v.told, now))
			s.count(v.told.pass, now.pass)
			v.told = now
		}
	}
	s.touched = s.touched[:0]
	for _, id := range slices.Sorted(maps.Keys(s.removed)) {
		before := s.removed[id]
		changes = append(changes, change(id, before, nothing))
		s.count(before.pass, engine.Absent)
	}
	clear(s.removed)
	for s.maxPass > 0 && s.perPass[s.maxPass] == 0 {
		s.maxPass--
	}
	s.edited = false
	return changes, nil
}

func change(id uint64, before, after told) Change {
	return Change{id, before.pass, after.pass, before.flags, after.flags}
}

// touch notes that the next Update may have something to tell of a value.
func (s *Session) touch(row uint32) {
	if v := &s.values[row]; !v.is(isTouched) {
		v.state |= isTouched
		s.touched = append(s.touched, row)
	}
}

// count keeps the number of listed values in each pass.
func (s *Session) count(before, after int32) {
	if before != engine.Absent {
		s.perPass[before]--
	}
	if after != engine.Absent {
		if more := int(after) + 1 - len(s.perPass); more > 0 {
			s.perPass = append(s.perPass, make([]int, more)...)
		}
		s.perPass[after]++
		s.maxPass = max(s.maxPass, after)
	}
}

// MaxPass is the largest pass that the last Update listed, 0 if it listed none.
func (s *Session) MaxPass() int32 { return s.maxPass }

// Levels fills the columns, each of length Count, with the ids and levels of all values, in the order in which questions
// are asked. Edits since the last Update are an error: their levels are not known yet. Linear time.
func (s *Session) Levels(ids []uint64, out *engine.Levels) error {
	if s.edited {
		return engine.InvalidArgumentError(nil, "the graph was edited since the last update, its levels are not known yet")
	}
	position := 0
	for row := range s.values {
		if v := &s.values[row]; v.is(alive) {
			ids[position], out.Passes[position], out.Flags[position] = s.known.IDs[row], v.told.pass, v.told.flags
			position++
		}
	}
	out.MaxPass = s.maxPass
	return nil
}
