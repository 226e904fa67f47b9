// Package bench measures the library as a Go program uses it, on the graphs of the file that FORCEDSPLIT_BENCH_GRAPH
// names. The passes to expect lie beside it, with the suffix .passes; every benchmark compares them first.
package bench

import (
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

// inside is the predicate of all competitors in all languages.
func inside(reader, source uint64) (bool, error) { return (reader^source)&3 == 0, nil }

// BenchmarkGo times all graphs of the file, results included.
func BenchmarkGo(b *testing.B) {
	graphs := agreed(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, graph := range graphs {
			compute(b, graph)
		}
	}
}

// BenchmarkGoAgain computes the first graph into levels that are there already, and not for the first time: what it
// allocates, every further call does.
func BenchmarkGoAgain(b *testing.B) {
	g, levels := decode(b, agreed(b)[0])
	again := func() {
		if err := engine.Compute(&g, engine.AskEach(&g, inside), levels); err != nil {
			b.Fatal(err)
		}
	}
	again()
	b.ReportAllocs()
	for b.Loop() {
		again()
	}
}

// agreed gives the graphs of the file, after their passes were the expected ones.
func agreed(b *testing.B) [][]byte {
	path := os.Getenv("FORCEDSPLIT_BENCH_GRAPH")
	if path == "" {
		b.Skip("FORCEDSPLIT_BENCH_GRAPH names no graph")
	}
	graphs := split(read(b, path))
	passes := read(b, strings.TrimSuffix(path, ".fslg")+".passes")
	for i, graph := range graphs {
		for v, pass := range compute(b, graph).Passes {
			if len(passes) < 4 {
				b.Fatalf("graph %d: the file of passes is too short", i)
			}
			if expected := int32(binary.LittleEndian.Uint32(passes)); pass != expected {
				b.Fatalf("answers differ: go, graph %d, value %d: pass %d, expected %d", i, v, pass, expected)
			}
			passes = passes[4:]
		}
	}
	if len(passes) != 0 {
		b.Fatal("the file of passes is too long")
	}
	return graphs
}

// compute is one call as a Go program makes it: the bytes of a graph in, new levels out.
func compute(b *testing.B, graph []byte) *engine.Levels {
	g, levels := decode(b, graph)
	if err := engine.Compute(&g, engine.AskEach(&g, inside), levels); err != nil {
		b.Fatal(err)
	}
	return levels
}

func decode(b *testing.B, graph []byte) (engine.Graph, *engine.Levels) {
	g, err := wire.Decode(graph)
	if err != nil {
		b.Fatal(err)
	}
	return g, engine.NewLevels(g.Count)
}

func read(b *testing.B, path string) []byte {
	bytes, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	return bytes
}

// split gives the graphs of a file: one, or several in a row, each with its size in front and padded to 8 bytes.
func split(bytes []byte) (graphs [][]byte) {
	if len(bytes) >= 8 && string(bytes[4:8]) == "FSLG" {
		return [][]byte{bytes}
	}
	for at := 0; at < len(bytes); {
		size := 4 + int(binary.LittleEndian.Uint32(bytes[at:]))
		graphs = append(graphs, bytes[at:at+size:at+size])
		at += (size + 7) / 8 * 8
	}
	return graphs
}
