package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"forcedsplit/engine"
)

// jsonWriter writes a graph in the JSON form, and counts the bytes.
type jsonWriter struct {
	out     *bufio.Writer
	written uint64
	g       *engine.Graph
	labels  *engine.Labels
	spaces  [][]byte // quoted, each at its first use: many axes may have the same one
}

// ToJSON writes a graph to out in the JSON form, in an order that is always the same, one value a line so that
// differences can be read. FromJSON gives a graph with the same levels again, and the same columns but for these: edges
// are sorted by the reader's position, spaces numbered as they come, and loops that no axis_loops go with are left out,
// since loops alone are no loop facts. labels may be nil. An axis with the space "" and no loop is written as a plain
// role, spaces without names as numbers.
//
// The text never is in memory as a whole, however often it has to repeat the name of a space. Errors are those of out,
// or *engine.Error, before anything is written: TooLarge for a text of more than MaxSize bytes, otherwise Malformed:
// those of engine.Validate, and labels that do not fit the graph or are not UTF-8.
func ToJSON(out io.Writer, g *engine.Graph, labels *engine.Labels) error {
	if labels == nil {
		labels = &engine.Labels{}
	}
	named := *g
	named.SpaceCount = len(labels.Spaces)
	if err := engine.Validate(&named); err != nil {
		return err
	}
	if err := checkEncodable(g, labels); err != nil {
		return err
	}
	if !g.HasLoopFacts() {
		named.Loops = nil
	}
	w := jsonWriter{out: bufio.NewWriter(io.Discard), g: &named, labels: labels}
	w.graph() // to know the size first
	if w.written > MaxSize {
		return tooLarge("the JSON text", w.written, MaxSize)
	}
	w.out.Reset(out)
	w.graph()
	return w.out.Flush()
}

func (w *jsonWriter) graph() {
	w.text("{")
	w.header()
	w.values()
	w.edges()
	w.occurrences()
	w.text("}\n")
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
	resolved := g.AxisLoops != nil && (g.Loops == nil || g.AxisLoops[axis] != engine.Unresolved)
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
	if w.spaces == nil {
		w.spaces = make([][]byte, min(w.g.SpaceCount, 1<<16))
	}
	if w.spaces[index] == nil {
		w.spaces[index] = inQuotes(w.labels.Spaces[index])
	}
	w.bytes(w.spaces[index])
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

func (w *jsonWriter) string(text string) { w.bytes(inQuotes(text)) }

// inQuotes returns text as JSON has it; <, > and & stay as they are.
func inQuotes(text string) []byte {
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // no string fails to encode
	}
	return bytes.TrimRight(quoted.Bytes(), "\n")
}

func (w *jsonWriter) comma(i int, separator string) {
	if i > 0 {
		w.text(separator)
	}
}

func (w *jsonWriter) number(n uint64) { w.bytes(strconv.AppendUint(w.out.AvailableBuffer(), n, 10)) }
func (w *jsonWriter) signed(n int64)  { w.bytes(strconv.AppendInt(w.out.AvailableBuffer(), n, 10)) }

// text and bytes leave errors to Flush, which tells the first one.
func (w *jsonWriter) text(text string) {
	w.written += uint64(len(text))
	_, _ = w.out.WriteString(text)
}

func (w *jsonWriter) bytes(text []byte) {
	w.written += uint64(len(text))
	_, _ = w.out.Write(text)
}
