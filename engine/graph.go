package engine

import "slices"

// Role is what an axis is to a value (SPEC, Input). The numbers are those of the wire format.
type Role uint8

const (
	LoopLocal     Role = 0 // the value stays sliced on the axis: built and used inside that loop
	Reduction     Role = 1 // the value sums over the axis: only a partial sum exists before the loop closes
	LoopCarried   Role = 2 // the axis survives into the value: the whole exists only after the loop closes
	LoopInvariant Role = 3 // the loop encloses the value, which does not depend on it
)

var roleNames = [...]string{"LoopLocal", "Reduction", "LoopCarried", "LoopInvariant"}

// String returns the role's name in SPEC, or "unknown role".
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return "unknown role"
}

// RoleNamed returns the role that is spelled like that in SPEC, and whether there is one.
func RoleNamed(name string) (Role, bool) {
	for r, n := range roleNames {
		if n == name {
			return Role(r), true
		}
	}
	return 0, false
}

// Loop is one realized loop instance. Instances of different nests never enclose one another.
type Loop struct {
	Space uint16 // index into Labels.Spaces
	Slot  int32  // which loop of that space it is
	Nest  uint32
}

// Unresolved stands in Graph.AxisLoops for an axis that no loop instance realizes.
const Unresolved int32 = -1

// Graph is a value graph in columns. A value's position is 0..Count-1; rows of operands and axes are given by
// offsets, so that value v has Operands[OperandOffsets[v]:OperandOffsets[v+1]], and likewise its axes.
//
// The engine only reads the columns, during a call. It trusts none of them: Validate tells what is wrong.
type Graph struct {
	Count int
	IDs   []uint64 // Count unique ids; nil: the id is the position

	OperandOffsets []uint32 // Count+1, rising from 0 to len(Operands); nil: see Occurrences
	Operands       []uint32 // positions of direct operands; repeated ones count once

	AxisOffsets  []uint32 // Count+1, rising from 0 to len(AxisRoles)
	AxisRoles    []Role
	AxisSpaces   []uint16 // one per axis, index into Labels.Spaces; nil: not told
	AxisLoops    []int32  // one per axis, index into Loops or Unresolved; nil: not told
	Unclassified []uint32 // rising positions of the values without a legality cell

	Loops []Loop   // loop instances, outermost first; nil: not told
	Bytes []uint64 // Count sizes of the whole values; nil: not told

	// SpaceCount is the length of Labels.Spaces, which AxisSpaces and Loops index; 0: not told, any index will do.
	SpaceCount int

	// Occurrences stand for the operands where OperandOffsets is nil, and are only carried along where it is not.
	Occurrences Occurrences
}

// Occurrences are the use-sites of values in the host's expression forest, one row each (SPEC, From occurrences to
// edges). A row whose consumer point is its own point is a forest root.
type Occurrences struct {
	Values    []uint32 // positions
	Points    []uint64 // where the occurrence is produced; unique
	Consumers []uint64 // the point of the occurrence that reads it
}

// Labels are the parts of a graph that are for people.
type Labels struct {
	Names  []string // one per value; nil: not told
	Spaces []string // names of the axes' index spaces
	// What the graph is, where it comes from, and who wrote it.
	Name, Source, Producer string
}

// ID returns the id of the value at a position.
func (g *Graph) ID(position uint32) uint64 {
	if g.IDs == nil {
		return uint64(position)
	}
	return g.IDs[position]
}

// PositionOf returns the position of the value with an id, and whether there is one. Linear time where the graph has ids.
func (g *Graph) PositionOf(id uint64) (position uint32, ok bool) {
	if g.IDs == nil {
		return uint32(id), id < uint64(g.Count)
	}
	at := slices.Index(g.IDs, id)
	return uint32(at), at >= 0
}

// HasLoopFacts reports whether the graph itself answers inside (SPEC, Without a callback).
func (g *Graph) HasLoopFacts() bool {
	return g.Loops != nil && g.AxisLoops != nil
}
