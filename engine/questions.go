package engine

import (
	"cmp"
	"slices"
)

// gather collects into s the questions of a graph whose flags are set (SPEC, Input): every distinct edge to a value that
// reduces, by reader, then source. With inOrder the operand columns are yet to be checked, and ok is false if an operand
// does not come before its reader or they are not well formed; without, they are well formed.
//
// Rows go through their first and last operand, as in backwardInOrder: put in order without a branch, they need no sort.
// Whether an edge is a question is no branch either: it is written behind the last question, and then counts or not.
// Measured in order with 100,000 values and as many questions: 5 ns a value, with branches and a sort 11.
func gather(g *Graph, inOrder bool, flags []uint8, s *scratch) (ok bool) {
	offsets, operands := g.OperandOffsets, g.Operands
	if !spans(offsets, g.Count, len(operands)) {
		return false
	}
	flags = flags[:g.Count] // spares bounds checks
	pairs := s.questions.Pairs[:cap(s.questions.Pairs)]
	count, end, limit := 0, 0, g.Count
	for v := range flags {
		start := end
		end = int(offsets[v+1])
		if start >= end {
			if start > end {
				return false
			}
			continue
		}
		if end > len(operands) {
			return false
		}
		if inOrder {
			limit = v
		}
		if count+end-start > len(pairs) {
			pairs = append(pairs, make([]Question, count+end-start)...)
		}
		if end-start > 2 {
			if !allBelow(operands[start:end], limit) {
				return false
			}
			count += gatherRow(g, uint32(v), flags, pairs[count:], s)
			continue
		}
		low, high := operands[start], operands[end-1]
		falls := uint32((int64(high) - int64(low)) >> 63) // all ones, or 0
		swap := (low ^ high) & falls
		low, high = low^swap, high^swap
		if int(high) >= limit {
			return false
		}
		lowEdge := uint32(start) - falls // the other one, if they fall
		pairs[count] = Question{uint32(v), low, lowEdge}
		count += int(flags[low]&reduces) / int(reduces)
		if low != high {
			pairs[count] = Question{uint32(v), high, uint32(start+end-1) - lowEdge}
			count += int(flags[high]&reduces) / int(reduces)
		}
	}
	s.questions.Pairs, s.questions.Answers = pairs[:count], grown(&s.questions.Answers, count)
	clear(s.questions.Answers)
	return true
}

func allBelow(operands []uint32, limit int) bool {
	for _, o := range operands {
		if int(o) >= limit {
			return false
		}
	}
	return true
}

// gatherRow writes the questions of one reader into pairs, which has room for a question about each operand, and returns
// how many there are.
func gatherRow(g *Graph, v uint32, flags []uint8, pairs []Question, s *scratch) (count int) {
	rises := true
	for e := g.OperandOffsets[v]; e < g.OperandOffsets[v+1]; e++ {
		o := g.Operands[e]
		if flags[o]&reduces == 0 {
			continue
		}
		rises = rises && (count == 0 || pairs[count-1].Source < o)
		pairs[count] = Question{v, o, e}
		count++
	}
	if rises {
		return count
	}
	sortBySource(pairs[:count], s)
	return len(slices.CompactFunc(pairs[:count], func(a, b Question) bool { return a.Source == b.Source }))
}

// fewOperands is up to how many questions of one reader are sorted by comparing, which is quicker for few.
const fewOperands = 128

// sortBySource sorts questions of one reader, in linear time however many operands it has: byte by byte, from the lowest,
// each pass keeping the order of the one before.
func sortBySource(pairs []Question, s *scratch) {
	if len(pairs) <= fewOperands {
		slices.SortFunc(pairs, func(a, b Question) int { return cmp.Compare(a.Source, b.Source) })
		return
	}
	from, to := pairs, grown(&s.pairsToo, len(pairs))
	for shift := 0; shift < 32; shift += 8 {
		var place [256]int
		for _, pair := range from {
			place[uint8(pair.Source>>shift)]++
		}
		sum := 0
		for b, count := range place {
			place[b] = sum
			sum += count
		}
		for _, pair := range from {
			b := uint8(pair.Source >> shift)
			to[place[b]] = pair
			place[b]++
		}
		from, to = to, from
	}
}

// bumpsOf turns the answers into bumps by edge, pins the sources of those that bump, and returns nil if none does.
func bumpsOf(g *Graph, flags []uint8, s *scratch) []uint8 {
	q := &s.questions
	answered := uint8(0)
	for _, answer := range q.Answers {
		answered |= answer
	}
	if answered == 0 {
		return nil
	}
	bumps := grown(&s.bumps, len(g.Operands))
	clear(bumps)
	for i, pair := range q.Pairs {
		bump := uint8(1 - isZero(uint32(q.Answers[i])))
		bumps[pair.edge] = bump
		flags[pair.Source] |= bump * Pinned
	}
	return bumps
}
