package engine

import "slices"

// gather collects the questions of a well-formed graph whose flags are set (SPEC, Input): every distinct edge to a
// value that reduces, by reader, then source. edges[i] is an edge that question i stands for.
func gather(g *Graph, flags []uint8, s *scratch) (q *Questions, edges []uint32) {
	readers, sources, edges := s.readers[:0], s.sources[:0], s.edges[:0]
	for v := range flags {
		first := len(sources)
		rising := true
		for e := g.OperandOffsets[v]; e < g.OperandOffsets[v+1]; e++ {
			o := g.Operands[e]
			if flags[o]&reduces == 0 {
				continue
			}
			rising = rising && (len(sources) == first || sources[len(sources)-1] < o)
			sources = append(sources, o)
			edges = append(edges, e)
		}
		if !rising {
			kept := sortDistinct(sources[first:], edges[first:], s)
			sources, edges = sources[:first+kept], edges[:first+kept]
		}
		for len(readers) < len(sources) {
			readers = append(readers, uint32(v))
		}
	}
	s.readers, s.sources, s.edges = readers, sources, edges
	answers := grown(&s.answers, len(sources))
	clear(answers)
	return &Questions{Readers: readers, Sources: sources, Answers: answers}, edges
}

// sortDistinct sorts the questions of one reader by source, keeps one for each source, and returns how many.
func sortDistinct(sources, edges []uint32, s *scratch) (kept int) {
	pairs := grown(&s.pairs, len(sources))
	for i := range sources {
		pairs[i] = uint64(sources[i])<<32 | uint64(edges[i])
	}
	sortBySource(pairs, s)
	for _, pair := range pairs {
		if source := uint32(pair >> 32); kept == 0 || sources[kept-1] != source {
			sources[kept], edges[kept] = source, uint32(pair)
			kept++
		}
	}
	return kept
}

// fewOperands is up to how many questions of one reader are sorted by comparing, which is quicker for few.
const fewOperands = 128

// sortBySource sorts pairs by their upper half, in linear time however many operands one reader has: byte by byte,
// from the lowest, each pass keeping the order of the one before.
func sortBySource(pairs []uint64, s *scratch) {
	if len(pairs) <= fewOperands {
		slices.Sort(pairs)
		return
	}
	from, to := pairs, grown(&s.pairsToo, len(pairs))
	for shift := 32; shift < 64; shift += 8 {
		var place [256]int
		for _, pair := range from {
			place[uint8(pair>>shift)]++
		}
		sum := 0
		for b, count := range place {
			place[b] = sum
			sum += count
		}
		for _, pair := range from {
			b := uint8(pair >> shift)
			to[place[b]] = pair
			place[b]++
		}
		from, to = to, from
	}
}

// bumpsOf turns answers into bumps by edge, pins the sources of those that bump, and returns nil if none does.
func bumpsOf(g *Graph, q *Questions, edges []uint32, flags []uint8, s *scratch) []uint8 {
	var bumps []uint8
	for i, answer := range q.Answers {
		if answer == 0 {
			continue
		}
		if bumps == nil {
			bumps = grown(&s.bumps, len(g.Operands))
			clear(bumps)
		}
		bumps[edges[i]] = 1
		flags[q.Sources[i]] |= Pinned
	}
	return bumps
}
