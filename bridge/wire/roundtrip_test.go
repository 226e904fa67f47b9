package wire_test

import (
	"errors"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"forcedsplit/bridge/wire"
	"forcedsplit/bridge/wire/fslg"
	"forcedsplit/engine"
)

func TestEncodeThenDecodeGivesTheSameColumnsAndLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyColumns().Draw(t, "graph")
		labels := drawLabels(t, &g)
		buf, err := wire.Encode(&g, &labels)
		if err != nil {
			t.Fatal(err)
		}
		for name, buf := range map[string][]byte{"plain": buf, "size-prefixed": sizePrefixed(buf)} {
			gotGraph, err := wire.Decode(buf)
			if err != nil {
				t.Fatal(err)
			}
			gotLabels, err := wire.DecodeLabels(buf)
			if err != nil {
				t.Fatal(err)
			}
			expectSame(t, name+" graph", gotGraph, g)
			expectSame(t, name+" labels", gotLabels, labels)
		}
	})
}

func TestBuffersAtEveryAddressGiveTheSameGraph(t *testing.T) {
	g, labels := sample()
	for _, buf := range [][]byte{encodedSample(t), sizePrefixed(encodedSample(t))} {
		for by := range 8 {
			gotGraph, gotLabels := decode(t, shifted(buf, by))
			expectSame(t, "graph", gotGraph, g)
			expectSame(t, "labels", gotLabels, labels)
		}
	}
}

// The generated code knows nothing of this package: it reads what Encode wrote by the schema alone.
func TestGeneratedCodeReadsWhatEncodeWrites(t *testing.T) {
	g, labels := sample()
	table := fslg.GetRootAsGraph(encodedSample(t), 0)
	got := engine.Graph{Count: int(table.ValueCount()), SpaceCount: table.SpacesLength()}
	for i := range table.IdsLength() {
		got.IDs = append(got.IDs, table.Ids(i))
	}
	for i := range table.OperandOffsetsLength() {
		got.OperandOffsets = append(got.OperandOffsets, table.OperandOffsets(i))
	}
	for i := range table.OperandsLength() {
		got.Operands = append(got.Operands, table.Operands(i))
	}
	for i := range table.AxisOffsetsLength() {
		got.AxisOffsets = append(got.AxisOffsets, table.AxisOffsets(i))
	}
	for i := range table.AxisRolesLength() {
		got.AxisRoles = append(got.AxisRoles, engine.Role(table.AxisRoles(i)))
		got.AxisSpaces = append(got.AxisSpaces, table.AxisSpaces(i))
		got.AxisLoops = append(got.AxisLoops, table.AxisLoops(i))
	}
	for i := range table.UnclassifiedLength() {
		got.Unclassified = append(got.Unclassified, table.Unclassified(i))
	}
	for i := range table.LoopsLength() {
		var loop fslg.LoopInstance
		table.Loops(&loop, i)
		got.Loops = append(got.Loops, engine.Loop{Space: loop.Space(), Slot: loop.Slot(), Nest: loop.Nest()})
	}
	for i := range table.BytesLength() {
		got.Bytes = append(got.Bytes, table.Bytes(i))
	}
	for i := range table.OccurrenceValuesLength() {
		got.Occurrences.Values = append(got.Occurrences.Values, table.OccurrenceValues(i))
		got.Occurrences.Points = append(got.Occurrences.Points, table.OccurrencePoints(i))
		got.Occurrences.Consumers = append(got.Occurrences.Consumers, table.OccurrenceConsumers(i))
	}
	gotLabels := engine.Labels{
		Name: string(table.Name()), Source: string(table.Source()), Producer: string(table.Producer()),
	}
	for i := range table.NamesLength() {
		gotLabels.Names = append(gotLabels.Names, string(table.Names(i)))
	}
	for i := range table.SpacesLength() {
		gotLabels.Spaces = append(gotLabels.Spaces, string(table.Spaces(i)))
	}
	expectSame(t, "graph", got, g)
	expectSame(t, "labels", gotLabels, labels)
}

func TestRoleNumbersAreThoseOfTheSchema(t *testing.T) {
	for name, number := range fslg.EnumValuesRole {
		if role, ok := engine.RoleNamed(name); !ok || uint8(role) != uint8(number) {
			t.Errorf("%s is %d in the schema, %d in the engine", name, number, role)
		}
	}
}

func TestEncodeWithoutLabelsWritesNone(t *testing.T) {
	g, _ := sample()
	buf, err := wire.Encode(&g, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, labels := decode(t, buf)
	expectSame(t, "labels", labels, engine.Labels{})
}

func TestEncodeRefusesMoreThanTwoGiBBeforeItWrites(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	g := engine.Graph{Count: 2100, AxisOffsets: make([]uint32, 2101), OperandOffsets: make([]uint32, 2101)}
	labels := engine.Labels{Names: make([]string, g.Count)}
	for i := range labels.Names {
		labels.Names[i] = long
	}
	var fault *engine.Error
	if _, err := wire.Encode(&g, &labels); !errors.As(err, &fault) || fault.Kind != engine.TooLarge {
		t.Fatalf("%v", err)
	}
	if !strings.Contains(fault.Message, "2147483647") {
		t.Errorf("no limit in %q", fault.Message)
	}
}

func TestEncodeRefusesWhatDecodeWould(t *testing.T) {
	for want, spoil := range map[string]func(*engine.Graph, *engine.Labels){
		"names has 2 entries, expected 3": func(_ *engine.Graph, l *engine.Labels) { l.Names = l.Names[:2] },
		`names[1]: "\xff" is not UTF-8`:   func(_ *engine.Graph, l *engine.Labels) { l.Names[1] = "\xff" },
		"spaces[0]":                       func(_ *engine.Graph, l *engine.Labels) { l.Spaces[0] = "\xc3" },
		"name: ":                          func(_ *engine.Graph, l *engine.Labels) { l.Name = "\xff" },
		"source: ":                        func(_ *engine.Graph, l *engine.Labels) { l.Source = "\xff" },
		"producer: ":                      func(_ *engine.Graph, l *engine.Labels) { l.Producer = "\xff" },
		"value_count: -1":                 func(g *engine.Graph, _ *engine.Labels) { g.Count = -1 },
	} {
		g, labels := sample()
		spoil(&g, &labels)
		_, err := wire.Encode(&g, &labels)
		expectMalformed(t, want, err, want)
	}
}

func TestEncodeAlignsTheBufferAndAllItsColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyColumns().Draw(t, "graph")
		labels := drawLabels(t, &g)
		buf, err := wire.Encode(&g, &labels)
		if err != nil {
			t.Fatal(err)
		}
		if uintptr(unsafe.Pointer(&buf[0]))%8 != 0 {
			t.Fatalf("buffer at %p", buf)
		}
		decoded, err := wire.Decode(buf)
		if err != nil {
			t.Fatal(err)
		}
		for name, first := range firstElements(&decoded) {
			if !pointsInto(first, buf) {
				t.Errorf("%s was copied", name)
			}
		}
	})
}
