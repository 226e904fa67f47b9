package render_test

import (
	"slices"
	"strings"
	"testing"

	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

func TestNamesAreUniqueAndStayOnTheirLine(t *testing.T) {
	g := &engine.Graph{Count: 6, IDs: []uint64{7, 1 << 63, 9, 10, 11, 12}}
	for _, test := range []struct{ names, want []string }{
		{nil, []string{"7", "9223372036854775808", "9", "10", "11", "12"}},
		{[]string{"A", "", "B", "B", "a\nb", "\u202e"},
			[]string{"A", "9223372036854775808", "B#9", "B#10", `"a\nb"`, `"\u202e"`}},
	} {
		call := render.Namer(g, &engine.Labels{Names: test.names})
		var got []string
		for v := range uint32(g.Count) {
			got = append(got, call(v))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q, expected %q", got, test.want)
		}
	}
}

func TestTheNameOfASpaceIsCutShort(t *testing.T) {
	labels := &engine.Labels{Spaces: []string{"K", strings.Repeat("µ", 40), strings.Repeat("µ", 41), "a\x1b"}}
	for space, want := range []string{"K", labels.Spaces[1], labels.Spaces[1] + "…", `"a\x1b"`, ""} {
		if got := render.SpaceName(labels, uint16(space)); got != want {
			t.Errorf("space %d is called %s, expected %s", space, got, want)
		}
	}
}

// One name of a space at many axes: its bytes are in the graph once, and must not be in the page a thousand times.
func TestAPageDoesNotMultiplyTheNameOfASpace(t *testing.T) {
	const count = 1000
	g := &engine.Graph{Count: count, OperandOffsets: make([]uint32, count+1), AxisOffsets: make([]uint32, count+1),
		AxisRoles: make([]engine.Role, count), AxisSpaces: make([]uint16, count), Loops: make([]engine.Loop, count)}
	for v := range count {
		g.AxisOffsets[v+1], g.AxisLoops = uint32(v+1), append(g.AxisLoops, int32(v))
	}
	name := strings.Repeat("A", 100_000)
	page := render.Page(analyze(t, g, 0), &engine.Labels{Spaces: []string{name}})
	if len(page) > 3*len(name) {
		t.Errorf("a page of %d bytes", len(page))
	}
}

func TestOnlyWhatCannotBePrintedIsQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"I(μ̃_1,Κ)": "I(μ̃_1,Κ)", `"x" <&> \`: `"x" <&> \`, "שלום": "שלום", "": "",
		"\x1b[31m": `"\x1b[31m"`, "a\x00b": `"a\x00b"`, "\xff": `"\xff"`, "a\u2028b": `"a\u2028b"`, "\u2066": `"\u2066"`,
	} {
		if got := render.Printable(text); got != want {
			t.Errorf("%q is printed as %s, expected %s", text, got, want)
		}
	}
}
