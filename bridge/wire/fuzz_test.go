package wire_test

import (
	"testing"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

// FuzzDecode looks for bytes that make Decode or its results misbehave.
func FuzzDecode(f *testing.F) {
	for _, seed := range [][]byte{encodedSample(f), small(f), encoded(f, engine.Graph{}, engine.Labels{})} {
		f.Add(seed)
		f.Add(sizePrefixed(seed))
	}
	f.Fuzz(func(t *testing.T, buf []byte) { probe(t, buf) })
}

// FuzzFromJSON looks for texts that make FromJSON misbehave, or that do not survive the way to FSLG and back.
func FuzzFromJSON(f *testing.F) {
	f.Add(readFile(f, dataFolder+"/cross_iteration_stamped.json"))
	f.Add([]byte(`{"values":[{"id":18446744073709551615,"roles":["Reduction",{"role":"LoopLocal","space":3}]},` +
		`{"id":0,"roles":null}],"edges":[[0,18446744073709551615]],"inside":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := wire.FromJSON(text)
		if err != nil || engine.Validate(&read.Graph) != nil {
			return
		}
		g, labels := decode(t, encoded(t, read.Graph, read.Labels))
		expectSame(t, "graph", g, read.Graph)
		expectSame(t, "labels", labels, read.Labels)
		once, err := wire.ToJSON(&g, &labels)
		if err != nil {
			t.Fatal(err)
		}
		again, err := wire.FromJSON(once)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := wire.ToJSON(&again.Graph, &again.Labels)
		if err != nil || string(twice) != string(once) {
			t.Fatalf("%v\n%s\n%s", err, once, twice)
		}
	})
}
