package wire_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

const (
	dataFolder   = "../../examples/data"
	goldenFolder = "../../engine/testdata/golden"
)

// sample is a small graph that has every column.
func sample() (engine.Graph, engine.Labels) {
	g := engine.Graph{
		Count:          3,
		IDs:            []uint64{7, 1<<64 - 1, 9},
		OperandOffsets: []uint32{0, 0, 1, 3},
		Operands:       []uint32{0, 1, 0},
		AxisOffsets:    []uint32{0, 1, 3, 3},
		AxisRoles:      []engine.Role{engine.Reduction, engine.LoopLocal, engine.LoopInvariant},
		AxisSpaces:     []uint16{1, 0, 1},
		AxisLoops:      []int32{0, 1, engine.Unresolved},
		Unclassified:   []uint32{2},
		Loops:          []engine.Loop{{Space: 1, Slot: 2, Nest: 3}, {Space: 0, Slot: -4, Nest: 1<<32 - 1}},
		Bytes:          []uint64{0, 8, 1 << 60},
		SpaceCount:     2,
		Occurrences: engine.Occurrences{
			Values: []uint32{0, 1, 2}, Points: []uint64{10, 11, 1 << 63}, Consumers: []uint64{11, 1 << 63, 1 << 63},
		},
	}
	labels := engine.Labels{
		Names: []string{"A", "", "Κ_1"}, Spaces: []string{"i", "μ̃"},
		Name: "sample", Source: "made by hand", Producer: "test",
	}
	return g, labels
}

func encoded(t testing.TB, g engine.Graph, labels engine.Labels) []byte {
	t.Helper()
	buf, err := wire.Encode(&g, &labels)
	if err != nil {
		t.Fatal(err)
	}
	return buf
}

func encodedSample(t testing.TB) []byte {
	g, labels := sample()
	return encoded(t, g, labels)
}

// sizePrefixed is a size-prefixed copy of a plain buffer.
func sizePrefixed(buf []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(buf))), buf...)
}

// shifted is a copy of a buffer at an address that is so many bytes off an aligned one.
func shifted(buf []byte, by int) []byte {
	words := make([]uint64, len(buf)/8+2)
	room := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
	copy(room[by:], buf)
	return room[by : by+len(buf)]
}

func decode(t testing.TB, buf []byte) (engine.Graph, engine.Labels) {
	t.Helper()
	g, err := wire.Decode(buf)
	if err != nil {
		t.Fatal(err)
	}
	labels, err := wire.DecodeLabels(buf)
	if err != nil {
		t.Fatal(err)
	}
	return g, labels
}

// expectSame compares graphs, telling nil columns from empty ones.
func expectSame(t interface {
	Helper()
	Fatalf(string, ...any)
}, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s:\ngot  %+v\nwant %+v", what, got, want)
	}
}

func realGraphs(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dataFolder, "*.json"))
	if err != nil || len(paths) != 9 {
		t.Fatalf("%d real graphs, %v", len(paths), err)
	}
	graphs := map[string][]byte{}
	for _, path := range paths {
		graphs[strings.TrimSuffix(filepath.Base(path), ".json")] = readFile(t, path)
	}
	return graphs
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// anyColumns draws columns that fit FSLG; that they are a graph is not promised.
func anyColumns() *rapid.Generator[engine.Graph] {
	return rapid.Custom(func(t *rapid.T) engine.Graph {
		count := rapid.IntRange(0, 6).Draw(t, "count")
		g := engine.Graph{
			Count:          count,
			IDs:            drawColumn(t, "ids", rapid.Uint64()),
			OperandOffsets: drawColumn(t, "operand offsets", rapid.Uint32()),
			Operands:       drawColumn(t, "operands", rapid.Uint32()),
			AxisOffsets:    rapid.SliceOfN(rapid.Uint32(), count+1, count+1).Draw(t, "axis offsets"),
			AxisRoles:      drawColumn(t, "roles", rapid.Custom(drawRole)),
			AxisSpaces:     drawColumn(t, "spaces", rapid.Uint16()),
			AxisLoops:      drawColumn(t, "axis loops", rapid.Int32()),
			Unclassified:   drawColumn(t, "unclassified", rapid.Uint32()),
			Loops:          drawColumn(t, "loops", rapid.Custom(drawLoop)),
			Bytes:          drawColumn(t, "bytes", rapid.Uint64()),
			Occurrences: engine.Occurrences{
				Values:    drawColumn(t, "values", rapid.Uint32()),
				Points:    drawColumn(t, "points", rapid.Uint64()),
				Consumers: drawColumn(t, "consumers", rapid.Uint64()),
			},
		}
		return g
	})
}

// drawColumn draws nil, an empty column or a filled one.
func drawColumn[T any](t *rapid.T, label string, element *rapid.Generator[T]) []T {
	if rapid.Bool().Draw(t, label+" absent") {
		return nil
	}
	return rapid.SliceOfN(element, 0, 9).Draw(t, label)
}

func drawRole(t *rapid.T) engine.Role { return engine.Role(rapid.Byte().Draw(t, "role")) }

func drawLoop(t *rapid.T) engine.Loop {
	return engine.Loop{
		Space: rapid.Uint16().Draw(t, "space"),
		Slot:  rapid.Int32().Draw(t, "slot"),
		Nest:  rapid.Uint32().Draw(t, "nest"),
	}
}

func drawLabels(t *rapid.T, g *engine.Graph) engine.Labels {
	labels := engine.Labels{
		Spaces: drawColumn(t, "space names", rapid.String()), Name: rapid.String().Draw(t, "name"),
		Source: rapid.String().Draw(t, "source"), Producer: rapid.String().Draw(t, "producer"),
	}
	if rapid.Bool().Draw(t, "named") {
		labels.Names = rapid.SliceOfN(rapid.String(), g.Count, g.Count).Draw(t, "names")
	}
	g.SpaceCount = len(labels.Spaces)
	return labels
}
