package wire

import (
	"encoding/json"
	"unicode/utf8"

	"forcedsplit/engine"
)

// A JSONGraph is what the JSON form of a graph says.
type JSONGraph struct {
	Graph  engine.Graph
	Labels engine.Labels
	// Inside are the pairs (reader, source), by id, for which the predicate answers yes. They are no part of FSLG.
	// nil: the text has no such key; empty: every answer is no.
	Inside [][2]uint64
}

// document is the JSON form, whose lists are taken apart one entry at a time, so that an error can name the entry.
// Other keys, such as the answers of a test case, are ignored.
type document struct {
	Name, Source, Producer                    string
	Loops, Values, Edges, Inside, Occurrences []json.RawMessage
}

type valueEntry struct {
	ID    *id
	Name  string
	Bytes *id
	Roles json.RawMessage // a list, or null for a value without a legality cell
}

// jsonReader fills a graph from a document. ids gives the position of an id.
type jsonReader struct {
	doc    document
	out    JSONGraph
	ids    map[uint64]uint32
	axes   []axisEntry
	loops  []loopEntry
	spaces spaceTable
}

// FromJSON reads one graph in the JSON form: values and edges, or occurrences instead of edges, by id; names, sizes,
// loops, and roles that are plain or have a space and a loop. An axis that says neither has the space "" and an
// unresolved loop. Spaces are names, or all of them numbers, which are then taken as they are.
//
// The graph owns its memory. Errors are *engine.Error: TooLarge for more than MaxSize bytes, otherwise Malformed, with
// the place: "edges[3]: reader 9 is no value". What else makes a graph well formed, such as that loops exist, is for
// engine.Validate.
func FromJSON(text []byte) (*JSONGraph, error) {
	r := jsonReader{}
	if err := r.read(text); err != nil {
		return nil, err
	}
	return &r.out, nil
}

func (r *jsonReader) read(text []byte) *engine.Error {
	if len(text) > MaxSize {
		return tooLarge("the JSON text", uint64(len(text)))
	}
	if !utf8.Valid(text) {
		return engine.MalformedError(nil, "JSON: expected UTF-8")
	}
	if err := json.Unmarshal(text, &r.doc); err != nil {
		return jsonError("JSON", err)
	}
	if r.doc.Values == nil {
		return engine.MalformedError(nil, "values: missing")
	}
	if r.doc.Edges == nil && r.doc.Occurrences == nil {
		return engine.MalformedError(nil, "edges: missing, and there are no occurrences either")
	}
	r.out.Graph.Count = len(r.doc.Values)
	r.out.Labels.Name, r.out.Labels.Source = r.doc.Name, r.doc.Source
	r.out.Labels.Producer = r.doc.Producer
	for _, part := range []func() *engine.Error{
		r.readLoops, r.readValues, r.resolveAxes, r.readEdges, r.readInside, r.readOccurrences,
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// readValues reads ids, names, sizes and roles.
func (r *jsonReader) readValues() *engine.Error {
	g := &r.out.Graph
	ids, names, sizes := make([]uint64, g.Count), make([]string, g.Count), make([]uint64, g.Count)
	r.ids = make(map[uint64]uint32, g.Count)
	g.AxisOffsets = make([]uint32, g.Count+1)
	g.AxisRoles = []engine.Role{}
	renamed, named, sized := false, false, false
	for v, raw := range r.doc.Values {
		var entry valueEntry
		if err := json.Unmarshal(raw, &entry); err != nil {
			return jsonError(place("values", v), err)
		}
		if entry.ID == nil {
			return engine.MalformedError(nil, "values[%d]: no id", v)
		}
		ids[v], names[v] = uint64(*entry.ID), entry.Name
		if earlier, taken := r.ids[ids[v]]; taken {
			return engine.MalformedError(ids[v:v+1], "values[%d]: id %d is already that of values[%d]",
				v, ids[v], earlier)
		}
		r.ids[ids[v]] = uint32(v)
		if entry.Bytes != nil {
			sizes[v], sized = uint64(*entry.Bytes), true
		}
		renamed, named = renamed || ids[v] != uint64(v), named || entry.Name != ""
		if err := r.readRoles(v, ids[v], entry.Roles); err != nil {
			return err
		}
	}
	if renamed {
		g.IDs = ids
	}
	if named {
		r.out.Labels.Names = names
	}
	if sized {
		g.Bytes = sizes
	}
	return nil
}

// readEdges sorts the edges by reader, keeping the order of each reader's operands.
func (r *jsonReader) readEdges() *engine.Error {
	if r.doc.Edges == nil {
		return nil
	}
	g := &r.out.Graph
	edges := make([][2]uint32, len(r.doc.Edges))
	offsets := make([]uint32, g.Count+2)
	for e, raw := range r.doc.Edges {
		edge, err := r.readPair("edges", e, raw, "operand")
		if err != nil {
			return err
		}
		edges[e] = edge
		offsets[edge[0]+2]++
	}
	// offsets[v+1] is where the next operand of v goes; after the last one that is where those of v+1 begin.
	for v := 2; v < len(offsets); v++ {
		offsets[v] += offsets[v-1]
	}
	g.Operands = make([]uint32, len(edges))
	for _, edge := range edges {
		g.Operands[offsets[edge[0]+1]] = edge[1]
		offsets[edge[0]+1]++
	}
	g.OperandOffsets = offsets[:g.Count+1]
	return nil
}

func (r *jsonReader) readInside() *engine.Error {
	if r.doc.Inside == nil {
		return nil
	}
	r.out.Inside = make([][2]uint64, len(r.doc.Inside))
	for i, raw := range r.doc.Inside {
		pair, err := r.readPair("inside", i, raw, "source")
		if err != nil {
			return err
		}
		r.out.Inside[i] = [2]uint64{r.out.Graph.ID(pair[0]), r.out.Graph.ID(pair[1])}
	}
	return nil
}

func (r *jsonReader) readOccurrences() *engine.Error {
	if r.doc.Occurrences == nil {
		return nil
	}
	count := len(r.doc.Occurrences)
	o := engine.Occurrences{
		Values: make([]uint32, count), Points: make([]uint64, count), Consumers: make([]uint64, count),
	}
	for i, raw := range r.doc.Occurrences {
		row, err := readNumbers("occurrences", i, raw, "[value, point, consumer point]", 3)
		if err != nil {
			return err
		}
		if o.Values[i], err = r.position("occurrences", i, "value", row[0]); err != nil {
			return err
		}
		o.Points[i], o.Consumers[i] = row[1], row[2]
	}
	r.out.Graph.Occurrences = o
	return nil
}

// readPair reads [reader, other] and gives the two values' positions.
func (r *jsonReader) readPair(list string, i int, raw json.RawMessage, other string) ([2]uint32, *engine.Error) {
	var pair [2]uint32
	row, err := readNumbers(list, i, raw, "[reader, "+other+"]", 2)
	if err != nil {
		return pair, err
	}
	if pair[0], err = r.position(list, i, "reader", row[0]); err != nil {
		return pair, err
	}
	pair[1], err = r.position(list, i, other, row[1])
	return pair, err
}

func (r *jsonReader) position(list string, i int, what string, id uint64) (uint32, *engine.Error) {
	position, ok := r.ids[id]
	if !ok {
		return 0, engine.MalformedError([]uint64{id}, "%s[%d]: %s %d is no value", list, i, what, id)
	}
	return position, nil
}
