package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
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
	// Unsized is how many values have no size, and so 0 in Graph.Bytes, although others have one.
	Unsized int
}

// jsonReader fills a graph from the lists of a text, which are taken apart one entry at a time, so that an error can
// name the entry. ids gives the position of an id.
type jsonReader struct {
	lists  struct{ loops, values, edges, inside, occurrences []json.RawMessage }
	out    JSONGraph
	ids    map[uint64]uint32
	axes   []axisEntry
	loops  []loopEntry
	spaces spaceTable
}

// FromJSON reads one graph in the JSON form: values and edges, or occurrences instead of edges, by id; names, sizes,
// loops, and roles that are plain or have a space and a loop. An axis that says neither has the space "" and an
// unresolved loop. Spaces are names, or all of them numbers, which are then taken as they are. Other keys, such as the
// answers of a test case, are ignored; of a key that is given twice the last one counts.
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
		return tooLarge("the JSON text", uint64(len(text)), MaxSize)
	}
	if at := firstNotUTF8(text); at < len(text) {
		return engine.MalformedError(nil, "JSON: expected UTF-8, found %#x at byte %d", text[at], at)
	}
	document, err := parse(text)
	if err != nil {
		return err
	}
	for _, part := range []func() *engine.Error{
		func() *engine.Error { return r.readDocument(document) },
		r.readLoops, r.readValues, r.resolveAxes, r.readEdges, r.readInside, r.readOccurrences,
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// escapesPattern finds what a backslash may begin in a string; its group is half of a surrogate pair. It is compiled where
// it is used, so that the library, which reads no JSON, is linked without regular expressions: 7 % of its size.
const escapesPattern = `\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)`

// parse reads the text as one JSON object. Half of a surrogate pair, which encoding/json would replace, is refused.
func parse(text []byte) (object, *engine.Error) {
	var document object
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, &document); errors.As(err, &syntax) {
		return nil, engine.MalformedError(nil, "JSON: %v, at byte %d", err, syntax.Offset)
	}
	if document == nil {
		return nil, expected("an object", bytes.Trim(text, " \t\r\n")).at("JSON")
	}
	escapes := regexp.MustCompile(escapesPattern)
	for at := 0; ; {
		match := escapes.FindSubmatchIndex(text[at:])
		if match == nil {
			return document, nil
		}
		if match[2] >= 0 {
			return nil, engine.MalformedError(nil, "JSON: half a surrogate pair is no text, at byte %d", at+match[0])
		}
		at += match[1]
	}
}

// readDocument reads the texts, and what lists there are.
func (r *jsonReader) readDocument(document object) *engine.Error {
	var fault *fault
	labels, lists := &r.out.Labels, &r.lists
	for _, text := range []struct {
		key  string
		into *string
	}{{"name", &labels.Name}, {"source", &labels.Source}, {"producer", &labels.Producer}} {
		if *text.into, fault = readText(document[text.key]); fault != nil {
			return fault.at(text.key)
		}
	}
	for _, list := range []struct {
		key  string
		into *[]json.RawMessage
	}{
		{"loops", &lists.loops}, {"values", &lists.values}, {"edges", &lists.edges}, {"inside", &lists.inside},
		{"occurrences", &lists.occurrences},
	} {
		if *list.into, fault = readList(document[list.key]); fault != nil {
			return fault.at(list.key)
		}
	}
	if lists.values == nil {
		return engine.MalformedError(nil, "values: missing")
	}
	if lists.edges == nil && lists.occurrences == nil {
		return engine.MalformedError(nil, "edges: missing, and there are no occurrences either")
	}
	r.out.Graph.Count = len(lists.values)
	return nil
}

// firstNotUTF8 returns where text ceases to be UTF-8, its length if it does not.
func firstNotUTF8(text []byte) int {
	if utf8.Valid(text) {
		return len(text)
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
}

// readValues reads ids, names, sizes and roles. What is wrong with a value is told with its id.
func (r *jsonReader) readValues() *engine.Error {
	g := &r.out.Graph
	r.ids = make(map[uint64]uint32, g.Count)
	g.IDs, g.Bytes, r.out.Labels.Names = make([]uint64, g.Count), make([]uint64, g.Count), make([]string, g.Count)
	g.AxisOffsets = make([]uint32, g.Count+1)
	g.AxisRoles = []engine.Role{}
	renamed, named := false, false
	for v, raw := range r.lists.values {
		if fault := r.readValue(v, raw); fault != nil {
			return fault.at(place("values", v))
		}
		renamed, named = renamed || g.IDs[v] != uint64(v), named || r.out.Labels.Names[v] != ""
	}
	if !renamed {
		g.IDs = nil
	}
	if !named {
		r.out.Labels.Names = nil
	}
	if r.out.Unsized == g.Count {
		g.Bytes, r.out.Unsized = nil, 0
	}
	return nil
}

func (r *jsonReader) readValue(v int, raw json.RawMessage) *fault {
	entry, fault := readObject(raw)
	if fault != nil {
		return fault
	}
	id, fault := readID(entry["id"])
	if fault != nil {
		return fault.in(".id")
	}
	r.out.Graph.IDs[v] = id
	if earlier, taken := r.ids[id]; taken {
		fault = faultf("id %d is already that of values[%d]", id, earlier)
		fault.values = []uint64{id}
		return fault
	}
	r.ids[id] = uint32(v)
	if fault = r.readFacts(v, id, entry); fault != nil && fault.values == nil {
		fault.message += ", in value " + strconv.FormatUint(id, 10)
		fault.values = []uint64{id}
	}
	return fault
}

// readFacts reads what is known of the value at position v beside its id.
func (r *jsonReader) readFacts(v int, id uint64, entry object) (fault *fault) {
	if r.out.Labels.Names[v], fault = readText(entry["name"]); fault != nil {
		return fault.in(".name")
	}
	if size := entry["bytes"]; !told(size) {
		r.out.Unsized++
	} else if r.out.Graph.Bytes[v], fault = readID(size); fault != nil {
		return fault.in(".bytes")
	}
	return r.readRoles(v, id, entry["roles"])
}

// readEdges sorts the edges by reader, keeping the order of each reader's operands.
func (r *jsonReader) readEdges() *engine.Error {
	if r.lists.edges == nil {
		return nil
	}
	g := &r.out.Graph
	edges := make([][2]uint32, len(r.lists.edges))
	offsets := make([]uint32, g.Count+2)
	for e, raw := range r.lists.edges {
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
	if r.lists.inside == nil {
		return nil
	}
	r.out.Inside = make([][2]uint64, len(r.lists.inside))
	for i, raw := range r.lists.inside {
		pair, err := r.readPair("inside", i, raw, "source")
		if err != nil {
			return err
		}
		r.out.Inside[i] = [2]uint64{r.out.Graph.ID(pair[0]), r.out.Graph.ID(pair[1])}
	}
	return nil
}

func (r *jsonReader) readOccurrences() *engine.Error {
	if r.lists.occurrences == nil {
		return nil
	}
	count := len(r.lists.occurrences)
	o := engine.Occurrences{
		Values: make([]uint32, count), Points: make([]uint64, count), Consumers: make([]uint64, count),
	}
	for i, raw := range r.lists.occurrences {
		row, fault := readRow(raw, "[value, point, consumer point]", 3)
		if fault != nil {
			return fault.at(place("occurrences", i))
		}
		var err *engine.Error
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
	row, fault := readRow(raw, "[reader, "+other+"]", 2)
	if fault != nil {
		return pair, fault.at(place(list, i))
	}
	var err *engine.Error
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
