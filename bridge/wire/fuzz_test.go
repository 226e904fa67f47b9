package wire_test

import (
	"path/filepath"
	"testing"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

// addBuffers begins with sound buffers, and with the corpus that fuzzing through the C ABI found.
func addBuffers(f *testing.F) {
	for _, seed := range [][]byte{encodedSample(f), small(f), encoded(f, engine.Graph{}, engine.Labels{})} {
		f.Add(seed)
		f.Add(sizePrefixed(seed))
	}
	paths, err := filepath.Glob("../../capi/tests/corpus/*")
	if err != nil || len(paths) < 20 {
		f.Fatalf("a corpus of %d, %v", len(paths), err)
	}
	for _, path := range paths {
		f.Add(readFile(f, path))
	}
}

// FuzzDecode looks for bytes that make Decode or its results misbehave.
func FuzzDecode(f *testing.F) {
	addBuffers(f)
	f.Fuzz(func(t *testing.T, buf []byte) { probe(t, buf) })
}

// FuzzLevels takes bytes the whole way: what Decode accepts is computed, with every kind of predicate.
func FuzzLevels(f *testing.F) {
	addBuffers(f)
	f.Fuzz(func(t *testing.T, buf []byte) {
		g, err := wire.Decode(buf)
		if err != nil {
			expectTold(t, err)
			return
		}
		expectSoundLevels(t, &g)
	})
}

// FuzzFromJSON looks for texts that make FromJSON misbehave, or that do not survive the way to FSLG and back.
func FuzzFromJSON(f *testing.F) {
	f.Add(readFile(f, dataFolder+"/cross_iteration_stamped.json"))
	f.Add([]byte(`{"values":[{"id":18446744073709551615,"roles":["Reduction",{"role":"LoopLocal","space":3}]},` +
		`{"id":0,"roles":null}],"edges":[[0,18446744073709551615]],"inside":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := wire.FromJSON(text)
		if err != nil {
			expectTold(t, err)
			return
		}
		expectSoundLevels(t, &read.Graph)
		if engine.Validate(&read.Graph) != nil {
			return
		}
		g, labels := decode(t, encoded(t, read.Graph, read.Labels))
		expectSame(t, "graph", g, read.Graph)
		expectSame(t, "labels", labels, read.Labels)
		once := toJSON(t, &g, &labels)
		again := fromJSON(t, once)
		if twice := toJSON(t, &again.Graph, &again.Labels); twice != once {
			t.Fatalf("%s\n%s", once, twice)
		}
	})
}
