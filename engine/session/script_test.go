package session_test

import (
	"errors"
	"flag"
	"maps"
	"slices"
	"testing"

	"forcedsplit/engine"
	"forcedsplit/engine/session"

	"pgregory.net/rapid"
)

// TestEveryUpdateIsAFreshComputation runs random edit scripts on a session and on the model, and compares after each. As
// many as it takes to notice every line that is missing.
func TestEveryUpdateIsAFreshComputation(t *testing.T) {
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		defer flag.Set("rapid.checks", checks.DefValue)
		flag.Set("rapid.checks", "5000")
	}
	for name, facts := range map[string]bool{"predicate": false, "loop facts": true} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { newScript(t, facts).run(t) })
		})
	}
}

// FuzzSession lets the fuzzer choose the scripts.
func FuzzSession(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { newScript(t, rapid.Bool().Draw(t, "facts")).run(t) }))
}

// script edits a session and its model alike.
type script struct {
	*model
	session *session.Session
}

var errHost = errors.New("the host has had enough")

func newScript(t *rapid.T, facts bool) *script {
	m := &model{rows: map[uint64]int{}, cells: map[uint64]session.Cell{}, edges: map[edge]bool{}, answers: map[edge]bool{}}
	if facts {
		m.loops = make([]engine.Loop, rapid.IntRange(0, 4).Draw(t, "loops"))
		for i := range m.loops {
			m.loops[i].Nest = rapid.Uint32Range(0, 1).Draw(t, "nest")
		}
	}
	for range rapid.IntRange(0, 8).Draw(t, "values") {
		m.add(drawID(t), m.drawCell(t))
	}
	for range rapid.IntRange(0, 12).Draw(t, "edges") {
		if e, ok := m.drawPair(t); ok && m.path(e.operand, e.reader) < 0 {
			m.edges[e] = true
		}
	}
	s := &script{model: m}
	loaded, err := session.New(m.graph(), s.host(t, m.graph(), nil))
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	s.session = loaded
	s.told, _ = m.levels(t)
	s.checkLevels(t)
	return s
}

func (m *model) add(id uint64, cell session.Cell) {
	if _, has := m.cells[id]; has {
		return
	}
	m.cells[id] = cell
	row := len(m.ids) + len(m.free)
	if last := len(m.free) - 1; last >= 0 {
		row, m.free = m.free[last], m.free[:last]
	}
	m.rows[id] = row
	m.ids = append(m.ids, id)
	slices.SortFunc(m.ids, func(a, b uint64) int { return m.rows[a] - m.rows[b] })
}

func (m *model) remove(id uint64) {
	m.free = append(m.free, m.rows[id])
	delete(m.cells, id)
	m.ids = slices.DeleteFunc(m.ids, func(other uint64) bool { return other == id })
	maps.DeleteFunc(m.edges, func(e edge, _ bool) bool { return e.reader == id })
	m.forget(id)
}

// drawID draws ids near positions, and far from them.
func drawID(t *rapid.T) uint64 {
	return rapid.Uint64Range(0, 15).Draw(t, "id") * rapid.SampledFrom([]uint64{1, 1_000_003}).Draw(t, "times")
}

func (m *model) drawCell(t *rapid.T) session.Cell {
	cell := session.Cell{Listed: rapid.IntRange(0, 5).Draw(t, "listed") > 0}
	if cell.Listed {
		cell.Axes = make([]session.Axis, rapid.SampledFrom([]int{0, 1, 1, 2, 3}).Draw(t, "axes"))
	}
	for i := range cell.Axes {
		cell.Axes[i] = session.Axis{
			Role: engine.Role(rapid.SampledFrom([]int{0, 1, 1, 1, 2, 3}).Draw(t, "role")),
			Loop: int32(rapid.IntRange(-1, len(m.loops)-1).Draw(t, "loop")),
		}
	}
	return cell
}

func (m *model) drawPair(t *rapid.T) (edge, bool) {
	if len(m.ids) == 0 {
		return edge{}, false
	}
	pick := rapid.SampledFrom(m.ids)
	return edge{pick.Draw(t, "reader"), pick.Draw(t, "operand")}, true
}

// host is the host's predicate, which draws its answers and remembers them; nil with loop facts. It appends to asked.
func (s *script) host(t *rapid.T, g *engine.Graph, asked *[]edge) engine.Ask {
	if s.loops != nil {
		return nil
	}
	return engine.AskEach(g, func(reader, source uint64) (bool, error) {
		e := edge{reader, source}
		if asked != nil {
			*asked = append(*asked, e)
		}
		s.answers[e] = rapid.Bool().Draw(t, "inside")
		return s.answers[e], nil
	})
}

func (s *script) run(t *rapid.T) {
	edits := []func(*rapid.T){
		s.addValue, s.removeValue, s.setCell, s.setCell, s.addOperand, s.addOperand, s.addOperand, s.removeOperand,
		s.setInside, s.askAgain,
	}
	for range rapid.IntRange(1, 20).Draw(t, "updates") {
		for range rapid.IntRange(0, 3).Draw(t, "edits") {
			rapid.SampledFrom(edits).Draw(t, "edit")(t)
		}
		if rapid.IntRange(0, 5).Draw(t, "host fails") == 0 {
			s.failedUpdate(t)
		}
		s.update(t)
	}
}

func (s *script) addValue(t *rapid.T) {
	id, cell := drawID(t), s.drawCell(t)
	_, has := s.cells[id]
	if err := s.session.AddValue(id, cell); (kindOf(err) == engine.InvalidArgument) != has {
		t.Fatalf("add %d, which is there: %v: %v", id, has, err)
	}
	s.add(id, cell)
}

func (s *script) removeValue(t *rapid.T) {
	id := drawID(t)
	_, has := s.cells[id]
	read := false
	for e := range s.edges {
		read = read || e.operand == id
	}
	err := s.session.RemoveValue(id)
	if (err == nil) != (has && !read) || err != nil && kindOf(err) != engine.InvalidArgument {
		t.Fatalf("remove %d, there: %v, read: %v: %v", id, has, read, err)
	}
	if err != nil {
		return
	}
	s.remove(id)
}

func (s *script) setCell(t *rapid.T) {
	id, cell := drawID(t), s.drawCell(t)
	_, has := s.cells[id]
	if err := s.session.SetCell(id, cell); (err == nil) != has {
		t.Fatalf("set the cell of %d, which is there: %v: %v", id, has, err)
	}
	if has {
		s.cells[id] = cell
		s.forget(id)
	}
}

func (s *script) addOperand(t *rapid.T) {
	e, ok := s.drawPair(t)
	if !ok {
		return
	}
	back := s.path(e.operand, e.reader)
	err := s.session.AddOperand(e.reader, e.operand)
	if back < 0 {
		if err != nil {
			t.Fatalf("%v: %v", e, err)
		}
		s.edges[e] = true
		return
	}
	var fault *engine.Error
	if !errors.As(err, &fault) || fault.Kind != engine.Cyclic {
		t.Fatalf("%v closes a cycle: %v", e, err)
	}
	s.checkCycle(t, e, fault.Values, back+1)
}

// checkCycle checks that the values are a cycle that begins with the edge that would close it, and as short as can be.
func (s *script) checkCycle(t *rapid.T, closing edge, values []uint64, length int) {
	if len(values) != length || values[0] != closing.reader || values[1%length] != closing.operand {
		t.Fatalf("%v closes a cycle of %d, told %v", closing, length, values)
	}
	for i := 1; i < length; i++ {
		if !s.edges[edge{values[i], values[(i+1)%length]}] {
			t.Fatalf("%v: %d does not read the next one", values, values[i])
		}
	}
}

func (s *script) removeOperand(t *rapid.T) {
	e, ok := s.drawPair(t)
	if edges := slices.Collect(maps.Keys(s.edges)); len(edges) > 0 && rapid.IntRange(0, 3).Draw(t, "there") > 0 {
		slices.SortFunc(edges, func(a, b edge) int {
			return slices.Compare([]uint64{a.reader, a.operand}, []uint64{b.reader, b.operand})
		})
		e = rapid.SampledFrom(edges).Draw(t, "edge")
	} else if !ok {
		return
	}
	if err := s.session.RemoveOperand(e.reader, e.operand); (err == nil) != s.edges[e] {
		t.Fatalf("remove %v, which is there: %v: %v", e, s.edges[e], err)
	}
	delete(s.edges, e)
	delete(s.answers, e)
}

func (s *script) setInside(t *rapid.T) {
	e, ok := s.drawPair(t)
	if !ok {
		return
	}
	yes := rapid.Bool().Draw(t, "yes")
	if err := s.session.SetInside(e.reader, e.operand, yes); (err == nil) != s.asked(e) {
		t.Fatalf("set inside of %v, asked: %v: %v", e, s.asked(e), err)
	}
	if s.asked(e) {
		s.answers[e] = yes
	}
}

func (s *script) askAgain(t *rapid.T) {
	e, ok := s.drawPair(t)
	if !ok {
		return
	}
	if err := s.session.AskAgain(e.reader, e.operand); (err == nil) != s.asked(e) {
		t.Fatalf("ask again about %v, asked: %v: %v", e, s.asked(e), err)
	}
	delete(s.answers, e)
}

// failedUpdate lets the host fail, or be absent; the session then goes on as if nobody had asked.
func (s *script) failedUpdate(t *rapid.T) {
	if s.loops != nil || len(s.unanswered()) == 0 {
		return
	}
	first := s.unanswered()[0]
	_, err := s.session.Update(nil)
	var fault *engine.Error
	if !errors.As(err, &fault) || fault.Kind != engine.PredicateRequired ||
		!slices.Equal(fault.Values, []uint64{first.reader, first.operand}) {
		t.Fatalf("without a predicate, %v to ask: %v", first, err)
	}
	if _, err := s.session.Update(func(*engine.Questions) error { return errHost }); err != errHost {
		t.Fatalf("the host failed, told %v", err)
	}
}

func (s *script) update(t *rapid.T) {
	var asked []edge
	expected := s.unanswered()
	changes, err := s.session.Update(s.host(t, s.session.Graph(), &asked))
	if err != nil {
		t.Fatalf("update: %v", err)
	}
	if s.loops == nil && !slices.Equal(asked, expected) {
		t.Fatalf("asked %v, to ask were %v", asked, expected)
	}
	before := s.told
	s.told, _ = s.levels(t)
	s.checkChanges(t, before, changes)
	s.checkLevels(t)
}

// checkChanges checks that the changes are what is other than before, each once.
func (s *script) checkChanges(t *rapid.T, before map[uint64]told, changes []session.Change) {
	absent := told{pass: engine.Absent}
	of := func(all map[uint64]told, id uint64) told {
		if one, has := all[id]; has {
			return one
		}
		return absent
	}
	seen := map[uint64]bool{}
	for _, c := range changes {
		was, is := told{c.Before, c.FlagsBefore}, told{c.After, c.FlagsAfter}
		if seen[c.ID] || was == is || was != of(before, c.ID) || is != of(s.told, c.ID) {
			t.Fatalf("change %+v: before %+v, now %+v", c, of(before, c.ID), of(s.told, c.ID))
		}
		seen[c.ID] = true
	}
	for id := range before {
		if of(before, id) != of(s.told, id) && !seen[id] {
			t.Fatalf("nothing told of %d: before %+v, now %+v", id, of(before, id), of(s.told, id))
		}
	}
	for id := range s.told {
		if of(before, id) != of(s.told, id) && !seen[id] {
			t.Fatalf("nothing told of %d, which is new", id)
		}
	}
}

// checkLevels compares all columns with a computation from scratch.
func (s *script) checkLevels(t *rapid.T) {
	expected, maxPass := s.levels(t)
	count := s.session.Count()
	ids, out := make([]uint64, count), engine.NewLevels(count)
	if err := s.session.Levels(ids, out); err != nil {
		t.Fatal(err)
	}
	found := map[uint64]told{}
	for i, id := range ids {
		found[id] = told{out.Passes[i], out.Flags[i]}
	}
	if !maps.Equal(found, expected) || out.MaxPass != maxPass || !slices.Equal(ids, s.ids) {
		t.Fatalf("levels %v up to %d, expected %v up to %d", found, out.MaxPass, expected, maxPass)
	}
}
