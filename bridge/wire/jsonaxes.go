package wire

import (
	"encoding/json"
	"fmt"
	"math"

	"forcedsplit/engine"
)

// axisEntry is a role in the JSON form: {"role", "space", "loop"}, or the role's name alone.
type axisEntry struct {
	role  engine.Role
	space space
	loop  *int32
}

type loopEntry struct {
	space space
	slot  int32
	nest  uint32
}

// space is an index space, by name or by number, or not told.
type space struct {
	name   *string
	number *uint16
}

func readSpace(raw json.RawMessage) (s space, _ *fault) {
	if !told(raw) {
		return s, nil
	}
	if name, fault := readString(raw); fault == nil {
		return space{name: &name}, nil
	}
	number, fault := readUnsigned(raw, math.MaxUint16)
	if fault != nil {
		return s, expected(fmt.Sprintf("a name or a number from 0 to %d", math.MaxUint16), raw).in(".space")
	}
	short := uint16(number)
	return space{number: &short}, nil
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
		return 0, &engine.Error{
			Kind:    engine.TooLarge,
			Message: fmt.Sprintf("spaces: %s is one more than %d", quoted(name), math.MaxUint16+1),
		}
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
	r.loops = make([]loopEntry, len(r.lists.loops))
	for i, raw := range r.lists.loops {
		loop, fault := readLoop(raw)
		if fault != nil {
			return fault.at(place("loops", i))
		}
		r.loops[i] = loop
	}
	return nil
}

// readLoop reads {"space", "slot", "nest"}; a slot or nest that is not given is 0.
func readLoop(raw json.RawMessage) (loop loopEntry, _ *fault) {
	entry, fault := readObject(raw)
	if fault != nil {
		return loop, fault
	}
	if loop.space, fault = readSpace(entry["space"]); fault != nil {
		return loop, fault
	}
	if slot, given := entry["slot"]; given {
		if loop.slot, fault = readInt32(slot); fault != nil {
			return loop, fault.in(".slot")
		}
	}
	if nest, given := entry["nest"]; given {
		read, fault := readUnsigned(nest, math.MaxUint32)
		if fault != nil {
			return loop, fault.in(".nest")
		}
		loop.nest = uint32(read)
	}
	return loop, nil
}

// readRoles appends the axes of the value at position v.
func (r *jsonReader) readRoles(v int, id uint64, raw json.RawMessage) *fault {
	if raw == nil {
		return expected("a list or null", raw).in(".roles")
	}
	roles, fault := readList(raw)
	if fault != nil {
		return expected("a list or null", raw).in(".roles")
	}
	g := &r.out.Graph
	if roles == nil {
		g.Unclassified = append(g.Unclassified, uint32(v))
	}
	for i, raw := range roles {
		axis, fault := readAxis(id, raw)
		if fault != nil {
			return fault.in(place(".roles", i))
		}
		g.AxisRoles = append(g.AxisRoles, axis.role)
		r.axes = append(r.axes, axis)
	}
	g.AxisOffsets[v+1] = uint32(len(g.AxisRoles))
	return nil
}

// readAxis reads an axis of the value with this id.
func readAxis(id uint64, raw json.RawMessage) (axis axisEntry, fault *fault) {
	if begins(raw, '"') {
		axis.role, fault = readRole(id, raw)
		return axis, fault
	}
	entry, fault := readObject(raw)
	if fault != nil {
		return axis, expected("a role or an object", raw)
	}
	if axis.role, fault = readRole(id, entry["role"]); fault != nil {
		return axis, fault.in(".role")
	}
	if axis.space, fault = readSpace(entry["space"]); fault != nil {
		return axis, fault
	}
	if loop := entry["loop"]; told(loop) {
		read, fault := readInt32(loop)
		if fault != nil {
			return axis, fault.in(".loop")
		}
		axis.loop = &read
	}
	return axis, nil
}

func readRole(id uint64, raw json.RawMessage) (engine.Role, *fault) {
	name, fault := readString(raw)
	if fault != nil {
		return 0, fault
	}
	role, known := engine.RoleNamed(name)
	if !known {
		fault = faultf("value %d has the unknown role %s, expected LoopLocal, Reduction, LoopCarried or LoopInvariant",
			id, quoted(name))
		fault.values = []uint64{id}
		return 0, fault
	}
	return role, nil
}

// resolveAxes makes the columns of spaces and loops: present if some entry tells any, and that of loops also if there
// are loop instances, so that the two together are loop facts.
func (r *jsonReader) resolveAxes() *engine.Error {
	numbered, err := r.spacesAreNumbered()
	if err != nil {
		return err
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

// spacesAreNumbered reports whether spaces are given by number, and refuses a text that gives one by name as well.
func (r *jsonReader) spacesAreNumbered() (bool, *engine.Error) {
	numbered, named := "", "" // where the first of either kind is
	note := func(s space, list string, i int) {
		if s.number != nil && numbered == "" {
			numbered = place(list, i)
		}
		if s.name != nil && named == "" {
			named = place(list, i)
		}
	}
	for i, loop := range r.loops {
		note(loop.space, "loops", i)
	}
	v := 0
	for a, axis := range r.axes {
		for int(r.out.Graph.AxisOffsets[v+1]) <= a {
			v++
		}
		if axis.space.told() && (numbered == "" || named == "") {
			note(axis.space, place("values", v)+".roles", a-int(r.out.Graph.AxisOffsets[v]))
		}
	}
	if numbered != "" && named != "" {
		return false, engine.MalformedError(nil,
			"spaces: %s has one by name and %s one by number, expected one of the two", named, numbered)
	}
	return numbered != "", nil
}

func (r *jsonReader) resolveLoops(numbered bool) *engine.Error {
	if r.lists.loops == nil {
		return nil
	}
	r.out.Graph.Loops = make([]engine.Loop, len(r.loops))
	for i, loop := range r.loops {
		index, err := r.spaces.indexOf(loop.space, numbered)
		if err != nil {
			return err
		}
		r.out.Graph.Loops[i] = engine.Loop{Space: index, Slot: loop.slot, Nest: loop.nest}
	}
	return nil
}

func (r *jsonReader) resolveAxisSpaces(numbered bool) *engine.Error {
	told := false
	for _, axis := range r.axes {
		told = told || axis.space.told()
	}
	if !told {
		return nil
	}
	spaces := make([]uint16, len(r.axes))
	for a, axis := range r.axes {
		index, err := r.spaces.indexOf(axis.space, numbered)
		if err != nil {
			return err
		}
		spaces[a] = index
	}
	r.out.Graph.AxisSpaces = spaces
	return nil
}

func (r *jsonReader) resolveAxisLoops() {
	told := r.lists.loops != nil
	for _, axis := range r.axes {
		told = told || axis.loop != nil
	}
	if !told {
		return
	}
	loops := make([]int32, len(r.axes))
	for a, axis := range r.axes {
		loops[a] = engine.Unresolved
		if axis.loop != nil {
			loops[a] = *axis.loop
		}
	}
	r.out.Graph.AxisLoops = loops
}
