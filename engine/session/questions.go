package session

import (
	"cmp"
	"slices"

	"forcedsplit/engine"
)

// SetInside says whether a reader is inside a loop that a source reduces over, in place of what an Ask said or would say. It
// stands as long as the edge has to be asked about, and until SetCell of either value. An edge that is not there, or that
// nobody asks about (SPEC, Input), is an error.
func (s *Session) SetInside(reader, source uint64, inside bool) error {
	e, err := s.questionBetween(reader, source)
	if err != nil {
		return err
	}
	s.withdraw(e)
	if inside {
		s.setAnswer(e, yes)
	} else {
		s.setAnswer(e, no)
	}
	s.offer(e)
	s.edited = true
	return nil
}

// AskAgain forgets what inside said of an edge, so that the next Update asks. Errors are those of SetInside.
func (s *Session) AskAgain(reader, source uint64) error {
	e, err := s.questionBetween(reader, source)
	if err != nil {
		return err
	}
	s.forget(e)
	s.edited = true
	return nil
}

func (s *Session) questionBetween(reader, source uint64) (uint32, error) {
	r, o, err := s.rowsOf(reader, source)
	if err != nil {
		return 0, err
	}
	e := s.edgeBetween(r, o)
	if e == 0 {
		return 0, engine.InvalidArgumentError([]uint64{reader, source}, "value %d does not read value %d", reader, source)
	}
	if !s.isQuestion(e) {
		return 0, engine.InvalidArgumentError([]uint64{reader, source},
			"nobody asks whether value %d is inside a loop of value %d, which is carried or does not reduce", reader, source)
	}
	return e, nil
}

// isQuestion reports whether inside decides what an edge asks of its reader.
func (s *Session) isQuestion(e uint32) bool { return s.values[s.edges[e].operand].is(reduces) }

// setAnswer changes the answer, and has the operand's pass looked at again. The reader is the caller's concern: withdraw,
// offer.
func (s *Session) setAnswer(e uint32, answer answer) {
	given := &s.edges[e]
	operand := &s.values[given.operand]
	if given.answer == yes {
		operand.bumped--
	}
	if answer == yes {
		operand.bumped++
	}
	given.answer = answer
	s.disturbDown(given.operand)
	s.touch(given.operand)
}

// forget makes an edge one to ask about, if it is one.
func (s *Session) forget(e uint32) {
	if !s.isQuestion(e) {
		return
	}
	s.withdraw(e)
	s.setAnswer(e, unasked)
	s.unanswered = append(s.unanswered, e)
}

// answerAll asks the questions that have no answer, in the order of SPEC, Input. ask may be nil if there are loop facts or
// no questions. After an error they are still to be asked.
func (s *Session) answerAll(ask engine.Ask) error {
	s.unanswered = slices.DeleteFunc(s.unanswered, func(e uint32) bool {
		return !s.isQuestion(e) || s.edges[e].answer != unasked // nor is an edge that is free a question
	})
	if len(s.unanswered) == 0 {
		return nil
	}
	slices.SortFunc(s.unanswered, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(s.edges[a].reader, s.edges[b].reader), cmp.Compare(s.edges[a].operand, s.edges[b].operand))
	})
	s.unanswered = slices.Compact(s.unanswered)
	q := &engine.Questions{Pairs: make([]engine.Question, len(s.unanswered)), Answers: make([]uint8, len(s.unanswered))}
	for i, e := range s.unanswered {
		q.Pairs[i] = engine.Question{Reader: s.edges[e].reader, Source: s.edges[e].operand}
	}
	if ask == nil {
		if s.facts.loops == nil {
			first := q.Pairs[0]
			return engine.PredicateRequiredError(s.known.IDs[first.Reader], s.known.IDs[first.Source])
		}
		ask = s.facts.ask
	}
	if err := ask(q); err != nil {
		return err
	}
	for i, e := range s.unanswered {
		if q.Answers[i] == 0 {
			s.setAnswer(e, no)
		} else {
			s.setAnswer(e, yes)
			s.offer(e)
		}
	}
	s.unanswered = s.unanswered[:0]
	return nil
}
