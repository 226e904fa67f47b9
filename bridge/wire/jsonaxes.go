package wire

import (
	"encoding/json"
	"fmt"
	"math"

	"forcedsplit/engine"
)

// axisEntry is a role in the JSON form: {"role", "space", "loop"}, or the role's name alone.
type axisEntry struct {
	Role  string
	Space space
	Loop  *int32
}

type loopEntry struct {
	Space space
	Slot  int32
	Nest  uint32
}

// space is an index space, by name or by number, or not told.
type space struct {
	name   *string
	number *uint16
}

// UnmarshalJSON reads a string or a number; null is not told.
func (s *space) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		return json.Unmarshal(text, &s.name)
	}
	if err := json.Unmarshal(text, &s.number); err != nil {
		return fmt.Errorf("%.40s is no space, expected a name or a number from 0 to %d", text, math.MaxUint16)
	}
	return nil
}

func (s space) told() bool { return s.name != nil || s.number != nil }

// spaceTable numbers the names of spaces in the order in which they come.
type spaceTable struct {
	names []string
	index map[string]uint16
}

// indexOf returns the number of a space. One that is not told has the number 0 among numbers and the name "" among
// names.
func (t *spaceTable) indexOf(s space, numbered bool) (uint16, *engine.Error) {
	if s.number != nil {
		return *s.number, nil
	}
	if numbered {
		return 0, nil
	}
	name := ""
	if s.name != nil {
		name = *s.name
	}
	if i, known := t.index[name]; known {
		return i, nil
	}
	if len(t.names) > math.MaxUint16 {
		return 0, engine.MalformedError(nil, "spaces: %q is one more than %d", name, math.MaxUint16+1)
	}
	if t.index == nil {
		t.index = map[string]uint16{}
	}
	i := uint16(len(t.names))
	t.index[name] = i
	t.names = append(t.names, name)
	return i, nil
}

// readLoops reads the loop instances; what their spaces are is settled with those of the axes.
func (r *jsonReader) readLoops() *engine.Error {
	r.loops = make([]loopEntry, len(r.doc.Loops))
	for i, raw := range r.doc.Loops {
		if err := json.Unmarshal(raw, &r.loops[i]); err != nil {
			return jsonError(place("loops", i), err)
		}
	}
	return nil
}

// readRoles appends the axes of the value at position v.
func (r *jsonReader) readRoles(v int, id uint64, raw json.RawMessage) *engine.Error {
	if raw == nil {
		return engine.MalformedError([]uint64{id}, "values[%d]: no roles for value %d, expected a list or null", v, id)
	}
	var roles []json.RawMessage
	if err := json.Unmarshal(raw, &roles); err != nil {
		return jsonError(fmt.Sprintf("values[%d].roles", v), err)
	}
	g := &r.out.Graph
	if roles == nil {
		g.Unclassified = append(g.Unclassified, uint32(v))
	}
	for i, raw := range roles {
		var entry axisEntry
		err := json.Unmarshal(raw, &entry.Role)
		if err != nil {
			err = json.Unmarshal(raw, &entry)
		}
		if err != nil {
			return jsonError(fmt.Sprintf("values[%d].roles[%d]", v, i), err)
		}
		role, ok := engine.RoleNamed(entry.Role)
		if !ok {
			return engine.MalformedError([]uint64{id},
				"values[%d].roles[%d]: value %d has the unknown role %q, "+
					"expected LoopLocal, Reduction, LoopCarried or LoopInvariant",
				v, i, id, entry.Role)
		}
		g.AxisRoles = append(g.AxisRoles, role)
		r.axes = append(r.axes, entry)
	}
	g.AxisOffsets[v+1] = uint32(len(g.AxisRoles))
	return nil
}

// resolveAxes makes the columns of spaces and loops: present if some entry tells any, and that of loops also if there
// are loop instances, so that the two together are loop facts.
func (r *jsonReader) resolveAxes() *engine.Error {
	numbered, named := false, false
	note := func(s space) {
		numbered, named = numbered || s.number != nil, named || s.name != nil
	}
	for _, loop := range r.loops {
		note(loop.Space)
	}
	for _, axis := range r.axes {
		note(axis.Space)
	}
	if numbered && named {
		return engine.MalformedError(nil, "spaces: some are given by name and some by number, expected one of the two")
	}
	if err := r.resolveLoops(numbered); err != nil {
		return err
	}
	if err := r.resolveAxisSpaces(numbered); err != nil {
		return err
	}
	r.resolveAxisLoops()
	r.out.Labels.Spaces, r.out.Graph.SpaceCount = r.spaces.names, len(r.spaces.names)
	return nil
}

func (r *jsonReader) resolveLoops(numbered bool) *engine.Error {
	if r.doc.Loops == nil {
		return nil
	}
	r.out.Graph.Loops = make([]engine.Loop, len(r.loops))
	for i, loop := range r.loops {
		index, err := r.spaces.indexOf(loop.Space, numbered)
		if err != nil {
			return err
		}
		r.out.Graph.Loops[i] = engine.Loop{Space: index, Slot: loop.Slot, Nest: loop.Nest}
	}
	return nil
}

func (r *jsonReader) resolveAxisSpaces(numbered bool) *engine.Error {
	told := false
	for _, axis := range r.axes {
		told = told || axis.Space.told()
	}
	if !told {
		return nil
	}
	spaces := make([]uint16, len(r.axes))
	for a, axis := range r.axes {
		index, err := r.spaces.indexOf(axis.Space, numbered)
		if err != nil {
			return err
		}
		spaces[a] = index
	}
	r.out.Graph.AxisSpaces = spaces
	return nil
}

func (r *jsonReader) resolveAxisLoops() {
	told := r.doc.Loops != nil
	for _, axis := range r.axes {
		told = told || axis.Loop != nil
	}
	if !told {
		return
	}
	loops := make([]int32, len(r.axes))
	for a, axis := range r.axes {
		loops[a] = engine.Unresolved
		if axis.Loop != nil {
			loops[a] = *axis.Loop
		}
	}
	r.out.Graph.AxisLoops = loops
}
