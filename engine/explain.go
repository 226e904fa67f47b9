package engine

// Lift is what became of a value in the backward sweep.
type Lift uint8

const (
	Unlifted Lift = 0 // its pass is its level, and some reader is there too, or it has none
	Lifted   Lift = 1 // all readers sit later, and took it along
	Held     Lift = 2 // all readers sit later, but it is pinned
)

var liftNames = [...]string{"none", "lifted", "held"}

// String returns the lift in one word.
func (l Lift) String() string { return liftNames[l] }

// Explanation says why a value is in its pass.
type Explanation struct {
	Value       uint32
	Listed      bool  // it has a legality cell
	Pass, Level int32 // Pass is also that of a value that is not listed
	// Chain forces the level: edges from a value at level 0 up to Value, each to the operand that the one before it
	// reads from; as few as can be. Empty at level 0.
	Chain []Edge
	Lift  Lift
	// Reader is, of a lifted value, the first reader in its pass; of a held one, the first that bumps: the one that
	// pins it. 0 otherwise.
	Reader uint32
}

// Explain returns why the value at a position is in its pass. Linear time in the graph.
func (a *Analysis) Explain(v uint32) Explanation {
	x := a.explainWithoutChain(v)
	x.Chain = a.chainTo(v, a.chainLengths())
	return x
}

// ExplainAll returns the explanations of all values by position, of each chain the last link alone: the rest is the chain
// of that link's operand. Linear time in the graph.
func (a *Analysis) ExplainAll() []Explanation {
	lengths := a.chainLengths()
	all := make([]Explanation, a.Graph.Count)
	for v := range uint32(a.Graph.Count) {
		all[v] = a.explainWithoutChain(v)
		if a.Level[v] > 0 {
			all[v].Chain = []Edge{a.lastLink(v, lengths)}
		}
	}
	return all
}

func (a *Analysis) explainWithoutChain(v uint32) Explanation {
	x := Explanation{Value: v, Listed: a.Listed(v), Pass: a.Pass[v], Level: a.Level[v]}
	x.Lift, x.Reader = a.liftOf(v)
	return x
}

// ExplainPass returns the explanation of the value that first forces a pass to exist: of those with that level the one
// with the shortest chain, and of these the first. The error says which passes there are.
func (a *Analysis) ExplainPass(pass int32) (Explanation, error) {
	passes := a.Levels.MaxPass + 1
	if a.Graph.Count == 0 {
		passes = 0
	}
	if pass < 0 || pass >= passes {
		return Explanation{}, InvalidArgumentError(nil, "there is no pass %d: the graph has %d, from 0 on", pass, passes)
	}
	lengths := a.chainLengths()
	first := -1
	for v, level := range a.Level {
		if level == pass && (first < 0 || lengths[v] < lengths[first]) {
			first = v
		}
	}
	return a.Explain(uint32(first)), nil
}

// forces reports whether an edge is tight: it alone would give its reader the level that it has.
func (a *Analysis) forces(e Edge) bool {
	return a.Level[e.Operand]+e.Reason.Bump() == a.Level[e.Reader]
}

// chainLengths gives the number of edges of every value's chain.
func (a *Analysis) chainLengths() []int32 {
	lengths := make([]int32, a.Graph.Count)
	for _, v := range a.operandsFirst {
		if a.Level[v] > 0 {
			lengths[v] = lengths[a.lastLink(v, lengths).Operand] + 1
		}
	}
	return lengths
}

// lastLink is the last edge of the chain to a value above level 0: of the edges that force its level one with the
// shortest chain to its operand, and of these the first.
func (a *Analysis) lastLink(v uint32, lengths []int32) Edge {
	var best Edge
	found := false
	for _, e := range a.Operands(v) {
		if a.forces(e) && (!found || lengths[e.Operand] < lengths[best.Operand]) {
			best, found = e, true
		}
	}
	return best
}

func (a *Analysis) chainTo(v uint32, lengths []int32) []Edge {
	chain := make([]Edge, lengths[v])
	for i := len(chain) - 1; i >= 0; i-- {
		chain[i] = a.lastLink(v, lengths)
		v = chain[i].Operand
	}
	return chain
}

// liftOf tells what became of a value in the backward sweep, and which reader has to do with it.
func (a *Analysis) liftOf(v uint32) (lift Lift, reader uint32) {
	least := a.leastReader[v]
	switch {
	case least == noReader || a.Pass[least] == a.Level[v]:
		return Unlifted, 0
	case a.Pass[v] > a.Level[v]:
		return Lifted, least
	}
	return Held, a.firstBumped[v]
}
