package engine

// Stats counts what a graph is and what became of its values.
type Stats struct {
	Values, Edges  int   // edges that are given more than once count once
	Questions, Yes int   // that were asked, and of these answered with yes
	LongestChain   int   // the most edges in a row from reader to operand
	Lifted, Pinned int   // values whose pass is above their level; that the lift must leave alone
	PerPass        []int // listed values of each pass, 0 to MaxPass
}

// Stats returns the counts. Linear time.
func (a *Analysis) Stats() Stats {
	s := Stats{Values: a.Graph.Count, Edges: len(a.edges), Questions: len(a.questions)}
	for _, answer := range a.answers {
		if answer != 0 {
			s.Yes++
		}
	}
	s.PerPass = make([]int, a.Levels.MaxPass+1)
	chain := make([]int, a.Graph.Count) // edges below each value
	for _, v := range a.operandsFirst {
		for _, e := range a.Operands(v) {
			chain[v] = max(chain[v], chain[e.Operand]+1)
		}
		s.LongestChain = max(s.LongestChain, chain[v])
		if a.Pass[v] > a.Level[v] {
			s.Lifted++
		}
		if a.Levels.Flags[v]&Pinned != 0 {
			s.Pinned++
		}
		if a.Listed(v) {
			s.PerPass[a.Pass[v]]++
		}
	}
	return s
}
