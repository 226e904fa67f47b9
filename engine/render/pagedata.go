package render

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"forcedsplit/engine"
)

// shownGraph is the graph as the page's program reads it: columns by position, and wherever a value is meant, its
// position. Ids and sizes are strings, because a number of JavaScript would round them; what is small is int, because
// []uint8 would come out as text.
type shownGraph struct {
	Name     string `json:"name"`
	Source   string `json:"source"`
	Producer string `json:"producer"`

	IDs   []string `json:"ids"`
	Names []string `json:"names"` // what Namer calls them
	Pass  []int32  `json:"pass"`
	Level []int32  `json:"level"`
	Kinds []string `json:"kinds"` // carried, pinned, not listed, or nothing of it
	Bytes []string `json:"bytes"` // null where the graph gives no sizes

	Axes   []shownAxis `json:"axes"` // the distinct ones
	AxesOf [][]int     `json:"axes_of"`

	Offsets  []uint32 `json:"offsets"` // of a value's operands, which have reasons
	Operands []uint32 `json:"operands"`
	Reasons  []int    `json:"reasons"`

	Last []int `json:"last"` // the operand of its chain's last link, or none
	Lift []int `json:"lift"`
	By   []int `json:"by"` // the reader that lifts or pins it, or none

	Titles []string `json:"titles"` // of the passes
	Words  wording  `json:"words"`
}

type shownAxis struct {
	Role string `json:"role"` // with the index space, where it is told
	Loop string `json:"loop"` // the loop instance that realizes it, or nothing
}

// pageData cannot fail: what is encoded are numbers and strings.
func pageData(a *engine.Analysis, labels *engine.Labels) []byte {
	s := &shownGraph{
		Name: Printable(labels.Name), Source: Printable(labels.Source),
		Producer: Printable(labels.Producer),
		Pass:     a.Pass, Level: a.Level, Titles: passTitles(a), Words: words,
	}
	s.addValues(a, labels)
	s.addAxes(a.Graph, labels)
	s.addEdges(a)
	s.addExplanations(a)
	encoded, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return encoded
}

func (s *shownGraph) addValues(a *engine.Analysis, labels *engine.Labels) {
	s.IDs, s.Names, s.Kinds = make([]string, a.Graph.Count), make([]string, a.Graph.Count), make([]string, a.Graph.Count)
	call := Namer(a.Graph, labels)
	for v := range a.Graph.Count {
		s.IDs[v], s.Names[v] = strconv.FormatUint(a.Graph.ID(uint32(v)), 10), call(uint32(v))
		s.Kinds[v], _ = valueLooks(a, uint32(v))
	}
	if a.Graph.Bytes != nil {
		s.Bytes = each(a.Graph.Bytes, func(size uint64) string { return strconv.FormatUint(size, 10) })
	}
}

// addAxes numbers the axes as they come: a graph has many values, but few different axes.
func (s *shownGraph) addAxes(g *engine.Graph, labels *engine.Labels) {
	numbers := map[shownAxis]int{}
	s.Axes, s.AxesOf = []shownAxis{}, make([][]int, g.Count)
	for v := range s.AxesOf {
		s.AxesOf[v] = []int{}
		for i := g.AxisOffsets[v]; i < g.AxisOffsets[v+1]; i++ {
			axis := shownAxisOf(g, labels, i)
			number, known := numbers[axis]
			if !known {
				number = len(s.Axes)
				numbers[axis] = number
				s.Axes = append(s.Axes, axis)
			}
			s.AxesOf[v] = append(s.AxesOf[v], number)
		}
	}
}

func shownAxisOf(g *engine.Graph, labels *engine.Labels, i uint32) shownAxis {
	axis := shownAxis{Role: g.AxisRoles[i].String()}
	if g.AxisSpaces != nil {
		axis.Role = strings.TrimSuffix(axis.Role+" "+SpaceName(labels, g.AxisSpaces[i]), " ")
	}
	if g.AxisLoops != nil && g.AxisLoops[i] != engine.Unresolved {
		loop := g.AxisLoops[i]
		axis.Loop = fmt.Sprintf("loop %d, nest %d", loop, g.Loops[loop].Nest)
	}
	return axis
}

// none stands for a position where there is no value.
const none = -1

func (s *shownGraph) addExplanations(a *engine.Analysis) {
	all := a.ExplainAll()
	s.Last = each(all, func(x engine.Explanation) int {
		if len(x.Chain) == 0 {
			return none
		}
		return int(x.Chain[0].Operand)
	})
	s.Lift = each(all, func(x engine.Explanation) int { return int(x.Lift) })
	s.By = each(all, func(x engine.Explanation) int {
		if x.Lift == engine.Unlifted {
			return none
		}
		return int(x.Reader)
	})
}

func (s *shownGraph) addEdges(a *engine.Analysis) {
	s.Operands = each(a.Edges(), func(e engine.Edge) uint32 { return e.Operand })
	s.Reasons = each(a.Edges(), func(e engine.Edge) int { return int(e.Reason) })
	s.Offsets = make([]uint32, a.Graph.Count+1)
	for v := range a.Graph.Count {
		s.Offsets[v+1] = s.Offsets[v] + uint32(len(a.Operands(uint32(v))))
	}
}
