package wire_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

// jsonCase is a text that FromJSON and Python's graph_from_json refuse alike or read alike.
type jsonCase struct {
	Name, Text, Hex string
	ReadsAs         string `json:"reads_as"` // a text that says the same; "": it is refused
	Message         string // a part of what is said
	Values          []uint64
}

func TestJSONCasesAreReadOrRefusedAsInPython(t *testing.T) {
	var cases []jsonCase
	if err := json.Unmarshal(readFile(t, "testdata/json_cases.json"), &cases); err != nil || len(cases) < 80 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		text := []byte(c.Text)
		if c.Hex != "" {
			text, _ = hex.DecodeString(c.Hex)
		}
		read, err := wire.FromJSON(text)
		if c.ReadsAs != "" {
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			same := fromJSON(t, c.ReadsAs)
			expectSame(t, c.Name, read.Graph, same.Graph)
			expectSame(t, c.Name, read.Labels, same.Labels)
			continue
		}
		expectMalformed(t, c.Name, err, c.Message)
		var fault *engine.Error
		if errors.As(err, &fault) && !slices.Equal(fault.Values, c.Values) {
			t.Errorf("%s: about %v, expected %v", c.Name, fault.Values, c.Values)
		}
	}
}

func TestDeepNestingIsRefusedInWords(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[", 1_000_000), `{"why":` + strings.Repeat(`{"a":`, 1_000_000),
		`{"edges":` + strings.Repeat("[", 1_000_000),
	} {
		_, err := wire.FromJSON([]byte(text))
		expectMalformed(t, text[:20], err, "JSON: ")
	}
}

// Whatever a text holds where something else is expected, the message is short and can be printed anywhere.
func TestJSONErrorsAreShortAndSpeakToNoTerminal(t *testing.T) {
	for _, tail := range []string{strings.Repeat("x", 1<<20), "\u009b31m\u202e\u2066\u0007"} {
		text, err := json.Marshal("\u202e\u009b" + tail)
		if err != nil {
			t.Fatal(err)
		}
		for _, frame := range []string{
			`{"values":[{"id":1,"roles":[@]}],"edges":[]}`, `{"values":[{"id":1,"roles":[{"role":@}]}],"edges":[]}`,
			`{"values":[{"id":1,"roles":@}],"edges":[]}`, `{"values":[{"id":@}],"edges":[]}`, `{"values":@}`,
			`{"values":[],"edges":[@]}`, `{"values":[],"edges":[[@,1]]}`, `{"values":[],"edges":[],"loops":[{"slot":@}]}`,
		} {
			_, err := wire.FromJSON([]byte(strings.Replace(frame, "@", string(text), 1)))
			expectMalformed(t, frame, err, `"\u202e\u009b`)
			if message := err.Error(); len(message) > 400 || strings.ContainsFunc(message, func(r rune) bool {
				return !unicode.IsPrint(r)
			}) {
				t.Errorf("%s: %.500q", frame, message)
			}
		}
	}
}

// The text repeats the space's name for every axis: 280 MB from a buffer of 30 KB, and too much of a larger one.
func TestANameOfASpaceThatManyAxesHaveIsWrittenWithoutBeingKept(t *testing.T) {
	graph := func(length, axes int) (engine.Graph, engine.Labels) {
		return engine.Graph{
			Count: 1, OperandOffsets: []uint32{0, 0}, AxisOffsets: []uint32{0, uint32(axes)},
			AxisRoles: make([]engine.Role, axes), AxisSpaces: make([]uint16, axes),
		}, engine.Labels{Spaces: []string{strings.Repeat("\x01", length)}}
	}
	var size counter
	g, labels := graph(16_000, 3_000)
	allocated := allocatedBytes(func() {
		if err := wire.ToJSON(&size, &g, &labels); err != nil {
			t.Error(err)
		}
	})
	if size < 6*16_000*3_000 || allocated > 4<<20 {
		t.Errorf("%d bytes were written, and %d allocated", size, allocated)
	}
	size = 0
	g, labels = graph(100_000, 4_000)
	var fault *engine.Error
	if err := wire.ToJSON(&size, &g, &labels); !errors.As(err, &fault) || fault.Kind != engine.TooLarge || size != 0 {
		t.Errorf("%d bytes were written, %v", size, err)
	}
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(text []byte) (int, error) {
	*c += counter(len(text))
	return len(text), nil
}

func TestLoopColumnsSurviveJSON(t *testing.T) {
	g, _ := sample()
	g.Loops, g.AxisSpaces, g.SpaceCount = nil, nil, 0 // so that there is nothing else to tell of an axis
	for a := range g.AxisLoops {
		g.AxisLoops[a] = engine.Unresolved
	}
	back := fromJSON(t, toJSON(t, &g, nil)).Graph
	expectSame(t, "axis_loops", back.AxisLoops, g.AxisLoops)
	if back.Loops != nil {
		t.Error("loops came from nowhere")
	}
	g, _ = sample()
	g.AxisLoops, g.SpaceCount = nil, 0
	if back := fromJSON(t, toJSON(t, &g, nil)).Graph; back.HasLoopFacts() {
		t.Error("loops alone became loop facts")
	}
}
