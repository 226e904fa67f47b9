package render_test

import (
	"slices"
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
