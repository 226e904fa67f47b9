package wire

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"forcedsplit/engine"
)

// jsonWriter appends a graph in the JSON form to out.
type jsonWriter struct {
	out    []byte
	g      *engine.Graph
	labels *engine.Labels
}

// ToJSON writes a graph in the JSON form, in an order that is always the same, one value a line so that differences
// can be read. FromJSON gives the same graph again, whose edges are sorted by the reader's position already. labels may
// be nil. An axis with the space "" and no loop is written as a plain role, spaces without names as numbers.
//
// Errors are *engine.Error of kind Malformed: those of engine.Validate, and labels that do not fit the graph or are
// not UTF-8. The result is the caller's.
func ToJSON(g *engine.Graph, labels *engine.Labels) ([]byte, error) {
	if labels == nil {
		labels = &engine.Labels{}
	}
	named := *g
	named.SpaceCount = len(labels.Spaces)
	if err := engine.Validate(&named); err != nil {
		return nil, err
	}
	if err := checkEncodable(g, labels); err != nil {
		return nil, err
	}
	w := jsonWriter{g: &named, labels: labels}
	w.text("{")
	w.header()
	w.values()
	w.edges()
	w.occurrences()
	w.text("}\n")
	return w.out, nil
}

// header writes what comes before the values, on their first line.
func (w *jsonWriter) header() {
	for _, field := range []struct{ key, text string }{
		{"name", w.labels.Name}, {"source", w.labels.Source}, {"producer", w.labels.Producer},
	} {
		if field.text != "" {
			w.key(field.key)
			w.string(field.text)
			w.text(",")
		}
	}
	if w.g.Loops == nil {
		return
	}
	w.key("loops")
	w.text("[")
	for i, loop := range w.g.Loops {
		w.comma(i, ",")
		w.text("{")
		w.key("space")
		w.space(loop.Space)
		w.text(`,"slot":`)
		w.signed(int64(loop.Slot))
		w.text(`,"nest":`)
		w.number(uint64(loop.Nest))
		w.text("}")
	}
	w.text("],")
}

func (w *jsonWriter) values() {
	unclassified := w.g.Unclassified
	w.key("values")
	w.text("[")
	for v := range w.g.Count {
		w.comma(v, ",\n")
		w.text(`{"id":`)
		w.number(w.g.ID(uint32(v)))
		if w.labels.Names != nil && w.labels.Names[v] != "" {
			w.text(`,"name":`)
			w.string(w.labels.Names[v])
		}
		if w.g.Bytes != nil {
			w.text(`,"bytes":`)
			w.number(w.g.Bytes[v])
		}
		if _, none := slices.BinarySearch(unclassified, uint32(v)); none {
			w.text(`,"roles":null}`)
			continue
		}
		w.text(`,"roles":[`)
		for a := w.g.AxisOffsets[v]; a < w.g.AxisOffsets[v+1]; a++ {
			w.comma(int(a-w.g.AxisOffsets[v]), ",")
			w.role(a)
		}
		w.text("]}")
	}
	w.text("]")
}

// role writes an axis: as its role alone where there is nothing else to tell.
func (w *jsonWriter) role(axis uint32) {
	g := w.g
	named := g.AxisSpaces != nil && (g.SpaceCount == 0 || w.labels.Spaces[g.AxisSpaces[axis]] != "")
	resolved := g.AxisLoops != nil && g.AxisLoops[axis] != engine.Unresolved
	role := g.AxisRoles[axis].String()
	if !named && !resolved {
		w.string(role)
		return
	}
	w.text(`{"role":`)
	w.string(role)
	if g.AxisSpaces != nil {
		w.text(`,"space":`)
		w.space(g.AxisSpaces[axis])
	}
	if g.AxisLoops != nil {
		w.text(`,"loop":`)
		w.signed(int64(g.AxisLoops[axis]))
	}
	w.text("}")
}

// edges writes the operands, unless occurrences stand for them.
func (w *jsonWriter) edges() {
	if w.g.OperandOffsets == nil && w.g.Occurrences.Values != nil {
		return
	}
	w.text(`,"edges":[`)
	if len(w.g.OperandOffsets) > 0 {
		for v := range w.g.Count {
			for e := w.g.OperandOffsets[v]; e < w.g.OperandOffsets[v+1]; e++ {
				w.comma(int(e), ",")
				w.row(w.g.ID(uint32(v)), w.g.ID(w.g.Operands[e]))
			}
		}
	}
	w.text("]")
}

func (w *jsonWriter) occurrences() {
	o := &w.g.Occurrences
	if o.Values == nil {
		return
	}
	w.text(`,"occurrences":[`)
	for i, v := range o.Values {
		w.comma(i, ",")
		w.row(w.g.ID(v), o.Points[i], o.Consumers[i])
	}
	w.text("]")
}

func (w *jsonWriter) space(index uint16) {
	if w.g.SpaceCount == 0 {
		w.number(uint64(index))
		return
	}
	w.string(w.labels.Spaces[index])
}

func (w *jsonWriter) row(numbers ...uint64) {
	w.text("[")
	for i, n := range numbers {
		w.comma(i, ",")
		w.number(n)
	}
	w.text("]")
}

func (w *jsonWriter) key(name string) {
	w.text(`"`)
	w.text(name)
	w.text(`":`)
}

// string writes text in quotes; <, > and & stay as they are.
func (w *jsonWriter) string(text string) {
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // no string fails to encode
	}
	w.out = append(w.out, bytes.TrimRight(quoted.Bytes(), "\n")...)
}

func (w *jsonWriter) comma(i int, separator string) {
	if i > 0 {
		w.text(separator)
	}
}

func (w *jsonWriter) text(text string) { w.out = append(w.out, text...) }
func (w *jsonWriter) number(n uint64)  { w.out = strconv.AppendUint(w.out, n, 10) }
func (w *jsonWriter) signed(n int64)   { w.out = strconv.AppendInt(w.out, n, 10) }
